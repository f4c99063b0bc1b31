/**
 * The picture of a close-up: the window and what is in flight, below it lanes of what was sent, acknowledged and lost, and
 * above it the numbers of the steps, each with a line down to its time. Drawn on a sheet, so that page, report and command
 * line show the same. Its words stand outside of the plot: they cover no data.
 */
import { SLICE_STRIDE } from '../../../engine/base/columns/series';
import { instant } from '../../../engine/base/text/figures';
import type { CloseUp } from '../../../engine/findings/finding/finding';
import type { WindowAnswer } from '../../../engine/reading/contract/snapshot';
import { heldBefore } from '../../painters/pixel-columns';
import { LIGHT_PALETTE, lightColor } from '../../surface/light-palette';
import type { Palette } from '../../surface/palette';
import { estimatedWidth, type Sheet } from '../../surface/sheet';
import type { Stroke } from '../../surface/surface';
import { SvgSheet } from '../../surface/svg-surface';
import { axisBytes, labelledTicks, valueTicks } from '../../surface/ticks';
import { timeToX, type Viewport } from '../../surface/viewport';
import { extremesOf, sliceOf } from '../build/answer-values';
import { CWND, IN_FLIGHT } from '../congestion/congestion-lines';
import { lanesOf, showsReceiver } from './close-up-lanes';
import { placeMarks } from './close-up-places';

export interface CloseUpPicture {
  readonly closeUp: CloseUp;
  /** Of `closeUpRequest`. */
  readonly answer: WindowAnswer;
  /** Of the whole picture, CSS pixels. */
  readonly width: number;
  readonly palette: Palette;
  /** Of the background; null leaves it transparent. */
  readonly paper: string | null;
}

const LEFT_PX = 72;
const RIGHT_PX = 20;
const LEGEND_PX = 20;
const MARKS_PX = 34;
const MARK_PX = 18;
/** From one number to the next where they touch. */
const MARK_STEP_PX = 21;
const PLOT_PX = 96;
/** Between the plot and the lanes: room for the label of its zero. */
const GAP_PX = 8;
const TIME_AXIS_PX = 24;
const TEXT_SIZE = 11;
const AREA_OPACITY = 0.22;
/** Of what `valueTicks` takes for a height: a label of a time is wide. */
const TICKS_PER_PX = 0.6;
const HEADROOM = 1.12;

const FLIGHTS = ['bytes-in-flight', 'bytes-in-flight-rebuilt'] as const;

export function closeUpPlotWidth(width: number): number {
  return width - LEFT_PX - RIGHT_PX;
}

/** The series of the plot that have values in the range; none where the data comes from the other end. */
function plotted({ answer, closeUp }: CloseUpPicture): readonly string[] {
  if (showsReceiver(closeUp)) return [];
  const { fromUs, toUs } = closeUp;
  const has = (id: string): boolean => extremesOf(answer, id, fromUs, toUs) !== null;
  return ['cwnd', FLIGHTS.find(has) ?? FLIGHTS[0]].filter(has);
}

function plotHeight(picture: CloseUpPicture): number {
  return plotted(picture).length === 0 ? 0 : PLOT_PX + GAP_PX;
}

export function closeUpHeight(picture: CloseUpPicture): number {
  const lanes = lanesOf(picture.answer, picture.closeUp);
  const lanesPx = lanes.reduce((sum, { height }) => sum + height, 0);
  return LEGEND_PX + MARKS_PX + plotHeight(picture) + lanesPx + TIME_AXIS_PX;
}

/** Draws the picture on a sheet of its width and `closeUpHeight`. */
export function drawCloseUp(sheet: Sheet, picture: CloseUpPicture): void {
  const { closeUp, width, palette, paper } = picture;
  const viewport = { fromUs: closeUp.fromUs, toUs: closeUp.toUs, width: closeUpPlotWidth(width) };
  if (paper !== null) sheet.rect(0, 0, sheet.width, sheet.height, { color: paper, pattern: 'solid' });
  drawLegend(sheet, picture);
  const top = LEGEND_PX + MARKS_PX;
  const bottom = sheet.height - TIME_AXIS_PX;
  drawTimeAxis(sheet, bottom, viewport, palette);
  drawMarks(sheet, picture, viewport, bottom);
  const plotPx = plotHeight(picture);
  if (plotPx > 0) drawPlot(sheet, picture, viewport, top);
  let laneTop = top + plotPx;
  for (const { name, height, paint } of lanesOf(picture.answer, closeUp)) {
    const line = { color: palette.grid, width: 1, dash: [] };
    sheet.polyline([LEFT_PX, laneTop + 0.5, LEFT_PX + viewport.width, laneTop + 0.5], line);
    sheet.text(LEFT_PX - 8, laneTop + height / 2 + 4, name, {
      color: palette.faint,
      size: TEXT_SIZE,
      anchor: 'end',
    });
    paint({ sheet, palette, viewport, left: LEFT_PX, top: laneTop });
    laneTop += height;
  }
}

