/** Whole numbers as ranges: the borders. That they hold what a set of numbers holds is a property. */
import { describe, expect, test } from 'vitest';
import { RangeSet } from '../../../../../src/engine/simulator/runs/range-set.ts';

const setOf = (...ranges: readonly (readonly [number, number])[]): RangeSet => {
  const set = new RangeSet();
  for (const [from, to] of ranges) set.add(from, to);
  return set;
};

describe('RangeSet', () => {
  test('an empty one', () => {
    const set = new RangeSet();
    expect([set.count, set.end, set.contiguous, set.bounds, set.has(0, 1)]).toEqual([0, 0, 0, [], false]);
  });

  test('ranges that touch are one, those that do not stay apart', () => {
    expect(setOf([0, 5], [5, 9]).bounds).toEqual([0, 9]);
    expect(setOf([5, 9], [0, 5]).bounds).toEqual([0, 9]);
    expect(setOf([0, 5], [6, 9]).bounds).toEqual([0, 5, 6, 9]);
    expect(setOf([6, 9], [0, 5]).bounds).toEqual([0, 5, 6, 9]);
  });

  test('one that closes a gap joins what lies on both sides of it', () => {
    const set = setOf([0, 2], [4, 6], [8, 10], [12, 14]);
    expect(set.add(1, 9)).toBe(4);
    expect(set.bounds).toEqual([0, 10, 12, 14]);
    expect(set.count).toBe(2);
  });

  test('adding tells how many numbers are new, none for what is there or empty', () => {
    const set = setOf([10, 20]);
    expect(set.add(12, 18)).toBe(0);
    expect(set.add(15, 25)).toBe(5);
    expect(set.add(5, 30)).toBe(10);
    expect(set.add(7, 7)).toBe(0);
    expect(set.add(9, 3)).toBe(0);
    expect(set.bounds).toEqual([5, 30]);
  });

  test('has asks for all of a range', () => {
    const set = setOf([0, 5], [6, 9]);
    expect(set.has(0, 5)).toBe(true);
    expect(set.has(4, 7)).toBe(false);
    expect(set.has(5, 6)).toBe(false);
    expect(set.has(6, 9)).toBe(true);
    expect(set.has(8, 10)).toBe(false);
  });

  test('contiguous is what lies from 0 on without a gap', () => {
    expect(setOf([1, 5]).contiguous).toBe(0);
    expect(setOf([1, 5], [0, 1], [9, 10]).contiguous).toBe(5);
    expect(setOf([1, 5], [9, 10]).end).toBe(10);
  });

  test('dropBelow cuts a range at its number, and leaves what lies above', () => {
    const set = setOf([0, 5], [6, 9], [12, 14]);
    set.dropBelow(7);
    expect(set.bounds).toEqual([7, 9, 12, 14]);
    set.dropBelow(9);
    expect(set.bounds).toEqual([12, 14]);
    set.dropBelow(100);
    expect(set.bounds).toEqual([]);
  });

  test('thousands of gaps are closed from the front, from the end and in the middle, as a set of numbers is', () => {
    for (const order of [(i: number) => i, (i: number) => 3999 - i, (i: number) => (i * 1601) % 4000]) {
      const set = setOf(...Array.from({ length: 4000 }, (_, i) => [2 * i + 1, 2 * i + 2] as const));
      const numbers = new Set(Array.from({ length: 4000 }, (_, i) => 2 * i + 1));
      for (let i = 0; i < 4000; i++) {
        const gap = 2 * order(i);
        expect(set.add(gap, gap + 1)).toBe(1);
        numbers.add(gap);
        if (i % 500 > 0) continue;
        expect([...numbers].every((number) => set.has(number, number + 1))).toBe(true);
        expect(set.bounds.reduce((sum, bound, at) => sum + (at % 2 === 0 ? -bound : bound), 0)).toBe(
          numbers.size,
        );
      }
      expect(set.bounds).toEqual([0, 8000]);
      expect(set.highest(32)).toEqual([7999, 0]);
    }
  });

  test('the highest ranges come first, and no more than are asked for', () => {
    const set = setOf([0, 5], [6, 9], [12, 14]);
    expect(set.highest(2)).toEqual([13, 12, 8, 6]);
    expect(set.highest(9)).toHaveLength(6);
    set.dropBelow(7);
    expect(set.highest(9)).toEqual([13, 12, 8, 7]);
  });
});
