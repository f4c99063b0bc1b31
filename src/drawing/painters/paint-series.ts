/**
 * Paints one step series as a line, by one rule at every zoom. Each pixel column (pixel-columns.ts) shows the extent of the
 * value in it, from minimum to maximum, the held value included:
 *
 *   held, or moved by a few pixels   ────   a piece of the line, in its width and dashes, joined to its neighbours
 *   moved further                     ▏     a bar as wide as the column: solid for a solid line; light for a dashed one, for
 *                                           dashes across a move say nothing
 *
 * So an oscillation of every column is a band from its minimum to its maximum, and one of every tenth column ten columns
 * apart. Nothing depends on how dense the neighbourhood is: no zoom changes the look. What is in flight is an area instead
 * (paint-area.ts).
 */
import type { SeriesSlice } from '../../engine/base/columns/series';
import type { Stroke, Surface } from '../surface/surface';
import { timeToX } from '../surface/viewport';
import { paintLineMarks } from './line-marks';
import { type PixelColumns, type PlotTime, pixelColumns } from './pixel-columns';

/** Maps a value to a y coordinate in CSS pixels. */
export type ScaleY = (value: number) => number;

/** Opacity of the bars of a dashed line, and of the envelope of wide columns. */
const LIGHT_OPACITY = 0.35;
/** A lower move is part of the line. */
const LOW_MOVE_PX = 3;

export interface PaintedSeries {
  readonly slice: SeriesSlice;
  readonly stroke: Stroke;
}

export function paintSeries(
  surface: Surface,
  { slice, stroke }: PaintedSeries,
  time: PlotTime,
  scaleY: ScaleY,
): void {
  const isCoarse = time.isCoarse === true;
  const isSolid = stroke.dash.length === 0 && !isCoarse;
  const columns = pixelColumns(slice, time);
  const { line, bars } = pathOf(columns, scaleY, isSolid ? stroke.width / 2 : 0, surface.height);
  if (bars.length > 0) {
    const pattern = isCoarse ? 'diagonal' : 'solid';
    surface.bars(bars, { color: stroke.color, pattern }, isSolid ? 1 : LIGHT_OPACITY);
  }
  // Held values end with the trace, not with its last pixel.
  const endX = timeToX(time.viewport, time.endUs);
  for (let i = line.length - 2; i >= 0 && line[i] > endX; i -= 2) line[i] = endX;
  surface.polyline(line, stroke);
  paintLineMarks(surface, stroke, (pixel) => scaleY(columns.last[pixel]));
}

/**
 * The line, and a bar (x, y, width, height) for every higher move.
 * @param reachPx of a bar beyond its ends, so that it meets the line's edges, within the plot. @param foot of the plot.
 */
function pathOf(
  { entry, min, max, last }: PixelColumns,
  scaleY: ScaleY,
  reachPx: number,
  foot: number,
): { readonly line: number[]; readonly bars: readonly number[] } {
  const line: number[] = [];
  const bars: number[] = [];
  let isDown = false;
  for (let pixel = 0; pixel < max.length; pixel++) {
    const highest = max[pixel];
    const held = entry[pixel];
    const top = scaleY(highest);
    const bottom = scaleY(min[pixel]);
    const isBar = bottom - top > LOW_MOVE_PX;
    if (Number.isNaN(highest) || isBar) {
      if (isDown && isBar && !Number.isNaN(held)) addPoint(line, pixel, scaleY(held));
      if (isBar) {
        const from = Math.max(top - reachPx, Math.min(top, 0));
        bars.push(pixel, from, 1, Math.min(bottom + reachPx, Math.max(bottom, foot)) - from);
      }
      isDown = false;
      continue;
    }
    if (!isDown && line.length > 0) line.push(Number.NaN, 0);
    if (!isDown && !Number.isNaN(held)) addPoint(line, pixel, scaleY(held));
    const x = pixel + 0.5;
    if (!Number.isNaN(held)) addPoint(line, x, scaleY(held));
    const end = scaleY(last[pixel]);
    addPoint(line, x, bottom);
    addPoint(line, x, top);
    addPoint(line, x, end);
    addPoint(line, pixel + 1, end);
    isDown = true;
  }
  return { line, bars };
}

/** Adds a point, unless it repeats the last one or continues it in the same direction: the line is the same. */
function addPoint(line: number[], x: number, y: number): void {
  const end = line.length;
  const lastX = line[end - 2];
  const lastY = line[end - 1];
  if (x === lastX && y === lastY) return;
  const beforeX = line[end - 4] ?? Number.NaN;
  const beforeY = line[end - 3];
  const down = x === lastX && x === beforeX && (y - lastY) * (lastY - beforeY) >= 0;
  const across = y === lastY && y === beforeY && (x - lastX) * (lastX - beforeX) >= 0;
  if (down || across) {
    line[end - 2] = x;
    line[end - 1] = y;
  } else {
    line.push(x, y);
  }
}
