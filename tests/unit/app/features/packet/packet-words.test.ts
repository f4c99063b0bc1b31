/** A packet in words: every fact has its row, a missing one says why. */
import { describe, expect, test } from 'vitest';
import {
  packetAsText,
  packetRows,
  packetSentence,
  pointedWords,
} from '../../../../../src/app/features/packet/packet-words.ts';
import type { PacketFacts } from '../../../../../src/engine/reading/contract/packet-facts.ts';
import type { Redacted } from '../../../../../src/engine/service/redaction/redact.ts';

const ACKED: PacketFacts = {
  ...{ space: '1-RTT', packetNumber: 1412, sizeBytes: 1252, sentUs: 1_000_000, fate: 'acknowledged' },
  ...{ settledUs: 1_031_200, resent: false, sentRow: 10, whyNoFrames: null, framesLeftOut: 0 },
  frames: [
    { type: 'ACK', text: 'packets 0 to 41' },
    { type: 'STREAM', text: 'stream 8, 1,200 B from 24,000, FIN' },
  ],
  ...{ ackedUs: 1_031_200, ackRow: 20, ackedBy: 77, lostUs: Number.NaN, lostRow: Number.NaN },
  ...{ lossIsLogged: false, lostBy: null, lossKind: null },
  ...{ resendsKnown: true, resentIn: [], resentCount: 0, resends: [], resendsCount: 0, streams: [] },
};
const LOST: PacketFacts = {
  ...ACKED,
  ...{ fate: 'lost', settledUs: 1_040_000, ackedUs: Number.NaN, ackedBy: Number.NaN, lostUs: 1_040_000 },
  ...{ lossIsLogged: true, lossKind: 'queue-full' },
  lostBy: { trigger: 'packet threshold', isLogged: true, ackedAbove: 3 },
  ...{ resentIn: [1430, 1431], resentCount: 18, resends: [1400], resendsCount: 1 },
};
const CONTEXT = { lossMethod: 'counted' } as const;

const lines = (facts: PacketFacts): readonly string[] =>
  packetRows(facts, CONTEXT).map(({ name, value, note }) => `${name}: ${value}${note && ` (${note})`}`);

test('an acknowledged packet', () => {
  expect(lines(ACKED)).toEqual([
    'Size: 1,252 B',
    'Sent: 1.000000 s',
    "Acknowledged: after 31.2 ms (at 1.031200 s, by the peer's packet 77)",
  ]);
});

test('a packet with data of a stream: where that waited', () => {
  const parts = [{ holder: 'behindStreams', us: 40_000 } as const, { holder: 'window', us: 10_000 } as const];
  const held = { parts, others: [{ id: 4, us: 40_000 }], spans: [] };
  expect(lines({ ...ACKED, streams: [{ id: 8, held }] }).at(-1)).toBe(
    'Stream 8: 50.0 ms, of it 40.0 ms behind stream 4, 10.0 ms window',
  );
});

test('a lost packet: why, when, what dropped it, and where its data went', () => {
  expect(lines(LOST).slice(2)).toEqual([
    'Acknowledged: never',
    'Lost: declared 40.0 ms after sending (packet threshold (3 later packets acknowledged), as logged; kind of loss: queue full)',
    'Resent in: packets 1,430, 1,431 and 16 more',
    'Resends: data of packet 1,400',
  ]);
});

describe('what is not known is said', () => {
  test.each<[Partial<PacketFacts>, string]>([
    [
      { lostBy: { trigger: 'time threshold', isLogged: false, ackedAbove: 1 }, lossIsLogged: false },
      'Lost: declared 40.0 ms after sending (time threshold (1 later packet acknowledged), inferred; loss counted by the stack; kind of loss: queue full)',
    ],
    [{ lostBy: null, lossKind: null, lostUs: Number.NaN }, 'Lost: declared lost before that (loss logged)'],
    [{ resentCount: 0, resentIn: [] }, 'Resent in: no later packet (none has data of it)'],
    [
      { resentCount: 0, resentIn: [], resendsKnown: false },
      'Resent in: not known (the log shows no frames with offsets)',
    ],
    [{ sizeBytes: 0 }, 'Size: not logged'],
  ])('%o', (part, line) => {
    expect(lines({ ...LOST, ...part })).toContain(line);
  });

  test.each<[PacketFacts['fate'], string]>([
    ['outstanding', 'Acknowledged: not (by the end of the log)'],
    [
      'discarded',
      'Acknowledged: not (its keys were discarded (RFC 9001 §4.9), or a Retry or another version came (RFC 9002 §6.3))',
    ],
    [
      'not in flight',
      'Acknowledged: not (it is not in flight, an ACK or CONNECTION_CLOSE alone (RFC 9002 §2))',
    ],
  ])('%s', (fate, line) => {
    expect(lines({ ...ACKED, fate, ackedUs: Number.NaN })).toContain(line);
  });
});

test('beside the pointer, in one sentence, and as lines for a ticket', () => {
  expect(pointedWords(ACKED)).toBe('1-RTT packet 1,412 · 1,252 B · acknowledged after 31.2 ms');
  expect(pointedWords({ ...LOST, resent: true })).toMatch(/declared lost after 40\.0 ms · sends data again$/);
  expect(packetSentence(ACKED, CONTEXT)).toMatch(
    /^1-RTT packet 1,412\. Size 1,252 B; .* Frames: ACK packets 0 to 41; STREAM stream 8/,
  );
  const text = packetAsText({ ...LOST, framesLeftOut: 2 } as Redacted<PacketFacts>, CONTEXT);
  expect(text.split('\n')).toEqual([
    '1-RTT packet 1,412',
    'Size\t1,252 B',
    'Sent\t1.000000 s',
    'Acknowledged\tnever',
    expect.stringMatching(/^Lost\tdeclared 40\.0 ms after sending\tpacket threshold/),
    'Resent in\tpackets 1,430, 1,431 and 16 more',
    'Resends\tdata of packet 1,400',
    'Frame\tACK\tpackets 0 to 41',
    'Frame\tSTREAM\tstream 8, 1,200 B from 24,000, FIN',
    'Frame\t2 more',
  ]);
});

test('a loss that no record holds is inferred, also where the stack logs losses', () => {
  const inferred = { ...LOST, lostBy: null, lossIsLogged: false, lossKind: null };
  const noteOf = (lossMethod: 'logged' | 'counted') =>
    packetRows(inferred, { lossMethod }).find(({ id }) => id === 'lost')?.note;
  expect(noteOf('logged')).toBe('loss inferred from ACK gaps');
  expect(noteOf('counted')).toBe('loss counted by the stack');
});
