/**
 * Paints one series from its columns: a line where points are apart, an envelope where they are dense.
 *
 *   sparse   ──┐      ┌───      hold, step, hold
 *              └──────┘
 *   dense    ▓▓▓▓▓▓▓▓▓▓▓▓▓      min to max per column, lightly filled: no wall of ink
 */
import { type ColumnWindow, type SeriesSlice, SLICE_STRIDE } from '../series/series';
import type { Stroke, Surface } from './surface';
import { timeToX, type Viewport } from './viewport';

/** Maps a value to a y coordinate in CSS pixels. */
export type ScaleY = (value: number) => number;

const ENVELOPE_OPACITY = 0.28;
/** An envelope at least this high is filled; below it the line itself shows it. */
const MIN_ENVELOPE_PX = 1.5;

export interface PaintedSeries {
  readonly slice: SeriesSlice;
  readonly shape: 'step' | 'line';
  readonly stroke: Stroke;
}

/** First and last column (exclusive) that the viewport shows. */
export function visibleColumns(window: ColumnWindow, viewport: Viewport): readonly [number, number] {
  const first = Math.floor((viewport.fromUs - window.fromUs) / window.columnUs);
  const last = Math.ceil((viewport.toUs - window.fromUs) / window.columnUs);
  return [Math.max(0, first), Math.min(window.columns, last)];
}

/** The value held just before a column: what a step series shows until its next point. */
export function heldBefore(slice: SeriesSlice, column: number): number {
  for (let i = column - 1; i >= 0; i--) {
    const last = slice.values[i * SLICE_STRIDE + 3] as number;
    if (!Number.isNaN(last)) return last;
  }
  return slice.entry;
}

/** Largest value visible, values held over included; NaN when there is none. */
export function visibleMax(slice: SeriesSlice, window: ColumnWindow, viewport: Viewport): number {
  const [first, last] = visibleColumns(window, viewport);
  let max = heldBefore(slice, first);
  for (let i = first; i < last; i++) {
    const value = slice.values[i * SLICE_STRIDE + 2] as number;
    if (!(value <= max) && !Number.isNaN(value)) max = value;
  }
  return max;
}

/** @param endUs the trace's end: nothing is held beyond it. */
export function paintSeries(
  surface: Surface,
  { slice, shape, stroke }: PaintedSeries,
  window: ColumnWindow,
  viewport: Viewport,
  scaleY: ScaleY,
  endUs: number,
): void {
  const [first, last] = visibleColumns(window, viewport);
  const columnPx = (window.columnUs / (viewport.toUs - viewport.fromUs)) * viewport.width;
  const line: number[] = [];
  let held = heldBefore(slice, first);
  if (!Number.isNaN(held))
    line.push(timeToX(viewport, window.fromUs + first * window.columnUs), scaleY(held));
  for (let i = first; i < last; i++) {
    const at = i * SLICE_STRIDE;
    const firstValue = slice.values[at] as number;
    if (Number.isNaN(firstValue)) continue;
    const x = timeToX(viewport, window.fromUs + i * window.columnUs);
    const top = scaleY(slice.values[at + 2] as number);
    const bottom = scaleY(slice.values[at + 1] as number);
    if (shape === 'step' && !Number.isNaN(held)) line.push(x, scaleY(held));
    if (bottom - top >= MIN_ENVELOPE_PX) {
      surface.rect(
        x,
        top,
        Math.max(columnPx, 1),
        bottom - top,
        { color: stroke.color, pattern: 'solid' },
        ENVELOPE_OPACITY,
      );
    }
    line.push(x, scaleY(firstValue));
    held = slice.values[at + 3] as number;
    if (held !== firstValue) line.push(x, scaleY(held));
  }
  const endX = timeToX(viewport, Math.min(endUs, window.fromUs + window.columns * window.columnUs));
  if (shape === 'step' && !Number.isNaN(held)) line.push(endX, scaleY(held));
  else if (slice.next !== null) line.push(timeToX(viewport, slice.next.timeUs), scaleY(slice.next.value));
  surface.polyline(line, stroke);
}
