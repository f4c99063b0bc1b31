/** Numbers read out of columns: what a series holds, its extremes, its growth, and sums of counts. */
import { describe, expect, test } from 'vitest';
import {
  columnAt,
  columnsOf,
  extremesOf,
  rangeText,
  rateOf,
  shownValue,
  sliceOf,
  sumOf,
  valueAt,
} from '../../../../../src/drawing/panels/build/answer-values.ts';
import type { PanelContext } from '../../../../../src/drawing/panels/panel.ts';
import { type ColumnWindow, Series } from '../../../../../src/engine/base/columns/series.ts';
import { bytes } from '../../../../../src/engine/base/text/figures.ts';
import { NO_PARTS } from '../../../../../src/engine/reading/contract/answer-parts.ts';
import type { WindowAnswer } from '../../../../../src/engine/reading/contract/snapshot.ts';

/** Ten columns of 100 µs, from 1,000 µs on. */
const window: ColumnWindow = { fromUs: 1000, columnUs: 100, columns: 10 };

function answerWith(points: readonly (readonly [number, number])[]): WindowAnswer {
  const series = new Series({ id: 's', name: 's', unit: 'bytes', shape: 'step', origin: 'logged' });
  for (const [timeUs, value] of points) series.push(timeUs, value);
  const none = new Float64Array(0);
  return {
    revision: 1,
    window,
    series: [series.query(window)],
    states: { names: [], shares: none, changes: none },
    losses: none,
    spacing: null,
    rttUs: Number.NaN,
    parts: NO_PARTS,
  };
}

const answer = answerWith([
  [500, 7],
  [1210, 20],
  [1250, 5],
  [1290, 40],
  [1700, 10],
]);

describe('a column', () => {
  test('includes its left edge and not its right one', () => {
    expect([1000, 1099.9, 1100, 1999].map((timeUs) => columnAt(window, timeUs))).toEqual([0, 0, 1, 9]);
  });

  test('does not exist outside the window', () => {
    expect([999, 2000, Number.NaN].map((timeUs) => columnAt(window, timeUs))).toEqual([
      Number.NaN,
      Number.NaN,
      Number.NaN,
    ]);
  });

  test('ranges are cut to the window, also those outside it', () => {
    expect(columnsOf(window, 0, 9999)).toEqual([0, 10]);
    expect(columnsOf(window, 1200, 1400)).toEqual([2, 4]);
    expect(columnsOf(window, 1250, 1250)).toEqual([2, 3]);
    const [first, last] = columnsOf(window, 5000, 6000);
    expect(last).toBe(first);
    expect(columnsOf(window, 0, 500)).toEqual([0, 0]);
  });
});

describe('the value of a series', () => {
  test('is the last logged one, also before the window', () => {
    expect([1000, 1150, 1300, 1650, 1700, 1999].map((timeUs) => valueAt(answer, 's', timeUs))).toEqual([
      7, 7, 40, 40, 10, 10,
    ]);
  });

  test('is unknown outside the window, before the first point, and for a series that was not requested', () => {
    expect(valueAt(answer, 's', 999)).toBeNaN();
    expect(valueAt(answerWith([[1500, 3]]), 's', 1100)).toBeNaN();
    expect(valueAt(answer, 'other', 1500)).toBeNaN();
    expect(sliceOf(answer, 'other')).toBeUndefined();
  });
});

describe('extremes', () => {
  test('are of all points of a part, not of its first and last', () => {
    expect(extremesOf(answer, 's', 1200, 1300)).toMatchObject({ min: 5, max: 40 });
  });

  test('include the value at the start of the part', () => {
    expect(extremesOf(answer, 's', 1300, 1600)).toMatchObject({ min: 40, max: 40 });
    expect(extremesOf(answer, 's', 1600, 2000)).toMatchObject({ min: 10, max: 40 });
    expect(extremesOf(answer, 's', 1000, 2000)).toMatchObject({ min: 5, max: 40 });
  });

  test('do not exist without values', () => {
    expect(extremesOf(answerWith([[1500, 3]]), 's', 1000, 1400)).toBeNull();
    expect(extremesOf(answer, 'other', 1000, 2000)).toBeNull();
  });

  test('read as one value, as a range, or as a dash', () => {
    const text = (min: number, max: number, within = 0): string =>
      rangeText(
        {
          ...{ min, max, minIn: { value: min, low: min, high: min } },
          maxIn: { value: max, low: max - within, high: max },
        },
        bytes,
      );
    expect(text(2700, 2700)).toBe('2,700 B');
    expect(text(0, 2700)).toBe('0 B to 2,700 B');
    expect(text(0, 2700, 500)).toBe('0 B to ≈ 2,700 B ± 500 B');
    expect(rangeText(null, bytes)).toBe('–');
  });
});

describe('growth per second', () => {
  const total = answerWith([
    [900, 1000],
    [1110, 1500],
    [1150, 2000],
    [1850, 4000],
  ]);

  test('is the increase in a part over its length', () => {
    expect(rateOf(total, 's', 1100, 1200)).toBeCloseTo(1000 / 100e-6, 3);
    expect(rateOf(total, 's', 1000, 2000)).toBeCloseTo(3000 / 1000e-6, 3);
    expect(rateOf(total, 's', 1200, 1800)).toBe(0);
  });

  test('counts from zero if the series begins inside the part', () => {
    expect(rateOf(answerWith([[1500, 300]]), 's', 1400, 1600)).toBeCloseTo(300 / 200e-6, 3);
  });

  test('does not exist for an empty part or an unknown series', () => {
    expect(rateOf(total, 's', 1500, 1500)).toBeNaN();
    expect(rateOf(total, 'other', 1000, 2000)).toBeNaN();
  });
});

test('counts are summed over the columns of a part', () => {
  const counts = Float64Array.from([1, 0, 2, 0, 0, 3, 0, 0, 0, 4]);
  expect(sumOf(counts, window, 1000, 2000)).toBe(10);
  expect(sumOf(counts, window, 1200, 1600)).toBe(5);
  expect(sumOf(counts, window, 0, 500)).toBe(0);
});

test('a legend shows what a value was within its column, and of one of several traces what it is at the end', () => {
  const context = { answer } as PanelContext;
  expect(shownValue(context, 's', 1250, bytes)).toBe('5 B to 40 B');
  expect(shownValue({ ...context, isCompared: true }, 's', 1250, bytes)).toBe('40 B');
  expect(shownValue({ ...context, isCompared: true }, 'none', 1250, bytes)).toBeNull();
});
