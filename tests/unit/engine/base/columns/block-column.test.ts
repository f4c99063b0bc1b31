/** Columns in blocks: every number comes back to the bit, in the fewest bytes. */
import { describe, expect, it } from 'vitest';
import { BlockColumn } from '../../../../../src/engine/base/columns/block-column.ts';
import { BLOCK } from '../../../../../src/engine/base/columns/number-block.ts';

function columnOf(values: readonly number[]): BlockColumn {
  const column = new BlockColumn();
  for (const value of values) column.push(value);
  return column;
}

function blockOf(value: (i: number) => number): readonly number[] {
  return Array.from({ length: BLOCK }, (_, i) => value(i));
}

/** Bytes of a closed block, the room for others and for the open one left out. */
function storedBytes(block: readonly number[]): number {
  const many = columnOf(Array.from({ length: 512 }, () => block).flat());
  return Math.round(many.byteLength / 512 - 12 - 1);
}

const { MAX_SAFE_INTEGER } = Number;
const BLOCKS: readonly (readonly [name: string, value: (i: number) => number, bytes: number])[] = [
  ['equal numbers', () => 1350.25, 0],
  ['packet numbers', (i) => 7_000_000 + i, BLOCK],
  ['times in µs', (i) => 3_745_009 + i * 900, BLOCK * 2],
  ['numbers up to 2³² − 1 apart', (i) => 5 + i * 68_174_084, BLOCK * 4],
  ['numbers 2³² apart', (i) => (i === 9 ? 2 ** 32 : 0), BLOCK * 8],
  ['62-bit numbers', (i) => 2 ** 61 + i * 2 ** 40, BLOCK * 8],
  ['the largest exact integers', (i) => MAX_SAFE_INTEGER - i, BLOCK],
  ['numbers that descend', (i) => 1000 - i, BLOCK],
  ['numbers below zero', (i) => -1000 + i * 3, BLOCK],
  ['whole steps above a fraction', (i) => 0.5 + i, BLOCK],
  ['RTTs in ms with six decimals', (i) => ((75_835_450 + i * 1001) / 1e6) * 1000, BLOCK * 2],
  ['means', (i) => 75_835 / (i + 3), BLOCK * 8],
  ['a NaN among numbers', (i) => (i === 5 ? Number.NaN : i), BLOCK * 8],
  ['NaN alone', () => Number.NaN, BLOCK * 8],
  ['infinities', (i) => (i % 2 === 0 ? Number.POSITIVE_INFINITY : Number.NEGATIVE_INFINITY), BLOCK * 8],
  ['−0 among zeros', (i) => (i === 40 ? -0 : 0), BLOCK * 8],
  ['−0 above a negative number', (i) => (i === 40 ? -0 : -3), BLOCK * 8],
  ['the smallest numbers there are', (i) => i * Number.MIN_VALUE, BLOCK * 8],
];

describe('a block of 64', () => {
  it.each(BLOCKS)('gives back %s to the bit', (_, value) => {
    const values = [...blockOf(value), ...blockOf((i) => value(BLOCK - 1 - i)), 3, -0];
    const column = columnOf(values);
    expect(column.length).toBe(values.length);
    expect(values.filter((one, i) => !Object.is(one, column.at(i)))).toEqual([]);
    const reader = column.reader();
    expect(values.filter((one, i) => !Object.is(one, reader.at(i)))).toEqual([]);
    expect([...column]).toEqual(values);
    expect([...column.slice(60, 130)]).toEqual(values.slice(60, 130));
  });

  it.each(BLOCKS)('of %s takes no more bytes than it needs', (_, value, bytes) => {
    expect(storedBytes(blockOf(value))).toBeGreaterThanOrEqual(bytes - 1);
    expect(storedBytes(blockOf(value))).toBeLessThanOrEqual(bytes * 1.01 + 2);
  });
});

describe('a column in blocks', () => {
  const values = Array.from({ length: 1000 }, (_, i) => Math.floor(i / 3) * 5);
  const column = columnOf(values);

  it('is NaN outside', () => {
    for (const index of [-1, 1000, 1024, 2 ** 32, Number.NaN]) {
      expect(column.at(index)).toBeNaN();
    }
    for (const index of [-1, 1000, 1024]) expect(column.reader().at(index)).toBeNaN();
    expect(new BlockColumn().last()).toBeNaN();
    expect(column.last()).toBe(1665);
  });

  it('is searched like an array, within any range', () => {
    for (const [from, to] of [
      [0, 1000],
      [0, 960],
      [63, 961],
      [130, 999],
      [500, 500],
      [200, 230],
    ] as const) {
      for (let wanted = -3; wanted < 1680; wanted += 4) {
        const part = values.slice(from, to);
        const lower = part.findIndex((value) => value >= wanted);
        const upper = part.findIndex((value) => value > wanted);
        expect(column.lowerBound(wanted, from, to)).toBe(lower < 0 ? to : from + lower);
        expect(column.upperBound(wanted, from, to)).toBe(upper < 0 ? to : from + upper);
      }
    }
  });

  it('is searched right up to its newest number', () => {
    const growing = new BlockColumn();
    for (let i = 0; i < 300; i++) {
      growing.push(i);
      expect(growing.lowerBound(i)).toBe(i);
      expect(growing.upperBound(i)).toBe(i + 1);
    }
  });

  it('is read in any order by one reader', () => {
    const reader = column.reader();
    for (const index of [999, 0, 64, 63, 640, 998, 1]) expect(reader.at(index)).toBe(values[index]);
  });
});
