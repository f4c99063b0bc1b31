/** Ticks of an axis in UTC: on round times of day, as many as fit, with as many digits as their step needs. */
import { describe, expect, test } from 'vitest';
import { utcTicks } from '../../../../src/drawing/surface/utc-ticks.ts';

const ORIGIN_MS = Date.UTC(2026, 10, 21, 6, 36, 2, 926) + 0.238;

const labels = (fromUs: number, toUs: number, width = 960): readonly string[] => {
  const { values, label } = utcTicks({ fromUs, toUs, width }, ORIGIN_MS);
  return values.map(label);
};

describe('UTC ticks', () => {
  test.each<[string, number, number, readonly string[]]>([
    ['ten seconds', 0, 10e6, ['06:36:04', '06:36:06', '06:36:08', '06:36:10', '06:36:12']],
    [
      'a second',
      5e6,
      5.6e6,
      ['06:36:08.000', '06:36:08.100', '06:36:08.200', '06:36:08.300', '06:36:08.400', '06:36:08.500'],
    ],
    ['20 µs', 100, 120, ['06:36:02.926340', '06:36:02.926345', '06:36:02.926350', '06:36:02.926355']],
    ['ten minutes', 0, 600e6, ['06:38:00', '06:40:00', '06:42:00', '06:44:00', '06:46:00']],
    ['a day', 0, 86_400e6, ['12:00:00', '18:00:00', '00:00:00', '06:00:00']],
  ])('of %s are round', (_, fromUs, toUs, expected) => {
    expect(labels(fromUs, toUs)).toEqual(expected);
  });

  test('stand in the range, evenly, not closer than their labels, and no two read alike', () => {
    for (let span = 10; span < 1e12; span *= 1.37) {
      for (const width of [300, 700, 1800]) {
        const { values, label } = utcTicks({ fromUs: 12_345, toUs: 12_345 + span, width }, ORIGIN_MS);
        const steps = values.slice(1).map((value, i) => value - (values[i] as number));
        expect(new Set(steps.map((step) => Math.round(step))).size).toBeLessThanOrEqual(1);
        expect(values.every((value) => value >= 12_345 && value <= 12_345 + span)).toBe(true);
        if (steps[0] !== undefined) expect((steps[0] / span) * width).toBeGreaterThanOrEqual(129);
        if (span < 43_200e6) expect(new Set(values.map(label)).size).toBe(values.length);
      }
    }
  });
});