const NAMES: { readonly [id: string]: string } = {
  cwnd: 'window (cwnd)',
  'bytes-in-flight': 'in flight',
  'bytes-in-flight-rebuilt': 'in flight, rebuilt',
};

/** As in the panel, unbroken. */
function strokeOf(id: string, palette: Palette): Stroke {
  const line = [CWND, ...IN_FLIGHT].find((one) => one.id === id);
  const stroke = line && palette.strokeOf(line);
  return { color: palette.ink, width: 1, ...stroke, dash: [] };
}

function drawLegend(sheet: Sheet, picture: CloseUpPicture): void {
  const { palette } = picture;
  const style = { color: palette.faint, size: TEXT_SIZE };
  let x = LEFT_PX;
  for (const id of plotted(picture)) {
    const words = NAMES[id] ?? id;
    sheet.polyline([x, 10, x + 16, 10], strokeOf(id, palette));
    sheet.text(x + 21, 14, words, style);
    x += 21 + estimatedWidth(words, TEXT_SIZE) + 16;
  }
}

function drawMarks(
  sheet: Sheet,
  { closeUp, palette }: CloseUpPicture,
  viewport: Viewport,
  bottom: number,
): void {
  const xs = closeUp.steps.map(({ timeUs }) => timeToX(viewport, timeUs));
  const places = placeMarks(xs, MARK_STEP_PX, viewport.width);
  const line = { color: palette.faint, width: 1, dash: [2, 3] };
  const frame = { color: palette.ink, width: 1.2, dash: [] };
  places.forEach((place, i) => {
    const x = LEFT_PX + xs[i];
    const middle = LEFT_PX + place;
    const [left, top] = [middle - MARK_PX / 2, LEGEND_PX];
    const [right, low] = [left + MARK_PX, top + MARK_PX];
    sheet.polyline([left, top, right, top, right, low, left, low, left, top], frame);
    sheet.text(middle, top + 13, String(i + 1), {
      color: palette.ink,
      size: TEXT_SIZE,
      bold: true,
      anchor: 'middle',
    });
    sheet.polyline([middle, low, x, LEGEND_PX + MARKS_PX - 2, x, bottom], line);
  });
}

function drawPlot(sheet: Sheet, picture: CloseUpPicture, viewport: Viewport, top: number): void {
  const { answer, palette, closeUp } = picture;
  const ids = plotted(picture);
  const tops = ids.map((id) => extremesOf(answer, id, closeUp.fromUs, closeUp.toUs)?.max ?? 0);
  const max = Math.max(1, ...tops) * HEADROOM;
  const y = (value: number): number => top + PLOT_PX - (value / max) * PLOT_PX;
  for (const { value, label } of labelledTicks([0, max], PLOT_PX, axisBytes)) {
    const middle = Math.round(y(value)) + 0.5;
    sheet.polyline([LEFT_PX, middle, LEFT_PX + viewport.width, middle], {
      color: palette.grid,
      width: 1,
      dash: [],
    });
    const style = { color: palette.faint, size: TEXT_SIZE, anchor: 'end' } as const;
    sheet.text(LEFT_PX - 8, middle + 4, label, style);
  }
  const flight = ids.find((id) => id !== 'cwnd');
  if (flight !== undefined) {
    const points = stepPoints(answer, flight, viewport, y);
    paintArea(sheet, points, y(0), strokeOf(flight, palette).color);
    sheet.polyline(points, strokeOf(flight, palette));
  }
  if (ids.includes('cwnd')) {
    const points = stepPoints(answer, 'cwnd', viewport, y);
    sheet.polyline(points, strokeOf('cwnd', palette));
  }
}

