/** Which gaps between ACKs are kept: late ones and long ones. */
import { expect, test } from 'vitest';
import {
  AckGaps,
  type GapAck,
  isNewestLate,
  lateUs,
} from '../../../../../src/engine/sender/transport/ack-gaps.ts';
import { RttEstimator } from '../../../../../src/engine/sender/transport/rtt-estimator.ts';

const RTT_US = 20_000;

/** Of one packet of 1,000 bytes. */
const ackOf = (
  timeUs: number,
  earliestSentUs: number,
  latestSentUs = earliestSentUs,
  ackDelayUs = 0,
): GapAck => ({
  timeUs,
  earliestSentUs,
  latestSentUs,
  ackDelayUs,
  packets: 1,
  bytes: 1000,
});

/** An ACK 20 ms after its packet. */
function gapsAfterAck(): { readonly gaps: AckGaps; readonly rtt: RttEstimator } {
  const rtt = new RttEstimator();
  rtt.sample(RTT_US);
  const gaps = new AckGaps();
  gaps.acked(ackOf(100_000, 80_000), rtt);
  return { gaps, rtt };
}

/** An ACK 20 ms after its packet, then one behind a gap. @returns the gaps that are kept. */
function gapsBehind(timeUs: number, earliestSentUs: number, latestSentUs = earliestSentUs, ackDelayUs = 0) {
  const { gaps, rtt } = gapsAfterAck();
  gaps.acked(ackOf(timeUs, earliestSentUs, latestSentUs, ackDelayUs), rtt);
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
      together: [ackOf(160_000, 82_000, 90_000, 3000)],
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

test('an ACK that comes an RTT after its packet follows a pause of the sender', () => {
  // 110 ms of silence; the packet took 50 ms longer than the one before, less a millisecond of the clock.
  expect(gapsBehind(210_000, 141_000)).toHaveLength(1);
  expect(gapsBehind(210_000, 141_001)).toEqual([]);
});

test('ACKs of new data up to 2 ms after the one that ends it are kept with it', () => {
  const { gaps, rtt } = gapsAfterAck();
  const acks = [200_000, 201_000, 202_000, 202_001].map((timeUs, i) => ackOf(timeUs, 90_000 + i));
  for (const ack of acks) gaps.acked(ack, rtt);
  expect(gaps.gaps.map(({ together }) => together)).toEqual([acks.slice(0, 3)]);
});

test('an ack_delay that is longer than its packet was under way cannot be one', () => {
  const possible = (ackDelayUs: number) => {
    const { gaps, rtt } = gapsAfterAck();
    gaps.acked(ackOf(120_000, 100_000, 100_000, ackDelayUs), rtt);
    return gaps.areDelaysPossible;
  };
  // A clock of whole milliseconds takes up to one from that time.
  expect([21_000, 21_001].map(possible)).toEqual([true, false]);
});

test('a gap longer than 300 ms is kept whatever ends it', () => {
  expect(gapsBehind(400_000, 380_000)).toEqual([]);
  expect(gapsBehind(400_001, 380_001)).toHaveLength(1);
});

test('a stop lasts since the ACK before it, or since something was in flight', () => {
  expect(gapsBehind(500_000, 90_000).map(lateUs)).toEqual([400_000]);
  expect(gapsBehind(500_000, 380_000).map(lateUs)).toEqual([120_000]);
});

test('or since the oldest packet was due, where an RTT is more than a small part of that', () => {
  expect(gapsBehind(500_000, 400_000).map(lateUs)).toEqual([100_000]);
  expect(gapsBehind(500_000, 401_000).map(lateUs)).toEqual([79_000]);
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
  const { gaps, rtt } = gapsAfterAck();
  gaps.end(400_000, rtt);
  expect(gaps.gaps).toEqual([]);
  gaps.end(400_001, rtt);
  expect(gaps.gaps).toMatchObject([{ startUs: 100_000, endUs: Number.NaN }]);
});
