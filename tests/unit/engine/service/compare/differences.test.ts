/** The table of differences: every figure of made pairs, and what is left out. */
import { expect, test } from 'vitest';
import type { Finding } from '../../../../../src/engine/findings/finding/finding';
import { whyIncomparable } from '../../../../../src/engine/service/compare/comparable.ts';
import { compare } from '../../../../../src/engine/service/compare/compare.ts';
import {
  differenceIn,
  differencesOf,
  figuresOf,
} from '../../../../../src/engine/service/compare/differences.ts';
import { differenceCells } from '../../../../../src/sharing/report/words/comparison-words.ts';
import { madeCompared } from '../../../../support/compared.ts';
import { lossCounts } from '../../../../support/loss-counts.ts';

const A = madeCompared({
  summary: {
    lossKinds: { counts: lossCounts({ burst: 4, random: 16 }), benign: 0 },
    states: ['recovery'],
    transitions: 3,
  },
  outline: { states: [{ name: 'recovery', us: 2e6 }], limits: [{ name: 'congestion window', us: 9e6 }] },
});
const B = madeCompared({
  name: 'b',
  summary: { packetsLost: 30, cwndMinBytes: 5400, minRttUs: 14_300, durationUs: 5e6 },
  outline: {
    completedUs: 8e6,
    arrived: { quantity: 'goodput', timesUs: Float64Array.of(2e6, 8e6), bytes: Float64Array.of(0, 6e6) },
    milestones: [
      { bytes: 1e6, timeUs: 3e6 },
      { bytes: 10e6, timeUs: Number.NaN },
    ],
    limits: [
      { name: 'pacing', us: 1e6 },
      { name: 'not known', us: 1000 },
    ],
    probeTimeouts: 0,
  },
});
const rows = new Map(differencesOf(A, B).map((row) => [row.id, row]));

test.each([
  ['completion', 4e6, 8e6],
  ['time-to-1000000', 1e6, 3e6],
  ['time-to-10000000', 4e6, Number.NaN],
  // 1 to 10 MB in 3 s, then 10 MB for 6 s; 0 to 6 MB in 6 s, then 6 MB for 2 s: to 10 s both.
  ['arrived-integral', 16.5e6 + 60e6, 18e6 + 12e6],
  // 10 MB by 4 s, 6 MB by 8 s, however long the logs are.
  ['arrived', 10e6, 6e6],
  ['goodput', 2.5e6, 0.75e6],
  ['lost', 20, 30],
  ['lost-burst', 4, Number.NaN],
  ['lost-policed', 0, Number.NaN],
  ['limit-not known', 0, 1000],
  ['cwnd-min', 2700, 5400],
  ['rtt-min', 13_000, 14_300],
  ['ptos', 2, 0],
  ['transitions', 3, Number.NaN],
  ['state-recovery', 2e6, Number.NaN],
  ['limit-congestion window', 9e6, 0],
  ['limit-pacing', 0, 1e6],
  ['duration', 10e6, 5e6],
])('%s: %d and %d', (id, a, b) => {
  const row = rows.get(id);
  expect(row?.a).toBeCloseTo(a, 3);
  if (Number.isNaN(b)) expect(row?.b).toBeNaN();
  else expect(row?.b).toBeCloseTo(b, 3);
  if (!Number.isNaN(b)) expect(row?.delta).toBeCloseTo(b - a, 3);
  if (a === 0) expect(row?.ratio).toBeNaN();
  else if (!Number.isNaN(b)) expect(row?.ratio).toBeCloseTo(b / a, 9);
});

test('what neither shows is no row', () => {
  expect(rows.has('round-trips-to-double')).toBe(false);
  expect(rows.get('limit-not known')?.name).toBe('time held: not known');
  expect(
    differencesOf(A, A)
      .map(({ id }) => id)
      .filter((id) => id.startsWith('lost-')),
  ).toEqual(['lost-burst', 'lost-random']);
  const bare = madeCompared({ summary: { lossesKnown: false } });
  expect(differencesOf(bare, bare).some(({ id }) => id === 'lost')).toBe(false);
});

