/** When each part of an account held, against the account itself, and which records decide it, over traces of every kind. */
import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { Snapshot } from '../../src/engine/reading/contract/snapshot.ts';
import { heldKey, type Stretches, type Subject } from '../../src/engine/reading/contract/stretches.ts';
import { httpTable } from '../../src/engine/sender/http/http-table.ts';
import { TraceSession } from '../../src/engine/service/answers/session.ts';
import { stretchesOf } from '../../src/engine/service/answers/stretches.ts';
import { someOf } from '../support/tier.ts';

const FOLDER = new URL('traces/', import.meta.url);
const files = readdirSync(FOLDER).filter((name) => name.endsWith('.gz'));

async function judged(name: string): Promise<{
  readonly snapshot: Snapshot;
  readonly session: TraceSession;
  readonly ask: (of: Subject) => Stretches;
  /** The records of an answer in which what decides is not found. */
  readonly undecided: (answer: Stretches) => Promise<readonly unknown[]>;
}> {
  let last: Snapshot | null = null;
  const session = new TraceSession((snapshot) => {
    last = snapshot;
  });
  await session.open({ kind: 'file', file: new File([readFileSync(new URL(name, FOLDER))], 'trace.gz') });
  const snapshot = last as unknown as Snapshot;
  const { connection } = snapshot;
  return {
    snapshot,
    session,
    ask: (of) => stretchesOf(session.connection(connection), session.analysis(connection), of),
    async undecided({ records }) {
      const answers = records.map(async ({ row, shows }) => {
        const { text, shown } = await session.request('record', { connection, row, shows });
        const [path = '', value = ''] = shown?.words.split(' = ') ?? [];
        const marked = shown === null ? '' : text.slice(shown.from, shown.to);
        const name = path.split(/[.[\]]+/).findLast((word) => /[a-z]/.test(word)) ?? '';
        return marked !== '' && marked.includes(name) && value !== '' ? [] : [{ row, shows, shown }];
      });
      return (await Promise.all(answers)).flat();
    },
  };
}

const lengths = ({ timesUs }: Stretches): readonly number[] =>
  Array.from({ length: timesUs.length / 2 }, (_, i) => (timesUs[2 * i + 1] ?? 0) - (timesUs[2 * i] ?? 0));

test.each(someOf(files, 6))('%s', async (name) => {
  const { snapshot, ask, undecided } = await judged(name);
  for (const { holder, cause, heldUs, longestUs } of snapshot.summary.account?.parts ?? []) {
    const answer = ask({ kind: 'held', key: heldKey({ holder, cause }) });
    const sum = lengths(answer).reduce((all, us) => all + us, 0);
    expect(sum, `${holder} ${cause}`).toBeCloseTo(heldUs, 3);
    expect((answer.longest?.toUs ?? 0) - (answer.longest?.fromUs ?? 0)).toBeCloseTo(longestUs, 3);
    // What is not known no record decides.
    expect(answer.records.length > 0, `${holder} ${cause}`).toBe(holder !== 'notKnown');
    for (const { why } of answer.records) expect(why, `${holder} ${cause}`).not.toBe('');
    const rows = answer.records.map(({ row }) => row);
    expect(new Set(rows).size).toBe(rows.length);
    // Of two none is typical.
    if (rows.length === 2) expect(answer.records.map(({ place }) => place)).not.toContain('typical');
    expect(await undecided(answer), `${holder} ${cause}`).toEqual([]);
  }
  for (const { key, startUs, endUs, times = [{ startUs, endUs }] } of snapshot.findings) {
    const answer = ask({ kind: 'finding', key });
    expect([...answer.timesUs]).toEqual(times.flatMap((one) => [one.startUs, one.endUs]));
    expect(await undecided(answer), key).toEqual([]);
  }
});

