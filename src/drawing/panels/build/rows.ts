/** Rows of equal height, one per stream or request: their height, their axis, and which of them are drawn. */
import { count } from '../../../engine/base/text/figures';
import { FIRST_STREAMS } from '../../../engine/reading/contract/streams';
import type { HeldRows, PaintTools, PanelContext } from '../panel';

/** Of a row; of more rows than fit each is lower. */
export const ROW_PX = 18;
/** Rows of a panel that nobody has resized. */
export const USUAL_ROWS = FIRST_STREAMS.count;
/** A plot with fewer rows would be lost between the others. */
const LEAST_ROWS = 2;

/** Height of a panel of so many rows, CSS pixels. */
export function rowsHeight(rows: number, most = USUAL_ROWS): number {
  return Math.min(most, Math.max(LEAST_ROWS, rows)) * ROW_PX;
}

export function rowsThatFit(heightPx: number): number {
  return Math.max(1, Math.floor(heightPx / ROW_PX));
}

/** The context with as many rows as have room in a picture: an answer for a report holds more of them. */
export function withRowsThatFit(context: PanelContext, heightPx: number): PanelContext {
  const { streamLanes, http } = context.answer.parts;
  const fit = rowsThatFit(heightPx);
  if ((streamLanes?.rows.length ?? 0) <= fit && (http?.rows.length ?? 0) <= fit) return context;
  const parts = {
    ...context.answer.parts,
    streamLanes: streamLanes && { ...streamLanes, rows: streamLanes.rows.slice(0, fit) },
    http: http && { ...http, rows: http.rows.slice(0, fit) },
  };
  return { ...context, answer: { ...context.answer, parts } };
}

/** Height of each of so many rows in a plot, CSS pixels. */
export function heightOfRow(heightPx: number, rows: number): number {
  return Math.min(ROW_PX, heightPx / Math.max(1, rows));
}

/** A lower row has no label of its own. */
const LABEL_PX = 11;

/** Draws the labels of the rows beside the plot, and a line below each. @returns the top of the axis. */
export function rowsAxis(
  { surface, palette, axis }: PaintTools,
  rows: number,
  labelOf: (row: number) => string,
): number {
  const max = surface.height / heightOfRow(surface.height, rows);
  const every = Math.ceil(LABEL_PX / heightOfRow(surface.height, rows));
  const isLabelled = (row: number): boolean => row < rows && row % every === 0;
  axis(max, (value) => (isLabelled(Math.floor(value)) ? labelOf(Math.floor(value)) : ''), 0, 'rows');
  for (let row = 1; row < rows; row++) {
    const y = Math.round((row / max) * surface.height) - 0.5;
    surface.polyline([0, y, surface.width, y], { color: palette.grid, width: 1, dash: [] });
  }
  return max;
}

/** `streams 41–52 of 2,344`, by their places in the order; `12 streams` where all of them are drawn; empty for none. */
export function heldWords(held: HeldRows | null, noun: string): string {
  if (held === null || held.total === 0) return '';
  const { from, count: rows, total } = held;
  if (rows >= total) return `${count(total)} ${noun}${total === 1 ? '' : 's'}`;
  const of = ` of ${count(total)}`;
  if (rows === 1) return `${noun} ${count(from + 1)}${of}`;
  return `${noun}s ${count(from + 1)}–${count(Math.min(from + rows, total))}${of}`;
}
