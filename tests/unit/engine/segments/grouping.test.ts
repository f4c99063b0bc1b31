/** Which logs are files of one connection: what proves it, what makes it likely, and what never is. */
import { describe, expect, it } from 'vitest';
import type { LogEnds } from '../../../../src/engine/contract/log-ends.ts';
import type { LogIdentity } from '../../../../src/engine/formats/log-identity.ts';
import { type NamedLog, segmentGroups } from '../../../../src/engine/segments/grouping.ts';

const START = 1_600_000_000_000;

interface Facts extends Partial<Omit<LogEnds, 'identity' | 'sent' | 'received'>>, Partial<LogIdentity> {
  /** First and last packet number of application data; null for none. */
  readonly sent: readonly [number, number] | null;
  readonly received: readonly [number, number] | null;
}

function endsOf({ sent, received, ...facts }: Facts): LogEnds {
  const { header = 'h', odcid = null, groupId = null, connectionIds = [], ...times } = facts;
  const range = (pair: readonly [number, number] | null) =>
    pair === null ? null : { first: pair[0], last: pair[1] };
  return {
    ...{ timeFormat: 'relative', originMs: START, fromUs: 0, toUs: 1e6 },
    ...times,
    identity: { header, odcid, groupId, connectionIds },
    sent: [null, null, range(sent)],
    received: [null, null, range(received)],
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
    ['only received numbers go on', { ...SECOND, sent: null }],
  ] satisfies readonly (readonly [string, Facts])[])('are not where %s', (_, later) => {
    expect(segmentGroups(logs(FIRST, later))).toEqual([]);
  });

  it('are not where their names are not alike', () => {
    const [first, second] = logs(FIRST, SECOND) as [NamedLog, NamedLog];
    expect(segmentGroups([first, { ...second, name: 'b.qlog' }])).toEqual([]);
  });

  it('are not where another log fits as well', () => {
    expect(segmentGroups(logs(FIRST, SECOND, SECOND))).toEqual([]);
  });

  it('are where times start anew in each file', () => {
    const anew = { fromUs: 0, toUs: 1e6, originMs: null };
    const groups = segmentGroups(logs({ ...FIRST, ...anew }, { ...SECOND, ...anew }));
    expect(groups.map(({ logs: found }) => found)).toEqual([[0, 1]]);
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

  it('without packets are one only where times follow', () => {
    const none = { sent: null, received: null };
    const early = named({ ...none, fromUs: 0, toUs: 1000 });
    expect(segmentGroups(logs(early, named({ ...none, fromUs: 1000, toUs: 2000 })))).toHaveLength(1);
    expect(segmentGroups(logs(early, early))).toEqual([]);
  });
});
