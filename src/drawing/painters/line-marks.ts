/**
 * Marks along the line of a series, so that lines of one look are told apart without colour: a shape every so many pixels,
 * at the value there. The places are fixed in the plot, with one per shape, so that those of two lines do not meet.
 */
import type { LineMark, Stroke, Surface } from '../surface/surface';

const EVERY_PX = 96;
const RADIUS_PX = 3.5;
/** Sides of the polygon that stands for a circle. */
const ROUND = 10;
const SHAPES: readonly LineMark[] = ['tick', 'circle', 'triangle', 'square', 'cross'];

/** A closed outline around (x, y). */
function polygon(x: number, y: number, corners: number, turn: number): readonly number[] {
  return Array.from({ length: corners + 1 }, (_, i) => {
    const angle = turn + (i * 2 * Math.PI) / corners;
    return [x + RADIUS_PX * Math.cos(angle), y + RADIUS_PX * Math.sin(angle)];
  }).flat();
}

function outline(shape: LineMark, x: number, y: number): readonly number[] {
  const r = RADIUS_PX;
  switch (shape) {
    case 'circle':
      return polygon(x, y, ROUND, 0);
    case 'triangle':
      return polygon(x, y, 3, -Math.PI / 2);
    case 'square':
      return polygon(x, y, 4, Math.PI / 4);
    case 'cross':
      return [x - r, y - r, x + r, y + r, Number.NaN, 0, x - r, y + r, x + r, y - r];
    case 'tick':
      return [x, y - r, x, y + r];
  }
}

/** @param yAt the line's y at a pixel column; NaN where there is no line. */
export function paintLineMarks(surface: Surface, stroke: Stroke, yAt: (pixel: number) => number): void {
  const { mark, color } = stroke;
  if (mark === undefined) return;
  const points: number[] = [];
  const first = (EVERY_PX * (SHAPES.indexOf(mark) + 0.5)) / SHAPES.length;
  for (let x = first; x < surface.width; x += EVERY_PX) {
    const y = yAt(Math.floor(x));
    if (!(y >= -RADIUS_PX && y <= surface.height)) continue;
    if (points.length > 0) points.push(Number.NaN, 0);
    points.push(...outline(mark, x, y));
  }
  if (points.length > 0) surface.polyline(points, { color, width: 1.4, dash: [] });
}
