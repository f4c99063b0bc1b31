/** How long a pacer held packets that are logged as sent before it: by the logged rate, but for the burst that it lets go at once. */
import { expect, test } from 'vitest';
import { pacerHolds } from '../../../../../../src/engine/sender/transport/path/pacer-hold.ts';
import {
  acknowledge,
  metrics,
  replayEvents,
  send,
  type TimedEvent,
} from '../../../../../support/replay-events.ts';

/** Thirty packets of 1,000 bytes at one moment, paced at 1,000 bytes per ms, and one 15 ms later. */
function burst(isBeforePacer: boolean, ...first: readonly TimedEvent[]) {
  const packets = Array.from({ length: 30 }, (_, number) => send(10, number));
  const state = replayEvents([...first, ...packets, send(25, 30), acknowledge(60, [[0, 30]])]);
  state.sentBeforePacer = isBeforePacer;
  return [...pacerHolds(state, Float64Array.of(9_000, 10_000, 25_000))].map((us) => us / 1000);
}

const rate = metrics(5, { pacing_rate: 8_000_000 });

test('is the wait for those before it, less ten packets', () => {
  // The last of thirty waits for 29, the one 15 ms later for 30 - 15.
  expect(burst(true, rate)).toEqual([0, 19, 5]);
});

test('is none where packets are logged as they leave, or no rate is logged', () => {
  expect(burst(false, rate)).toEqual([0, 0, 0]);
  expect(burst(true)).toEqual([0, 0, 0]);
});
