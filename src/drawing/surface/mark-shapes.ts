/** The shapes that tell lines apart without colour, as outlines. */
import type { LineMark } from './surface';

/** CSS pixels. */
export const MARK_RADIUS_PX = 3.5;
/** Sides of the polygon that stands for a circle. */
const ROUND = 10;
export const LINE_MARKS: readonly LineMark[] = ['tick', 'circle', 'triangle', 'square', 'cross'];

/** A closed outline around (x, y). */
function polygon(x: number, y: number, corners: number, turn: number): readonly number[] {
  return Array.from({ length: corners + 1 }, (_, i) => {
    const angle = turn + (i * 2 * Math.PI) / corners;
    return [x + MARK_RADIUS_PX * Math.cos(angle), y + MARK_RADIUS_PX * Math.sin(angle)];
  }).flat();
}

/** Points of the shape around (x, y), as `Surface.polyline` takes them. */
export function markOutline(shape: LineMark, x: number, y: number): readonly number[] {
  const r = MARK_RADIUS_PX;
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
