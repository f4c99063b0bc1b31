/** A plot as the text of an SVG file. */
import { XML_DECLARATION } from '../../engine/base/text/xml';
import type { Plot } from '../../engine/simulator/lab/plot';
import { LIGHT_COLORS, LIGHT_PALETTE } from '../surface/light-palette';
import { SvgSheet } from '../surface/svg-surface';
import { drawPlot, type PlotLook, plotSize } from './draw-plot';
import { plotSentence } from './plot-words';

export interface PlotSvgOptions {
  /** Below the title, as the source of the figure; empty by default. */
  readonly subtitle?: string;
  /** CSS pixels of the whole picture, and of its plot. */
  readonly width?: number;
  readonly plotHeight?: number;
}

/** A whole file, with its XML declaration; light, as all pictures that leave the page. */
export function plotSvg(
  plot: Plot,
  { subtitle = '', width = 720, plotHeight = 320 }: PlotSvgOptions = {},
): string {
  const look: PlotLook = {
    palette: LIGHT_PALETTE,
    paper: LIGHT_COLORS['--paper'],
    width,
    plotHeight,
    title: plot.title,
    subtitle,
  };
  const size = plotSize(plot, look);
  const sheet = new SvgSheet(size.width, size.height, `plot-${plot.id.replace(/[^\w-]/g, '-')}`);
  drawPlot(sheet, plot, look);
  return `${XML_DECLARATION}${sheet.svg(plot.title, plotSentence(plot))}\n`;
}
