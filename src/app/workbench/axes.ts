/** D3 axes in an SVG beside or below the canvas. */
import { axisBottom, axisLeft } from 'd3-axis';
import { scaleLinear, scaleLog } from 'd3-scale';
import { select } from 'd3-selection';
import {
  type AxisFormat,
  type AxisKind,
  byteTicks,
  labelledTicks,
  timeTicks,
} from '../../drawing/surface/ticks';
import { utcTicks } from '../../drawing/surface/utc-ticks';
import type { Viewport } from '../../drawing/surface/viewport';

/** @param viewport in bytes delivered. */
export function drawBytesAxis(svg: SVGSVGElement, viewport: Viewport): void {
  const { values, label } = byteTicks(viewport);
  drawBottom(svg, viewport, values, label);
}

/** @param originMs time 0 as ms since 1970, for an axis in UTC; null for the trace's own clock. */
export function drawTimeAxis(svg: SVGSVGElement, viewport: Viewport, originMs: number | null): void {
  const { values, label } = originMs === null ? timeTicks(viewport) : utcTicks(viewport, originMs);
  drawBottom(svg, viewport, values, label);
}

function drawBottom(
  svg: SVGSVGElement,
  viewport: Viewport,
  values: readonly number[],
  label: (value: number) => string,
): void {
  const scale = scaleLinear([viewport.fromUs, viewport.toUs], [0, viewport.width]);
  const axis = axisBottom<number>(scale)
    .tickValues([...values])
    .tickFormat(label)
    .tickSizeOuter(0);
  select(svg).select<SVGGElement>('g').call(axis);
}

/** Last drawn content per value axis, so that an unchanged axis is not drawn again. */
const shown = new WeakMap<SVGSVGElement, string>();

/** A left axis from `min` to `max` over `height` pixels. @returns the tick values, for grid lines. */
export function drawValueAxis(
  svg: SVGSVGElement,
  [min, max]: readonly [number, number],
  height: number,
  format: AxisFormat,
  kind: AxisKind,
): readonly number[] {
  const scale = (kind === 'log' ? scaleLog : scaleLinear)([min, max], [height, 0]);
  const ticks = labelledTicks([min, max], height, format, kind);
  const values = ticks.map(({ value }) => value);
  const key = [min, max, height, kind, ...ticks.map(({ label }) => label)].join(' ');
  if (shown.get(svg) === key) return values;
  shown.set(svg, key);
  const axis = axisLeft<number>(scale)
    .tickValues([...values])
    .tickFormat((_, i) => ticks[i]?.label ?? '')
    .tickSizeOuter(0);
  select(svg).select<SVGGElement>('g').call(axis);
  return values;
}
