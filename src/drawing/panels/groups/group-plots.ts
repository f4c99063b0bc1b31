/**
 * The plots of groups of runs: per quantity the median and the band of each group over one another, and their values at a
 * time as text. What a group is, and how its runs are aligned, is the caller's.
 */
import { bitRate } from '../../../engine/base/text/bit-rate';
import { bytes, instant, plural, rtt } from '../../../engine/base/text/figures';
import type { SampledQuantity } from '../../../engine/reading/contract/samples';
import { type Band, type BandGrid, bandOf, type SampledRun } from '../../../engine/service/compare/bands';
import { paintBand, stepAt } from '../../painters/paint-band';
import { laneLetter, laneStroke, laneStyle } from '../../surface/lane-styles';
import type { Palette } from '../../surface/palette';
import type { Surface } from '../../surface/surface';
import {
  type AxisFormat,
  axisBitRate,
  axisBytes,
  axisCount,
  axisDuration,
  type DrawAxis,
} from '../../surface/ticks';
import type { Viewport } from '../../surface/viewport';
import { laneColor } from '../lanes/panel-lanes';

export interface GroupPlot {
  /** `runs`: of how many runs the bands of the other plots are. */
  readonly quantity: SampledQuantity | 'runs';
  readonly title: string;
  /** Height of the plot, CSS pixels. */
  readonly height: number;
  readonly format: (value: number) => string;
  readonly axisFormat: AxisFormat;
}

const TALL = { height: 150 };

export const GROUP_PLOTS: readonly (GroupPlot & { readonly quantity: SampledQuantity })[] = [
  { quantity: 'cwnd', title: 'Congestion window (cwnd)', format: bytes, axisFormat: axisBytes, ...TALL },
  { quantity: 'goodput', title: 'Goodput', format: bitRate, axisFormat: axisBitRate, ...TALL },
  { quantity: 'in-flight', title: 'In flight, the most', format: bytes, axisFormat: axisBytes, ...TALL },
  { quantity: 'smoothed-rtt', title: 'Smoothed RTT', format: rtt, axisFormat: axisDuration, ...TALL },
];

export const RUNS_PLOT: GroupPlot = {
  quantity: 'runs',
  title: 'Runs that go on',
  height: 70,
  format: (runs) => plural(runs, 'run'),
  axisFormat: axisCount('run', 'runs'),
};

/** A plot and the band of each group in it, in their order: the first has the first style. */
export interface DrawnBands {
  readonly plot: GroupPlot;
  readonly bands: readonly Band[];
}

/**
 * The plots of which any group has a band, and last one of the runs that these are of: where runs end, a band is of those
 * that go on, and may jump.
 */
export function groupPlots(
  groups: readonly (readonly SampledRun[])[],
  grid: BandGrid,
): readonly DrawnBands[] {
  const all = GROUP_PLOTS.map((plot) => ({
    plot,
    bands: groups.map((runs) => bandOf(runs, plot.quantity, grid)),
  }));
  const plots = all.filter(({ bands }) => bands.some(isBandKnown));
  const most = (index: number, step: number): number =>
    plots.reduce((runs, { bands }) => Math.max(runs, bands[index]?.runs[step] ?? 0), 0);
  const counts = groups.map((_, index): Band => {
    const runs = Uint32Array.from({ length: grid.steps }, (__, step) => most(index, step));
    const line = Float64Array.from(runs);
    return { ...grid, runs, low: line, median: line, high: line };
  });
  return plots.length === 0 ? [] : [...plots, { plot: RUNS_PLOT, bands: counts }];
}

/** False where no group has enough runs with a value at any time. */
function isBandKnown({ median }: Band): boolean {
  return median.some((value) => !Number.isNaN(value));
}

const HEADROOM = 1.1;

/** @param axis draws the value axis and the grid. */
export function paintGroups(
  { axisFormat }: GroupPlot,
  bands: readonly Band[],
  viewport: Viewport,
  {
    surface,
    palette,
    axis,
  }: { readonly surface: Surface; readonly palette: Palette; readonly axis: DrawAxis },
): void {
  const highest = bands.reduce(
    (most, { high }) => high.reduce((top, value) => (value > top ? value : top), most),
    0,
  );
  const max = highest > 0 ? highest * HEADROOM : 1;
  axis(max, axisFormat);
  const y = (value: number): number => surface.height - (value / max) * surface.height;
  // The first group on top.
  for (const [style, band] of [...bands.entries()].reverse()) {
    const look = laneStyle(style);
    const stroke = laneStroke({ color: '', width: 2, dash: [] }, look, laneColor(palette, style));
    paintBand(surface, band, { stroke, pattern: look.pattern }, viewport, y);
  }
}

/** `2,700 B (2,700 B to 5,400 B, 30 runs)`; why there is none where too few runs have a value. */
export function bandText({ quantity, format }: GroupPlot, band: Band, timeUs: number): string {
  const step = stepAt(band, timeUs);
  const runs = band.runs[step] ?? 0;
  if (quantity === 'runs') return runs === 0 ? 'no run' : format(runs);
  const median = band.median[step] ?? Number.NaN;
  if (Number.isNaN(median)) return runs === 0 ? 'no run' : `${plural(runs, 'run')}: too few`;
  const [low, high] = [band.low[step], band.high[step]].map(format);
  return `${format(median)} (${low} to ${high}, ${plural(runs, 'run')})`;
}

/** Of each group where its median is lowest and highest: `A buggy: median 2,700 B (at 3.120 s) to 54,000 B (at 1.040 s)`. */
export function bandSentence(
  { quantity, format }: GroupPlot,
  bands: readonly Band[],
  names: readonly string[],
): string {
  const words = bands.map(({ median, fromUs, stepUs }, place) => {
    let [low, high] = [-1, -1];
    for (const [step, value] of median.entries()) {
      if (Number.isNaN(value)) continue;
      if (low < 0 || value < median[low]) low = step;
      if (high < 0 || value > median[high]) high = step;
    }
    const at = (step: number): string =>
      `${format(median[step])} (at ${instant(fromUs + (step + 0.5) * stepUs)})`;
    const values =
      low < 0
        ? 'too few runs have a value'
        : `${quantity === 'runs' ? '' : 'median '}${at(low)} to ${at(high)}`;
    return `${laneLetter(place)} ${names[place] ?? ''}: ${values}`;
  });
  return `${words.join('; ')}.`;
}
