/** Windows after a reduction under an ideal ACK clock, against the formulas of their controllers. */
import { describe, expect, test } from 'vitest';
import type { ControllerSettings } from '../../../../../src/engine/sender/congestion/controller-settings.ts';
import { cubicK, cubicWindow } from '../../../../../src/engine/sender/congestion/cubic-curve.ts';
import {
  type GrowthCurve,
  growthBehindReduction,
} from '../../../../../src/engine/simulator/lab/growth-curve.ts';

const afterReduction = (
  controller: ControllerSettings,
  before: number,
  rttMs = 100,
  mostSeconds = 1000,
): GrowthCurve =>
  growthBehindReduction(controller, { before, rttMs, endWindow: 1.25 * before, mostSeconds, samples: 61 });

test('Standard TCP adds a packet per round trip, and needs as many as it lost', () => {
  const { seconds, windows } = afterReduction({ name: 'standard-tcp' }, 200);
  expect(windows[0]).toBe(100);
  const [end, time] = [windows.at(-1) as number, seconds.at(-1) as number];
  expect(end).toBeCloseTo(250, 0);
  // A round trip of recovery, then 150 of growth.
  expect(time).toBeGreaterThan(15);
  expect(time).toBeLessThan(15.4);
});

describe('CUBIC', () => {
  test.each([500, 2000])('as printed is C(t − K)³ + W_max with W_max = %s', (before) => {
    const { seconds, windows } = afterReduction({ name: 'cubic-printed' }, before);
    const k = cubicK(before, 0.8 * before);
    for (const [i, time] of seconds.entries()) {
      // Its epoch begins with the first ACK after recovery; it aims a round trip ahead.
      const curve = cubicWindow(Math.max(0, time - 0.1), k, before);
      expect(Math.abs((windows[i] as number) / curve - 1), `${time} s`).toBeLessThan(0.02);
    }
  });

  test('2.0 grows by no more than 32 packets per round trip', () => {
    const { seconds, windows } = afterReduction({ name: 'cubic-printed', version: '2.0' }, 4000, 500);
    const perRtt = windows
      .slice(3)
      .map((window, i) => ((window - (windows[i + 2] as number)) * 0.5) / (seconds[1] as number));
    expect(Math.max(...perRtt)).toBeLessThan(33);
  });
});

test('a window that does not come there is followed no longer than asked', () => {
  const { seconds, windows } = afterReduction({ name: 'standard-tcp' }, 1000, 100, 5);
  expect(seconds.at(-1)).toBeCloseTo(5, 1);
  expect(windows.at(-1)).toBeCloseTo(549, 0);
});
