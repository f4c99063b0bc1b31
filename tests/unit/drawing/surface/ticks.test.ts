/** Where ticks stand and how they read: as many as fit, and never two neighbours of one label. */
import { describe, expect, test } from 'vitest';
import { axisBytes, rangeWords, timeTicks, valueTicks } from '../../../../src/drawing/surface/ticks.ts';

const labels = (fromUs: number, toUs: number, width: number): readonly string[] => {
  const { values, label } = timeTicks({ fromUs, toUs, width });
  return values.map(label);
};

describe('time ticks', () => {
  test.each<[toUs: number, width: number, labels: readonly string[]]>([
    [10_000_000, 549, ['0 s', '2 s', '4 s', '6 s', '8 s', '10 s']],
    [10_000_000, 200, ['0 s', '5 s', '10 s']],
    [10_000_000, 10, ['0 s', '5 s', '10 s']],
    [2_000_000, 450, ['0.0 s', '0.5 s', '1.0 s', '1.5 s', '2.0 s']],
    [40, 450, ['0.00000 s', '0.00001 s', '0.00002 s', '0.00003 s', '0.00004 s']],
    [0.4, 450, ['0.000000 s', '0.000000 s', '0.000000 s', '0.000000 s', '0.000000 s']],
  ])('to %d µs on %i pixels', (toUs, width, expected) => {
    expect(labels(0, toUs, width)).toEqual(expected);
  });

  test.each([
    [219, 3],
    [329, 3],
    [439, 3],
    [440, 6],
    [1100, 11],
  ])('on %i pixels there are %i of ten seconds', (width, count) => {
    expect(labels(0, 10_000_000, width).length).toBe(count);
  });

  test.each([
    [300_000, '1.0 s'],
    [3_000_000, '1 s'],
    [30_000, '1.00 s'],
    [3_000, '1.000 s'],
  ])('over %i µs tell a second as %s', (lengthUs, text) => {
    expect(labels(1_000_000, 1_000_000 + lengthUs, 330)[0]).toBe(text);
  });
});

describe('value ticks', () => {
  test.each<[min: number, max: number, height: number, ticks: readonly number[]]>([
    [0, 100, 87, [0, 50, 100]],
    [0, 100, 88, [0, 50, 100]],
    [0, 100, 131, [0, 50, 100]],
    [0, 100, 176, [0, 20, 40, 60, 80, 100]],
    [-50, 50, 80, [-40, -20, 0, 20, 40]],
    [-1, 100, 20, [0, 20, 40, 60, 80, 100]],
  ])('from %i to %i on %i pixels', (min, max, height, ticks) => {
    expect(valueTicks([min, max], height)).toEqual(ticks);
  });
});

test.each([
  [0, '0 B'],
  [999, '999 B'],
  [1000, '1 kB'],
  [2500, '2.5 kB'],
  [2555, '2.56 kB'],
  [999_999, '1000 kB'],
  [1_000_000, '1 MB'],
  [1_040_000, '1.04 MB'],
  [20_000_000, '20 MB'],
])('%i bytes beside an axis: %s', (value, text) => {
  expect(axisBytes(value)).toBe(text);
});

test('a range has its ends to the ms, and its length', () => {
  expect(rangeWords(2_044_000, 9_988_400)).toBe('2.044 s to 9.988 s, 7.94 s');
});
