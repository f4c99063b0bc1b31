/**
 * The lanes of a close-up below its plot, each a row with its name in the margin: what was sent, acknowledged, received,
 * lost, and where the recovery boundary was moved to. A lane without anything in the range is left out.
 *
 *   Sent       ▌▌           ▌▌           ▌▌
 *   ACKs                   ▌            ▌
 *   Boundary   ├──────────▶ ├──────────▶
 */
import { SLICE_STRIDE } from '../../../engine/base/columns/series';
import type { CloseUp } from '../../../engine/findings/finding/finding';
import type { WindowAnswer } from '../../../engine/reading/contract/snapshot';
import { heldBefore } from '../../painters/pixel-columns';
import type { Palette } from '../../surface/palette';
import type { Sheet } from '../../surface/sheet';
import { timeToX, type Viewport } from '../../surface/viewport';
import { sliceOf } from '../build/answer-values';
import { rowsOf, type Span } from './close-up-places';

/** Where a lane is drawn: `top` and `left` of its plot on the sheet. */
export interface LaneTools {
  readonly sheet: Sheet;
  readonly palette: Palette;
  readonly viewport: Viewport;
  readonly left: number;
  readonly top: number;
}

export interface Lane {
  readonly name: string;
  readonly height: number;
  readonly paint: (tools: LaneTools) => void;
}

const BAR_LANE_PX = 22;
const BAR_PX = 3;
/** A bar of the fewest bytes has this share of the height. */
const LEAST_BAR = 0.4;
const ARROW_ROW_PX = 11;
const ARROW_HEAD_PX = 5;
const MOST_ARROW_ROWS = 3;

interface Column {
  readonly timeUs: number;
  readonly value: number;
}

/** Growth of a running total per column, where it grows; times of the columns' middles. */
function growths({ series, window }: WindowAnswer, id: string): readonly Column[] {
  const slice = series.find((one) => one.id === id);
  if (slice === undefined) return [];
  let before = heldBefore(slice, 0) || 0;
  const columns: Column[] = [];
  for (let i = 0; i < window.columns; i++) {
    const last = slice.values[i * SLICE_STRIDE + 3];
    if (!(last > before)) continue;
    columns.push({ timeUs: window.fromUs + (i + 0.5) * window.columnUs, value: last - before });
    before = last;
  }
  return columns;
}

function lossesIn({ losses, window }: WindowAnswer): readonly Column[] {
  return Array.from(losses, (value, i) => ({
    timeUs: window.fromUs + (i + 0.5) * window.columnUs,
    value,
  })).filter(({ value }) => value > 0);
}

/** Bars a few pixels wide, as high as their share of the highest one. */
function barLane(name: string, columns: readonly Column[], colorOf: (palette: Palette) => string): Lane {
  return {
    name,
    height: BAR_LANE_PX,
    paint({ sheet, palette, viewport, left, top }) {
      const heights = new Map<number, number>();
      for (const { timeUs, value } of columns) {
        const place = Math.floor(timeToX(viewport, timeUs) / BAR_PX);
        heights.set(place, (heights.get(place) ?? 0) + value);
      }
      const highest = Math.max(...heights.values());
      const fill = { color: colorOf(palette), pattern: 'solid' } as const;
      for (const [place, value] of heights) {
        const height = (BAR_LANE_PX - 6) * (LEAST_BAR + (1 - LEAST_BAR) * (value / highest));
        sheet.rect(left + place * BAR_PX, top + BAR_LANE_PX - 3 - height, BAR_PX - 1, height, fill);
      }
    },
  };
}

/** Each send that moves the boundary ahead of itself, and where to. */
function movesIn(answer: WindowAnswer): readonly Span[] {
  const lead = sliceOf(answer, 'boundary-lead');
  if (lead === undefined) return [];
  const { fromUs, columnUs, columns } = answer.window;
  const moves: Span[] = [];
  for (let i = 0; i < columns; i++) {
    const leadUs = lead.values[i * SLICE_STRIDE + 2];
    const timeUs = fromUs + (i + 0.5) * columnUs;
    if (leadUs > 0) moves.push({ from: timeUs, to: timeUs + leadUs });
  }
  return moves;
}

/** Arrows from the sends to the boundary; those of the steps first, and as many others as three rows hold. */
function boundaryLane(answer: WindowAnswer, { steps }: CloseUp): Lane | null {
  const moves = movesIn(answer);
  if (moves.length === 0) return null;
  const moved = steps.filter(({ kind }) => kind === 'boundary-moved').map(({ timeUs }) => timeUs);
  const isStep = ({ from }: Span): boolean =>
    moved.some((us) => Math.abs(us - from) <= answer.window.columnUs);
  const byWeight = [...moves.filter(isStep), ...moves.filter((move) => !isStep(move))];
  const rows = rowsOf(byWeight, MOST_ARROW_ROWS);
  return {
    name: 'Boundary',
    height: (Math.max(...rows) + 1) * ARROW_ROW_PX + 8,
    paint(tools) {
      byWeight.forEach((move, i) => {
        const row = rows[i];
        if (row >= 0) paintArrow(tools, move, tools.top + 4 + (row + 0.5) * ARROW_ROW_PX);
      });
    },
  };
}

function paintArrow({ sheet, palette, viewport, left }: LaneTools, { from, to }: Span, y: number): void {
  const stroke = { color: palette.slots[1] ?? palette.ink, width: 1.8, dash: [] };
  const x = left + timeToX(viewport, from);
  const isCut = to > viewport.toUs;
  const end = left + Math.min(viewport.width, timeToX(viewport, to));
  sheet.polyline([x, y - 4, x, y + 4], stroke);
  sheet.polyline([x, y, end, y], stroke);
  // An arrow that leaves the picture has no head in it.
  if (!isCut) sheet.polyline([end - ARROW_HEAD_PX, y - 4, end, y, end - ARROW_HEAD_PX, y + 4], stroke);
}

/** The lanes with something in the range, top to bottom. */
export function lanesOf(answer: WindowAnswer, closeUp: CloseUp): readonly Lane[] {
  const bars = (
    [
      ['Sent', growths(answer, 'sent-total'), ({ slots }) => slots[0]],
      ['ACKs', growths(answer, 'acked-total'), ({ slots }) => slots[2]],
      ['Received', showsReceiver(closeUp) ? growths(answer, 'received-total') : [], ({ slots }) => slots[4]],
      ['Lost', lossesIn(answer), ({ loss }) => loss],
    ] satisfies readonly (readonly [string, readonly Column[], (palette: Palette) => string])[]
  ).flatMap(([name, columns, color]) => (columns.length === 0 ? [] : barLane(name, columns, color)));
  const boundary = boundaryLane(answer, closeUp);
  return boundary === null ? bars : [...bars, boundary];
}

/** Only arrivals: the data comes from the other end, and no window is shown. */
export function showsReceiver({ steps }: CloseUp): boolean {
  return steps.every(({ kind }) => kind === 'receive');
}
