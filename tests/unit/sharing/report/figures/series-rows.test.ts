/** The table of `convert`: one row per time, no point lost, nothing carried forward but the beginning. */
import { describe, expect, test } from 'vitest';
import { columnOf } from '../../../../../src/engine/base/columns/column.ts';
import { Series, type SeriesInfo } from '../../../../../src/engine/base/columns/series.ts';
import {
  rowsOf,
  seriesLines,
  setSeriesLines,
} from '../../../../../src/sharing/report/figures/series-rows.ts';

function series(
  id: string,
  unit: SeriesInfo['unit'],
  shape: SeriesInfo['shape'],
  points: readonly (readonly [number, number])[],
): Series {
  const made = new Series({ id, name: id, unit, shape, origin: 'logged' });
  for (const [timeUs, value] of points) made.push(timeUs, value);
  return made;
}

const cwnd = series('cwnd', 'bytes', 'step', [
  [1000, 10],
  [3000, 30],
  [3000, 31],
  [9000, 90],
]);
const rtt = series('smoothed-rtt', 'us', 'line', [
  [2000, 14_000],
  [3000, 13_500],
]);

const rows = (fromUs: number, toUs: number) => [
  ...rowsOf([columnOf(cwnd, fromUs, toUs), columnOf(rtt, fromUs, toUs)], fromUs),
];
const ALL = [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY] as const;

describe('rows', () => {
  test('are in order of time; a time with several points of one series has several rows', () => {
    expect(rows(...ALL)).toEqual([
      [1000, 10, Number.NaN],
      [2000, Number.NaN, 14_000],
      [3000, 30, 13_500],
      [3000, 31, Number.NaN],
      [9000, 90, Number.NaN],
    ]);
  });

  test('a range holds its ends, and begins with what a step series holds there', () => {
    expect(rows(2500, 3000)).toEqual([
      [2500, 10, Number.NaN],
      [3000, 30, 13_500],
      [3000, 31, Number.NaN],
    ]);
    expect(rows(4000, 8000)).toEqual([[4000, 31, Number.NaN]]);
  });

  test('a value set at the start is not repeated, and before the first there is none', () => {
    expect(rows(1000, 1500)).toEqual([[1000, 10, Number.NaN]]);
    expect(rows(0, 500)).toEqual([]);
  });
});

describe('lines', () => {
  const columns = [columnOf(cwnd, ...ALL), columnOf(rtt, ...ALL)];

  test('CSV has units in its header, ms for times, and empty cells', () => {
    expect([...seriesLines(columns, ALL[0], 'csv')].join('')).toBe(
      'time_ms,cwnd_bytes,smoothed_rtt_ms\n1,10,\n2,,14\n3,30,13.5\n3,31,\n9,90,\n',
    );
  });

  test('a rate says per what', () => {
    const rate = columnOf(series('delivery-rate', 'bytes/s', 'line', [[2000, 1_250_000]]), ...ALL);
    const text = (format: 'csv' | 'ndjson'): string => [...seriesLines([rate], ALL[0], format)].join('');
    expect(text('csv')).toBe('time_ms,delivery_rate_bytes_per_second\n2,1250000\n');
    expect(JSON.parse(text('ndjson'))).toEqual({ timeMs: 2, deliveryRateBytesPerSecond: 1_250_000 });
  });

  test('NDJSON leaves out what a row does not hold', () => {
    const lines = [...seriesLines(columns, ALL[0], 'ndjson')].map((line) => JSON.parse(line));
    expect(lines.slice(0, 3)).toEqual([
      { timeMs: 1, cwndBytes: 10 },
      { timeMs: 2, smoothedRttMs: 14 },
      { timeMs: 3, cwndBytes: 30, smoothedRttMs: 13.5 },
    ]);
  });
});

describe('a set', () => {
  const table = (trace: string, offsetUs: number, ...own: readonly Series[]) => ({
    ...{ trace, offsetUs, fromUs: 0 },
    columns: own.map((one) => columnOf(one, ...ALL)),
  });

  test('has columns for the trace, its time on the axis and in its log, and for every series of one of them', () => {
    expect([...setSeriesLines([table('A', 0, rtt), table('B', 500_000, cwnd)])].join('')).toBe(
      [
        'trace,axis_time_ms,own_time_ms,smoothed_rtt_ms,cwnd_bytes',
        'A,2,2,14,',
        'A,3,3,13.5,',
        'B,501,1,,10',
        'B,503,3,,30',
        'B,503,3,,31',
        'B,509,9,,90',
        '',
      ].join('\n'),
    );
  });

  test.each([
    ['B (a,b "c")', '"B (a,b ""c"")"'],
    ['=cmd', "'=cmd"],
  ])('a name such as %s is one cell, and no formula', (name, cell) => {
    const [, first] = [...setSeriesLines([table(name, 0, rtt)])];
    expect(first).toBe(`${cell},2,2,14\n`);
  });
});