test('a flat window is decided by the record that it stands at, and a cut by one in which the window fell', async () => {
  const { snapshot, session, ask } = await judged('rate2-both-cubic-buggy-s07.server.sqlog.gz');
  const { connection } = snapshot;
  const wordsOf = async (key: string): Promise<readonly (string | undefined)[]> => {
    const { records } = ask({ kind: 'held', key });
    const answers = records.map(({ row, shows }) => session.request('record', { connection, row, shows }));
    return (await Promise.all(answers)).map(({ shown }) => shown?.words);
  };
  expect(await wordsOf('held.window.doesNotGrow')).toEqual(['data.congestion_window = 2700']);
  const whysOf = (key: string): readonly string[] => ask({ kind: 'held', key }).records.map(({ why }) => why);
  expect(whysOf('held.window.doesNotGrow')).toEqual(['the window does not grow from 4.856 s on']);
  for (const why of whysOf('held.window.cutRandom'))
    expect(why).toMatch(/^lost; the window was cut from [\d,]+ to [\d,]+ B$/);
  expect(whysOf('held.lossDetection')[0]).toBe('probe timeouts (PTO) in a row');
  const cuts = await wordsOf('held.window.cutRandom');
  expect(cuts.length).toBeGreaterThan(1);
  for (const words of cuts) expect(words).toMatch(/^data\.cf_lost_packets = \{"total":\d+,"delta":\d+\}$/);
});

test('a stream with a request is shown from its beginning to its end, with the first byte between', async () => {
  const { snapshot, session, ask } = await judged('../wire/quiche-req-100-conc.client.sqlog.gz');
  const { rows } = httpTable(session.connection(snapshot.connection).connection.state, 'start');
  expect(rows.length).toBeGreaterThan(0);
  for (const { streamId, startUs, firstByteUs, endUs } of rows) {
    const { timesUs, longest, records } = ask({ kind: 'stream', streamId });
    expect([...timesUs]).toEqual([startUs, endUs]);
    expect(longest).toEqual({ fromUs: startUs, toUs: endUs });
    expect(records.map(({ timeUs }) => timeUs)).toEqual([startUs, firstByteUs, endUs]);
    expect(records.map(({ place }) => place)).toEqual(['start', 'first byte', 'end']);
  }
});

test('what a trace does not have holds at no time', async () => {
  const { ask } = await judged(files[0] ?? '');
  for (const of of [
    { kind: 'finding', key: 'no-such.1' },
    { kind: 'stream', streamId: 4_000_000 },
    { kind: 'held', key: 'held.hostStopped.cutMarks' },
  ] as const)
    expect(ask(of)).toEqual({ timesUs: new Float64Array(0), longest: null, records: [] });
});

test('a path is full by what is in flight against the window, or by an RTT above the smallest one', async () => {
  const { ask } = await judged('bottleneck-10mbit-bbr2.server.sqlog.gz');
  const { records } = ask({ kind: 'held', key: 'held.window.fullPath' });
  expect(records.length).toBeGreaterThan(0);
  for (const { why } of records) expect(why).toMatch(/^the window is [\d,]+ B$|^the smallest RTT is .*ms$/);
});

const WAIT =
  /^the last data until then, (none follows|the next follows [\d.]+ (s|ms|µs) later); at the end of the wait in flight: [\d,]+ of [\d,]+ B$/;

test.each([
  ['application', 'traces/applimited-buggy-lowwin.server.sqlog.gz', 'held.application.certain', WAIT],
  ['next request', 'traces/applimited-buggy-lowwin.server.sqlog.gz', 'held.nextRequest', WAIT],
  [
    'own credit',
    'wire/go-blocked-stream.client.sqlog.gz',
    'held.ownCredit.windowTooSmall',
    /it lasts [\d.]+ ms, the smallest RTT is 40.3 ms$/,
  ],
  [
    'start-up',
    'traces/blackouts-repeated-reno.server.sqlog.gz',
    'held.window.startUp',
    /^in flight: [\d,]+ of [\d,]+ B$/,
  ],
  [
    'a stop of the host',
    'traces/blackouts-repeated-reno.server.sqlog.gz',
    'held.hostStopped',
    /^the first event after it; it lasts 53.0 ms/,
  ],
])('%s is compared with what is in flight, or with the path', async (_, name, key, words) => {
  const { ask } = await judged(`../${name}`);
  const { records } = ask({ kind: 'held', key });
  expect(records.length).toBeGreaterThan(0);
  for (const { why } of records) expect(why).toMatch(words);
});
