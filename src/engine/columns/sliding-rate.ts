/**
 * Rates of running totals, without aliases of the bursts that make them up: a sliding mean whose weights fall linearly to
 * zero at one width on both sides (a mean over the width, of means over the width).
 *
 *        ╱╲        A plain difference over a width counts n or n + 1 bursts and swings by a burst. With these weights a
 *      ╱    ╲      steady flow of bursts, r of them per width, differs from its mean by at most 1/(3 r²) of it, and not at
 *    ╱        ╲    all where the width is a whole number of bursts (the transform of the weights is sinc²; its zeros are
 *   −w   t   +w    the multiples of 1/width).
 *
 * Times are exact: events of the trace, not columns of an answer.
 */
import { lowerBound } from './growable';
import { nextBound } from './next-bound';
import type { ColumnWindow } from './series';

/** Rates per width: enough to join them by lines. */
const STEPS = 8;
/** A cell with more events is taken as filled evenly, so that a query does not grow with the trace: it is an eighth of a width. */
const MANY_EVENTS = 128;
/** The width in round trips, whole ones: what a window-limited sender does repeats with them. */
const ROUND_TRIPS = 4;
/** At least so many columns wide, so that no event falls between two rates. */
const COLUMNS = 8;
/** Parts of a trace that a width is at most: near its ends, for a width, the rate is held. */
const LEAST_PARTS = 8;
/** Width where no RTT is known: the initial RTT of RFC 9002 §6.2.2. */
const NO_RTT_US = 333_000;

/** A total that steps up: how many events there are by a time, and the total after so many. */
export interface RunningTotal {
  readonly timesUs: Float64Array;
  readonly after: (events: number) => number;
}

/** Where rates are taken: `count` times from `fromUs` on, `stepUs` apart, each over `widthUs` on both sides. */
export interface RateGrid {
  readonly fromUs: number;
  readonly stepUs: number;
  readonly count: number;
  readonly widthUs: number;
}

/** True for the ids of series that are running totals. */
export function isRunningTotal(id: string): boolean {
  return id.endsWith('-total');
}

/** The width for a window: whole round trips. @param rttUs NaN where none is known. */
export function rateWidthUs({ columnUs }: ColumnWindow, rttUs: number): number {
  const leastUs = columnUs * COLUMNS;
  if (!(rttUs > 0)) return Math.max(NO_RTT_US, leastUs);
  return rttUs * Math.max(ROUND_TRIPS, Math.ceil(leastUs / rttUs));
}

/**
 * The grid for a window: from the first to the last time around which a whole width is known on both sides, as far as the
 * window needs it. It stands still when the window moves.
 * @param known the trace, or the part of it of which totals are known. In a short one the width is an eighth of it.
 */
export function rateGrid(
  { fromUs, columnUs, columns }: ColumnWindow,
  known: { readonly fromUs: number; readonly toUs: number },
  wantedUs: number,
): RateGrid {
  const widthUs = Math.max(1, Math.min(wantedUs, (known.toUs - known.fromUs) / LEAST_PARTS));
  const stepUs = widthUs / STEPS;
  const originUs = known.fromUs + widthUs;
  const most = Math.max(0, Math.floor((known.toUs - widthUs - originUs) / stepUs + 1e-9));
  const indexOf = (timeUs: number): number => (timeUs - originUs) / stepUs;
  const first = Math.min(most, Math.max(0, Math.floor(indexOf(fromUs))));
  const last = Math.min(most, Math.max(first, Math.ceil(indexOf(fromUs + columns * columnUs))));
  return { fromUs: originUs + first * stepUs, stepUs, count: last - first + 1, widthUs };
}

/** Per time of the grid the rate, in units of the total per second. */
export function slidingRates(
  total: RunningTotal,
  { fromUs, stepUs, count, widthUs }: RateGrid,
): Float64Array<ArrayBuffer> {
  const cells = meansOf(total, fromUs - widthUs, stepUs, count + 2 * STEPS - 1);
  const rates = new Float64Array(count);
  let before = 0;
  let after = 0;
  for (let i = 0; i < STEPS; i++) {
    before += cells[i] as number;
    after += cells[i + STEPS] as number;
  }
  for (let i = 0; i < count; i++) {
    rates[i] = Math.max(0, (after - before) / STEPS / (widthUs / 1e6));
    before += (cells[i + STEPS] as number) - (cells[i] as number);
    after += (cells[i + 2 * STEPS] ?? 0) - (cells[i + STEPS] as number);
  }
  return rates;
}

/** The mean total of each cell, above that before the first one. */
function meansOf(
  { timesUs, after }: RunningTotal,
  fromUs: number,
  cellUs: number,
  count: number,
): Float64Array {
  const means = new Float64Array(count);
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
      for (let i = passed; i < end; i++) {
        mean += ((after(i + 1) - after(i)) * (endUs - (timesUs[i] as number))) / cellUs;
      }
      means[cell] = mean;
    }
    passed = end;
  }
  return means;
}
