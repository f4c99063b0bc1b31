/**
 * Paints one packet over a panel: in a sequence a ring where it was sent, a line to where it got its fate, and a ring there;
 * over a panel of losses or PTOs a line at the time that concerns it. Shapes, not colours, tell it from the panel's marks.
 */
import type { Palette } from '../surface/palette';
import type { Stroke, Surface } from '../surface/surface';
import { timeToX, type Viewport } from '../surface/viewport';

const RING_PX = { sent: 8, settled: 6 } as const;
const CORNERS = 20;
/** An arrowhead at the upper edge of a line. */
const HEAD_PX = 6;

/** Times are µs; NaN for none. */
export interface PaintedPacket {
  readonly sentUs: number;
  readonly ackedUs: number;
  readonly lostUs: number;
}

/** @param isSelected else the pointer is near it. */
export function paintPacketMarks(
  surface: Surface,
  viewport: Viewport,
  { sentUs, ackedUs, lostUs }: PaintedPacket,
  y: number,
  palette: Palette,
  isSelected: boolean,
): void {
  if (!(y >= 0 && y <= surface.height)) return;
  const width = isSelected ? 2 : 1.2;
  const ink: Stroke = { color: palette.ink, width, dash: [] };
  const acked: Stroke = { color: palette.slots[2] ?? palette.ink, width, dash: [] };
  const lost: Stroke = { color: palette.loss, width, dash: [3, 2] };
  const x = timeToX(viewport, sentUs);
  const to = (timeUs: number, stroke: Stroke): void => {
    if (Number.isNaN(timeUs)) return;
    const end = timeToX(viewport, timeUs);
    // Between the rings.
    if (end - x > RING_PX.sent + RING_PX.settled)
      surface.polyline([x + RING_PX.sent, y, end - RING_PX.settled, y], stroke);
    surface.polyline(ring(end, y, RING_PX.settled), { ...stroke, dash: [] });
  };
  to(lostUs, lost);
  to(ackedUs, acked);
  surface.polyline(ring(x, y, RING_PX.sent), ink);
  // Where its ACK is on the axis of time.
  if (isSelected && !Number.isNaN(ackedUs)) {
    const end = timeToX(viewport, ackedUs);
    surface.polyline([end, y + RING_PX.settled, end, surface.height], { ...acked, width: 1, dash: [2, 3] });
  }
}

function ring(x: number, y: number, radius: number): readonly number[] {
  return Array.from({ length: CORNERS + 1 }, (_, i) => {
    const angle = (i / CORNERS) * 2 * Math.PI;
    return [x + radius * Math.cos(angle), y + radius * Math.sin(angle)];
  }).flat();
}

/** A line from top to bottom with an arrowhead at its top. */
export function paintPacketTime(
  surface: Surface,
  viewport: Viewport,
  timeUs: number,
  palette: Palette,
  isSelected: boolean,
): void {
  if (Number.isNaN(timeUs)) return;
  const x = timeToX(viewport, timeUs);
  const stroke: Stroke = { color: palette.ink, width: isSelected ? 2 : 1.2, dash: [] };
  surface.polyline([x, 0, x, surface.height], stroke);
  surface.polyline([x - HEAD_PX / 2, 0, x, HEAD_PX, x + HEAD_PX / 2, 0, x - HEAD_PX / 2, 0], stroke);
}
