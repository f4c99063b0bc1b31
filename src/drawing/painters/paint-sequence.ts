/**
 * Paints the elements of a packet sequence: small marks with a shape per kind, so that no colour is needed; the highest
 * number so far as a line; and the ranges of numbers beneath it.
 *
 *   ■ □ square    × cross    ◇ diamond    │ tick, bar    ▲ △ ▽ triangle    – stub    ▢ ring around a mark
 *
 * The panel assigns marks to packets. Marks of one kind and colour are one path.
 */
import type { Surface } from '../surface/surface';

export type MarkShape =
  | 'square'
  | 'hollow'
  | 'tick'
  | 'bar'
  | 'cross'
  | 'diamond'
  | 'triangle'
  | 'triangle-hollow'
  | 'triangle-down'
  | 'stub'
  | 'ring';

/** Half of the largest mark, in pixels: the margin at the ends of an axis. */
export const MARK_REACH_PX = 6;

interface Outline {
  readonly width: number;
  /** Offsets from the centre, x and y alternating; NaN in x starts a new line. */
  readonly points: readonly number[];
}

const SQUARE_PX = 4;
const NAN = Number.NaN;
const OUTLINES: { readonly [shape in Exclude<MarkShape, 'square'>]: Outline } = {
  hollow: { width: 1, points: [-2.5, -2.5, 2.5, -2.5, 2.5, 2.5, -2.5, 2.5, -2.5, -2.5] },
  tick: { width: 1.5, points: [0, -3, 0, 3] },
  bar: { width: 2, points: [0, -5.5, 0, 5.5] },
  cross: { width: 1.8, points: [-4, -4, 4, 4, NAN, 0, -4, 4, 4, -4] },
  diamond: { width: 1.6, points: [0, -5, 5, 0, 0, 5, -5, 0, 0, -5] },
  // With a stroke half as wide as it, a small triangle looks filled.
  triangle: { width: 2.6, points: [0, -2.4, 2.2, 2, -2.2, 2, 0, -2.4] },
  'triangle-hollow': { width: 1.1, points: [0, -4, 4, 3.4, -4, 3.4, 0, -4] },
  'triangle-down': { width: 1.1, points: [0, 4, 4, -3.4, -4, -3.4, 0, 4] },
  stub: { width: 1.6, points: [-3, 0, 3, 0] },
  ring: { width: 1.1, points: [-4.5, -4.5, 4.5, -4.5, 4.5, 4.5, -4.5, 4.5, -4.5, -4.5] },
};

/**
 * Paints marks of one shape and colour.
 * @param points their centres, x and y alternating; those outside the surface are left out.
 */
export function paintMarks(
  surface: Surface,
  shape: MarkShape,
  points: readonly number[],
  color: string,
): void {
  const path: number[] = [];
  for (let i = 0; i + 1 < points.length; i += 2) {
    const x = points[i];
    const y = points[i + 1];
    const inside = x >= -MARK_REACH_PX && x <= surface.width + MARK_REACH_PX && y >= 0 && y <= surface.height;
    if (!inside) continue;
    if (shape === 'square') {
      const fill = { color, pattern: 'solid' } as const;
      surface.rect(x - SQUARE_PX / 2, y - SQUARE_PX / 2, SQUARE_PX, SQUARE_PX, fill);
      continue;
    }
    const outline = OUTLINES[shape].points;
    path.push(NAN, 0);
    for (let at = 0; at + 1 < outline.length; at += 2) {
      path.push(x + outline[at], y + outline[at + 1]);
    }
  }
  if (shape !== 'square' && path.length > 0) {
    surface.polyline(path, { color, width: OUTLINES[shape].width, dash: [] });
  }
}

/**
 * Reduces marks to one per cell, so that many losses stay distinguishable. Every removed mark has a remaining one
 * within the cell's size.
 * @param points x and y alternating. @param originX start of the grid; cells move with the data in a pan.
 */
export function onePerCell(points: readonly number[], cellPx: number, originX: number): readonly number[] {
  const taken = new Set<string>();
  const shown: number[] = [];
  for (let i = 0; i + 1 < points.length; i += 2) {
    const x = points[i];
    const y = points[i + 1];
    const cell = `${Math.floor((x - originX) / cellPx)} ${Math.floor(y / cellPx)}`;
    if (taken.has(cell)) continue;
    taken.add(cell);
    shown.push(x, y);
  }
  return shown;
}
