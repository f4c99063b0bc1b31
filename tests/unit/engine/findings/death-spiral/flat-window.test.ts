/** A flat window that the log calls growth: a finding of its own where the window is what limits the sender. */
import { expect, test } from 'vitest';
import { deathSpiral } from '../../../../../src/engine/findings/death-spiral/rule.ts';
import { DetectInput } from '../../../../../src/engine/findings/rule/rule-input.ts';
import { runDetectors } from '../../../../support/held-detectors.ts';
import {
  acknowledge,
  metrics,
  replayEvents,
  send,
  type TimedEvent,
} from '../../../../support/replay-events.ts';

const RTT_MS = 14;
const PACKETS = 10;

/** Bursts of ten packets in a window of 13,500 B; of so many in a hundred the last packet is short. */
function bursts(shortShare: number): readonly TimedEvent[] {
  const events: TimedEvent[] = [
    metrics(0, { congestion_window: 13_500 }),
    [0, 'recovery:congestion_state_updated', { new: 'slow_start' }],
  ];
  for (let i = 0; i < 100; i++) {
    const atMs = 1 + i * RTT_MS;
    for (let n = 0; n < PACKETS; n++) {
      const isShort = n === PACKETS - 1 && (i * 37) % 100 < shortShare * 100;
      events.push(send(atMs + n * 0.01, i * PACKETS + n, { bytes: isShort ? 430 : 1350 }));
    }
    events.push(
      acknowledge(atMs + RTT_MS - 0.2, [[i * PACKETS, (i + 1) * PACKETS - 1]]),
      metrics(atMs + RTT_MS - 0.2, { smoothed_rtt: RTT_MS, latest_rtt: RTT_MS, min_rtt: RTT_MS }),
    );
  }
  return events;
}

const titles = (shortShare: number) =>
  runDetectors(new DetectInput(replayEvents(bursts(shortShare))), [deathSpiral]).findings.map(
    ({ title }) => title,
  );

test('a burst that ends in a short packet is ended by the application, though the next full one would not fit', () => {
  expect(titles(0)).toEqual(['Flat window, used in full']);
  expect(titles(1)).toEqual([]);
});

test('the window must be the limit for more than half of the time', () => {
  expect(titles(0.47)).toEqual(['Flat window, used in full']);
  expect(titles(0.53)).toEqual([]);
});
