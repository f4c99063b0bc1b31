/** What two traces are of one another: by their ids, and by their packets. */
import { describe, expect, test } from 'vitest';
import { asksForPackets, compare } from '../../../../../src/engine/service/compare/compare.ts';
import { clockWords, relatedBy } from '../../../../../src/engine/service/compare/ends.ts';
import { isMatched } from '../../../../../src/engine/service/compare/packet-match.ts';
import { relationOf } from '../../../../../src/engine/service/compare/relation.ts';
import { PacketSpace } from '../../../../../src/qlog-schema/index.ts';
import { madeCompared } from '../../../../support/compared.ts';
import { type MadePacket, madePackets } from '../../../../support/made-packets.ts';

type Ids = Partial<{
  originalIds: readonly string[];
  groupId: string | null;
  connectionIds: readonly string[];
}>;
type Role = 'client' | 'server' | 'network' | 'unknown';

const NONE = { originalIds: [], groupId: null, connectionIds: [], quicVersion: 1 };
const trace = (vantagePoint: Role, ids: Ids, more: Parameters<typeof madeCompared>[0] = {}) =>
  madeCompared({
    name: vantagePoint,
    ...more,
    summary: { vantagePoint, events: vantagePoint.length, ...more.summary },
    outline: { identity: { ...NONE, ...ids }, ...more.outline },
  });

const [ODCID, OTHER, SCID] = ['cb16d787744b7514', 'ffffd787744b7514', '0011d787744b7514'];

describe('by their ids', () => {
  test.each<[string, Ids, Ids, string]>([
    ['the original id', { originalIds: [ODCID] }, { originalIds: [OTHER, ODCID] }, 'both-ends'],
    ['other original ids', { originalIds: [ODCID] }, { originalIds: [OTHER] }, 'other'],
    [
      'other original ids after a Retry, but one id of a packet',
      { originalIds: [ODCID], connectionIds: [SCID] },
      { originalIds: [OTHER], connectionIds: [OTHER, SCID] },
      'both-ends',
    ],
    ['the group id', { groupId: 'AB' }, { groupId: 'ab' }, 'both-ends'],
    [
      'the group id, against original ids',
      { groupId: 'ab', originalIds: [ODCID] },
      { groupId: 'ab', originalIds: [OTHER] },
      'other',
    ],
    ['no id', {}, { originalIds: [ODCID] }, 'unknown'],
    ['ids of packets that differ', { connectionIds: [SCID] }, { connectionIds: [OTHER] }, 'other'],
    ['an id too short to tell', { connectionIds: ['0a'] }, { connectionIds: ['0a'] }, 'other'],
  ])('%s', (_, a, b, due) => {
    expect(relationOf(trace('client', a), trace('server', b))).toBe(due);
    expect(relationOf(trace('server', b), trace('client', a))).toBe(due);
  });

  test.each<[Role, Role, string]>([
    ['server', 'server', 'same-end'],
    ['network', 'server', 'unknown'],
    ['unknown', 'unknown', 'unknown'],
  ])('of %s and %s', (a, b, due) => {
    const ids = { originalIds: [ODCID] };
    expect(relationOf(trace(a, ids), trace(b, ids, { summary: { events: 99 } }))).toBe(due);
  });

  test('one trace twice is that, also under another name and without an id', () => {
    const one = trace('server', {});
    const again = trace('server', {}, { name: 'copy' });
    expect(relationOf(one, again)).toBe('same-trace');
    const { verdict, differences } = compare(one, again);
    expect(verdict.sentences).toEqual(['server and copy are the same trace: nothing differs.']);
    expect(differences.every(({ delta }) => delta === 0)).toBe(true);
    const empty = trace('server', {}, { summary: { events: 0 } });
    expect(relationOf(empty, empty)).toBe('unknown');
    const later = trace('server', {}, { outline: { landmarks: { lastLossUs: 3e6 } } });
    expect(relationOf(one, later)).toBe('unknown');
  });
});

