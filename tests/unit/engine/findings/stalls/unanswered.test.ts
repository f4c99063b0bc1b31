/** Packets that nothing answered: which are counted, and how many answers losses leave to chance; each limit with a pair. */
import { describe, expect, test } from 'vitest';
import { PeerPackets } from '../../../../../src/engine/findings/stalls/peer-packets.ts';
import { type Unanswered, unansweredIn } from '../../../../../src/engine/findings/stalls/unanswered.ts';
import type { AckGap } from '../../../../../src/engine/sender/transport/ack-gaps.ts';
import { lost, replayEvents, send, type TimedEvent } from '../../../../support/replay-events.ts';

/** From 1 s to 2 s; the newest packet of the ACK that ends it was sent at 1.95 s. */
const GAP: AckGap = {
  startUs: 1_000_000,
  endUs: 2_000_000,
  earliestSentUs: 1_950_000,
  latestSentUs: 1_950_000,
  ackDelayUs: 0,
  together: [],
  rttUs: 100_000,
  smoothedUs: 100_000,
  ptoUs: 200_000,
  maxAckDelayUs: 25_000,
};

function unanswered(events: readonly TimedEvent[], gap: Partial<AckGap> = {}): Unanswered | null {
  const state = replayEvents(events);
  const usual = { bytes: 2000, gapUs: 2000 };
  return unansweredIn(state, { ...GAP, ...gap }, usual, new PeerPackets(state));
}

/** Packets at these times, none of which is ever acknowledged. */
const sentAt = (timesMs: readonly number[], gap: Partial<AckGap> = {}): Unanswered | null =>
  unanswered(
    timesMs.map((timeMs, i) => send(timeMs, i)),
    gap,
  );

describe('of the packets in flight when the gap begins', () => {
  test('those of the two RTTs before it are counted', () => {
    expect(sentAt([800])?.packets).toBe(1);
    expect(sentAt([799.999])).toBeNull();
  });

  test('of the latest RTT or the smoothed one, the longer', () => {
    expect(sentAt([700], { smoothedUs: 150_000 })?.packets).toBe(1);
    expect(sentAt([700], { rttUs: 150_000 })?.packets).toBe(1);
    expect(sentAt([699.999], { rttUs: 150_000, smoothedUs: 150_000 })).toBeNull();
  });
});

test('packets sent less than a millisecond apart have one answer', () => {
  expect(sentAt([1200, 1200.999])?.answers).toBe(1);
  expect(sentAt([1200, 1201])?.answers).toBe(2);
});

test('packets sent up to a millisecond before the newest that was answered have its answer', () => {
  expect(sentAt([1200, 1949])?.packets).toBe(1);
  expect(sentAt([1200, 1948.999])?.packets).toBe(2);
});

/** Without a packet number, so that nothing is known of the peer's own losses. */
const acked = (timeMs: number, from: number, to: number): TimedEvent => [
  timeMs,
  'quic:packet_received',
  {
    header: { packet_type: '1RTT' },
    raw: { length: 60 },
    frames: [{ frame_type: 'ack', acked_ranges: [[from, to]] }],
  },
];

describe('answers that losses leave to chance once in 1,000', () => {
  /** So many packets before the gap, of which the first ones were lost, and one in it. */
  const needed = (packets: number, lostOnes: number): number | undefined => {
    const timesMs = Array.from({ length: packets }, (_, i) => 600 + i);
    return unanswered([
      ...timesMs.map((timeMs, i) => send(timeMs, i)),
      acked(750, lostOnes, packets - 1),
      ...timesMs.slice(0, lostOnes).map((_, i) => lost(750, i)),
      send(1200, packets),
    ])?.answersNeeded;
  };

  test.each([
    // ln 0.001 / ln of the upper end of the 95 % interval: 3.99, 4.01 and 5.02.
    [28, 1, 4],
    [45, 3, 5],
    [47, 6, 6],
    // 2.99 and 3.02.
    [35, 0, 3],
    [34, 0, 4],
  ])('of %d packets next to it %d lost: %d', (packets, lostOnes, answers) => {
    expect(needed(packets, lostOnes)).toBe(answers);
  });

  test('are told by the fifty packets next to it', () => {
    // One of 50 lost, and none of them.
    expect(needed(50, 1)).toBe(4);
    expect(needed(51, 1)).toBe(3);
  });
});
