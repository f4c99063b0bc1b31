/** Which logs are files of one connection: what proves it, what makes it likely, and what never is. */
import { describe, expect, it } from 'vitest';
import type { LogIdentity } from '../../../../../src/engine/input/formats/log-identity.ts';
import type { LogEnds } from '../../../../../src/engine/reading/contract/log-ends.ts';
import { type NamedLog, segmentGroups } from '../../../../../src/engine/reading/segments/grouping.ts';

const START = 1_600_000_000_000;

interface Facts extends Partial<Omit<LogEnds, 'identity' | 'sent' | 'received'>>, Partial<LogIdentity> {
  /** First and last packet number of application data; null for none. */
  readonly sent: readonly [number, number] | null;
  readonly received: readonly [number, number] | null;
}

function endsOf({ sent, received, ...facts }: Facts): LogEnds {
  const { header = 'h', odcid = null, groupId = null, connectionIds = [], paths = [], ...times } = facts;
  const range = (pair: readonly [number, number] | null) =>
    pair === null ? null : { first: pair[0], last: pair[1] };
  return {
    ...{ timeFormat: 'relative', originMs: START, fromUs: 0, toUs: 1e6 },
    ...times,
    identity: { header, odcid, groupId, connectionIds, originalIds: [], quicVersion: Number.NaN },
    sent: [null, null, range(sent)],
    received: [null, null, range(received)],
    paths,
  };
}

const FIRST = { fromUs: 0, toUs: 1e6, sent: [0, 500], received: [0, 80] } as const;
const SECOND = { fromUs: 1e6, toUs: 2e6, sent: [501, 900], received: [81, 140] } as const;
const THIRD = { fromUs: 2e6, toUs: 3e6, sent: [901, 1200], received: [139, 200] } as const;

const logs = (...facts: readonly Facts[]): readonly NamedLog[] =>
  facts.map((one, i) => ({ name: `a.${i}.qlog`, ends: endsOf(one) }));

