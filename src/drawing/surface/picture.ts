/**
 * A panel as a separate picture: title, legend, plot with its grid, value axis and time axis as text, and what was
 * clipped. Drawn on a sheet, so that the same picture can be SVG text or a canvas. A callback paints the plot.
 */
import { CLIP_BASELINE_PX, type Clip, clipLabelPlace } from './clip-label';
import { type Band, bandShade, type Palette } from './palette';
import { type LegendMark, legendLines, paintLegend } from './picture-legend';
import { paintShade } from './shade';
import { type Sheet, wrapped } from './sheet';
import { type Surface, stripOf } from './surface';
import { byteTicks, type DrawAxis, labelledTicks, timeTicks, valueY } from './ticks';
import { timeToX, type Viewport } from './viewport';

const AXIS_PX = 68;
const RIGHT_PX = 28;
const PAD_PX = 10;
const TITLE_PX = 22;
const LEGEND_LINE_PX = 18;
const TIME_AXIS_PX = 26;
const NOTE_LINE_PX = 16;
const TITLE_SIZE = 14;
const TEXT_SIZE = 11.5;
const CLIP_SIZE = 11;
const TICK_PX = 5;
const LANE_GAP_PX = 4;
const LANE_NAME_SIZE = 9.5;

export interface PictureSpec {
  readonly title: string;
  /** Next to the title, in a lighter colour: the trace's name; empty for none. */
  readonly subtitle: string;
  readonly legend: readonly LegendMark[];
  readonly viewport: Viewport;
  /** What the viewport's places are; times by default. */
  readonly axis?: 'bytes';
  readonly height: number;
  /** Time ranges highlighted beneath everything. */
  readonly bands: readonly Band[];
  /** Values written at the upper edge, where a line leaves the plot. */
  readonly clips: readonly Clip[];
  /** Note below it about what is not shown; empty for none. */
  readonly note: string;
  /** Colour of the background. */
  readonly paper: string;
  readonly line: string;
  readonly palette: Palette;
  /** Returns the colour of a custom property, `--cwnd`. */
  readonly color: (property: string) => string;
  readonly paint: (surface: Surface, axis: DrawAxis) => void;
  /** A strip on top of the plot, on the same axis of time; none by default. */
  readonly lane?: PictureLane;
  /** Further plots below it in the same picture, from top to bottom; none by default. */
  readonly below?: readonly PictureSpec[];
}

export interface PictureLane {
  /** On its left. */
  readonly name: string;
  readonly height: number;
  readonly paint: (surface: Surface) => void;
}

export interface PictureSize {
  readonly width: number;
  readonly height: number;
}

function innerWidth(spec: PictureSpec): number {
  return spec.viewport.width + RIGHT_PX;
}

function plotTop(spec: PictureSpec): number {
  const { lane } = spec;
  return laneTop(spec) + (lane === undefined ? 0 : lane.height + LANE_GAP_PX);
}

function laneTop(spec: PictureSpec): number {
  return (
    PAD_PX + TITLE_PX + legendLines(spec.legend, TEXT_SIZE, innerWidth(spec)).length * LEGEND_LINE_PX + 4
  );
}

function noteLines(spec: PictureSpec): readonly string[] {
  return wrapped(spec.note, TEXT_SIZE, innerWidth(spec));
}

export function pictureSize(spec: PictureSpec): PictureSize {
  const { below = [] } = spec;
  const others = below.map(pictureSize);
  return {
    width: Math.max(AXIS_PX + innerWidth(spec), ...others.map(({ width }) => width)),
    height: others.reduce((sum, { height }) => sum + height, ownHeight(spec)),
  };
}

function ownHeight(spec: PictureSpec): number {
  return plotTop(spec) + spec.height + TIME_AXIS_PX + noteLines(spec).length * NOTE_LINE_PX + PAD_PX;
}

/** The picture and those below it with bytes on their axis. */
export function overBytes(spec: PictureSpec): PictureSpec {
  const { below } = spec;
  return { ...spec, axis: 'bytes', ...(below === undefined ? {} : { below: below.map(overBytes) }) };
}

/** Draws the whole picture on a sheet of `pictureSize`. */
export function drawPicture(sheet: Sheet, spec: PictureSpec): void {
  drawPlot(sheet, spec);
  let top = ownHeight(spec);
  for (const other of spec.below ?? []) {
    const { height } = pictureSize(other);
    drawPicture(partOf(sheet, top, height), other);
    top += height;
  }
}

/** A part of a sheet as a sheet of its own: `height` pixels from `top` on. */
function partOf(sheet: Sheet, top: number, height: number): Sheet {
  return {
    ...stripOf(sheet, top, height),
    part: (x, y, width, partHeight, paint) => sheet.part(x, y + top, width, partHeight, paint),
  };
}

