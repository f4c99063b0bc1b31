/** An axis of a plot: its ends, where a value lies, and ticks with their texts. */
import { scaleLinear } from 'd3-scale';
import type { PlotAxis } from '../../engine/simulator/lab/plot';
import { stepOf, tickNumber } from '../surface/ticks';

export interface Tick {
  readonly value: number;
  readonly label: string;
}

export interface AxisScale {
  readonly from: number;
  readonly to: number;
  /** Share of the axis from its beginning; below 0 and above 1 beyond its ends, NaN for what it has no place for. */
  readonly at: (value: number) => number;
  readonly ticks: readonly Tick[];
}

/** @param values of all series and marks on it, NaN among them. @param most ticks that there is room for. */
export function axisScale(axis: PlotAxis, values: readonly number[], most: number): AxisScale {
  return axis.scale === 'log' ? logScale(axis, values, most) : linearScale(axis, values, most);
}

/** The least and the greatest of the finite ones; null for none. */
function extentOf(values: readonly number[]): readonly [number, number] | null {
  let [least, greatest] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const value of values) {
    if (!Number.isFinite(value)) continue;
    if (value < least) least = value;
    if (value > greatest) greatest = value;
  }
  return least > greatest ? null : [least, greatest];
}

function linearScale(axis: PlotAxis, values: readonly number[], most: number): AxisScale {
  const [least, greatest] = extentOf(values) ?? [axis.from ?? 0, axis.to ?? (axis.from ?? 0) + 1];
  let from = axis.from ?? least;
  let to = axis.to ?? greatest;
  if (!(to > from)) {
    const room = Math.abs(from) / 10 || 1;
    if (axis.to === undefined) to = from + room;
    else from = to - room;
  }
  const [niceFrom = from, niceTo = to] = scaleLinear([from, to], [0, 1]).nice(most).domain();
  from = axis.from ?? niceFrom;
  to = axis.to ?? niceTo;
  const ticks = scaleLinear([from, to], [0, 1]).ticks(most);
  const step = stepOf(ticks, to - from);
  return {
    from,
    to,
    at: (value) => (value - from) / (to - from),
    ticks: ticks.map((value) => ({ value, label: tickNumber(value, step) })),
  };
}

/** Of every decade; the first list that gives few enough. */
const STEPS = [[1, 2, 5], [1]] as const;

function logScale(axis: PlotAxis, values: readonly number[], most: number): AxisScale {
  const [least, greatest] = extentOf(values.filter((value) => value > 0)) ?? [1, 10];
  const from = (axis.from ?? 0) > 0 ? (axis.from as number) : stepBelow(least);
  const above = (axis.to ?? 0) > from ? (axis.to as number) : stepAbove(greatest);
  const to = above > from ? above : from * 10;
  const decades = Math.log10(to / from);
  return {
    from,
    to,
    at: (value) => (value > 0 ? Math.log10(value / from) / decades : Number.NaN),
    ticks: logTicks(from, to, most),
  };
}

/** So near counts as the same: powers of ten are not exact. */
const SAME = 1 + 1e-9;

function stepBelow(value: number): number {
  const decade = 10 ** Math.floor(Math.log10(value * SAME));
  return ([5, 2].find((step) => step * decade <= value * SAME) ?? 1) * decade;
}

function stepAbove(value: number): number {
  const decade = 10 ** Math.floor(Math.log10(value / SAME));
  return ([1, 2, 5].find((step) => step * decade * SAME >= value) ?? 10) * decade;
}

function logTicks(from: number, to: number, most: number): readonly Tick[] {
  const [first, last] = [Math.floor(Math.log10(from)), Math.ceil(Math.log10(to))];
  const decades = Array.from({ length: last - first + 1 }, (_, i) => first + i);
  const inside = ({ value }: LogTick): boolean => value * SAME >= from && value <= to * SAME;
  for (const steps of STEPS) {
    const ticks = decades
      .flatMap((power) => steps.map((step): LogTick => ({ step, power, value: step * 10 ** power })))
      .filter(inside);
    if (ticks.length <= most) return labelled(ticks);
  }
  const every = Math.ceil(decades.length / Math.max(1, most));
  const ticks = decades.map((power): LogTick => ({ step: 1, power, value: 10 ** power })).filter(inside);
  return labelled(ticks.filter(({ power }) => power % every === 0));
}

interface LogTick {
  readonly step: number;
  readonly power: number;
  readonly value: number;
}

/** From here to there a value is written out. */
const [LEAST_POWER, MOST_POWER] = [-3, 5];
const RAISED: { readonly [digit: string]: string } = Object.fromEntries(
  [...'0123456789-'].map((digit, i) => [digit, '⁰¹²³⁴⁵⁶⁷⁸⁹⁻'[i]]),
);

/** All as powers of ten where one of them is too long or too small to be written out. */
function labelled(ticks: readonly LogTick[]): readonly Tick[] {
  const isPlain = ticks.every(({ power }) => power >= LEAST_POWER && power <= MOST_POWER);
  return ticks.map(({ value, step, power }) => ({
    value,
    label: isPlain ? tickNumber(value, 10 ** Math.min(0, power)) : powerText(step, power),
  }));
}

function powerText(step: number, power: number): string {
  const raised = [...String(power)].map((digit) => RAISED[digit]).join('');
  return step === 1 ? `10${raised}` : `${step}·10${raised}`;
}
