/** A plot of an experiment as a picture of its own: title, legend, axes, series, published marks. Drawn on a sheet, so that it can be SVG text or a canvas. */
import type { Plot } from '../../engine/simulator/lab/plot';
import type { Palette } from '../surface/palette';
import { type LegendMark, legendLines, paintLegend } from '../surface/picture-legend';
import { estimatedWidth, type Sheet, wrapped } from '../surface/sheet';
import type { LineMark } from '../surface/surface';
import { type AxisScale, axisScale } from './axis-scale';
import { drawMarks } from './draw-marks';
import { drawLine, drawPoints, type Frame, type Places } from './draw-series';
import { phaseStrokes, type SeriesStyle, seriesStyle } from './plot-style';
import { axisTitle } from './plot-words';

export interface PlotLook {
  readonly palette: Palette;
  /** Background; null for none. */
  readonly paper: string | null;
  /** CSS pixels of the whole picture, and of its plot. */
  readonly width: number;
  readonly plotHeight: number;
  /** Over the picture; empty for none. */
  readonly title: string;
  /** Below the title; empty for none. */
  readonly subtitle: string;
}

const PAD_PX = 10;
const TITLE_PX = 15;
const TEXT_PX = 11.5;
const LINE_PX = 17;
const TITLE_LINE_PX = 20;
const TICK_PX = 5;
const RIGHT_PX = 26;
const AXIS_PX = 40;
/** From one whisker to the next at one place. */
const WHISKER_PX = 3;
/** Room for a tick of an axis; texts of a logarithmic one are short. */
const X_TICK_PX = { linear: 78, log: 48 };
const Y_TICK_PX = 40;

/** Everything of a plot that its size hangs on. */
interface Layout extends Frame {
  readonly x: AxisScale;
  readonly y: AxisScale;
  readonly titles: readonly string[];
  readonly subtitles: readonly string[];
  readonly legend: readonly (readonly LegendMark[])[];
}

function layoutOf(plot: Plot, look: PlotLook): Layout {
  const { series, marks } = plot;
  const y = axisScale(
    plot.y,
    [
      ...series.flatMap(({ y: values, low = [], high = [] }) => [...values, ...low, ...high]),
      ...marks.flatMap((mark) => mark.y ?? []),
    ],
    Math.max(2, Math.floor(look.plotHeight / Y_TICK_PX)),
  );
  const labels = y.ticks.map(({ label }) => estimatedWidth(label, TEXT_PX));
  const left = Math.ceil(PAD_PX + TICK_PX + 6 + Math.max(20, ...labels));
  const width = Math.max(60, look.width - left - RIGHT_PX);
  const x = axisScale(
    plot.x,
    [...series.flatMap(({ x: values }) => values), ...marks.flatMap((mark) => mark.x ?? [])],
    Math.max(2, Math.floor(width / X_TICK_PX[plot.x.scale])),
  );
  const inner = look.width - 2 * PAD_PX;
  const titles = wrapped(look.title, TITLE_PX, inner);
  const subtitles = wrapped(look.subtitle, TEXT_PX, inner);
  const legend = legendLines(legendOf(plot, look.palette), TEXT_PX, inner);
  const above = titles.length * TITLE_LINE_PX + (subtitles.length + legend.length + 1) * LINE_PX;
  const top = PAD_PX + above + 4;
  return { x, y, titles, subtitles, legend, left, top, width, height: look.plotHeight };
}

export function plotSize(plot: Plot, look: PlotLook): { readonly width: number; readonly height: number } {
  const { top, height } = layoutOf(plot, look);
  return { width: look.width, height: top + height + AXIS_PX + PAD_PX };
}

function styleOf({ series }: Plot, at: number, palette: Palette): SeriesStyle {
  const { stroke, shape } = seriesStyle(at, palette);
  // Colours and dashes of phases are not those of the series, which has a shape of its own where there are others.
  const line = series[at]?.phases === undefined ? stroke : { color: palette.ink, width: 1.2, dash: [] };
  return { stroke: series.length === 1 ? line : { ...line, mark: shape }, shape };
}

const SWATCHES: { readonly [shape in LineMark]: string } = {
  circle: 'ring',
  triangle: 'triangle',
  square: 'hollow',
  cross: 'cross',
  tick: 'mark',
};

