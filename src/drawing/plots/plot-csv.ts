/** The numbers of a plot as a table: for a file all of them in long form, for the screen a line per place on the axis. */
import { csvCell } from '../../engine/base/text/csv';
import type { Plot, PlotAxis, PlotSeries } from '../../engine/simulator/lab/plot';
import { axisTitle, plotNumber } from './plot-words';

/** A line per value: which plot, what it belongs to, where, how much, its interval, its phase. Empty where there is none. */
export function plotCsv(plot: Plot): string {
  const head = ['plot', 'kind', 'series', column('x', plot.x), column('y', plot.y), 'low', 'high', 'phase'];
  const lines = [
    ...plot.series.flatMap((series) => seriesLines(plot, series)),
    ...plot.marks.map(({ title, x, y }) => [plot.id, 'mark', title, cell(x), cell(y), '', '', '']),
  ];
  return [head, ...lines].map((line) => `${line.map(csvCell).join(',')}\r\n`).join('');
}

/** `x: Time (s)` */
function column(name: string, { title, unit }: PlotAxis): string {
  return unit === '' ? `${name}: ${title}` : `${name}: ${title} (${unit})`;
}

function seriesLines({ id, phases = [] }: Plot, series: PlotSeries): readonly (readonly string[])[] {
  const { kind, title, x, y, low = [], high = [] } = series;
  return x.map((value, i) => [
    id,
    kind,
    title,
    cell(value),
    cell(y[i]),
    cell(low[i]),
    cell(high[i]),
    phases[series.phases?.[i] ?? -1] ?? '',
  ]);
}

const cell = (value: number | null | undefined): string =>
  value === null || value === undefined || !Number.isFinite(value) ? '' : String(value);

export interface PlotTable {
  readonly head: readonly string[];
  readonly rows: readonly (readonly string[])[];
  /** Of longer tables some lines are left out. */
  readonly isThinned: boolean;
}

/** The table beside a picture: a line per place on the axis, a column per series. @param most lines. */
export function plotTable({ x, y, series, phases = [] }: Plot, most = 40): PlotTable {
  const places = [...new Set(series.flatMap((one) => one.x))].filter(Number.isFinite).sort((a, b) => a - b);
  const every = Math.ceil(places.length / most);
  const chosen = places.filter((_, i) => i % every === 0);
  const lineOf = (
    { x: own, y: values, low = [], high = [], phases: states }: PlotSeries,
    at: number,
  ): string => {
    const i = own.indexOf(at);
    if (i < 0) return '–';
    const value = plotNumber(values[i]);
    const interval = Number.isFinite(low[i]) && Number.isFinite(high[i]);
    const phase = phases[states?.[i] ?? -1];
    return [
      value,
      ...(interval ? [`(${plotNumber(low[i])} to ${plotNumber(high[i])})`] : []),
      ...(phase === undefined ? [] : [phase]),
    ].join(' ');
  };
  return {
    head: [axisTitle(x), ...series.map(({ title }) => `${title}${y.unit === '' ? '' : `, ${y.unit}`}`)],
    rows: chosen.map((at) => [String(at), ...series.map((one) => lineOf(one, at))]),
    isThinned: every > 1,
  };
}
