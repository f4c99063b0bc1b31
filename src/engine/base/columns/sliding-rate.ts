/**
 * Rates of running totals, without aliases of the bursts that make them up: a sliding mean whose weights fall linearly to
 * zero at one width on both sides (a mean over the width, of means over the width).
 *
 *        ╱╲        A plain difference over a width counts n or n + 1 bursts and swings by a burst. With these weights a
 *      ╱    ╲      steady flow of bursts, r of them per width, differs from its mean by at most 1/(3 r²) of it, and not at
 *    ╱        ╲    all where the width is a whole number of bursts (the transform of the weights is sinc²; its zeros are
 *   −w   t   +w    the multiples of 1/width).
 *
 * Near an end of what is known the weights towards it fall to zero there, so that nothing is beyond it and no burst counts in
 * part; within a quarter of a width of the end the rate is held.
 *
 * Times are exact: events of the trace, not columns of an answer.
 */
import { lowerBound } from './growable';
import { nextBound, type Times } from './next-bound';
import type { ColumnWindow } from './series';

/** Rates per width: enough to join them by lines. */
const STEPS = 8;
/** Steps over which the weights fall at least: a quarter of a width, a round trip. */
const LEAST_STEPS = STEPS / 4;
/** A cell with more events is taken as filled evenly, so that a query does not grow with the trace: it is an eighth of a width. */
const MANY_EVENTS = 128;
/** The width in round trips, whole ones: what a window-limited sender does repeats with them. */
const ROUND_TRIPS = 4;
/** At least so many columns wide, so that no event falls between two rates. */
const COLUMNS = 8;
/** Parts of a trace that a width is at most. */
const LEAST_PARTS = 8;
/** Width where no RTT is known: the initial RTT of RFC 9002 §6.2.2. */
const NO_RTT_US = 333_000;

/** A total that steps up: how many events there are by a time, and the total after so many. */
export interface RunningTotal {
  readonly timesUs: Times;
  readonly after: (events: number) => number;
}

interface Range {
  readonly fromUs: number;
  readonly toUs: number;
}

/** Where rates are taken: `count` times from `fromUs` on, `stepUs` apart, each over `widthUs` on both sides. */
export interface RateGrid {
  /** The trace, or the part of it of which totals are known. */
  readonly extent: Range;
  readonly fromUs: number;
  readonly stepUs: number;
  readonly count: number;
  readonly widthUs: number;
}

/** The width for a window: whole round trips. @param rttUs NaN where none is known. */
export function rateWidthUs({ columnUs }: ColumnWindow, rttUs: number): number {
  const leastUs = columnUs * COLUMNS;
  if (!(rttUs > 0)) return Math.max(NO_RTT_US, leastUs);
  return rttUs * Math.max(ROUND_TRIPS, Math.ceil(leastUs / rttUs));
}

/**
 * The grid for a window: all of what is known but a quarter of a width at both ends, as far as the window needs it. It stands
 * still when the window moves.
 * @param extent the trace, or the part of it of which totals are known. In a short one the width is an eighth of it.
 */
export function rateGrid(
  { fromUs, columnUs, columns }: ColumnWindow,
  extent: Range,
  wantedUs: number,
): RateGrid {
  const widthUs = Math.max(1, Math.min(wantedUs, (extent.toUs - extent.fromUs) / LEAST_PARTS));
  const stepUs = widthUs / STEPS;
  const originUs = extent.fromUs + LEAST_STEPS * stepUs;
  const most = Math.max(0, Math.floor((extent.toUs - originUs) / stepUs + 1e-9) - LEAST_STEPS);
  const indexOf = (timeUs: number): number => (timeUs - originUs) / stepUs;
  const first = Math.min(most, Math.max(0, Math.floor(indexOf(fromUs))));
  const last = Math.min(most, Math.max(first, Math.ceil(indexOf(fromUs + columns * columnUs))));
  return { extent: extent, fromUs: originUs + first * stepUs, stepUs, count: last - first + 1, widthUs };
}

/** Of sums of doubles, relative. */
const ROUNDING = 1e-13;

/** Per time of the grid the rate, in units of the total per second. */
export function slidingRates(
  total: RunningTotal,
  { extent, fromUs, stepUs, count, widthUs }: RateGrid,
): Float64Array<ArrayBuffer> {
  const cells = meansOf(total, fromUs - widthUs, stepUs, count + 2 * STEPS - 1);
  const sums = sumsOf(cells);
  const meanOf = (from: number, to: number): number => (sums[to] - sums[from]) / (to - from);
  // A smaller rise is what the sums leave of no rise at all.
  const least = sums[cells.length] * ROUNDING;
  const rates = new Float64Array(count);
  for (let i = 0; i < count; i++) {
    const timeUs = fromUs + i * stepUs;
    const before = stepsWithin(timeUs - extent.fromUs, stepUs);
    const after = stepsWithin(extent.toUs - timeUs, stepUs);
    const middle = i + STEPS;
    const rise = meanOf(middle, middle + after) - meanOf(middle - before, middle);
    rates[i] = rise > least ? rise / ((before + after) / 2) / (stepUs / 1e6) : 0;
  }
  return rates;
}

/** Whole steps over which the weights fall: those of a width, or as many as there are to an end. */
function stepsWithin(lengthUs: number, stepUs: number): number {
  return Math.min(STEPS, Math.max(LEAST_STEPS, Math.floor(lengthUs / stepUs + 1e-9)));
}

/** Sum of the values before each, and of all. */
function sumsOf(values: Float64Array): Float64Array {
  const sums = new Float64Array(values.length + 1);
  for (let i = 0; i < values.length; i++) sums[i + 1] = sums[i] + values[i];
  return sums;
}

/** The mean total of each cell, above that before the first one. */
function meansOf(
  { timesUs, after }: RunningTotal,
  fromUs: number,
  cellUs: number,
  count: number,
): Float64Array {
  const means = new Float64Array(count);
  const inOrder = 'reader' in timesUs ? timesUs.reader() : timesUs;
  let passed = lowerBound(timesUs, fromUs);
  const base = after(passed);
  for (let cell = 0; cell < count; cell++) {
    const startUs = fromUs + cell * cellUs;
    const endUs = startUs + cellUs;
    const end = nextBound(timesUs, endUs, passed);
    const [low, high] = [after(passed) - base, after(end) - base];
    if (end - passed > MANY_EVENTS) means[cell] = (low + high) / 2;
    else {
      let mean = low;
      let total = after(passed);
      for (let i = passed; i < end; i++) {
        const before = total;
        total = after(i + 1);
        mean += ((total - before) * (endUs - (inOrder.at(i) as number))) / cellUs;
      }
      means[cell] = mean;
    }
    passed = end;
  }
  return means;
}