describe('logs without an id', () => {
  it('are one connection where names, times and packet numbers of both directions go on', () => {
    expect(segmentGroups(logs(SECOND, THIRD, FIRST))).toEqual([
      { logs: [2, 0, 1], evidence: 'none', missingPackets: [0, 0] },
    ]);
  });

  it('are not where a file between them is missing', () => {
    expect(segmentGroups(logs(FIRST, THIRD))).toEqual([]);
  });

  it.each([
    ['packet numbers start anew', { ...SECOND, sent: [0, 400], received: [0, 60] }],
    ['received numbers start anew', { ...SECOND, received: [5000, 5060] }],
    ['the headers differ', { ...SECOND, header: 'other' }],
    ['the times overlap', { ...SECOND, originMs: START - 500_000 }],
    ['only received numbers go on, on another clock', { ...SECOND, sent: null, originMs: START + 1 }],
    ['their clocks differ, and the later begins long after', { ...SECOND, originMs: START + 1001 }],
    ['received numbers are far apart', { ...SECOND, received: [80 + 65, 200] }],
    ['more sent numbers are left out than a stack does', { ...SECOND, sent: [500 + 17, 900] }],
  ] satisfies readonly (readonly [string, Facts])[])('are not where %s', (_, later) => {
    expect(segmentGroups(logs(FIRST, later))).toEqual([]);
  });

  it('are not where their names are not alike', () => {
    const [first, second] = logs(FIRST, SECOND) as [NamedLog, NamedLog];
    expect(segmentGroups([first, { ...second, name: 'b.qlog' }])).toEqual([]);
  });

  it.each([
    ['their clocks differ by a second', { ...SECOND, originMs: START + 1000 }],
    ['received numbers are a burst of losses apart', { ...SECOND, received: [80 + 64, 200] }],
    ['a stack left out some sent numbers', { ...SECOND, sent: [500 + 16, 900] }],
    ['one holds no sent packets, on the same clock', { ...SECOND, sent: null }],
    ['one holds no packets, on the same clock', { ...SECOND, sent: null, received: null }],
  ] satisfies readonly (readonly [string, Facts])[])('are where %s', (_, later) => {
    expect(segmentGroups(logs(FIRST, later)).map(({ logs: found }) => found)).toEqual([[0, 1]]);
  });

  it('are not where another log fits as well', () => {
    expect(segmentGroups(logs(FIRST, SECOND, { ...SECOND, toUs: 1.9e6 }))).toEqual([]);
  });

  it('are those of the same clock, where one of another clock fits as well', () => {
    const other = { ...SECOND, originMs: START + 20, received: [82, 150] } as const;
    for (const [found, all] of [
      [[0, 1], logs(FIRST, SECOND, other)],
      [[0, 2], logs(FIRST, other, SECOND)],
      [[1, 2], logs({ ...FIRST, originMs: START - 20 }, FIRST, SECOND)],
    ] as const)
      expect(segmentGroups(all).map((group) => group.logs)).toEqual([found]);
  });

  it('are where one between them holds no packets: its times show its place', () => {
    const none = { fromUs: 1e6, toUs: 1.1e6, sent: null, received: null };
    const groups = segmentGroups(logs({ ...SECOND, fromUs: 1.1e6 }, FIRST, none));
    expect(groups.map(({ logs: found }) => found)).toEqual([[1, 2, 0]]);
  });

  it('are where a file before them holds nothing yet', () => {
    const empty = { fromUs: 0, toUs: 0, sent: null, received: null };
    const first = { ...FIRST, fromUs: 20, toUs: 15_000 };
    const groups = segmentGroups(logs(empty, first, { ...SECOND, fromUs: 15_000 }));
    expect(groups.map(({ logs: found }) => found)).toEqual([[1, 2]]);
  });

  it('are once, where a copy lies beside them', () => {
    const groups = segmentGroups(logs(FIRST, FIRST, SECOND, SECOND));
    expect(groups.map(({ logs: found }) => found)).toEqual([[0, 2]]);
  });

  it('are where times start anew in each file', () => {
    const anew = { fromUs: 0, toUs: 1e6, originMs: null };
    const groups = segmentGroups(logs({ ...FIRST, ...anew }, { ...SECOND, ...anew }));
    expect(groups.map(({ logs: found }) => found)).toEqual([[0, 1]]);
  });

  describe('cut in the handshake', () => {
    const range = (number: number) => ({ first: number, last: number });
    /** One of the handshake, and the application's first packets in the later file alone; received are the client's alone. */
    const cut = (number: number, later: Partial<LogEnds> = {}): readonly NamedLog[] => {
      const both = { ...FIRST, toUs: 1700, sent: null, received: null };
      const [first, second] = logs(both, { ...both, fromUs: 1740, toUs: 1e6 }) as [NamedLog, NamedLog];
      const received = [null, range(0), range(0)];
      return [
        {
          ...first,
          ends: { ...first.ends, sent: [range(0), range(0), null], received: [range(0), null, null] },
        },
        { ...second, ends: { ...second.ends, sent: [null, range(number), range(0)], received, ...later } },
      ];
    };

    it('are where a space goes on, though the application data begins at 0', () => {
      expect(segmentGroups(cut(1)).map(({ logs: found }) => found)).toEqual([[0, 1]]);
    });

    it('are in the order of their packet numbers where times start anew: without application data first', () => {
      const anew = { fromUs: 0, toUs: 1e6, originMs: null };
      const [first, second] = cut(1, { ...anew, received: [null, range(1), range(0)] }) as [
        NamedLog,
        NamedLog,
      ];
      const ofHandshake = { ...first.ends, ...anew, received: [range(0), range(0), null] };
      const [third] = logs({ ...anew, sent: [1, 9], received: [1, 9] }) as [NamedLog];
      const given = [{ ...third, name: 'a.2.qlog' }, { ...first, ends: ofHandshake }, second];
      expect(segmentGroups(given).map(({ logs: found }) => found)).toEqual([[1, 2, 0]]);
    });

    it('are not where the space begins anew, far after, or on another clock', () => {
      for (const other of [cut(0), cut(17), cut(1, { originMs: START + 1 })])
        expect(segmentGroups(other)).toEqual([]);
    });
  });

  it('are where one holds sent packets only, too short for others', () => {
    const groups = segmentGroups(logs(FIRST, { ...SECOND, received: null }, THIRD));
    expect(groups.map(({ logs: found }) => found)).toEqual([[0, 1, 2]]);
  });
});

