/** Marks of a plot, as published numbers: a cross or a dashed line across, each with its title beside it. */
import type { PlotMark } from '../../engine/simulator/lab/plot';
import { estimatedWidth } from '../surface/sheet';
import type { Surface } from '../surface/surface';
import { type Frame, isInside, type Places } from './draw-series';

const CROSS_PX = 6;
const TEXT_PX = 11;
const GAP_PX = 4;

interface Box {
  readonly left: number;
  readonly right: number;
  /** Of its baseline. */
  readonly y: number;
}

/** @param paper colour beneath titles; null where it is not known. */
export function drawMarks(
  surface: Surface,
  frame: Frame,
  marks: readonly PlotMark[],
  places: Places,
  ink: string,
  paper: string | null,
): void {
  const taken: Box[] = [];
  const titles = marks.flatMap((mark) => {
    const { title } = mark;
    const [x, y] = [mark.x === null ? null : places.x(mark.x), mark.y === null ? null : places.y(mark.y)];
    if (!isInside(frame, x ?? frame.left, y ?? frame.top)) return [];
    drawOne(surface, frame, x, y, ink);
    const box = freeBox(frame, boxOf(frame, title, x, y), taken);
    taken.push(box);
    return [{ title, box }];
  });
  for (const { title, box } of titles) {
    if (paper !== null)
      surface.rect(
        box.left - 2,
        box.y - TEXT_PX,
        box.right - box.left + 4,
        TEXT_PX + 3,
        { color: paper, pattern: 'solid' },
        0.8,
      );
    surface.text(box.left, box.y, title, { color: ink, size: TEXT_PX });
  }
}

function drawOne(
  surface: Surface,
  { left, top, width, height }: Frame,
  x: number | null,
  y: number | null,
  ink: string,
): void {
  const dashed = { color: ink, width: 1.3, dash: [6, 4] };
  if (x === null && y !== null) surface.polyline([left, y, left + width, y], dashed);
  if (x !== null && y === null) surface.polyline([x, top, x, top + height], dashed);
  if (x === null || y === null) return;
  const r = CROSS_PX;
  surface.polyline([x - r, y, x + r, y, Number.NaN, 0, x, y - r, x, y + r], {
    color: ink,
    width: 2.2,
    dash: [],
  });
}

/** Where a title would stand: above a line across at the left, beside a cross or an upright line. */
function boxOf({ left, top, width }: Frame, title: string, x: number | null, y: number | null): Box {
  const long = estimatedWidth(title, TEXT_PX);
  const wanted = x === null ? left + GAP_PX : x + (y === null ? GAP_PX : CROSS_PX + 2);
  const isRight = wanted + long <= left + width;
  const from = isRight ? wanted : Math.max(left, (x ?? left + width) - CROSS_PX - 2 - long);
  return { left: from, right: from + long, y: y === null ? top + TEXT_PX + GAP_PX : y - GAP_PX };
}

/** The nearest free place, below before above. */
function freeBox({ top, height }: Frame, box: Box, taken: readonly Box[]): Box {
  const line = TEXT_PX + 3;
  const isFree = ({ left, right, y }: Box): boolean =>
    taken.every((other) => right < other.left || left > other.right || Math.abs(y - other.y) >= line);
  const steps = Array.from({ length: Math.ceil(height / line) }, (_, i) => [i, -i]).flat();
  const places = steps.map((step): Box => ({ ...box, y: box.y + step * line }));
  const isOnPlot = ({ y }: Box): boolean => y >= top + TEXT_PX && y <= top + height - 2;
  return places.find((one) => isOnPlot(one) && isFree(one)) ?? box;
}
