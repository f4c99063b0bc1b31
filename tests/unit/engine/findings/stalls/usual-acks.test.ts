/** How ACKs usually come, and how fast the sender answers them. */
import { expect, test } from 'vitest';
import { reactionOf, usualAcks } from '../../../../../src/engine/findings/stalls/usual-acks.ts';
import { acknowledge, replayEvents, send, type TimedEvent } from '../../../../support/replay-events.ts';
import { stalledSender } from '../../../../support/stalled-sender.ts';

test('medians of what an ACK acknowledges, and of the time between two', () => {
  expect(usualAcks(replayEvents(stalledSender({})))).toEqual({ bytes: 2000, gapUs: 2000 });
  const none = usualAcks(replayEvents([send(0, 0)]));
  expect([none.bytes, none.gapUs]).toEqual([Number.NaN, Number.NaN]);
});

test('all of up to 8,192 ACKs are measured, of more every second one', () => {
  // Every second ACK is for 900 bytes, and the first: more than half of all, and one of those that are measured then.
  const bytesOf = (acks: number): number => {
    const sent = Array.from({ length: acks }, (_, i) =>
      send(i / 10, i, { bytes: i % 2 === 0 && i > 0 ? 1000 : 900 }),
    );
    const acked = sent.map(([timeMs], i) => acknowledge(timeMs + 0.05, [[i, i]]));
    return usualAcks(replayEvents(sent.flatMap((event, i) => [event, acked[i] as TimedEvent]))).bytes;
  };
  expect([bytesOf(8192), bytesOf(8193)]).toEqual([900, 1000]);
});

/** Twenty packets, each answered one round trip later; the next one follows its ACK after the given time. */
function answered(waitsMs: readonly number[]): readonly TimedEvent[] {
  const events: TimedEvent[] = [];
  let timeMs = 0;
  waitsMs.forEach((waitMs, i) => {
    events.push(send(timeMs, i), acknowledge(timeMs + 20, [[i, i]]));
    timeMs += 20 + waitMs;
  });
  return [...events, send(timeMs, waitsMs.length)];
}

test('the reaction is the time from an ACK to the next packet: median and 95 %, by nearest rank', () => {
  const state = replayEvents(answered([...Array.from({ length: 18 }, () => 1), 5, 50]));
  expect(reactionOf(state, [])).toEqual({ medianUs: 1000, nearlyAllUs: 5000 });
});

test('what stalls is left out', () => {
  const state = replayEvents(answered([1, 50, 1]));
  expect(reactionOf(state, []).nearlyAllUs).toBe(50_000);
  expect(reactionOf(state, [{ startUs: 41_000, endUs: 91_000 }])).toEqual({
    medianUs: 1000,
    nearlyAllUs: 1000,
  });
});