test('of a receiver nothing is shown of the few packets that it sends; what all show leads', () => {
  const receiver = madeCompared({
    summary: { side: 'receiver', states: ['recovery'], transitions: 3 },
    outline: { states: [{ name: 'recovery', us: 2e6 }] },
  });
  const names = (list: readonly { id: string; name: string }[]) =>
    list.map(({ id, name }) => `${id}: ${name}`);
  expect(names(differencesOf(receiver, receiver))).toEqual([
    'completion: last byte received',
    'time-to-1000000: time to 1 MB',
    'time-to-10000000: time to 10 MB',
    'arrived-integral: received bytes × time, to the end of the longer',
    'arrived: bytes received, in all',
    'goodput: goodput, over the transfer',
    'rtt-min: RTT, smallest',
    'rtt-median: RTT, median',
    'duration: length of the log',
  ]);
  const beside = differencesOf(A, receiver);
  expect(names(beside).slice(0, 10)).toEqual([
    'completion: last byte acknowledged or received',
    'time-to-1000000: time to 1 MB',
    'time-to-10000000: time to 10 MB',
    'arrived-integral: acknowledged or received bytes × time, to the end of the longer',
    'arrived: bytes acknowledged or received, in all',
    'goodput: goodput, over the transfer',
    'rtt-min: RTT, smallest',
    'rtt-median: RTT, median',
    'duration: length of the log',
    'lost: packets lost',
  ]);
  const lost = beside.find(({ id }) => id === 'lost');
  expect([lost?.a, lost?.b]).toEqual([20, Number.NaN]);
});

test('where no payload is known, the bytes are named those of packets', () => {
  const { arrived } = madeCompared({}).outline;
  const packets = madeCompared({ outline: { arrived: { ...arrived, quantity: 'acknowledged' } } });
  const namesIn = (a: typeof A, b: typeof A) =>
    differencesOf(a, b).flatMap(({ id, name }) => (/^(?:time-to-1000000|arrived)$/.test(id) ? name : []));
  expect(namesIn(packets, packets)).toEqual([
    'time to 1 MB of packets',
    'bytes of packets acknowledged, in all',
  ]);
  expect(namesIn(A, packets)).toEqual(['time to 1 MB', 'bytes acknowledged, in all']);
});

test('the area below what had arrived ends where a log is cut', () => {
  const cut = { ...B, damages: [{ isCut: true, words: 'it was cut' }] };
  const row = differencesOf(A, cut).find(({ id }) => id === 'arrived-integral');
  // To 5 s: 1 to 10 MB in 3 s, then 10 MB for 1 s; 0 to 3 MB in 3 s.
  expect([row?.a, row?.b]).toEqual([16.5e6 + 10e6, 4.5e6]);
  expect(row?.name).toBe('acknowledged bytes × time, to where a log is cut');
});

test('where a log is cut, figures of the whole logs are shown and not held against one another', () => {
  const cut = { ...B, damages: [{ isCut: true, words: 'it was cut' }] };
  const held = (list: ReturnType<typeof differencesOf>) =>
    list.filter(({ a, b, unlike }) => !unlike && !Number.isNaN(a) && !Number.isNaN(b)).map(({ id }) => id);
  for (const both of [differencesOf(A, cut), differencesOf(cut, A)]) {
    expect(held(both)).toEqual(['completion', 'time-to-1000000', 'arrived-integral', 'rtt-min', 'duration']);
    for (const { unlike, delta, ratio } of both)
      if (unlike) expect([delta, ratio]).toEqual([Number.NaN, Number.NaN]);
  }
  const goodput = differencesOf(A, cut).find(({ id }) => id === 'goodput');
  expect([goodput?.a, goodput?.b, goodput?.unlike]).toEqual([2.5e6, 0.75e6, true]);
  // Of three, those that are whole are compared.
  const row = figuresOf([A, cut, B]).find(({ id }) => id === 'goodput');
  if (row === undefined) throw new Error('no row');
  expect([differenceIn(row, 1).unlike, differenceIn(row, 2).unlike]).toEqual([true, false]);
  expect(differenceCells(differenceIn(row, 1)).slice(2)).toEqual(['unlike spans', '–']);
});