function drawPlot(sheet: Sheet, spec: PictureSpec): void {
  const { palette, viewport, height } = spec;
  const top = plotTop(spec);
  sheet.rect(0, 0, sheet.width, sheet.height, { color: spec.paper, pattern: 'solid' });
  drawTitle(sheet, spec);
  paintLegend(
    sheet,
    legendLines(spec.legend, TEXT_SIZE, innerWidth(spec)),
    { x: AXIS_PX, y: PAD_PX + TITLE_PX, lineHeight: LEGEND_LINE_PX, size: TEXT_SIZE, ink: palette.faint },
    spec.color,
  );
  drawLane(sheet, spec);
  let axis: readonly (readonly [y: number, label: string])[] = [];
  sheet.part(AXIS_PX, top, viewport.width, height, (surface) => {
    spec.paint(surface, (max, format, min = 0, kind = 'linear') => {
      const y = valueY([min, max], height, kind);
      axis = labelledTicks([min, max], height, format, kind).map(({ value, label }) => [y(value), label]);
      paintBackground(surface, spec, kind === 'rows' ? [] : axis.map(([y]) => y));
    });
  });
  drawClips(sheet, top, spec);
  drawValueAxis(sheet, axis, top, spec);
  drawTimeAxis(sheet, top + height, spec);
  noteLines(spec).forEach((words, i) => {
    const y = top + height + TIME_AXIS_PX + (i + 1) * NOTE_LINE_PX - 3;
    sheet.text(AXIS_PX, y, words, { color: palette.faint, size: TEXT_SIZE });
  });
}

function drawLane(sheet: Sheet, spec: PictureSpec): void {
  const { lane, viewport, palette } = spec;
  if (lane === undefined) return;
  const top = laneTop(spec);
  sheet.part(AXIS_PX, top, viewport.width, lane.height, lane.paint);
  const style = { color: palette.faint, size: LANE_NAME_SIZE, anchor: 'end' } as const;
  sheet.text(AXIS_PX - 3, top + lane.height - 4, lane.name, style);
}

function drawClips(sheet: Sheet, top: number, { clips, viewport, palette }: PictureSpec): void {
  for (const { x, text } of clips) {
    const place = clipLabelPlace(x, viewport.width);
    const style = { color: palette.ink, size: CLIP_SIZE, anchor: place.isLeft ? 'end' : 'start' } as const;
    sheet.text(AXIS_PX + place.x, top + CLIP_BASELINE_PX, text, style);
  }
}

function drawTitle(sheet: Sheet, { title, subtitle, palette }: PictureSpec): void {
  const y = PAD_PX + TITLE_PX - 8;
  sheet.text(AXIS_PX, y, title, { color: palette.ink, size: TITLE_SIZE, bold: true });
  // On the right, where the title's width need not be estimated.
  if (subtitle === '') return;
  sheet.text(sheet.width - RIGHT_PX, y, subtitle, { color: palette.faint, size: TEXT_SIZE, anchor: 'end' });
}

function paintBackground(
  surface: Surface,
  { viewport, palette, bands }: PictureSpec,
  rows: readonly number[],
): void {
  for (const band of bands) {
    const [from, to] = [timeToX(viewport, band.fromUs), timeToX(viewport, band.toUs)];
    paintShade(surface, from, to, bandShade(palette, band), palette);
  }
  const grid = { color: palette.grid, width: 1, dash: [] };
  for (const row of rows) {
    const y = Math.round(row) + 0.5;
    surface.polyline([0, y, viewport.width, y], grid);
  }
  for (const tick of timeTicks(viewport).values) {
    const x = Math.round(timeToX(viewport, tick)) + 0.5;
    surface.polyline([x, 0, x, surface.height], grid);
  }
}

function drawValueAxis(
  sheet: Sheet,
  ticks: readonly (readonly [y: number, label: string])[],
  top: number,
  { height, line, palette }: PictureSpec,
): void {
  const stroke = { color: line, width: 1, dash: [] };
  const x = AXIS_PX - 0.5;
  sheet.polyline([x, top, x, top + height], stroke);
  for (const [y, label] of ticks) {
    const middle = top + Math.round(y) + 0.5;
    sheet.polyline([x - TICK_PX, middle, x, middle], stroke);
    sheet.text(x - TICK_PX - 4, middle + 4, label, { color: palette.faint, size: TEXT_SIZE, anchor: 'end' });
  }
}

function drawTimeAxis(sheet: Sheet, top: number, { viewport, axis, line, palette }: PictureSpec): void {
  const stroke = { color: line, width: 1, dash: [] };
  const y = Math.round(top) + 0.5;
  sheet.polyline([AXIS_PX, y, AXIS_PX + viewport.width, y], stroke);
  const { values, label } = axis === 'bytes' ? byteTicks(viewport) : timeTicks(viewport);
  for (const tick of values) {
    const x = AXIS_PX + Math.round(timeToX(viewport, tick)) + 0.5;
    sheet.polyline([x, y, x, y + TICK_PX], stroke);
    sheet.text(x, y + TICK_PX + 12, label(tick), { color: palette.faint, size: TEXT_SIZE, anchor: 'middle' });
  }
}
