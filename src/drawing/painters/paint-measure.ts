/**
 * Paints the measured range over a panel like a dimension line in a technical drawing: two edges and a line with an
 * arrowhead at each end. Its shape, not only its colour, distinguishes it from the selected range, which is a flat
 * tint. Where the system forces its colours, only the line is drawn.
 */
import type { Palette } from '../surface/palette';
import type { Surface } from '../surface/surface';
import { timeToX, type Viewport } from '../surface/viewport';
import type { TimeRange } from '../view/view';

const EDGE_PX = 1.5;
const HEAD_PX = 5;
/** Distance from the plot's upper edge to the line, below the loss marks. */
const LINE_Y = 13;
/** Arrowheads on a shorter line would overlap. */
const SHORTEST_LINE_PX = 3 * HEAD_PX;
const TINT = 0.07;

/** Paints the visible part of the range; an edge out of view is not drawn. */
export function paintMeasure(
  surface: Surface,
  viewport: Viewport,
  { fromUs, toUs }: TimeRange,
  palette: Palette,
): void {
  const from = timeToX(viewport, fromUs);
  const to = timeToX(viewport, toUs);
  const left = Math.max(0, from);
  const right = Math.min(viewport.width, to);
  if (right < left) return;
  const stroke = { color: palette.ink, width: EDGE_PX, dash: [] };
  if (palette.isFramed !== true)
    surface.rect(left, 0, right - left, surface.height, { color: palette.ink, pattern: 'solid' }, TINT);
  if (from >= 0) surface.polyline([from, 0, from, surface.height], stroke);
  if (to <= viewport.width) surface.polyline([to, 0, to, surface.height], stroke);
  if (right - left < SHORTEST_LINE_PX) return;
  surface.polyline([left, LINE_Y, right, LINE_Y], stroke);
  if (from >= 0) surface.polyline(headAt(from, 1), stroke);
  if (to <= viewport.width) surface.polyline(headAt(to, -1), stroke);
}

/** An arrowhead with its point at x. @param side 1 opens to the right, −1 to the left. */
function headAt(x: number, side: 1 | -1): readonly number[] {
  const back = x + side * HEAD_PX;
  return [back, LINE_Y - HEAD_PX / 2, x, LINE_Y, back, LINE_Y + HEAD_PX / 2];
}
