/**
 * Several series in one table, by time: the rows of `convert`, and of a panel's CSV, also over the traces of a set. A row holds the values that were set at its time,
 * and nothing is filled in, so that a series' own points remain visible. Where a
 * series has several points at one time, each gets a row.
 */
import type { Column } from '../../../engine/base/columns/column';
import type { SeriesUnit } from '../../../engine/base/columns/series';
import { csvCell } from '../../../engine/base/text/csv';

export const SERIES_FORMATS = ['csv', 'ndjson'] as const;
export type SeriesFormat = (typeof SERIES_FORMATS)[number];

/** The first number is the time in µs; then the value per column, NaN where it has none. */
export type SeriesRow = readonly [timeUs: number, ...values: number[]];

/** Rows by time. The first one, at `fromUs`, holds the values in effect there. */
export function* rowsOf(columns: readonly Column[], fromUs: number): Generator<SeriesRow> {
  if (columns.some(({ entry }) => !Number.isNaN(entry))) yield [fromUs, ...columns.map(({ entry }) => entry)];
  const at = columns.map(() => 0);
  for (;;) {
    let timeUs = Number.POSITIVE_INFINITY;
    columns.forEach(({ timesUs }, i) => {
      timeUs = Math.min(timeUs, timesUs[at[i]] ?? Number.POSITIVE_INFINITY);
    });
    if (timeUs === Number.POSITIVE_INFINITY) return;
    const values = columns.map(({ timesUs, values }, i) => {
      const index = at[i];
      if (timesUs[index] !== timeUs) return Number.NaN;
      at[i] = index + 1;
      return values[index];
    });
    yield [timeUs, ...values];
  }
}

const scaled = ({ info }: Column, value: number): number => (info.unit === 'us' ? value / 1000 : value);

/** Per unit, the words at the end of a column's name; a time is written in ms. */
const UNIT_WORDS: { readonly [unit in SeriesUnit]: readonly string[] } = {
  bytes: ['bytes'],
  us: ['ms'],
  packets: ['packets'],
  'bytes/s': ['bytes', 'per', 'second'],
  flag: [],
};

/** `smoothed-rtt` → `smoothed_rtt_ms`, and `smoothedRttMs` in NDJSON. */
function nameOf(column: Column, format: SeriesFormat): string {
  const words = [...column.info.id.split('-'), ...UNIT_WORDS[column.info.unit]];
  if (format === 'csv') return words.join('_');
  return words
    .map((word, i) => (i === 0 ? word : `${word.slice(0, 1).toUpperCase()}${word.slice(1)}`))
    .join('');
}

/** The lines of the table, the header first where the format has one. */
export function* seriesLines(
  columns: readonly Column[],
  fromUs: number,
  format: SeriesFormat,
): Generator<string> {
  const names = columns.map((column) => nameOf(column, format));
  if (format === 'csv') yield `${['time_ms', ...names].join(',')}\n`;
  for (const [timeUs, ...values] of rowsOf(columns, fromUs)) {
    const timeMs = timeUs / 1000;
    const cells = values.map((value, i) => scaled(columns[i], value));
    if (format === 'csv') {
      yield `${[timeMs, ...cells.map((cell) => (Number.isNaN(cell) ? '' : cell))].join(',')}\n`;
      continue;
    }
    const row: { [name: string]: number } = { timeMs };
    cells.forEach((cell, i) => {
      if (!Number.isNaN(cell)) row[names[i]] = cell;
    });
    yield `${JSON.stringify(row)}\n`;
  }
}

export interface TraceSeries {
  /** What the table calls it. */
  readonly trace: string;
  /** Added to its times, they are those of the set, µs. */
  readonly offsetUs: number;
  readonly columns: readonly Column[];
  readonly fromUs: number;
}

/**
 * A table as CSV with the rows of each trace, one trace after the other. Both clocks stand in each row: the time on the axis of
 * the set, which is that of its first trace, and the one that the trace itself logged.
 */
export function* setSeriesLines(traces: readonly TraceSeries[]): Generator<string> {
  const columns = traces.flatMap((one) => one.columns);
  const ids = [...new Set(columns.map(({ info }) => info.id))];
  const named = ids.flatMap((id) => columns.find(({ info }) => info.id === id) ?? []);
  yield `${['trace', 'axis_time_ms', 'own_time_ms', ...named.map((column) => nameOf(column, 'csv'))].join(',')}\n`;
  for (const { trace, offsetUs, columns: own, fromUs } of traces) {
    const places = ids.map((id) => own.findIndex(({ info }) => info.id === id));
    for (const [timeUs, ...values] of rowsOf(own, fromUs)) {
      const cells = places.map((at) => {
        const value = values[at] ?? Number.NaN;
        return Number.isNaN(value) ? '' : scaled(own[at], value);
      });
      yield `${[quoted(trace), (timeUs + offsetUs) / 1000, timeUs / 1000, ...cells].join(',')}\n`;
    }
  }
}

/** A text as a cell; one that a spreadsheet takes for a formula begins with an apostrophe. */
function quoted(text: string): string {
  return csvCell(/^[=+\-@\t\r]/.test(text) ? `'${text}` : text);
}
