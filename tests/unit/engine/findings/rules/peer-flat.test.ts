/** Bursts as a receiver sees them: the same few packets per round trip, and the innocent ones that lack one condition. */
import { expect, test } from 'vitest';
import type { Finding } from '../../../../../src/engine/findings/finding/finding';
import { DetectInput } from '../../../../../src/engine/findings/rule/rule-input.ts';
import { peerFlat } from '../../../../../src/engine/findings/rules/peer-flat.ts';
import { runDetectors } from '../../../../support/held-detectors.ts';
import {
  acknowledge,
  metrics,
  replayEvents,
  send,
  type TimedEvent,
} from '../../../../support/replay-events.ts';

const RTT_MS = 30;

interface Peer {
  readonly bursts?: number;
  /** Packets of the burst at a place. */
  readonly packets?: (place: number) => number;
  /** From one burst to the next. */
  readonly spacingMs?: number;
  /** Sizes of the packets of a burst. */
  readonly bytes?: (packet: number) => number;
  /** Packet numbers left out before the burst at a place. */
  readonly missing?: (place: number) => number;
  /** This end sends STREAM data after the burst at a place. */
  readonly asks?: (place: number) => boolean;
}

function received(peer: Peer): readonly TimedEvent[] {
  const { bursts = 40, packets = () => 2, spacingMs = RTT_MS, bytes = () => 1350 } = peer;
  const { missing = () => 0, asks = () => false } = peer;
  const events: TimedEvent[] = [
    send(0, 0),
    acknowledge(RTT_MS, [[0, 0]]),
    metrics(RTT_MS, { min_rtt: RTT_MS, smoothed_rtt: RTT_MS, latest_rtt: RTT_MS }),
  ];
  let number = RTT_MS + 1;
  let sent = 1;
  for (let place = 0; place < bursts; place++) {
    const timeMs = 100 + place * spacingMs;
    number += missing(place);
    for (let i = 0; i < packets(place); i++) {
      events.push([
        timeMs + i / 100,
        'quic:packet_received',
        {
          header: { packet_type: '1RTT', packet_number: number++ },
          raw: { length: bytes(i) },
          frames: [{ frame_type: 'stream', stream_id: 0, offset: number * 1350, length: 1300 }],
        },
      ]);
    }
    events.push([
      timeMs + 1,
      'quic:packet_sent',
      {
        header: { packet_type: '1RTT', packet_number: sent++ },
        raw: { length: 40 },
        frames: asks(place)
          ? [{ frame_type: 'stream', stream_id: 4 * place, offset: 0, length: 20 }]
          : [{ frame_type: 'ack', acked_ranges: [[number - packets(place), number - 1]] }],
      },
    ]);
  }
  return events;
}

function find(peer: Peer): readonly Finding[] {
  return runDetectors(new DetectInput(replayEvents(received(peer))), [peerFlat]).findings;
}

const isFound = (peer: Peer): boolean => find(peer).length === 1;

test('the same few full packets per round trip are found, with their number, length and RTT', () => {
  const [finding, ...more] = find({});
  expect(more).toEqual([]);
  expect(finding).toMatchObject({ severity: 'info', startUs: 100_000 });
  expect(finding?.verdict).toBe(
    'The peer sent 2 full packets per round trip for 1.17 s, 40 bursts one after the other, without a gap of two or more ' +
      'in packet numbers and without a request, at a smallest RTT of 30.0 ms.',
  );
});

test.each<[what: string, found: Peer, not: Peer]>([
  ['twenty bursts', { bursts: 20 }, { bursts: 19 }],
  ['half a second', { bursts: 21, spacingMs: 25 }, { bursts: 20, spacingMs: 25 }],
  ['at most ten packets per burst', { packets: () => 10 }, { packets: () => 11 }],
  [
    'nine in ten of that many',
    { packets: (n) => (n % 10 === 9 ? 1 : 2) },
    { packets: (n) => (n % 8 === 7 ? 1 : 2) },
  ],
  [
    'packets of nine tenths',
    { bytes: (i) => (i === 1 ? 1215 : 1350) },
    { bytes: (i) => (i === 1 ? 1214 : 1350) },
  ],
  [
    'nine full packets in ten',
    { packets: () => 10, bytes: (i) => (i === 9 ? 400 : 1350) },
    { packets: () => 9, bytes: (i) => (i === 8 ? 400 : 1350) },
  ],
  ['0.8 of the RTT between bursts', { spacingMs: 24 }, { spacingMs: 23.9 }],
  ['twice the RTT at most', { spacingMs: 60 }, { spacingMs: 60.1 }],
  [
    'no gap of two numbers',
    { missing: (n) => Number(n % 10 === 0) },
    { missing: (n) => 2 * Number(n % 10 === 0) },
  ],
  ['no request', { asks: () => false }, { asks: (n) => n % 10 === 0 }],
])('needs %s', (_, found, not) => {
  expect([isFound(found), isFound(not)]).toEqual([true, false]);
});

test('a window that grows is none, and one that stops growing is one from there on', () => {
  expect(find({ packets: (n) => 2 + Math.floor(n / 4) })).toEqual([]);
  const [finding] = find({ bursts: 80, packets: (n) => (n < 40 ? 2 + Math.floor(n / 4) : 2) });
  expect(finding?.startUs).toBe(100_000 + 40 * RTT_MS * 1000);
});

test('a pause of more than four RTTs ends a run; the longest of several is told', () => {
  const late = (pauseMs: number): readonly Finding[] => {
    const events = received({ bursts: 60 }).map(([timeMs, name, data]): TimedEvent => {
      const isBehind = timeMs >= 100 + 22 * RTT_MS;
      return [isBehind ? timeMs + pauseMs - RTT_MS : timeMs, name, data];
    });
    return runDetectors(new DetectInput(replayEvents(events)), [peerFlat]).findings;
  };
  expect(late(4 * RTT_MS)[0]?.verdict).toContain('60 bursts');
  expect(late(4 * RTT_MS + 0.1)[0]?.verdict).toMatch(/38 bursts .*; the longest of 2 such runs\.$/);
});

test('a sender is not asked, and a receiver without an RTT is not judged', () => {
  const sends = Array.from(
    { length: 200 },
    (_, n): TimedEvent => [
      90 + n / 10,
      'quic:packet_sent',
      {
        header: { packet_type: '1RTT', packet_number: 1000 + n },
        raw: { length: 1350 },
        frames: [{ frame_type: 'ping' }],
      },
    ],
  );
  const judge = (events: readonly TimedEvent[]) =>
    runDetectors(new DetectInput(replayEvents([...events].sort((a, b) => a[0] - b[0]))), [peerFlat]);
  expect(judge([...received({}), ...sends])).toMatchObject({ findings: [] });
  const [, , , ...withoutRtt] = received({});
  expect(judge(withoutRtt).notJudged[0]?.reason).toContain('no RTT is logged');
});
