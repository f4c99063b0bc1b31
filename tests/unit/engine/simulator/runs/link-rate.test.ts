/** When the sending of a packet ends, with a rate that changes while it is sent. */
import { describe, expect, test } from 'vitest';
import { LinkRate } from '../../../../../src/engine/simulator/runs/link-rate.ts';

describe('LinkRate', () => {
  test('a constant rate: size through rate', () => {
    const rate = new LinkRate(8, []);
    expect(rate.endUs(0, 1000)).toBe(1000);
    expect(rate.endUs(5000, 1500)).toBe(6500);
  });

  test('a step counts from its time on', () => {
    const rate = new LinkRate(8, [{ fromMs: 10, rateMbit: 16 }]);
    expect(rate.endUs(9000, 1000)).toBe(10_000);
    expect(rate.endUs(10_000, 1000)).toBe(10_500);
    expect(rate.endUs(20_000, 1000)).toBe(20_500);
  });

  test('a packet that is being sent goes on at the new rate', () => {
    const steps = [
      { fromMs: 10, rateMbit: 16 },
      { fromMs: 10.1, rateMbit: 4 },
    ];
    // 600 bytes, 200 bytes, and 200 bytes more.
    expect(new LinkRate(8, steps).endUs(9400, 1000)).toBeCloseTo(10_100 + 400, 6);
  });

  test('at a rate of 0 nothing is sent until the next step, or ever', () => {
    const pause = [
      { fromMs: 10, rateMbit: 0 },
      { fromMs: 30, rateMbit: 8 },
    ];
    const rate = new LinkRate(8, pause);
    expect(rate.endUs(9500, 1000)).toBe(30_500);
    expect(rate.endUs(15_000, 1000)).toBe(31_000);
    expect(new LinkRate(8, [{ fromMs: 10, rateMbit: 0 }]).endUs(9500, 1000)).toBe(Number.POSITIVE_INFINITY);
  });
});
