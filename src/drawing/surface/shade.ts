/**
 * Shades a range of time over the whole height. Where the system forces its colours (high contrast), a tint would be a block
 * of one of few colours, and hide what is drawn: there a frame stands in its place. It is open at the foot, where lines lie on
 * zero, and where the range goes on out of view.
 *
 *     tint  ░░░░░░░░     frame  ┌──────┐
 *           ░░░░░░░░            │      │
 */
import type { Palette } from './palette';
import type { Surface } from './surface';

export interface Shade {
  readonly tint: string;
  /** Of the frame. */
  readonly color: string;
  readonly dash?: readonly number[];
}

const FRAME_PX = 2;
/** Of a narrower one the sides would cover a tenth and more, and marks at its beginning and end are often of their colour. */
const NARROW_PX = 40;

/** @param fromPx its edges, CSS pixels, which may lie out of view. */
export function paintShade(
  surface: Surface,
  fromPx: number,
  toPx: number,
  { tint, color, dash = [] }: Shade,
  { isFramed = false }: Pick<Palette, 'isFramed'>,
): void {
  const from = Math.max(0, fromPx);
  const to = Math.min(surface.width, toPx);
  if (to <= from) return;
  if (!isFramed) {
    surface.rect(from, 0, Math.max(1, to - from), surface.height, { color: tint, pattern: 'solid' });
    return;
  }
  const half = FRAME_PX / 2;
  const [left, right] = [from + half, Math.max(from + half, to - half)];
  const foot = surface.height;
  const isNarrow = to - from < NARROW_PX;
  const hasLeft = !isNarrow && fromPx >= 0;
  const hasRight = !isNarrow && toPx <= surface.width;
  const sides = [
    from,
    half,
    to,
    half,
    ...(hasLeft ? [Number.NaN, 0, left, half, left, foot] : []),
    ...(hasRight ? [Number.NaN, 0, right, half, right, foot] : []),
  ];
  surface.polyline(sides, { color, width: FRAME_PX, dash });
}
