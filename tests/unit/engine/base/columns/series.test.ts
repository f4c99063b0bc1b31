/** One series: what it keeps of the points, and what a panel is told about a window. */
import { describe, expect, it } from 'vitest';
import { Series, type SeriesInfo } from '../../../../../src/engine/base/columns/series.ts';

const INFO: SeriesInfo = { id: 's', name: 's', unit: 'bytes', shape: 'line', origin: 'logged' };

function seriesOf(
  points: readonly (readonly [number, number])[],
  shape: SeriesInfo['shape'] = 'line',
): Series {
  const series = new Series({ ...INFO, shape });
  for (const [timeUs, value] of points) series.push(timeUs, value);
  return series;
}

const NONE = [Number.NaN, Number.NaN, Number.NaN, Number.NaN];

describe('points', () => {
  it('that repeat a value are left out of a step series and kept in a line', () => {
    const points = [
      [0, 5],
      [1, 5],
      [2, 0],
      [3, 0],
      [4, 5],
    ] as const;
    expect([...seriesOf(points, 'step').timesUs]).toEqual([0, 2, 4]);
    expect([...seriesOf(points, 'line').timesUs]).toEqual([0, 1, 2, 3, 4]);
  });

  it('earlier than the last get its time', () => {
    expect([
      ...seriesOf([
        [10, 1],
        [4, 2],
        [11, 3],
      ]).timesUs,
    ]).toEqual([10, 10, 11]);
  });

  it('before the trace start are kept', () => {
    expect([...seriesOf([[-5, 1]]).timesUs]).toEqual([-5]);
  });

  it('give the smallest, the largest and the last value, NaN when there is none', () => {
    const series = seriesOf([
      [0, 3],
      [1, -2],
      [2, 1],
    ]);
    expect([series.min, series.max, series.last]).toEqual([-2, 3, 1]);
    const empty = seriesOf([]);
    expect([empty.min, empty.max, empty.last]).toEqual([Number.NaN, Number.NaN, Number.NaN]);
  });
});

describe('query', () => {
  it('gives first, min, max and last per column, and NaN where nothing was logged', () => {
    const series = seriesOf([
      [0, 4],
      [10, 1],
      [15, 9],
      [19, 3],
      [40, 7],
    ]);
    const { id, values } = series.query({ fromUs: 0, columnUs: 10, columns: 5 });
    expect(id).toBe('s');
    expect([...values]).toEqual([4, 4, 4, 4, 1, 1, 9, 3, ...NONE, ...NONE, 7, 7, 7, 7]);
  });

  it('gives the value held on entry and the next point after the window', () => {
    const series = seriesOf([
      [0, 4],
      [10, 1],
      [20, 9],
      [30, 3],
    ]);
    const { values, entry, next } = series.query({ fromUs: 10, columnUs: 5, columns: 2 });
    expect(entry).toBe(4);
    expect([...values]).toEqual([1, 1, 1, 1, ...NONE]);
    expect(next).toEqual({ timeUs: 20, value: 9 });
  });

  it('has neither entry nor next outside the points', () => {
    const series = seriesOf([
      [0, 4],
      [10, 1],
    ]);
    expect(series.query({ fromUs: -5, columnUs: 20, columns: 1 })).toMatchObject({
      entry: Number.NaN,
      next: null,
    });
    expect(series.query({ fromUs: 50, columnUs: 1, columns: 2 })).toMatchObject({ entry: 1, next: null });
    expect(series.query({ fromUs: -50, columnUs: 1, columns: 2 }).next).toEqual({ timeUs: 0, value: 4 });
  });

  it('puts points of one time into one column', () => {
    const { values } = seriesOf([
      [5, 1],
      [5, 8],
      [5, 2],
    ]).query({ fromUs: 5, columnUs: 1, columns: 1 });
    expect([...values]).toEqual([1, 1, 8, 2]);
  });
});

describe('values in time', () => {
  const series = seriesOf([
    [10, 4],
    [20, 1],
    [20, 6],
    [30, 5],
  ]);

  it('are held from their point on', () => {
    expect([9, 10, 19, 20, 29, 30, 99].map((timeUs) => series.valueAt(timeUs))).toEqual([
      Number.NaN,
      4,
      4,
      6,
      6,
      5,
      5,
    ]);
  });

  it('have their median over a closed span, sorted as numbers', () => {
    expect(
      seriesOf([
        [0, 100],
        [1, 9],
        [2, 20],
      ]).medianOf(0, 2),
    ).toBe(20);
    expect(series.medianOf(10, 30)).toBe(4.5);
    expect(series.medianOf(31, 40)).toBeNaN();
  });

  it('stay in order when their median is taken', () => {
    series.medianOf(10, 30);
    expect([...series.values]).toEqual([4, 1, 6, 5]);
  });
});

it('has in time the median that it has for half of it, however often it logs another', () => {
  const often = Array.from({ length: 48 }, (_, i) => [901 + i, 901 + i] as const);
  const series = seriesOf([[100, 7], [900, 30], ...often], 'step');
  expect(series.medianInTime(0, 1000)).toBe(7);
  // Until its first point it has none.
  expect(series.medianInTime(0, 99)).toBeNaN();
  expect(series.medianInTime(899, 900.5)).toBe(7);
});
