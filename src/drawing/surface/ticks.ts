/** Positions and labels of ticks, without drawing. */
import { scaleLinear } from 'd3-scale';
import { bytes, duration } from '../../engine/text/figures';
import type { Viewport } from './viewport';

/** Pixels that a time label needs. */
const TIME_TICK_PX = 110;

/** Decimals that distinguish two neighbouring ticks. */
function secondsFormat(stepUs: number): (us: number) => string {
  const decimals = Math.max(0, Math.min(6, Math.ceil(-Math.log10(stepUs / 1e6))));
  return (us) => `${(us / 1e6).toFixed(decimals)} s`;
}

/** Time ticks in µs and their labels, for the axis and for grid lines. */
export function timeTicks(viewport: Viewport): {
  readonly values: readonly number[];
  readonly label: (us: number) => string;
} {
  const scale = scaleLinear([viewport.fromUs, viewport.toUs], [0, viewport.width]);
  const values = scale.ticks(Math.max(2, Math.floor(viewport.width / TIME_TICK_PX)));
  const step = values.length > 1 ? (values[1] as number) - (values[0] as number) : viewport.toUs;
  return { values, label: secondsFormat(step) };
}

/** How a value axis maps values to the height. */
export type AxisKind = 'linear' | 'log';

/** Draws the grid for a value axis from `min`, 0 by default, to `max`; called once, before anything else. */
export type DrawAxis = (
  max: number,
  format: (value: number) => string,
  min?: number,
  kind?: AxisKind,
) => void;

/** Pixels from one label of a value axis to the next, at least. */
const VALUE_TICK_PX = 22;

/** A value's distance from the upper edge, pixels; what is below a logarithmic axis lies on the lower edge. */
export function valueY(
  [min, max]: readonly [number, number],
  height: number,
  kind: AxisKind,
): (value: number) => number {
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
  // With a zero in the middle there must be a tick on each side.
  return scaleLinear([min, max], [height, 0]).ticks(Math.max(min < 0 ? 4 : 2, Math.floor(height / 44)));
}

/** `20 kB`, `2.5 kB`, `800 B`: short, because an axis has little space. */
export function axisBytes(value: number): string {
  if (value >= 1e6) return `${trimZeros(value / 1e6)} MB`;
  if (value >= 1e3) return `${trimZeros(value / 1e3)} kB`;
  return bytes(value);
}

function trimZeros(value: number): string {
  return String(Number(value.toFixed(2)));
}

/** `visible range 2.044 s to 9.988 s, 7.94 s` */
export function rangeWords(fromUs: number, toUs: number): string {
  return `${(fromUs / 1e6).toFixed(3)} s to ${(toUs / 1e6).toFixed(3)} s, ${duration(toUs - fromUs)}`;
}
