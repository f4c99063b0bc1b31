/** Figures that are known within a bound: whatever is written holds, and nothing is said where nothing would change. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { approximate, approximateRange } from '../../../../../src/engine/base/text/approximate.ts';
import { bitRate } from '../../../../../src/engine/base/text/bit-rate.ts';
import {
  amount,
  bytes,
  count,
  duration,
  percent,
  rtt,
  signedDuration,
} from '../../../../../src/engine/base/text/figures.ts';

test.each([
  [3200, 400, bytes, '≈ 3,200 B ± 400 B'],
  [2835, 0, bytes, '2,835 B'],
  [34_512, 3, rtt, '34.5 ms'],
  [34_512, 300, rtt, '≈ 34.5 ms ± 0.320 ms'],
  [-34_512, 300, signedDuration, '≈ −34.5 ms ± 320 µs'],
  [0.457, 0.0079, percent, '≈ 45.7 % ± 0.8 %'],
  [200_000, 7000, bitRate, '≈ 1.6 Mbit/s ± 56.0 kbit/s'],
  [1_234_567, 60_000, amount, '≈ 1.2 MB ± 95.0 kB'],
])('%d within %d', (value, within, format, words) => {
  expect(approximate(value, within, format)).toBe(words);
});

describe('a range', () => {
  const of = (min: number, minWithin: number, max: number, maxWithin: number): string =>
    approximateRange(
      { value: min, low: min - minWithin, high: min + minWithin },
      { value: max, low: max - maxWithin, high: max + maxWithin },
      bytes,
    );
  test.each([
    [of(2700, 0, 3200, 0), '2,700 B to 3,200 B'],
    [of(2835, 0, 2835, 0), '2,835 B'],
    [of(2835, 0, 3200, 400), '2,835 B to ≈ 3,200 B ± 400 B'],
    [of(2800, 400, 3200, 400), '≈ 2,800 B to 3,200 B ± 400 B'],
    [of(3200, 400, 3200, 400), '≈ 3,200 B ± 400 B'],
  ])('%s', (words, due) => {
    expect(words).toBe(due);
  });
});

const UNITS: { readonly [unit: string]: number } = {
  ...{ B: 1, kB: 1e3, MB: 1e6, GB: 1e9, µs: 1, ms: 1e3, s: 1e6, '%': 0.01, '': 1 },
  ...{ 'bit/s': 0.125, 'kbit/s': 125, 'Mbit/s': 125e3, 'Gbit/s': 125e6 },
};

function read(text: string): number {
  const [digits = '', unit = ''] = text.replaceAll(',', '').replace('−', '-').split(' ');
  return Number(digits) * (UNITS[unit] as number);
}

test('whatever is true within the bound of the value is so within the one that is written', () => {
  const formats = [bytes, amount, count, duration, signedDuration, rtt, bitRate, percent] as const;
  fc.assert(
    fc.property(
      fc.constantFrom(...formats),
      fc.double({ min: 0, max: 1e9, noNaN: true }),
      fc.double({ min: 1e-3, max: 1e6, noNaN: true }),
      fc.double({ min: -1, max: 1, noNaN: true }),
      (format, value, within, place) => {
        const truth = value + within * place;
        const text = approximate(value, within, format);
        const [, shown = '', bound = ''] = /^≈ (.+) ± (.+)$/.exec(text) ?? [];
        if (shown === '') expect(format(truth)).toBe(text);
        else expect(Math.abs(read(shown) - truth)).toBeLessThanOrEqual(read(bound) * (1 + 1e-9));
      },
    ),
  );
});
