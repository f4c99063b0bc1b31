/** Positions and labels of ticks, without drawing. */
import { scaleLinear } from 'd3-scale';
import type { Viewport } from './viewport';

const TIME_TICK_PX = 110;

/** More decimals than any axis needs. */
const MOST_DECIMALS = 15;
/** Of a step: so near counts as the same, because ticks have rounding errors. */
const SAME = 1e-3;

/** Decimals that write a multiple of a step as it is; more than a step of `step` needs tell nothing apart. */
function decimalsOf(value: number, step: number): number {
  for (let decimals = 0; decimals < MOST_DECIMALS; decimals++) {
    const scaled = value * 10 ** decimals;
    if (Math.abs(scaled - Math.round(scaled)) <= SAME * Math.abs(step) * 10 ** decimals) return decimals;
  }
  return MOST_DECIMALS;
}

/** From one tick to the next; a tick alone is written as it is. @param length of the axis, for a lone zero. */
export function stepOf(ticks: readonly number[], length: number): number {
  const [first = 0, second] = ticks;
  return second === undefined ? Math.abs(first) || 10 ** Math.floor(Math.log10(length)) : second - first;
}

/** Time ticks in µs and their labels, with unit and without, for the axis and for grid lines: whole µs, because times are no finer. */
export function timeTicks(viewport: Viewport): {
  readonly values: readonly number[];
  readonly label: (us: number) => string;
  readonly number: (us: number) => string;
} {
  const scale = scaleLinear([viewport.fromUs, viewport.toUs], [0, viewport.width]);
  const values = scale
    .ticks(Math.max(2, Math.floor(viewport.width / TIME_TICK_PX)))
    .filter((us) => Number.isInteger(us));
  const step = stepOf(values, Math.max(1, viewport.toUs - viewport.fromUs));
  const number = (us: number): string => tickNumber(us / 1e6, step / 1e6);
  return { values, number, label: (us) => `${number(us)} s` };
}

/** The same in bytes. @param viewport in bytes. */
export function byteTicks(viewport: Viewport): Pick<ReturnType<typeof timeTicks>, 'values' | 'label'> {
  const { values } = timeTicks(viewport);
  const step = stepOf(values, Math.max(1, viewport.toUs - viewport.fromUs));
  return { values, label: (bytes) => axisBytes(bytes, step) };
}

/**
 * How a value axis maps values to the height. `rows`: as many rows of equal height as its top says, counted from the upper edge, with
 * a text in the middle of each and no line of the grid.
 */
export type AxisKind = 'linear' | 'log' | 'rows';

/** Draws the grid for a value axis from `min`, 0 by default, to `max`; called once, before anything else. */
export type DrawAxis = (max: number, format: AxisFormat, min?: number, kind?: AxisKind) => void;

/** Pixels from one label of a value axis to the next, at least. */
const VALUE_TICK_PX = 22;

/** A value's distance from the upper edge, pixels; what is below a logarithmic axis lies on the lower edge. */
export function valueY(
  [min, max]: readonly [number, number],
  height: number,
  kind: AxisKind,
): (value: number) => number {
  if (kind === 'rows') return (value) => ((value - min) / (max - min)) * height;
  if (kind === 'linear') return (value) => height - ((value - min) / (max - min)) * height;
  const decades = Math.log(max / min);
  return (value) => (value > min ? height - (Math.log(value / min) / decades) * height : height);
}

/** 1, 2 and 5 of every decade; only its beginning where these are too many. */
function logTicks([min, max]: readonly [number, number], height: number): readonly number[] {
  const from = Math.floor(Math.log10(min));
  const to = Math.floor(Math.log10(max));
  const room = Math.floor(height / VALUE_TICK_PX);
  for (const steps of [[1, 2, 5], [1]]) {
    const values = Array.from({ length: to - from + 1 }, (_, i) =>
      steps.map((step) => step * 10 ** (from + i)),
    ).flat();
    const ticks = values.filter((value) => value >= min && value <= max);
    if (ticks.length <= room || steps.length === 1) return ticks;
  }
  return [];
}

