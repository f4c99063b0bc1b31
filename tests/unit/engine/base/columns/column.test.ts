/** A series as a column of a table: both ends of the range belong to it, and a step series holds on into it. */
import { describe, expect, test } from 'vitest';
import { columnOf } from '../../../../../src/engine/base/columns/column.ts';
import { Series } from '../../../../../src/engine/base/columns/series.ts';

function series(shape: 'step' | 'line'): Series {
  const made = new Series({ id: 'cwnd', name: 'cwnd', unit: 'bytes', shape, origin: 'logged' });
  for (const [timeUs, value] of [
    [10, 1],
    [20, 2],
    [30, 3],
  ] as const)
    made.push(timeUs, value);
  return made;
}

describe.each<[fromUs: number, toUs: number, values: readonly number[], entry: number]>([
  [20, 30, [2, 3], Number.NaN],
  [21, 29, [], 2],
  [20, 20, [2], Number.NaN],
  [11, 19, [], 1],
  [9, 9, [], Number.NaN],
  [9, 10, [1], Number.NaN],
  [10, 29, [1, 2], Number.NaN],
  [11, 30, [2, 3], 1],
  [31, 99, [], 3],
  [30, 10, [], Number.NaN],
])('from %i to %i µs', (fromUs, toUs, values, entry) => {
  test('a step series has these points and the value held before', () => {
    const column = columnOf(series('step'), fromUs, toUs);
    expect([...column.values]).toEqual(values);
    expect([...column.timesUs]).toEqual(values.map((value) => value * 10));
    expect(column.entry).toEqual(entry);
    expect(column.info.id).toBe('cwnd');
  });

  test('a line has these points and no value held before', () => {
    const column = columnOf(series('line'), fromUs, toUs);
    expect([...column.values]).toEqual(values);
    expect(column.entry).toBeNaN();
  });
});
