/**
 * Marks along the line of a series, so that lines of one look are distinguished without colour: a shape every so many pixels,
 * at the value there. The places are fixed in the plot, with one per shape, so that those of two lines do not meet.
 */
import { LINE_MARKS, MARK_RADIUS_PX, markOutline } from '../surface/mark-shapes';
import type { Stroke, Surface } from '../surface/surface';

const EVERY_PX = 96;

/** @param yAt the line's y at a pixel column; NaN where there is no line. */
export function paintLineMarks(surface: Surface, stroke: Stroke, yAt: (pixel: number) => number): void {
  const { mark, color } = stroke;
  if (mark === undefined) return;
  const points: number[] = [];
  const first = (EVERY_PX * (LINE_MARKS.indexOf(mark) + 0.5)) / LINE_MARKS.length;
  for (let x = first; x < surface.width; x += EVERY_PX) {
    const y = yAt(Math.floor(x));
    if (!(y >= -MARK_RADIUS_PX && y <= surface.height)) continue;
    if (points.length > 0) points.push(Number.NaN, 0);
    points.push(...markOutline(mark, x, y));
  }
  if (points.length > 0) surface.polyline(points, { color, width: 1.4, dash: [] });
}