test('why a transfer has no time stands in its place', () => {
  const open = { outcome: 'open', completedUs: Number.NaN } as const;
  const cut = { damages: [{ isCut: true, words: 'it was cut' }] };
  const lackingOf = (b: Parameters<typeof madeCompared>[0]) =>
    differencesOf(A, madeCompared(b)).find(({ id }) => id === 'completion')?.lacking;
  expect(lackingOf({})).toEqual([null, null]);
  expect(lackingOf({ outline: open })).toEqual([null, 'not finished']);
  expect(lackingOf({ outline: { ...open, outcome: 'failed' }, ...cut })).toEqual([null, 'not finished']);
  expect(lackingOf({ outline: open, ...cut })).toEqual([null, 'the log is cut']);
  expect(lackingOf({ outline: { ...open, outcome: 'unknown' } })).toEqual([null, null]);
});

test('losses of which no kind is known are a row: the kinds add up to the losses', () => {
  const counts = lossCounts({ random: 87, unknown: 1 });
  const some = madeCompared({ summary: { packetsLost: 88, lossKinds: { counts, benign: 0 } } });
  const rowsOf = (b: typeof A) => new Map(differencesOf(A, b).map(({ id, ...row }) => [id, row.b]));
  expect([rowsOf(some).get('lost'), rowsOf(some).get('lost-random')]).toEqual([88, 87]);
  expect(rowsOf(some).get('lost-unknown')).toBe(1);
  // A has 4 of a burst and 16 at random, of 20.
  expect(rowsOf(A).has('lost-unknown')).toBe(false);
});

test('findings are grouped by who has one of their rule', () => {
  const finding = (id: string, key: string) => ({ id, key, severity: 'warning' }) as unknown as Finding;
  const [x, y1, y2, y3, z] = [
    finding('x', 'x'),
    finding('y', 'y1'),
    finding('y', 'y2'),
    finding('y', 'y3'),
    finding('z', 'z'),
  ];
  const { findings } = compare(madeCompared({ findings: [x, y1, y2] }), madeCompared({ findings: [y3, z] }));
  expect(findings).toEqual({ onlyA: [x], both: [{ a: y1, b: y3 }], onlyB: [z], caution: '' });
});

test('a stopped host is told with the lengths of the logs where these are unlike', () => {
  const stall = { id: 'host-stall', key: 's', severity: 'info' } as unknown as Finding;
  const of = (durationUs: number, findings: readonly Finding[]) =>
    compare(madeCompared({ findings }), madeCompared({ name: 'b', summary: { durationUs } })).findings
      .caution;
  expect(of(4e6, [stall])).toBe(
    'A host may stop at any time, so that a longer log shows it more often: a 10.00 s, b 4.00 s.',
  );
  expect(of(4e6, [])).toBe('');
  expect([of(8e6, [stall]), of(12.5e6, [stall])]).toEqual(['', '']);
  expect(of(12.5e6 + 1, [stall])).not.toBe('');
});

test('both ends of one connection have the smallest RTT of its one path', () => {
  const identity = { originalIds: ['0123456789abcdef'], groupId: null, connectionIds: [], quicVersion: 1 };
  const [client, server] = ([13_000, 20_000] as const).map((minRttUs, i) =>
    madeCompared({
      name: i === 0 ? 'client' : 'server',
      summary: { minRttUs, side: i === 0 ? 'receiver' : 'sender' },
      outline: { identity },
    }),
  ) as [ReturnType<typeof madeCompared>, ReturnType<typeof madeCompared>];
  const path = differencesOf(client, server).find(({ id }) => id === 'rtt-min');
  expect([path?.a, path?.b]).toEqual([13_000, 13_000]);
  const words = (a: typeof client, b: typeof client) =>
    whyIncomparable(a, b).filter((reason) => reason.startsWith('The paths differ'));
  expect(words(client, server)).toEqual([]);
  const other = {
    ...server,
    outline: { ...server.outline, identity: { ...identity, originalIds: ['fedcba9876543210'] } },
  };
  expect(words(client, other)).toHaveLength(1);
  expect(differencesOf(client, other).find(({ id }) => id === 'rtt-min')?.b).toBe(20_000);
});
