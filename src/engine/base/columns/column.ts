/**
 * The points of one series in a time range at full resolution, for tables. Panels query windows of pixel columns
 * instead (`Series.query`).
 */
import { lowerBound, upperBound } from './growable';
import type { Series, SeriesInfo } from './series';

export interface Column {
  readonly info: SeriesInfo;
  readonly timesUs: Float64Array<ArrayBuffer>;
  readonly values: Float64Array<ArrayBuffer>;
  /** Value that a step series holds at the start of the range; NaN for none. */
  readonly entry: number;
}

/** The points of a series in [fromUs, toUs], copied. */
export function columnOf(series: Series, fromUs: number, toUs: number): Column {
  const { timesUs, info } = series;
  const from = lowerBound(timesUs, fromUs);
  const end = Math.max(from, upperBound(timesUs, toUs));
  const isSetThere = timesUs.at(from) === fromUs;
  const entry = info.shape === 'step' && from > 0 && !isSetThere ? series.values.at(from - 1) : Number.NaN;
  return { info, timesUs: timesUs.slice(from, end), values: series.values.slice(from, end), entry };
}
