/** Columns that find their own width: every number comes back as it was pushed, whatever came before. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { FittingColumn } from '../../../../src/engine/columns/fitting-column.ts';

const read = (column: FittingColumn) => Array.from({ length: column.length }, (_, i) => column.at(i));

describe('FittingColumn', () => {
  it('widens when a value does not fit, and not before', () => {
    const column = new FittingColumn();
    const widths = [0, 65_534, Number.NaN, 65_535, 2 ** 32 - 2, Number.NaN, 2 ** 32 - 1, 2 ** 53].map(
      (value) => {
        column.push(value);
        return column.width;
      },
    );
    expect(widths).toEqual([2, 2, 2, 4, 4, 4, 8, 8]);
    expect(read(column)).toEqual([
      0,
      65_534,
      Number.NaN,
      65_535,
      2 ** 32 - 2,
      Number.NaN,
      2 ** 32 - 1,
      2 ** 53,
    ]);
  });

  it('goes from the narrowest to floats for a fraction or a negative number', () => {
    for (const value of [0.5, -1]) {
      const column = new FittingColumn();
      column.push(3);
      column.push(Number.NaN);
      column.push(value);
      expect([column.width, ...read(column)]).toEqual([8, 3, Number.NaN, value]);
    }
  });

  it('returns NaN outside', () => {
    const column = new FittingColumn();
    expect([column.last(), column.at(0), column.at(-1)]).toEqual([Number.NaN, Number.NaN, Number.NaN]);
    column.push(4);
    expect([column.last(), column.at(1), column.at(Number.NaN)]).toEqual([4, Number.NaN, Number.NaN]);
  });

  it('returns the values appended in any pieces', () => {
    const value = fc.oneof(
      fc.nat(70_000),
      fc.constantFrom(Number.NaN, 65_534, 65_535, 2 ** 32 - 2, 2 ** 32 - 1, 2 ** 62, 1.5, -3),
      fc.maxSafeNat(),
    );
    const pieces = fc.array(fc.array(value, { maxLength: 200 }), { maxLength: 12 });
    fc.assert(
      fc.property(pieces, (lists) => {
        const column = new FittingColumn();
        for (const list of lists) {
          // A batch has room for more than its rows.
          const batch = new Float64Array(list.length + 3).fill(99);
          batch.set(list);
          column.append(batch, list.length);
        }
        expect(read(column)).toEqual(lists.flat());
      }),
    );
  });

  it('gives a view of its numbers if it holds no NaN', () => {
    const column = new FittingColumn();
    column.append(Uint32Array.of(1, 70_000, 3), 2);
    expect([...column.view()]).toEqual([1, 70_000]);
  });
});

describe('values appended at once', () => {
  const WIDE = 0xffff;
  const LARGE = 0xffff_ffff;

  it.each<[what: string, values: readonly number[], width: number]>([
    ['the largest that 16 bits hold', [0, WIDE - 1], 2],
    ['one that stands for NaN there', [0, WIDE], 4],
    ['the largest that 32 bits hold', [1, LARGE - 1], 4],
    ['one that stands for NaN there', [1, LARGE], 8],
    ['a fraction', [1, 0.5], 8],
    ['one below 0', [1, -1], 8],
    ['NaN first, then a wide one', [Number.NaN, WIDE, Number.NaN], 4],
    ['a wide one, then NaN', [WIDE, Number.NaN, 3], 4],
    ['NaN alone', [Number.NaN], 2],
    ['nothing', [], 2],
  ])('%s', (_, values, width) => {
    const column = new FittingColumn();
    column.push(7);
    column.push(Number.NaN);
    column.append(Float64Array.from(values), values.length);
    expect([column.width, ...read(column)]).toEqual([width, 7, Number.NaN, ...values]);
    expect(column.last()).toEqual(values.length === 0 ? Number.NaN : values.at(-1));
  });

  it('are as many as requested', () => {
    const column = new FittingColumn();
    column.append(Float64Array.from([1, Number.NaN, 70_000, 5]), 2);
    expect([column.width, ...read(column)]).toEqual([2, 1, Number.NaN]);
    column.append(Uint32Array.from([8, 9]), 2);
    expect(read(column)).toEqual([1, Number.NaN, 8, 9]);
  });

  it('grow a column of any width beyond its initial capacity', () => {
    for (const first of [1, WIDE, LARGE]) {
      const column = new FittingColumn();
      const values = Array.from({ length: 700 }, (_, i) => (i === 0 ? first : i % 3 === 0 ? Number.NaN : i));
      column.append(Float64Array.from(values.slice(0, 256)), 256);
      column.append(Float64Array.from(values.slice(256)), 444);
      expect(read(column)).toEqual(values);
    }
  });
});
