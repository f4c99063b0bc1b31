/** Which gaps between ACKs are kept: late ones and long ones. */
import { expect, test } from 'vitest';
import { AckGaps, isNewestLate, lateUs } from '../../../../../src/engine/sender/transport/ack-gaps.ts';
import { RttEstimator } from '../../../../../src/engine/sender/transport/rtt-estimator.ts';

const RTT_US = 20_000;

/** An ACK 20 ms after its packet, then one behind a gap. @returns the gaps that are kept. */
function gapsBehind(timeUs: number, earliestSentUs: number, latestSentUs = earliestSentUs, ackDelayUs = 0) {
  const rtt = new RttEstimator();
  rtt.sample(RTT_US);
  const gaps = new AckGaps();
  gaps.acked({ timeUs: 100_000, earliestSentUs: 80_000, latestSentUs: 80_000, ackDelayUs: 0 }, rtt);
  gaps.acked({ timeUs, earliestSentUs, latestSentUs, ackDelayUs }, rtt);
  return gaps.gaps;
}

test('a late ACK is kept with what the estimator knew before it', () => {
  expect(gapsBehind(160_000, 82_000, 90_000, 3000)).toEqual([
    {
      startUs: 100_000,
      endUs: 160_000,
      earliestSentUs: 82_000,
      latestSentUs: 90_000,
      ackDelayUs: 3000,
      rttUs: RTT_US,
      smoothedUs: RTT_US,
      ptoUs: 85_000,
      maxAckDelayUs: 25_000,
    },
  ]);
});

test('from 50 ms on, less a millisecond of the clock', () => {
  expect(gapsBehind(149_000, 80_500)).toHaveLength(1);
  expect(gapsBehind(148_900, 80_500)).toEqual([]);
});

test('if its packets waited for four fifths of it', () => {
  // 60 ms of silence; the packet took 48 ms longer than the one before.
  expect(gapsBehind(160_000, 92_000)).toHaveLength(1);
  expect(gapsBehind(160_000, 92_001)).toEqual([]);
});

test('a gap longer than 300 ms is kept whatever ends it', () => {
  expect(gapsBehind(400_000, 380_000)).toEqual([]);
  expect(gapsBehind(400_001, 380_001)).toHaveLength(1);
});

test('the silence begins when something was in flight', () => {
  const [gap] = gapsBehind(500_000, 380_000);
  expect(gap && lateUs(gap)).toBe(120_000);
});

test('the newest packet is late from one and a half RTTs on, beyond the ack_delay', () => {
  const late = (latestSentUs: number, ackDelayUs: number) =>
    gapsBehind(160_000, 82_000, latestSentUs, ackDelayUs).map(isNewestLate);
  expect(late(130_000, 0)).toEqual([true]);
  expect(late(130_001, 0)).toEqual([false]);
  expect(late(120_000, 10_000)).toEqual([true]);
  expect(late(120_000, 10_001)).toEqual([false]);
});

test('the end of a trace ends a gap without an ACK', () => {
  const rtt = new RttEstimator();
  rtt.sample(RTT_US);
  const gaps = new AckGaps();
  gaps.acked({ timeUs: 100_000, earliestSentUs: 80_000, latestSentUs: 80_000, ackDelayUs: 0 }, rtt);
  gaps.end(400_000, rtt);
  expect(gaps.gaps).toEqual([]);
  gaps.end(400_001, rtt);
  expect(gaps.gaps).toMatchObject([{ startUs: 100_000, endUs: Number.NaN }]);
});
