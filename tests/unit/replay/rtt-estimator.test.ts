/** The RTT estimate behind the time threshold (RFC 9002 §5.3 and §6.1.2). */
import { describe, expect, it } from 'vitest';
import { RttEstimator } from '../../../src/replay/rtt-estimator.ts';

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
