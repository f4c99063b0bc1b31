/**
 * Builds panels that draw rates of cumulative series, per second over spans of at least one round trip, because a rate
 * over less than the spacing of bursts is noise.
 */
import { visibleColumns } from '../painters/paint-series';
import { timeToX } from '../surface/viewport';
import { heldLines } from './line-panel';
import {
  isHidden,
  type LegendEntry,
  type Painted,
  type PaintTools,
  type PanelContext,
  type PanelDefinition,
} from './panel';
import { rateOf } from './readings';

const SPAN_PX = 4;
const HEADROOM = 1.15;

/** Columns per rate: four pixels, or a number of round trips if that is longer. */
export function spanColumns(
  { answer, viewport }: Pick<PanelContext, 'answer' | 'viewport'>,
  roundTrips = 1,
): number {
  const { columnUs, columns } = answer.window;
  const columnPx = (columnUs / (viewport.toUs - viewport.fromUs)) * viewport.width;
  const rttColumns = answer.rttUs > 0 ? (answer.rttUs * roundTrips) / columnUs : 1;
  return Math.max(1, Math.min(columns, Math.ceil(Math.max(SPAN_PX / columnPx, rttColumns))));
}

/** The span that contains a time, µs; null outside the window. */
export function spanAt(
  context: PanelContext,
  timeUs: number,
  roundTrips = 1,
): readonly [number, number] | null {
  const { window } = context.answer;
  const size = spanColumns(context, roundTrips);
  const column = Math.floor((timeUs - window.fromUs) / window.columnUs);
  if (!(column >= 0 && column < window.columns)) return null;
  const from = Math.floor(column / size) * size;
  return [
    window.fromUs + from * window.columnUs,
    window.fromUs + Math.min(window.columns, from + size) * window.columnUs,
  ];
}

/** One rate and its span. */
export interface RateStep {
  readonly fromUs: number;
  readonly toUs: number;
  readonly rate: number;
}

type RateContext = Pick<PanelContext, 'answer' | 'viewport' | 'snapshot'>;

/** The rates of a cumulative series over the visible range, one per span. */
export function ratesOf(context: RateContext, id: string): readonly RateStep[] {
  const { answer, viewport, snapshot } = context;
  const { window } = answer;
  const size = spanColumns(context);
  const [first, last] = visibleColumns(window, viewport);
  const steps: RateStep[] = [];
  for (let from = Math.floor(first / size) * size; from < last; from += size) {
    const fromUs = window.fromUs + from * window.columnUs;
    const toUs = fromUs + size * window.columnUs;
    // The last span ends at the trace's end, not at the grid's.
    const endUs = Math.min(toUs, Math.max(snapshot.extent.toUs, fromUs + window.columnUs));
    steps.push({ fromUs, toUs: endUs, rate: rateOf(answer, id, fromUs, endUs) });
  }
  return steps;
}

/** Paints one step line per visible entry. */
export function paintRates(
  panel: string,
  entries: readonly LegendEntry[],
  context: PanelContext,
  tools: PaintTools,
  format: (rate: number) => string,
): Painted {
  const { viewport } = context;
  const { surface, palette, lockedMax } = tools;
  const lines = entries
    .filter(({ id }) => !isHidden(context, panel, id))
    .map(({ id }) => ({ id, steps: ratesOf(context, id) }));
  const highest = lines.flatMap(({ steps }) => steps).reduce((max, { rate }) => (rate > max ? rate : max), 0);
  const max = lockedMax ?? (highest > 0 ? highest * HEADROOM : 1);
  tools.axis(max, format);
  for (const { id, steps } of lines) {
    const stroke = palette.series[id];
    if (stroke === undefined) continue;
    const points: number[] = [];
    for (const { fromUs, toUs, rate } of steps) {
      if (Number.isNaN(rate)) points.push(Number.NaN, 0);
      else {
        const y = Math.max(-2, surface.height - (rate / max) * surface.height);
        points.push(timeToX(viewport, fromUs), y, timeToX(viewport, toUs), y);
      }
    }
    surface.polyline(points, stroke);
  }
  return { max };
}

export interface RatePanel extends Pick<PanelDefinition, 'id' | 'title' | 'height' | 'side' | 'digestRank'> {
  /** Ids of the entries are those of the totals; those in the trace are drawn. */
  readonly lines: readonly LegendEntry[];
  /** Why a trace does not have the first of them, and what would log it. */
  readonly missing: string;
  /** Formats a rate per second. */
  readonly format: (rate: number) => string;
  /** @param rates averages of the visible range, as text, per line. */
  readonly sentence: (rates: readonly { readonly label: string; readonly text: string }[]) => string;
}

export function ratePanel(spec: RatePanel): PanelDefinition {
  const { id, title, height, side, digestRank, lines, missing, format } = spec;
  const held = ({ snapshot }: PanelContext): readonly LegendEntry[] => heldLines(lines, snapshot);
  const rates = (context: PanelContext, fromUs: number, toUs: number) =>
    held(context).map((line) => {
      const rate = rateOf(context.answer, line.id, fromUs, toUs);
      return { id: line.id, label: line.label, text: Number.isNaN(rate) ? '–' : format(rate) };
    });
  return {
    ...{ id, title, height, side, overlays: true },
    ...(digestRank === undefined ? {} : { digestRank }),
    series: lines.map((line) => line.id),
    missing: ({ catalogue }) => (catalogue.some((info) => info.id === lines[0]?.id) ? null : missing),
    legend: held,
    paint: (context, tools) => paintRates(id, held(context), context, tools, format),
    values(context, timeUs) {
      const span = spanAt(context, timeUs);
      return span === null ? new Map() : new Map(rates(context, ...span).map((rate) => [rate.id, rate.text]));
    },
    sentence: (context) => spec.sentence(rates(context, context.viewport.fromUs, context.viewport.toUs)),
    cells: (context, fromUs, toUs) => rates(context, fromUs, toUs).map(({ text }) => text),
  };
}
