/** Oracles: the tables of average windows in RFC 9438 §5, and Eq. 6 of the 2008 paper. */
import { describe, expect, test } from 'vitest';
import { Cubic } from '../../../../../src/engine/sender/congestion/cubic.ts';
import {
  averageWindow2008,
  averageWindowReno,
  BETA_RFC_9438,
} from '../../../../../src/engine/sender/congestion/cubic-curve.ts';
import { CubicLinux } from '../../../../../src/engine/sender/congestion/cubic-linux.ts';
import { NewReno } from '../../../../../src/engine/sender/congestion/newreno.ts';
import { eachOf } from '../../../../support/each-of.ts';
import { averageWindow } from './deterministic-loss.ts';

const C = [0.04, 0.4, 4] as const;
type Row = readonly [lossRate: number, reno: number, cubic: readonly [number, number, number]];

/** RFC 9438 §5.1, Table 1: RTT 0.1 s. */
const RTT_100_MS: readonly Row[] = [
  [1e-2, 12, [12, 12, 12]],
  [1e-3, 38, [38, 38, 59]],
  [1e-4, 120, [120, 187, 333]],
  [1e-5, 379, [593, 1054, 1874]],
  [1e-6, 1200, [3332, 5926, 10538]],
  [1e-7, 3795, [18740, 33325, 59261]],
  [1e-8, 12000, [105383, 187400, 333250]],
];
/** RFC 9438 §5.1, Table 2: RTT 0.01 s. */
const RTT_10_MS: readonly Row[] = [
  [1e-2, 12, [12, 12, 12]],
  [1e-3, 38, [38, 38, 38]],
  [1e-4, 120, [120, 120, 120]],
  [1e-5, 379, [379, 379, 379]],
  [1e-6, 1200, [1200, 1200, 1874]],
  [1e-7, 3795, [3795, 5926, 10538]],
  [1e-8, 12000, [18740, 33325, 59261]],
];
const CELLS = [
  { rttSeconds: 0.1, rows: RTT_100_MS },
  { rttSeconds: 0.01, rows: RTT_10_MS },
].flatMap(({ rttSeconds, rows }) =>
  rows.flatMap(([lossRate, , cells]) =>
    cells.map((cell, i) => ({ rttSeconds, lossRate, c: C[i] as number, cell })),
  ),
);

/** Eq. 6 of RFC 9438: the average window under deterministic loss with probability p, segments. */
const byEquation = (lossRate: number, rttSeconds: number, c: number): number =>
  ((c * (3 + BETA_RFC_9438)) / (4 * (1 - BETA_RFC_9438))) ** 0.25 * (rttSeconds / lossRate) ** 0.75;

const predicted = (lossRate: number, rttSeconds: number, c: number): number =>
  Math.max(byEquation(lossRate, rttSeconds, c), averageWindowReno(lossRate));

describe('the tables of RFC 9438 §5', () => {
  test.each(CELLS)('RTT $rttSeconds s, p = $lossRate, C = $c: $cell segments by formula', (at) => {
    // The RFC's own figures are rounded from a formula with rounded constants: five digits agree.
    const figure = predicted(at.lossRate, at.rttSeconds, at.c);
    expect(Math.abs(figure - at.cell)).toBeLessThanOrEqual(Math.max(0.5, at.cell * 1e-4));
  });

  test.each(RTT_100_MS)('p = %d: Reno has %d segments', (lossRate, reno) => {
    expect(Math.round(averageWindowReno(lossRate))).toBe(reno);
  });

  test.each(
    eachOf(
      CELLS.filter(({ lossRate }) => lossRate >= 1e-5),
      24,
    ),
  )(
    'RTT $rttSeconds s, p = $lossRate, C = $c: $cell segments by simulation',
    ({ lossRate, rttSeconds, c, cell }) => {
      const byCurve = byEquation(lossRate, rttSeconds, c) > averageWindowReno(lossRate);
      // Average over peak: 1 − (1 − β)/4 on the curve, (1 + β)/2 on a straight line.
      const peak = predicted(lossRate, rttSeconds, c) / (byCurve ? 0.925 : 0.85);
      // The formula leaves fast convergence out.
      const model = new Cubic(1, 10, { idleRule: 'none', c, fastConvergence: false });
      const simulated = averageWindow(model, peak, lossRate, rttSeconds);
      expect(Math.abs(simulated / cell - 1)).toBeLessThan(byCurve && lossRate < 1e-3 ? 0.01 : 0.07);
    },
  );
});

describe('the other controllers under the same loss', () => {
  test.each([1e-2, 1e-3, 1e-4, 1e-5])('p = %d: NewReno has 1.2/√p by simulation', (lossRate) => {
    const reno = averageWindowReno(lossRate);
    expect(averageWindow(new NewReno(1, 10), reno / 0.75, lossRate, 0.1) / reno).toBeCloseTo(1, 1);
  });

  test('Eq. 6 of the 2008 paper is 1.17·⁴√(RTT³/p³)', () => {
    expect(averageWindow2008(1, 1)).toBeCloseTo(1.174, 3);
  });

  test.each([1e-4, 1e-5])('p = %d: CUBIC of 2008 has the average of its Eq. 6 by simulation', (lossRate) => {
    const average = averageWindow2008(lossRate, 0.1);
    const model = new CubicLinux(1, 10, { fastConvergence: false });
    expect(averageWindow(model, average / 0.95, lossRate, 0.1) / average).toBeCloseTo(1, 2);
  });
});
