/**
 * The points of one series in a time range at full resolution, for tables. Panels query windows of pixel columns
 * instead (`Series.query`).
 */
import { lowerBound, upperBound } from './growable';
import type { Series, SeriesInfo } from './series';

/** One series as a column of a table. */
export interface Column {
  readonly info: SeriesInfo;
  readonly timesUs: Float64Array;
  readonly values: Float64Array;
  /** Value that a step series holds at the start of the range; NaN for none. */
  readonly entry: number;
}

/** The points of a series in [fromUs, toUs], as views that are valid until the next push. */
export function columnOf(series: Series, fromUs: number, toUs: number): Column {
  const { timesUs, info } = series;
  const from = lowerBound(timesUs, fromUs);
  const end = Math.max(from, upperBound(timesUs, toUs));
  const isSetThere = timesUs[from] === fromUs;
  const entry =
    info.shape === 'step' && from > 0 && !isSetThere ? (series.values[from - 1] as number) : Number.NaN;
  return { info, timesUs: timesUs.subarray(from, end), values: series.values.subarray(from, end), entry };
}
