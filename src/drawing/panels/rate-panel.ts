/**
 * Builds panels that draw rates of cumulative series, per second over spans of at least one round trip, because a rate
 * over less than the spacing of bursts is noise.
 */
import { paintSeries } from '../painters/paint-series';
import { visibleColumns, visibleMax } from '../painters/pixel-columns';
import { timeToX } from '../surface/viewport';
import { heldLines } from './line-panel';
import {
  isHidden,
  type LegendEntry,
  type Painted,
  type PaintTools,
  type PanelContext,
  type PanelDefinition,
  plotTimeOf,
} from './panel';
import { extremesOf, rangeText, rateOf, sliceOf, valueAt } from './readings';

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

/** A logged rate may extend the axis to this many times the highest rate from totals: a pacer may be far ahead. */
const LEVEL_LIMIT = 2;

/** The largest visible value of rates that are logged as such; 0 for none. */
function highestLevel({ answer, viewport }: PanelContext, levels: readonly LegendEntry[]): number {
  return levels.reduce((most, { id }) => {
    const slice = sliceOf(answer, id);
    return Math.max(most, (slice && visibleMax(slice, answer.window, viewport)) || 0);
  }, 0);
}

function paintLevels(
  context: PanelContext,
  levels: readonly LegendEntry[],
  tools: PaintTools,
  max: number,
): void {
  const { answer } = context;
  const { surface, palette } = tools;
  const y = (rate: number): number => Math.max(-2, surface.height - (rate / max) * surface.height);
  for (const { id } of levels) {
    const slice = sliceOf(answer, id);
    const stroke = palette.series[id];
    if (slice === undefined || stroke === undefined) continue;
    paintSeries(surface, { slice, stroke }, plotTimeOf(context), y);
  }
}

/**
 * Paints one step line per visible entry.
 * @param levels series that are rates as logged, not totals.
 */
export function paintRates(
  panel: string,
  entries: readonly LegendEntry[],
  context: PanelContext,
  tools: PaintTools,
  format: (rate: number) => string,
  levels: readonly LegendEntry[] = [],
): Painted {
  const { viewport } = context;
  const { surface, palette, lockedMax } = tools;
  const lines = entries
    .filter(({ id }) => !isHidden(context, panel, id))
    .map(({ id }) => ({ id, steps: ratesOf(context, id) }));
  const highest = lines.flatMap(({ steps }) => steps).reduce((max, { rate }) => (rate > max ? rate : max), 0);
  const shownLevels = levels.filter(({ id }) => !isHidden(context, panel, id));
  const level = highestLevel(context, shownLevels);
  const fitted = highest > 0 ? Math.max(highest, Math.min(level, highest * LEVEL_LIMIT)) : level;
  const max = lockedMax ?? (fitted > 0 ? fitted * HEADROOM : 1);
  tools.axis(max, format);
  paintLevels(context, shownLevels, tools, max);
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
  return level > max ? { max, clipped: `Clipped: a logged rate reaches ${format(level)}.` } : { max };
}

export interface RatePanel
  extends Pick<PanelDefinition, 'id' | 'title' | 'height' | 'side' | 'digestRank' | 'about'> {
  /** Ids of the entries are those of the totals; those in the trace are drawn. */
  readonly lines: readonly LegendEntry[];
  /** Ids of series that are rates as logged. */
  readonly levels?: readonly LegendEntry[];
  /** Why a trace does not have the first of them, and what would log it. */
  readonly missing: string;
  /** Formats a rate per second. */
  readonly format: (rate: number) => string;
  /** @param rates averages of the visible range, as text, per line. @param logged the ranges of logged rates. */
  readonly sentence: (rates: readonly RateText[], logged: readonly RateText[]) => string;
}

/** A line, and its rates over a part as text. */
interface RateText {
  readonly id: string;
  readonly label: string;
  readonly text: string;
}

export function ratePanel(spec: RatePanel): PanelDefinition {
  const { id, title, height, side, digestRank, about, lines, levels = [], missing, format } = spec;
  const held = ({ snapshot }: PanelContext): readonly LegendEntry[] => heldLines(lines, snapshot);
  const heldLevels = ({ snapshot }: PanelContext): readonly LegendEntry[] => heldLines(levels, snapshot);
  const textOf = (rate: number): string => (Number.isNaN(rate) ? '–' : format(rate));
  const rates = (context: PanelContext, fromUs: number, toUs: number): readonly RateText[] =>
    held(context).map(({ id, label }) => {
      return { id, label, text: textOf(rateOf(context.answer, id, fromUs, toUs)) };
    });
  const logged = (context: PanelContext, fromUs: number, toUs: number): readonly RateText[] =>
    heldLevels(context).map(({ id, label }) => {
      return { id, label, text: rangeText(extremesOf(context.answer, id, fromUs, toUs), format) };
    });
  return {
    ...{ id, title, height, side, about, overlays: true },
    ...(digestRank === undefined ? {} : { digestRank }),
    series: [...lines, ...levels].map((line) => line.id),
    missing: ({ catalogue }) => (catalogue.some((info) => info.id === lines[0]?.id) ? null : missing),
    legend: (context) => [...held(context), ...heldLevels(context)],
    paint: (context, tools) => paintRates(id, held(context), context, tools, format, heldLevels(context)),
    values(context, timeUs) {
      const span = spanAt(context, timeUs);
      if (span === null) return new Map();
      const averages = rates(context, ...span).map(({ id, text }) => [id, text] as const);
      const values = heldLevels(context).map(
        ({ id }) => [id, textOf(valueAt(context.answer, id, timeUs))] as const,
      );
      return new Map([...averages, ...values]);
    },
    sentence(context) {
      const { fromUs, toUs } = context.viewport;
      return spec.sentence(rates(context, fromUs, toUs), logged(context, fromUs, toUs));
    },
    cells: (context, fromUs, toUs) =>
      [...rates(context, fromUs, toUs), ...logged(context, fromUs, toUs)].map(({ text }) => text),
  };
}