/** Corners of a step line from column to column, x and y in turn; each column's extremes are drawn at its middle. */
function stepPoints(
  answer: WindowAnswer,
  id: string,
  viewport: Viewport,
  y: (value: number) => number,
): readonly number[] {
  const slice = sliceOf(answer, id);
  if (slice === undefined) return [];
  const { fromUs, columnUs, columns } = answer.window;
  const xOf = (timeUs: number): number =>
    LEFT_PX + Math.max(0, Math.min(viewport.width, timeToX(viewport, timeUs)));
  const points: number[] = [];
  let held = heldBefore(slice, 0);
  if (!Number.isNaN(held)) points.push(xOf(viewport.fromUs), y(held));
  for (let i = 0; i < columns; i++) {
    const [first, min, max, last] = slice.values.subarray(i * SLICE_STRIDE, (i + 1) * SLICE_STRIDE);
    if (first === undefined || Number.isNaN(first)) continue;
    const x = xOf(fromUs + (i + 0.5) * columnUs);
    if (!Number.isNaN(held)) points.push(x, y(held));
    for (const value of [first, min, max, last]) points.push(x, y(value as number));
    held = last as number;
  }
  if (!Number.isNaN(held)) points.push(xOf(viewport.toUs), y(held));
  return points;
}

/** Fills below a step line, from corner to corner. */
function paintArea(sheet: Sheet, points: readonly number[], floor: number, color: string): void {
  const fill = { color, pattern: 'solid' } as const;
  for (let i = 0; i + 3 < points.length; i += 2) {
    const [x, y, next] = [points[i], points[i + 1], points[i + 2]];
    if (next > x && floor > y) sheet.rect(x, y, next - x, floor - y, fill, AREA_OPACITY);
  }
}

/** Time since the start of the range, which stands in the margin. */
function drawTimeAxis(sheet: Sheet, top: number, viewport: Viewport, palette: Palette): void {
  const stroke = { color: palette.faint, width: 1, dash: [] };
  const style = { color: palette.faint, size: TEXT_SIZE };
  const y = Math.round(top) + 0.5;
  sheet.polyline([LEFT_PX, y, LEFT_PX + viewport.width, y], stroke);
  sheet.text(LEFT_PX - 4, y + 16, `${instant(viewport.fromUs)} +`, { ...style, anchor: 'end' });
  const lengthUs = viewport.toUs - viewport.fromUs;
  for (const tick of valueTicks([0, lengthUs], viewport.width * TICKS_PER_PX)) {
    const x = LEFT_PX + Math.round(timeToX(viewport, viewport.fromUs + tick)) + 0.5;
    sheet.polyline([x, y, x, y + 4], stroke);
    if (tick === 0) continue;
    const words = sinceWords(tick, lengthUs);
    const half = estimatedWidth(words, TEXT_SIZE) / 2;
    // A label at the edge stays in the picture.
    const middle = Math.min(x, sheet.width - half - 2);
    sheet.text(middle, y + 16, words, { ...style, anchor: 'middle' });
  }
}

/** `20 ms`: all of one axis in one unit. */
function sinceWords(us: number, lengthUs: number): string {
  const [unitUs, unit] = lengthUs >= 1e6 ? [1e6, 's'] : lengthUs >= 1e3 ? [1e3, 'ms'] : [1, 'µs'];
  return `${Number((us / unitUs).toFixed(3))} ${unit}`;
}

/** Of a picture in a report, CSS pixels. */
export const REPORT_WIDTH = 760;

/** The steps as one sentence each, numbered: for whoever does not see the picture. */
export function closeUpWords({ steps }: CloseUp): string {
  return steps.map(({ text }, i) => `${i + 1} ${text}.`).join(' ');
}

/**
 * The picture as an SVG element in the light palette.
 * @param id prefix of the ids in it: unique among the pictures of one document.
 */
export function closeUpSvg(closeUp: CloseUp, answer: WindowAnswer, id: string, title: string): string {
  const picture = {
    closeUp,
    answer,
    width: REPORT_WIDTH,
    palette: LIGHT_PALETTE,
    paper: lightColor('--paper'),
  };
  const sheet = new SvgSheet(REPORT_WIDTH, closeUpHeight(picture), id);
  drawCloseUp(sheet, picture);
  return sheet.svg(title, closeUpWords(closeUp));
}
