/** The RTT estimate behind the time threshold (RFC 9002 §5.3 and §6.1.2). */
import { describe, expect, it } from 'vitest';
import { RttEstimator } from '../../../../src/engine/transport/rtt-estimator.ts';

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
  it('are taken off a sample, but never below the smallest RTT, which ignores them', () => {
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
