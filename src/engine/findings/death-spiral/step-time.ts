/**
 * Time that a step series spends above a level, inside given spans, and what it holds at instants there: what rules
 * about shares of time measure. The series holds each value until its next point.
 */
import { lowerBound, upperBound } from '../../columns/growable';
import type { Series } from '../../columns/series';
import type { StateTimeline } from '../../columns/state-timeline';

/** A median of so many points is exact enough for any threshold. */
const MEDIAN_SAMPLES = 8192;

export interface TimeSpan {
  readonly startUs: number;
  readonly endUs: number;
}

/** Spans in which the timeline is in the named state, in order; the last one ends at `endUs`. */
export function spansIn(timeline: StateTimeline, name: string, endUs: number): readonly TimeSpan[] {
  const { timesUs, states, names } = timeline;
  const id = names.indexOf(name);
  const spans: TimeSpan[] = [];
  for (let i = 0; i < timesUs.length; i++) {
    if (states[i] === id) spans.push({ startUs: timesUs[i] as number, endUs: timesUs[i + 1] ?? endUs });
  }
  return spans;
}

/** The parts of `spans` in which the series lies above `level`; touching parts are one. Costs one pass. */
export function spansAbove(series: Series, level: number, spans: readonly TimeSpan[]): readonly TimeSpan[] {
  const { timesUs, values } = series;
  const above: { startUs: number; endUs: number }[] = [];
  const add = (startUs: number, endUs: number): void => {
    const last = above.at(-1);
    if (last !== undefined && last.endUs === startUs) last.endUs = endUs;
    else above.push({ startUs, endUs });
  };
  for (const { startUs, endUs } of spans) {
    for (let i = Math.max(0, upperBound(timesUs, startUs) - 1); i < timesUs.length; i++) {
      const fromUs = Math.max(startUs, timesUs[i] as number);
      if (fromUs >= endUs) break;
      if ((values[i] as number) > level) add(fromUs, Math.min(endUs, timesUs[i + 1] ?? endUs));
    }
  }
  return above;
}

/** Sum of the lengths, µs. */
export function lengthOf(spans: readonly TimeSpan[]): number {
  return spans.reduce((sum, { startUs, endUs }) => sum + endUs - startUs, 0);
}

/**
 * What the series holds at those of the given instants that lie inside the spans: how many, and their median; NaN for
 * none. Every n-th of very many.
 */
export function samplesIn(
  series: Series,
  timesUs: Float64Array,
  spans: readonly TimeSpan[],
): { readonly count: number; readonly median: number } {
  const ranges = spans.map(
    ({ startUs, endUs }) => [lowerBound(timesUs, startUs), lowerBound(timesUs, endUs)] as const,
  );
  const count = ranges.reduce((sum, [from, to]) => sum + to - from, 0);
  const stride = Math.max(1, Math.ceil(count / MEDIAN_SAMPLES));
  const sample: number[] = [];
  for (const [from, to] of ranges) {
    for (let i = from; i < to; i += stride) sample.push(series.valueAt(timesUs[i] as number));
  }
  sample.sort((a, b) => a - b);
  return { count, median: sample[sample.length >> 1] ?? Number.NaN };
}