describe('by their packets', () => {
  const ids = { originalIds: [ODCID] };
  const line = (afterUs: number): readonly MadePacket[] =>
    Array.from({ length: 20 }, (_, number) => ({
      space: PacketSpace.application,
      number,
      us: number * 1000 + afterUs,
    }));
  const client = trace('client', ids, { packets: madePackets(line(0), line(9000)) });
  const server = (afterUs: number, packets = madePackets(line(0), line(afterUs))) =>
    trace('server', ids, { packets });

  test('the two ends of a connection are matched, and aligned by that', () => {
    const { relation, match, alignment, offsetUs, verdict } = compare(client, server(5000));
    expect([relation, alignment.at, offsetUs]).toEqual(['both-ends', 'packets', 2000]);
    expect(match).toMatchObject({ offsetUs: 2000 });
    expect(verdict.sentences).toEqual([
      "client is the client's and server the server's log of one connection.",
      'No packet was lost on the way to server, no packet was lost on the way to client.',
    ]);
    expect(asksForPackets(client, server(5000), null)).toBe(true);
  });

  test('what is lost is told with what the sender says of it', () => {
    const packets = madePackets(
      line(0),
      line(5000).filter(({ number }) => number !== 4 && number !== 9),
    );
    expect(compare(client, server(0, packets)).verdict.sentences[1]).toBe(
      '2 packets were lost on the way to server (declared lost by the sender: 0), no packet was lost on the way to client.',
    );
  });

  test('packets beyond the log of the other end, duplicates and unread ones are told apart', () => {
    const late = madePackets(line(0), line(5000).slice(0, 15), { toUs: 19_000, unread: 1, duplicates: 3 });
    const { match, verdict } = compare(client, server(0, late));
    expect(verdict.sentences[1]).toBe(
      'No packet was lost on the way to server (beyond the ends of its log, not compared: 5), no packet was lost on the way to client.',
    );
    if (!isMatched(match)) throw new Error('not matched');
    expect(clockWords(match, 'client', 'server').slice(1)).toEqual([
      '5 packets from client were sent before the log of server began, or too late to arrive before it ended: whether they were lost is not known.',
      '3 packets arrived at server a second time, and were dropped for that.',
    ]);
  });

  test('several paths, and too few packets, are said', () => {
    const paths = { ...madePackets(line(0), line(5000)), paths: 2 };
    expect(compare(client, server(0, paths)).verdict.sentences[1]).toMatch(
      /^Its packets went over several paths/,
    );
    const few = madePackets(line(0), line(5000).slice(0, 2));
    expect(compare(client, server(0, few)).verdict.sentences[1]).toMatch(
      /^Too few packets stand in both logs/,
    );
  });

  test('ids that two connections share do not make them one', () => {
    const related = relatedBy(client, server(-19_000));
    expect(related).toEqual({ relation: 'other', match: null, isContradicted: true });
    const { verdict, alignment } = compare(client, server(-19_000));
    expect(verdict.incomparable[0]).toBe(
      'client and server name one connection, but packets would arrive before they were sent, whatever the clocks: they are compared as two.',
    );
    expect(alignment).toEqual({ at: 'last-loss' });
  });

  test('two logs by one endpoint are that where they say the same was sent', () => {
    const again = (packets: ReturnType<typeof madePackets> | null) =>
      trace('client', ids, { name: 'again', summary: { events: 3 }, packets });
    const same = compare(client, again(madePackets(line(700), [])));
    expect(same.relation).toBe('same-end');
    expect(same.verdict.sentences).toEqual([
      'client and again are two logs of one connection by its client.',
    ]);
    const other = line(0).map((one) => ({ ...one, us: one.us * 3 }));
    expect(compare(client, again(madePackets(other, []))).relation).toBe('other');
    expect(compare(client, again(null)).relation).toBe('unknown');
    expect(asksForPackets(client, again(null), null)).toBe(true);
  });

  test('without ids packets alone decide where they were asked for: by their sizes', () => {
    const sized = (one: MadePacket): MadePacket => ({ ...one, size: 100 + one.number });
    const long = (afterUs: number): readonly MadePacket[] => line(afterUs).map(sized);
    const idless = (role: Role, packets: ReturnType<typeof madePackets>) => trace(role, {}, { packets });
    const [a, b] = [
      idless('client', madePackets(long(0), long(9000))),
      idless('server', madePackets(long(0), long(5000))),
    ];
    expect(asksForPackets(a, b, null)).toBe(false);
    expect(asksForPackets(a, b, { at: 'packets' })).toBe(true);
    expect(relatedBy(a, b).relation).toBe('both-ends');
    expect(compare(a, b, { at: 'packets' }).offsetUs).toBe(2000);
    const other = idless('server', madePackets(long(0), line(5000)));
    expect(relatedBy(a, other)).toEqual({ relation: 'unknown', match: null, isContradicted: false });
    const few = idless('server', madePackets(long(0), long(5000).slice(0, 19)));
    expect(relatedBy(a, few).relation).toBe('unknown');
  });

  test('other traces are not asked for theirs, unless their packets align them', () => {
    const other = trace('server', { originalIds: [OTHER] });
    expect(asksForPackets(client, other, null)).toBe(false);
    expect(asksForPackets(client, other, { at: 'last-loss' })).toBe(false);
    expect(asksForPackets(client, other, { at: 'packet', number: 3 })).toBe(true);
    const { offsetUs, alignment } = compare(client, other, { at: 'packets' });
    expect([alignment.at, offsetUs]).toEqual(['packets', Number.NaN]);
  });
});