function legendOf(plot: Plot, palette: Palette): readonly LegendMark[] {
  const { series, phases = [] } = plot;
  // One line in the colours of phases is named by the title.
  const isNamed = series.length > 1 || series[0]?.phases === undefined;
  const named = (isNamed ? series : []).map((one, at): LegendMark => {
    const { stroke, shape } = styleOf(plot, at, palette);
    const entry = { label: one.title, color: stroke.color };
    if (one.kind === 'points') return { ...entry, swatch: SWATCHES[shape] };
    return { ...entry, swatch: 'line', stroke };
  });
  const strokes = phaseStrokes(phases, palette);
  return [
    ...named,
    ...strokes.map((stroke, i): LegendMark => {
      const label = phases[i];
      return { label, swatch: 'line', color: stroke.color, stroke };
    }),
  ];
}

/** @param sheet as large as `plotSize` says. */
export function drawPlot(sheet: Sheet, plot: Plot, look: PlotLook): void {
  const layout = layoutOf(plot, look);
  const { palette, paper } = look;
  const { left, top, width, height } = layout;
  if (paper !== null) sheet.rect(0, 0, sheet.width, sheet.height, { color: paper, pattern: 'solid' });
  drawHead(sheet, plot, layout, palette);
  drawAxes(sheet, plot, layout, palette);
  const phases = phaseStrokes(plot.phases ?? [], palette);
  const styles = plot.series.map((_, at) => styleOf(plot, at, palette));
  sheet.part(left, top, width, height, (surface) => {
    const places = placesIn({ left: 0, top: 0, width, height }, layout);
    plot.series.forEach((series, at) => {
      drawLine(surface, series, places, styles[at], phases);
    });
  });
  // Points and crosses may stand over its edges.
  const places = placesIn(layout, layout);
  plot.series.forEach((series, at) => {
    const aside = (at - (plot.series.length - 1) / 2) * WHISKER_PX;
    drawPoints(sheet, layout, series, places, styles[at], aside);
  });
  drawMarks(sheet, layout, plot.marks, places, palette.ink, paper);
  const isEmpty = plot.series.every(({ y }) => !y.some(Number.isFinite));
  if (isEmpty)
    sheet.text(left + width / 2, top + height / 2, 'no values yet', {
      color: palette.ink,
      size: TEXT_PX,
      anchor: 'middle',
    });
}

function placesIn({ left, top, width, height }: Frame, { x, y }: Layout): Places {
  return { x: (value) => left + x.at(value) * width, y: (value) => top + height - y.at(value) * height };
}

function drawHead(sheet: Sheet, plot: Plot, layout: Layout, palette: Palette): void {
  const { titles, subtitles, legend, top } = layout;
  let y = PAD_PX;
  for (const line of titles) {
    y += TITLE_LINE_PX;
    sheet.text(PAD_PX, y - 5, line, { color: palette.ink, size: TITLE_PX, bold: true });
  }
  for (const line of subtitles) {
    y += LINE_PX;
    sheet.text(PAD_PX, y - 5, line, { color: palette.faint, size: TEXT_PX });
  }
  const place = { x: PAD_PX, y, lineHeight: LINE_PX, size: TEXT_PX, ink: palette.ink };
  // Its marks have colours, and no names of them.
  paintLegend(sheet, legend, place, (color) => color);
  sheet.text(PAD_PX, top - 8, axisTitle(plot.y), { color: palette.faint, size: TEXT_PX });
}

function drawAxes(
  sheet: Sheet,
  plot: Plot,
  { x, y, left, top, width, height }: Layout,
  palette: Palette,
): void {
  const grid = { color: palette.grid, width: 1, dash: [] };
  const axis = { color: palette.faint, width: 1, dash: [] };
  const words = { color: palette.faint, size: TEXT_PX };
  const bottom = Math.round(top + height) + 0.5;
  for (const { value, label } of y.ticks) {
    const at = Math.round(top + height - y.at(value) * height) + 0.5;
    sheet.polyline([left, at, left + width, at], grid);
    sheet.polyline([left - TICK_PX, at, left, at], axis);
    sheet.text(left - TICK_PX - 4, at + 4, label, { ...words, anchor: 'end' });
  }
  for (const { value, label } of x.ticks) {
    const at = Math.round(left + x.at(value) * width) + 0.5;
    sheet.polyline([at, top, at, bottom], grid);
    sheet.polyline([at, bottom, at, bottom + TICK_PX], axis);
    sheet.text(at, bottom + TICK_PX + 12, label, { ...words, anchor: 'middle' });
  }
  sheet.polyline([left - 0.5, top, left - 0.5, bottom, left + width, bottom], axis);
  sheet.text(left + width, bottom + TICK_PX + 28, axisTitle(plot.x), { ...words, anchor: 'end' });
}