describe('logs with an id', () => {
  const named = (facts: Facts): Facts => ({ ...facts, groupId: 'Ab12' });

  it('are one connection whatever their names, and which packets are missing is said', () => {
    const [a, b] = logs(named(FIRST), { ...named(THIRD), groupId: 'aB12' }) as [NamedLog, NamedLog];
    expect(segmentGroups([a, { ...b, name: 'other.qlog' }])).toEqual([
      { logs: [0, 1], evidence: 'group id', missingPackets: [400] },
    ]);
  });

  it('name the best one that they share', () => {
    const ids = { odcid: '01', groupId: 'x', connectionIds: ['aa'] };
    const evidence = (less: Partial<LogIdentity>) =>
      segmentGroups(logs({ ...FIRST, ...ids, ...less }, { ...SECOND, ...ids }))[0]?.evidence;
    expect(evidence({})).toBe('original connection id');
    expect(evidence({ odcid: null })).toBe('group id');
    expect(evidence({ odcid: null, groupId: null })).toBe('connection id');
    expect(evidence({ odcid: null, groupId: null, connectionIds: [] })).toBe('none');
  });

  it('are never one where one id differs, although another is the same', () => {
    const ids = { groupId: 'x', connectionIds: ['aa'] };
    expect(
      segmentGroups(logs({ ...FIRST, ...ids, odcid: '01' }, { ...SECOND, ...ids, odcid: '02' })),
    ).toEqual([]);
  });

  it('are never the same file twice, nor the logs of client and server', () => {
    expect(segmentGroups(logs(named(FIRST), named(FIRST)))).toEqual([]);
    const server = named({ ...FIRST, sent: [0, 80], received: [0, 500] });
    expect(segmentGroups(logs(named(FIRST), server))).toEqual([]);
    const other = { ...named(SECOND), header: 'of a server' };
    expect(segmentGroups(logs(named(FIRST), other))).toEqual([]);
  });

  it('are in the order of their clocks, whatever the order of the files, also where one holds no packets', () => {
    const parts = [
      { ...FIRST, toUs: 9e5 },
      { fromUs: 9e5, toUs: 1e6, sent: null, received: null },
      SECOND,
      THIRD,
    ].map((part) => ({ ...part, odcid: '01' }));
    for (const order of [
      [0, 1, 2, 3],
      [3, 2, 1, 0],
      [2, 0, 3, 1],
      [0, 3, 1, 2],
    ]) {
      const groups = segmentGroups(logs(...order.map((part) => parts[part] as Facts)));
      expect(groups.map(({ logs: found }) => found.map((log) => order[log]))).toEqual([[0, 1, 2, 3]]);
    }
  });

  it('are in the order of their packet numbers where times start anew', () => {
    const anew = named({ originMs: null, fromUs: 0, toUs: 1e6, sent: null, received: null });
    const parts = logs(
      { ...anew, sent: [900, 1000], received: [80, 90] },
      { ...anew, sent: [0, 400], received: [0, 40] },
      { ...anew, sent: [401, 899], received: [41, 79] },
    );
    expect(segmentGroups(parts).map(({ logs: found }) => found)).toEqual([[1, 2, 0]]);
  });

  it('of several paths are compared by their clocks: each path numbers its packets', () => {
    const paths = ['0', '1'];
    const second = { ...SECOND, sent: [20, 900], received: [3, 60], paths } as const;
    const third = { ...THIRD, sent: [10, 40], paths: ['1'] } as const;
    const groups = segmentGroups(logs(named(FIRST), named(second), named(third)));
    expect(groups).toMatchObject([{ logs: [0, 1, 2], missingPackets: [0, 0] }]);
    expect(segmentGroups(logs(named(FIRST), named({ ...second, paths: ['0'] })))).toEqual([]);
  });

  it('of a group are one only where packet numbers go on; the original connection id is of one connection', () => {
    const again = { ...SECOND, sent: [0, 400], received: [0, 60] } as const;
    expect(segmentGroups(logs(named(FIRST), named(again)))).toEqual([]);
    const ids = { connectionIds: ['00'] };
    expect(segmentGroups(logs({ ...FIRST, ...ids }, { ...again, ...ids }))).toEqual([]);
    expect(segmentGroups(logs({ ...FIRST, odcid: '01' }, { ...again, odcid: '01' }))).toHaveLength(1);
  });

  it('are never one where one is the beginning of the other', () => {
    const short = { ...FIRST, odcid: '01', toUs: 9e5 };
    expect(segmentGroups(logs(short, { ...short, sent: [0, 300], toUs: 5e5 }))).toEqual([]);
  });

  it('miss nothing where all spaces are numbered together', () => {
    const together = { ...FIRST, odcid: '01' };
    const [first, second] = logs(together, { ...SECOND, odcid: '01' }) as [NamedLog, NamedLog];
    const withHandshake = (log: NamedLog, first: number, last: number): NamedLog => ({
      ...log,
      ends: { ...log.ends, sent: [null, { first, last }, log.ends.sent[2] ?? null] },
    });
    const parts = [withHandshake(first, 2, 2), withHandshake(second, 300, 300)];
    expect(segmentGroups(parts)[0]?.missingPackets).toEqual([0]);
  });

  it('without packets are one only where times follow', () => {
    const none = { sent: null, received: null };
    const early = named({ ...none, fromUs: 0, toUs: 1000 });
    expect(segmentGroups(logs(early, named({ ...none, fromUs: 1000, toUs: 2000 })))).toHaveLength(1);
    expect(segmentGroups(logs(early, early))).toEqual([]);
  });
});
