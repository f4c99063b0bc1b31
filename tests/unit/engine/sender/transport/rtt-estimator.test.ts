/** The RTT estimate after the time threshold (RFC 9002 §5.3 and §6.1.2). */
import { describe, expect, it } from 'vitest';
import { RttEstimator } from '../../../../../src/engine/sender/transport/rtt-estimator.ts';

describe('RttEstimator', () => {
  it('starts from the first sample and weighs later ones by an eighth', () => {
    const rtt = new RttEstimator();
    rtt.sample(80_000);
    // 9/8 of 80 ms.
    expect(rtt.lossDelayUs).toBe(90_000);
    rtt.sample(16_000);
    // Smoothed: (7 · 80 + 16) / 8 = 72 ms, above the latest 16 ms.
    expect(rtt.lossDelayUs).toBe(81_000);
    rtt.sample(160_000);
    expect(rtt.lossDelayUs).toBe(180_000);
  });

  it('never waits less than the timer granularity of 1 ms', () => {
    const rtt = new RttEstimator();
    expect(rtt.lossDelayUs).toBe(1000);
    rtt.sample(10);
    expect(rtt.lossDelayUs).toBe(1000);
  });

  it('ignores samples that are no time', () => {
    const rtt = new RttEstimator();
    for (const sample of [0, -5, Number.NaN]) rtt.sample(sample);
    expect(rtt.hasSample).toBe(false);
  });
});

describe('acknowledgment delays', () => {
  it('are subtracted from a sample, but never below the smallest RTT, which ignores them', () => {
    const rtt = new RttEstimator();
    rtt.sample(20_000, 5000);
    expect([rtt.smoothedUs, rtt.minUs, rtt.variationUs]).toEqual([20_000, 20_000, 10_000]);
    rtt.sample(28_000, 8000);
    // 28 − 8 = 20 ms is not below the smallest.
    expect(rtt.smoothedUs).toBe(20_000);
    expect(rtt.variationUs).toBe(7500);
    rtt.sample(27_000, 8000);
    // 27 − 8 = 19 ms would be: the sample counts whole.
    expect(rtt.smoothedUs).toBe(20_875);
    expect(rtt.minUs).toBe(20_000);
  });

  it('and the variation make the probe timeout and the duration of persistent congestion', () => {
    const rtt = new RttEstimator();
    expect(rtt.ptoUs(false)).toBe(999_000);
    rtt.sample(20_000);
    expect(rtt.ptoUs(false)).toBe(60_000);
    rtt.maxAckDelayUs = 10_000;
    expect(rtt.ptoUs(true)).toBe(70_000);
    expect(rtt.persistentCongestionUs).toBe(210_000);
  });
});

describe('before and beside a sample', () => {
  it('nothing is claimed', () => {
    const rtt = new RttEstimator();
    expect([rtt.latestUs, rtt.minUs, rtt.smoothedUs, rtt.variationUs]).toEqual([0, Number.NaN, 0, 0]);
    // 333 + 4·166.5 ms, and 25 ms of RFC 9000 §18.2.
    expect([rtt.ptoUs(false), rtt.ptoUs(true), rtt.persistentCongestionUs]).toEqual([
      999_000, 1_024_000, 3_072_000,
    ]);
  });

  it('a sample of a microsecond is one, none and less are not', () => {
    const rtt = new RttEstimator();
    rtt.sample(1);
    expect([rtt.hasSample, rtt.latestUs, rtt.variationUs]).toEqual([true, 1, 0.5]);
    for (const none of [0, -1, Number.NaN]) rtt.sample(none);
    expect([rtt.latestUs, rtt.minUs, rtt.smoothedUs, rtt.variationUs]).toEqual([1, 1, 1, 0.5]);
  });

  it.each([
    [8000, 20_000],
    [8001, 21_000],
    [1, 20_999.875],
    [0, 21_000],
    [-8000, 21_000],
  ])(
    'of 28 ms, after one of 20 ms, an ACK delay of %i µs leaves a smoothed RTT of %d',
    (delayUs, smoothedUs) => {
      const rtt = new RttEstimator();
      rtt.sample(20_000);
      rtt.sample(28_000, delayUs);
      expect(rtt.smoothedUs).toBe(smoothedUs);
      expect([rtt.latestUs, rtt.minUs]).toEqual([28_000, 20_000]);
    },
  );

  it('a smaller one lowers the smallest before its delay is judged', () => {
    const rtt = new RttEstimator();
    rtt.sample(20_000);
    rtt.sample(12_000, 1000);
    expect([rtt.minUs, rtt.smoothedUs]).toEqual([12_000, 19_000]);
  });

  it('the variation below a quarter of a millisecond counts as the granularity', () => {
    const rtt = new RttEstimator();
    rtt.sample(400);
    expect(rtt.ptoUs(false)).toBe(1400);
    const steady = new RttEstimator();
    for (let i = 0; i < 50; i++) steady.sample(20_000);
    expect(steady.ptoUs(false)).toBeCloseTo(21_000, 0);
  });
});
