/** Growable columns and the two binary searches. */
import { describe, expect, it } from 'vitest';
import {
  float64Column,
  Growable,
  lowerBound,
  uint8Column,
  uint16Column,
  uint32Column,
  upperBound,
} from '../../../../../src/engine/base/columns/growable.ts';

describe('Growable', () => {
  it('keeps every value while it grows beyond its initial capacity', () => {
    const column = new Growable(Float64Array);
    for (let i = 0; i < 1000; i++) column.push(i / 2);
    expect(column.length).toBe(1000);
    expect([...column.view()]).toEqual(Array.from({ length: 1000 }, (_, i) => i / 2));
    expect(column.last()).toBe(499.5);
  });

  it('returns NaN outside its filled part and ignores writes there', () => {
    const column = uint8Column();
    column.push(7);
    column.set(1, 9);
    expect([column.at(-1), column.at(0), column.at(1)]).toEqual([Number.NaN, 7, Number.NaN]);
    expect([...column.view()]).toEqual([7]);
    expect(float64Column().last()).toBeNaN();
  });

  it('overwrites filled values and restarts after a clear', () => {
    const column = float64Column();
    column.push(1);
    column.push(2);
    column.set(0, 5);
    expect([...column.view()]).toEqual([5, 2]);
    column.clear();
    expect(column.length).toBe(0);
    column.push(3);
    expect([...column.view()]).toEqual([3]);
  });

  it('puts a value in before another, or after the last, also where it has to grow', () => {
    for (const column of [float64Column(), uint32Column()]) {
      for (let i = 0; i < 8; i++) column.push(i);
      column.insert(2, 9);
      column.insert(9, 10);
      expect([...column.view()]).toEqual([0, 1, 9, 2, 3, 4, 5, 6, 7, 10]);
    }
  });
});

describe('Growable, many values at once', () => {
  it('appends the first values of a list after its own', () => {
    for (const column of [float64Column(), uint32Column(), uint16Column(), uint8Column()]) {
      column.push(1);
      for (let i = 0; i < 500; i++) column.append(Uint8Array.of(2, 3, 4) as never, 2);
      expect(column.length).toBe(1001);
      expect([column.at(0), column.at(1), column.at(2), column.last()]).toEqual([1, 2, 3, 3]);
    }
  });

  it('gives views that follow its growth', () => {
    const column = float64Column();
    column.push(1);
    const first = column.view();
    expect(column.view()).toBe(first);
    for (let i = 0; i < 100_000; i++) {
      column.push(i);
      if (i % 9973 === 0) expect(column.view().length).toBe(i + 2);
    }
    column.set(0, 8);
    expect(column.view()[0]).toBe(8);
    column.clear();
    column.push(5);
    expect([...column.view()]).toEqual([5]);
  });

  it('has at most an eighth of unused capacity, once it is large', () => {
    const column = uint32Column();
    for (let i = 0; i < 1_100_000; i++) column.push(i);
    expect(column.at(999_999)).toBe(999_999);
    expect(column.byteLength).toBeLessThan(4_400_000 * 1.126);
  });
});

describe('lowerBound and upperBound', () => {
  const values = [1, 3, 3, 3, 8];
  it.each([
    [0, 0, 0],
    [1, 0, 1],
    [2, 1, 1],
    [3, 1, 4],
    [5, 4, 4],
    [8, 4, 5],
    [9, 5, 5],
  ])('find %i in [1, 3, 3, 3, 8]', (wanted, lower, upper) => {
    expect(lowerBound(values, wanted)).toBe(lower);
    expect(upperBound(values, wanted)).toBe(upper);
  });

  it('stay inside the given part', () => {
    expect(lowerBound(values, 0, 2, 4)).toBe(2);
    expect(upperBound(values, 9, 2, 4)).toBe(4);
    expect(lowerBound([], 1)).toBe(0);
  });
});
