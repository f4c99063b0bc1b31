/** Columns in blocks against an array: any numbers, to the bit, and searches in any that ascend. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { BlockColumn } from '../../src/engine/base/columns/block-column.ts';

/** Numbers as a log may hold them: each kind long enough for some blocks. */
const KINDS: readonly fc.Arbitrary<number>[] = [
  fc.double(),
  fc.integer({ min: -300, max: 300 }),
  fc.integer({ min: 0, max: 2 ** 40 }),
  fc.maxSafeInteger(),
  fc.nat(2 ** 30).map((ns) => (ns / 1e6) * 1000),
  fc.nat(10_000).map((ns) => ns / 1000),
  fc.constantFrom(0, -0, 1350, Number.NaN),
];

const runs = fc
  .array(fc.tuple(fc.nat(KINDS.length - 1), fc.integer({ min: 1, max: 150 })), { minLength: 1, maxLength: 5 })
  .chain((parts) =>
    fc.tuple(
      ...parts.map(([kind, length]) =>
        fc.array(KINDS[kind] as fc.Arbitrary<number>, { minLength: length, maxLength: length }),
      ),
    ),
  )
  .map((parts) => parts.flat());

function columnOf(values: readonly number[]): BlockColumn {
  const column = new BlockColumn();
  for (const value of values) column.push(value);
  return column;
}

describe('a column in blocks', () => {
  it('gives every number back to the bit, one at a time and in order', () => {
    fc.assert(
      fc.property(runs, (values) => {
        const column = columnOf(values);
        const reader = column.reader();
        expect(column.length).toBe(values.length);
        for (const [i, value] of values.entries()) {
          expect(Object.is(column.at(i), value)).toBe(true);
          expect(Object.is(reader.at(i), value)).toBe(true);
        }
      }),
    );
  });

  it('is searched like an array', () => {
    const sorted = runs.map((values) => values.filter((value) => !Number.isNaN(value)).sort((a, b) => a - b));
    fc.assert(
      fc.property(sorted, fc.double({ noNaN: true }), fc.nat(800), fc.nat(800), (values, other, a, b) => {
        const column = columnOf(values);
        const from = Math.min(a, b, values.length);
        const to = Math.min(Math.max(a, b), values.length);
        for (const wanted of [other, values[a % (values.length || 1)] ?? 0]) {
          const part = values.slice(from, to);
          const lower = part.filter((value) => value < wanted).length;
          const upper = part.filter((value) => value <= wanted).length;
          expect(column.lowerBound(wanted, from, to)).toBe(from + lower);
          expect(column.upperBound(wanted, from, to)).toBe(from + upper);
        }
      }),
    );
  });
});
