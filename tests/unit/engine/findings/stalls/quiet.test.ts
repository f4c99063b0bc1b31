/** What this host reads after a time without a packet. */
import { expect, test } from 'vitest';
import { quietIn } from '../../../../../src/engine/findings/stalls/quiet.ts';
import { acknowledge, replayEvents, send, type TimedEvent } from '../../../../support/replay-events.ts';

const GAP = {
  startUs: 20_000,
  endUs: 120_000,
  earliestSentUs: 0,
  latestSentUs: 0,
  ackDelayUs: 0,
  rttUs: 20_000,
  smoothedUs: 20_000,
  ptoUs: 60_000,
  maxAckDelayUs: 25_000,
};

/** An ACK, 100 ms without a packet, then ACKs at these times, one packet each. */
function acksReadAt(timesMs: readonly number[], more: readonly TimedEvent[] = []): number {
  const events = [
    ...Array.from({ length: 10 }, (_, i) => send(0, i)),
    acknowledge(20, [[0, 0]]),
    ...timesMs.map((ms, i) => acknowledge(ms, [[i + 1, i + 1]])),
    ...more,
  ].sort(([a], [b]) => a - b);
  return quietIn(replayEvents(events), GAP, 120_000).acks;
}

test('ACKs are read at once where each comes within a millisecond of the one before', () => {
  expect(acksReadAt([120, 121, 122])).toBe(3);
  expect(acksReadAt([120, 121, 122.001])).toBe(2);
});

test('and before a packet is sent after one of them', () => {
  expect(acksReadAt([120, 120.2, 120.4], [send(120.3, 10)])).toBe(2);
});