/** Ticks of a value axis from `min` to `max` over `height` pixels. */
export function valueTicks(
  [min, max]: readonly [number, number],
  height: number,
  kind: AxisKind = 'linear',
): readonly number[] {
  if (kind === 'log') return logTicks([min, max], height);
  if (kind === 'rows') return Array.from({ length: Math.floor(max - min) }, (_, row) => min + row + 0.5);
  // With a zero in the middle there must be a tick on each side.
  return scaleLinear([min, max], [height, 0]).ticks(Math.max(min < 0 ? 4 : 2, Math.floor(height / 44)));
}

/** A tick of a value axis as text. @param step to the next tick: no more digits than tell the two apart. */
export type AxisFormat = (value: number, step: number) => string;

/** Ticks of a value axis with their texts. Where a format has no text is no tick. */
export function labelledTicks(
  range: readonly [number, number],
  height: number,
  format: AxisFormat,
  kind: AxisKind = 'linear',
): readonly { readonly value: number; readonly label: string }[] {
  const values = valueTicks(range, height, kind);
  const linear = stepOf(values, range[1] - range[0]);
  const stepAt = (value: number): number => (kind === 'log' ? value : linear);
  return values
    .map((value) => ({ value, label: format(value, stepAt(value)) }))
    .filter(({ label }) => label !== '');
}

const GROUPED = new Map<number, Intl.NumberFormat>();

/** With thousands separated and a minus sign. */
function written(value: number, decimals: number): string {
  const format =
    GROUPED.get(decimals) ??
    new Intl.NumberFormat('en-US', { minimumFractionDigits: decimals, maximumFractionDigits: decimals });
  GROUPED.set(decimals, format);
  return format
    .format(value)
    .replace('-', '−')
    .replace(/^−(0(?:\.0+)?)$/, '$1');
}

/** `1,234.5`: with the decimals that a step of `step` needs. */
export function tickNumber(value: number, step: number): string {
  return written(value, decimalsOf(step, step));
}

/** A tick that is reached but for rounding errors is. */
const REACHED = 1 + 1e-12;

/** In the largest of the units that the value reaches, with the decimals that it needs; zero in that of the step. */
function inUnits(units: readonly (readonly [size: number, name: string])[]): AxisFormat {
  return (value, step) => {
    const reached = (Math.abs(value) || step) * REACHED;
    const [size, name] =
      units.find(([unit]) => reached >= unit) ?? (units.at(-1) as readonly [number, string]);
    const [own, apart] = [value / size, step / size];
    return `${written(own, Math.min(decimalsOf(own, apart), decimalsOf(apart, apart)))} ${name}`;
  };
}

/** `20 kB`, `2.5 kB`, `800 B`: short, because an axis has little space. */
export const axisBytes = inUnits([
  [1e9, 'GB'],
  [1e6, 'MB'],
  [1e3, 'kB'],
  [1, 'B'],
]);

/** Of a rate in bytes per second: `1.6 Mbit/s`. */
export const axisBitRate: AxisFormat = (value, step) => bits(value * 8, step * 8);
const bits = inUnits([
  [1e9, 'Gbit/s'],
  [1e6, 'Mbit/s'],
  [1e3, 'kbit/s'],
  [1, 'bit/s'],
]);

/** Of a duration in µs: `20 ms`. */
export const axisDuration = inUnits([
  [1e6, 's'],
  [1e3, 'ms'],
  [1, 'µs'],
]);

/** `1.5/s` */
export const axisPerSecond: AxisFormat = (value, step) => `${tickNumber(value, step)}/s`;

/** Of a share: `80 %`. */
export const axisPercent: AxisFormat = (value, step) => `${tickNumber(value * 100, step * 100)} %`;

/** `3 PTOs`: whole numbers of something; no text between them. */
export function axisCount(one: string, several = one): AxisFormat {
  return (value) => (Number.isInteger(value) ? `${tickNumber(value, 1)} ${value === 1 ? one : several}` : '');
}
