/** Columns of which most rows hold the same value. */
import { describe, expect, it } from 'vitest';
import { SparseColumn } from '../../../../../src/engine/base/columns/sparse-column.ts';

const ROWS = 5000;

describe.each([
  ['NaN', Number.NaN],
  ['0', 0],
  ['2³² − 1', 0xffff_ffff],
])('a sparse column whose usual value is %s', (_, usual) => {
  const values = Float64Array.from({ length: ROWS }, (_, i) => (i % 7 === 3 || i > 4900 ? i * 3 + 1 : usual));

  function columnOf(batch: number): SparseColumn {
    const column = new SparseColumn(usual);
    for (let at = 0; at < ROWS; at += batch) {
      const part = values.slice(at, at + batch);
      column.append(part, part.length);
    }
    return column;
  }

  it.each([1, 31, 128, 2048])('gives back every row, appended %i at a time', (batch) => {
    const column = columnOf(batch);
    const reader = column.reader();
    expect(column.length).toBe(ROWS);
    const wrong = [...values.keys()].filter(
      (i) => !Object.is(column.at(i), values[i]) || !Object.is(reader.at(i), values[i]),
    );
    expect(wrong).toEqual([]);
  });

  it('copies any stretch of rows', () => {
    const column = columnOf(2048);
    for (let from = 0; from < ROWS; from += 61) {
      const rows = Math.min(ROWS - from, (from * 7) % 300);
      const copy = column.copyTo(new Float64Array(rows), from);
      expect(copy).toEqual(values.slice(from, from + rows));
    }
  });

  it('lists the rows that are stored, and their values', () => {
    const column = columnOf(2048);
    const stored = [...values.keys()].filter((i) => i % 7 === 3 || i > 4900);
    expect([...column.storedRows()]).toEqual(stored);
    expect([...column.storedValues()]).toEqual(stored.map((i) => values[i]));
    expect(new SparseColumn(usual).storedRows()).toHaveLength(0);
  });

  it('is NaN outside', () => {
    const column = columnOf(2048);
    for (const row of [-1, ROWS]) {
      expect(column.at(row)).toBeNaN();
      expect(column.reader().at(row)).toBeNaN();
    }
  });

  it('appends no more than it is told', () => {
    const column = new SparseColumn(usual);
    column.append(values, 5);
    expect(column.length).toBe(5);
    expect(column.at(3)).toBe(10);
  });

  it('takes a bit and a quarter per usual row', () => {
    const column = new SparseColumn(usual);
    const none = new Float64Array(2048).fill(usual);
    for (let i = 0; i < 100; i++) column.append(none, 2048);
    expect(column.byteLength / column.length).toBeLessThan((1.25 / 8) * 2);
  });
});

it('keeps −0 apart from 0', () => {
  const column = new SparseColumn(0);
  column.append(Float64Array.of(0, -0, 0), 3);
  expect([0, 1, 2].map((row) => Object.is(column.at(row), -0))).toEqual([false, true, false]);
});
