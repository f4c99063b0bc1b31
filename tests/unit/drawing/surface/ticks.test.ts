/** Where ticks stand and how they read: as many as fit, and never two neighbours of one label. */
import { describe, expect, test } from 'vitest';
import {
  type AxisFormat,
  axisBitRate,
  axisBytes,
  axisCount,
  axisDuration,
  axisPerSecond,
  labelledTicks,
  tickNumber,
  timeTicks,
  valueTicks,
} from '../../../../src/drawing/surface/ticks.ts';

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
    [0.4, 450, ['0.000000 s']],
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
    [1, 1000, 400, [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000]],
    [0.3, 40, 400, [0.5, 1, 2, 5, 10, 20]],
    [1, 1000, 100, [1, 10, 100, 1000]],
    [1, 1e6, 60, [1, 10, 100, 1000, 10_000, 100_000, 1e6]],
  ])('of a logarithmic axis from %d to %d on %i pixels', (min, max, height, ticks) => {
    expect(valueTicks([min, max], height, 'log')).toEqual(ticks);
  });

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

describe('labels of values', () => {
  const labelsOf = (max: number, format: AxisFormat, min = 0): readonly string[] =>
    labelledTicks([min, max], 132, format).map(({ label }) => label);

  test.each<[what: string, format: AxisFormat, max: number, min: number, labels: readonly string[]]>([
    ['bytes', axisBytes, 2900, 0, ['0 kB', '1 kB', '2 kB']],
    ['bytes of little windows', axisBytes, 1200, 0, ['0 B', '500 B', '1 kB']],
    ['bytes of large windows', axisBytes, 1_500_000, 0, ['0 kB', '500 kB', '1 MB', '1.5 MB']],
    ['rates', axisBitRate, 200_000, 0, ['0 kbit/s', '400 kbit/s', '800 kbit/s', '1.2 Mbit/s', '1.6 Mbit/s']],
    ['few events', axisPerSecond, 1.5, 0, ['0.0/s', '0.5/s', '1.0/s', '1.5/s']],
    ['many events', axisPerSecond, 12_000, 0, ['0/s', '5,000/s', '10,000/s']],
    ['durations', axisDuration, 23_000, 0, ['0 ms', '10 ms', '20 ms']],
    ['durations below zero', axisDuration, 20_000, -12_000, ['−10 ms', '0 ms', '10 ms', '20 ms']],
    ['short durations', axisDuration, 2000, 0, ['0 µs', '500 µs', '1 ms', '1.5 ms', '2 ms']],
    ['losses', axisCount('lost'), 1.1, 0, ['0 lost', '1 lost']],
  ])('of %s have a unit, and no more digits than they need', (_, format, max, min, expected) => {
    expect(labelsOf(max, format, min)).toEqual(expected);
  });

  test('are never the same for two ticks, at any height of an axis', () => {
    for (const format of [axisBytes, axisBitRate, axisPerSecond, axisDuration]) {
      for (let max = 0.5; max < 1e9; max *= 1.37) {
        // Parts of a byte or of a µs are none.
        if (max < 4 && format !== axisPerSecond) continue;
        const texts = labelsOf(max, format);
        expect(new Set(texts).size, texts.join(', ')).toBe(texts.length);
        for (const text of texts) expect(text).toMatch(/^\d{1,3}(,\d{3})*(\.\d+)?( ?\D+)$/);
      }
    }
  });
});

test.each([
  [-0.5, 0.5, '−0.5'],
  [-0.0000001, 1, '0'],
  [1234.5, 0.5, '1,234.5'],
  [2_000_000, 500_000, '2,000,000'],
])('%d in steps of %d is %s', (value, step, text) => {
  expect(tickNumber(value, step)).toBe(text);
});

test('times before the first of the set have a minus sign, long ones thousands', () => {
  expect(labels(-2_000_000, 2_000_000, 330)).toEqual(['−2 s', '−1 s', '0 s', '1 s', '2 s']);
  expect(labels(2_000_000_000, 4_000_000_000, 220).at(-1)).toBe('4,000 s');
});
