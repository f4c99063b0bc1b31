/** One series of a plot: its band or whiskers, its line in one colour or in those of its phases, its points. */
import type { PlotSeries } from '../../engine/simulator/lab/plot';
import { paintLineMarks } from '../painters/line-marks';
import { markOutline } from '../surface/mark-shapes';
import type { Stroke, Surface } from '../surface/surface';
import type { SeriesStyle } from './plot-style';

/** Where values lie on the plot, pixels; NaN for what has no place. */
export interface Places {
  readonly x: (value: number) => number;
  readonly y: (value: number) => number;
}

/** Where the plot lies on its surface, pixels. */
export interface Frame {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** A line of so few values shows each of them, and its intervals as whiskers; but not in the colours of phases, which are samples. */
const MOST_SINGLE = 40;
const BAND_STEP_PX = 1;
const BAND_OPACITY = 0.16;
const CAP_PX = 3.5;

const isSingle = ({ kind, x, phases }: PlotSeries): boolean =>
  kind === 'points' || (x.length <= MOST_SINGLE && phases === undefined);

/** What is clipped by the edges of the plot: band and line. @param phases strokes of the plot's phases. */
export function drawLine(
  surface: Surface,
  series: PlotSeries,
  places: Places,
  { stroke }: SeriesStyle,
  phases: readonly Stroke[],
): void {
  if (!isSingle(series)) drawBand(surface, series, places, stroke.color);
  if (series.kind === 'points') return;
  if (series.phases === undefined) surface.polyline(pathOf(series, places), stroke);
  else drawPhases(surface, series, places, phases);
  if (!isSingle(series) && stroke.mark !== undefined) {
    const { yAt } = interpolated(series.x, series.y, places);
    paintLineMarks(surface, stroke, yAt);
  }
}

function pathOf({ x, y }: PlotSeries, places: Places): readonly number[] {
  return x.flatMap((value, i) => pointOf(places, value, y[i]));
}

/** A value without a place ends the line. */
function pointOf(places: Places, x: number, y: number): readonly [number, number] {
  const [px, py] = [places.x(x), places.y(y)];
  return Number.isFinite(px) && Number.isFinite(py) ? [px, py] : [Number.NaN, 0];
}

/** The line from a value to the next one has the phase of the first. */
function drawPhases(
  surface: Surface,
  { x, y, phases = [] }: PlotSeries,
  places: Places,
  strokes: readonly Stroke[],
): void {
  let from = 0;
  for (let i = 1; i <= x.length; i++) {
    if (i < x.length && phases[i] === phases[from]) continue;
    const points = x.slice(from, i + 1).flatMap((value, k) => pointOf(places, value, y[from + k]));
    const stroke = strokes[phases[from]];
    if (stroke !== undefined) surface.polyline(points, stroke);
    from = i;
  }
}

/** Bars side by side: a surface fills rectangles only. */
function drawBand(surface: Surface, { x, low, high }: PlotSeries, places: Places, color: string): void {
  if (low === undefined || high === undefined) return;
  const lower = interpolated(x, low, places);
  const upper = interpolated(x, high, places);
  const bars: number[] = [];
  for (let px = Math.max(0, lower.from); px < Math.min(surface.width, lower.to); px += BAND_STEP_PX) {
    const [bottom, top] = [lower.yAt(px), upper.yAt(px)];
    if (Number.isFinite(bottom) && Number.isFinite(top)) bars.push(px, top, BAND_STEP_PX, bottom - top);
  }
  surface.bars(bars, { color, pattern: 'solid' }, BAND_OPACITY);
}

interface Interpolated {
  readonly from: number;
  readonly to: number;
  /** NaN where there is no line. */
  readonly yAt: (pixel: number) => number;
}

function interpolated(x: readonly number[], y: readonly number[], places: Places): Interpolated {
  const [px, py] = [x.map(places.x), y.map(places.y)];
  const yAt = (pixel: number): number => {
    const next = px.findIndex((at) => at >= pixel);
    const [right, below] = [px[next], py[next]];
    if (right === undefined || below === undefined) return Number.NaN;
    if (right === pixel) return below;
    const [left, above] = [px[next - 1], py[next - 1]];
    if (left === undefined || above === undefined) return Number.NaN;
    return above + ((pixel - left) / (right - left)) * (below - above);
  };
  return { from: px[0] ?? 0, to: px.at(-1) ?? 0, yAt };
}

/** What may stand over the edges: whiskers and points of those that lie inside. @param asidePx whiskers beside those of other series at one place. */
export function drawPoints(
  surface: Surface,
  frame: Frame,
  series: PlotSeries,
  places: Places,
  { stroke: { color }, shape }: SeriesStyle,
  asidePx: number,
): void {
  if (!isSingle(series)) return;
  const { x, y, low, high } = series;
  const shapes: number[] = [];
  const whiskers: number[] = [];
  x.forEach((value, i) => {
    const [px, py] = pointOf(places, value, y[i]);
    if (!isInside(frame, px, py)) return;
    shapes.push(Number.NaN, 0, ...markOutline(shape, px, py));
    const [bottom, top] = [places.y(low?.[i] ?? Number.NaN), places.y(high?.[i] ?? Number.NaN)];
    if (Number.isFinite(bottom) && Number.isFinite(top))
      whiskers.push(...whisker(px + asidePx, clamped(frame, bottom), clamped(frame, top)));
  });
  if (whiskers.length > 0) surface.polyline(whiskers, { color, width: 1.2, dash: [] });
  if (shapes.length > 0) surface.polyline(shapes, { color, width: 1.8, dash: [] });
}

/** Half a pixel more, for rounding. */
export function isInside({ left, top, width, height }: Frame, x: number, y: number): boolean {
  return x >= left - 0.5 && x <= left + width + 0.5 && y >= top - 0.5 && y <= top + height + 0.5;
}

const clamped = ({ top, height }: Frame, y: number): number => Math.min(top + height, Math.max(top, y));

function whisker(x: number, bottom: number, top: number): readonly number[] {
  const cap = (y: number): readonly number[] => [Number.NaN, 0, x - CAP_PX, y, x + CAP_PX, y];
  return [Number.NaN, 0, x, bottom, x, top, ...cap(bottom), ...cap(top)];
}
