/** Minimum and maximum over index ranges, at the edges of its buckets. */
import { describe, expect, it } from 'vitest';
import { BlockColumn } from '../../../../../src/engine/base/columns/block-column.ts';
import { Pyramid } from '../../../../../src/engine/base/columns/pyramid.ts';

function pyramidOf(values: readonly number[]): Pyramid {
  const column = new BlockColumn();
  for (const value of values) column.push(value);
  return new Pyramid(column);
}

describe('Pyramid', () => {
  it('leaves the result unchanged for an empty range', () => {
    const out = { min: 1, max: 2 };
    expect(pyramidOf([5, 6]).query(1, 1, out)).toBe(false);
    expect(out).toEqual({ min: 1, max: 2 });
  });

  it('finds a single spike in every range that contains it and in no other', () => {
    // 5,000 values fill four levels: buckets of 64, 256, 1024 and 4096.
    const values = new Array<number>(5000).fill(10);
    values[1023] = 99;
    values[1024] = -99;
    const pyramid = pyramidOf(values);
    const range = (from: number, to: number) => {
      const out = { min: 0, max: 0 };
      pyramid.query(from, to, out);
      return [out.min, out.max];
    };
    expect(range(0, 5000)).toEqual([-99, 99]);
    expect(range(0, 1023)).toEqual([10, 10]);
    expect(range(0, 1024)).toEqual([10, 99]);
    expect(range(1024, 4096)).toEqual([-99, 10]);
    expect(range(1025, 5000)).toEqual([10, 10]);
    expect(range(1023, 1025)).toEqual([-99, 99]);
  });

  it('is up to date after every push', () => {
    const column = new BlockColumn();
    const pyramid = new Pyramid(column);
    for (let i = 0; i < 400; i++) {
      column.push(-i);
      const out = { min: 0, max: 0 };
      pyramid.query(0, i + 1, out);
      expect(out.min).toBe(-i);
    }
  });

  it('leaves NaN out', () => {
    const values = Array.from({ length: 200 }, (_, i) => (i === 3 ? Number.NaN : 100 - i));
    const out = { min: 0, max: 0 };
    pyramidOf(values).query(0, 128, out);
    expect(out).toEqual({ min: -27, max: 100 });
  });
});
