/**
 * Builds panels that draw rates of running totals. The rates are sliding means over whole round trips, taken in the worker
 * from the events themselves (`engine/base/columns/sliding-rate.ts`); their width stands beside the title. Averages of a part are
 * its difference over its length.
 */
import { duration } from '../../../engine/base/text/figures';
import type { RatesSlice } from '../../../engine/reading/contract/parts';
import { paintClips } from '../../painters/clip-marks';
import { paintLineMarks } from '../../painters/line-marks';
import { visibleMax } from '../../painters/pixel-columns';
import type { Stroke, Surface } from '../../surface/surface';
import type { AxisFormat } from '../../surface/ticks';
import { timeToX } from '../../surface/viewport';
import {
  isHidden,
  type LegendEntry,
  type LineColumns,
  type Painted,
  type PaintTools,
  type PanelContext,
  type PanelDefinition,
} from '../panel';
import {
  extremesOf,
  lineOf,
  rangeText,
  rateOf,
  rateTextOf,
  sliceOf,
  textOf,
  valueAt,
  valueWithin,
} from './answer-values';
import { heldLines, linesInView, paintLines } from './line-panel';

const HEADROOM = 1.15;

/** Rates on their grid of times; before the first and after the last they are held. */
export interface RateLine {
  readonly fromUs: number;
  readonly stepUs: number;
  /** Per second. */
  readonly values: Float64Array;
}

/** The rates of a total, by its id; null where the answer has none. */
export function rateLineOf({ answer }: Pick<PanelContext, 'answer'>, id: string): RateLine | null {
  const { rates } = answer.parts;
  const values = rates?.totals.find((total) => total.id === id)?.values;
  return rates === null || values === undefined ? null : { ...gridOf(rates), values };
}

/** Of the transitions between states. */
export function transitionLineOf({ answer }: Pick<PanelContext, 'answer'>): RateLine | null {
  const { rates } = answer.parts;
  return rates === null ? null : { ...gridOf(rates), values: rates.transitions };
}

const gridOf = ({ fromUs, stepUs }: RatesSlice) => ({ fromUs, stepUs });

export function rateAt({ fromUs, stepUs, values }: RateLine, timeUs: number): number {
  const at = Math.min(values.length - 1, Math.max(0, (timeUs - fromUs) / stepUs));
  const before = Math.floor(at);
  const [low, high] = [values[before], values[Math.ceil(at)]];
  return low + (high - low) * (at - before);
}

/** Points of the line over the visible part, x and rate alternating, ending with the answer and with the trace. */
export function ratePoints(
  line: RateLine,
  { answer: { window }, viewport, snapshot: { extent } }: Omit<PanelContext, 'hidden'>,
): readonly number[] {
  const { fromUs, stepUs, values } = line;
  const firstUs = Math.max(viewport.fromUs, extent.fromUs, window.fromUs);
  const windowEndUs = window.fromUs + window.columns * window.columnUs;
  const lastUs = Math.min(viewport.toUs, extent.toUs, windowEndUs);
  if (!(lastUs > firstUs)) return [];
  const points = [timeToX(viewport, firstUs), rateAt(line, firstUs)];
  const from = Math.max(0, Math.floor((firstUs - fromUs) / stepUs) + 1);
  for (let i = from; i < values.length && fromUs + i * stepUs < lastUs; i++) {
    points.push(timeToX(viewport, fromUs + i * stepUs), values[i]);
  }
  points.push(timeToX(viewport, lastUs), rateAt(line, lastUs));
  return points;
}

/** The largest of ratePoints, 0 for none. */
export function highestRate(points: readonly number[]): number {
  let highest = 0;
  for (let i = 1; i < points.length; i += 2) highest = Math.max(highest, points[i]);
  return highest;
}

/** The points in pixels of a plot whose top is `max`. */
export function ratePixels(points: readonly number[], height: number, max: number): readonly number[] {
  return points.map((value, i) => (i % 2 === 0 ? value : Math.max(-2, height - (value / max) * height)));
}

/** @param points of `ratePixels`, from left to right. */
export function paintRate(surface: Surface, points: readonly number[], stroke: Stroke): void {
  surface.polyline(points, stroke);
  paintLineMarks(surface, stroke, (pixel) => heightAt(points, pixel));
}

/** The y of a line at an x; NaN outside it. */
function heightAt(points: readonly number[], x: number): number {
  let next = 0;
  while (next < points.length && points[next] < x) next += 2;
  if (next === 0 || next >= points.length) return Number.NaN;
  const [fromX, fromY] = [points[next - 2], points[next - 1]];
  const [toX, toY] = [points[next], points[next + 1]];
  return fromY + ((toY - fromY) * (x - fromX)) / (toX - fromX);
}

/** The rate in the middle of each pixel column; NaN outside the trace. That within a wide column is known: it is a mean. */
export function rateColumns(line: RateLine, { answer, viewport, snapshot }: PanelContext): LineColumns {
  const usPerPx = (viewport.toUs - viewport.fromUs) / viewport.width;
  const { extent } = snapshot;
  const rates = Float64Array.from({ length: Math.ceil(viewport.width) }, (_, pixel) => {
    const timeUs = viewport.fromUs + (pixel + 0.5) * usPerPx;
    const isKnown = timeUs >= extent.fromUs && timeUs <= extent.toUs && isWithin({ answer }, timeUs);
    return isKnown ? rateAt(line, timeUs) : Number.NaN;
  });
  return { low: rates, high: rates };
}

/** `per 62 ms`: what one value of a rate is the mean of; empty where there is none. A value reaches one width to both sides. */
export function widthWords({ answer, viewport }: Pick<PanelContext, 'answer' | 'viewport'>): string {
  const { rates } = answer.parts;
  if (rates === null) return '';
  const isBeyond = 2 * rates.widthUs > viewport.toUs - viewport.fromUs;
  return `per ${shortDuration(rates.widthUs)}${isBeyond ? ', a mean that reaches beyond the view' : ''}`;
}

/** Two digits, `62 ms`: the width of a mean is no measurement. */
function shortDuration(us: number): string {
  return duration(Number(us.toPrecision(2))).replace(/\.0+(?= )|(?<=\.\d)0(?= )/, '');
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

/** `highestLevel` as text. */
function levelText(
  { answer, viewport }: PanelContext,
  levels: readonly LegendEntry[],
  level: number,
  format: RateFormats['format'],
): string {
  const slices = levels.map(({ id }) => sliceOf(answer, id));
  const highest = slices.find((slice) => slice && visibleMax(slice, answer.window, viewport) === level);
  return textOf(highest, level, format);
}

/** Formats of a rate per second: as a value, and beside the axis. */
export interface RateFormats {
  readonly format: (rate: number) => string;
  readonly axisFormat: AxisFormat;
}

interface ShownRates {
  readonly lines: readonly { readonly entry: LegendEntry; readonly points: readonly number[] }[];
  readonly shownLevels: readonly LegendEntry[];
  /** The largest logged rate in view. */
  readonly level: number;
  /** Of the value axis. */
  readonly top: number;
}

/** The visible entries with their points, and the axis that holds them. */
function shownRates(
  panel: string,
  entries: readonly LegendEntry[],
  context: PanelContext,
  levels: readonly LegendEntry[],
): ShownRates {
  const lines = entries
    .filter(({ id }) => !isHidden(context, panel, id))
    .map((entry) => {
      const line = rateLineOf(context, entry.id);
      return { entry, points: line === null ? [] : ratePoints(line, context) };
    });
  const highest = Math.max(0, ...lines.map(({ points }) => highestRate(points)));
  const shownLevels = levels.filter(({ id }) => !isHidden(context, panel, id));
  const level = highestLevel(context, shownLevels);
  const fitted = highest > 0 ? Math.max(highest, Math.min(level, highest * LEVEL_LIMIT)) : level;
  return { lines, shownLevels, level, top: fitted > 0 ? fitted * HEADROOM : 1 };
}

/**
 * Paints one line per visible entry.
 * @param levels series that are rates as logged, not totals.
 */
export function paintRates(
  panel: string,
  entries: readonly LegendEntry[],
  context: PanelContext,
  tools: PaintTools,
  { format, axisFormat }: RateFormats,
  levels: readonly LegendEntry[] = [],
): Painted {
  const { surface, palette, lockedMax } = tools;
  const { lines, shownLevels, level, top } = shownRates(panel, entries, context, levels);
  const max = lockedMax ?? top;
  tools.axis(max, axisFormat);
  const y = (rate: number): number => Math.max(-2, surface.height - (rate / max) * surface.height);
  const clips = paintLines(context, shownLevels, tools, { y, max, format });
  for (const { entry, points } of lines) {
    const stroke = palette.strokeOf(entry);
    if (stroke !== undefined) paintRate(surface, ratePixels(points, surface.height, max), stroke);
  }
  paintClips(surface, clips);
  return level > max
    ? {
        max,
        clips,
        clipped: `Clipped: a logged rate reaches ${levelText(context, shownLevels, level, format)}.`,
      }
    : { max, clips };
}

export interface RatePanel
  extends RateFormats,
    Pick<PanelDefinition, 'id' | 'title' | 'fields' | 'height' | 'side' | 'digestRank' | 'about'> {
  /** Ids of the entries are those of the totals; those in the trace are drawn. */
  readonly lines: readonly LegendEntry[];
  /** Ids of series that are rates as logged. */
  readonly levels?: readonly LegendEntry[];
  /** Why a trace does not have the first of them, and what would log it. */
  readonly missing: string;
  /** @param rates averages of the visible range, as text, per line. @param logged the ranges of logged rates. */
  readonly sentence: (rates: readonly RateText[], logged: readonly RateText[]) => string;
}

interface RateText {
  readonly id: string;
  readonly label: string;
  readonly text: string;
}

/** Rates at a time, as text; none outside the answer's window. */
export function rateTextsAt(
  context: PanelContext,
  entries: readonly LegendEntry[],
  timeUs: number,
  format: (rate: number) => string,
): readonly (readonly [string, string])[] {
  if (!isWithin(context, timeUs)) return [];
  return entries.flatMap(({ id }) => {
    const line = rateLineOf(context, id);
    return line === null ? [] : [[id, format(rateAt(line, timeUs))] as const];
  });
}

/** Ids of the rates, and of the levels, that are known in the visible range. */
export function ratesInView(
  context: PanelContext,
  rates: readonly LegendEntry[],
  levels: readonly LegendEntry[],
): readonly string[] {
  const { answer, viewport } = context;
  const hasRate = ({ id }: LegendEntry): boolean =>
    !Number.isNaN(rateOf(answer, id, viewport.fromUs, viewport.toUs));
  return [...rates.filter(hasRate).map(({ id }) => id), ...linesInView(context, levels)];
}

/** True where the answer has columns. */
export function isWithin({ answer: { window } }: Pick<PanelContext, 'answer'>, timeUs: number): boolean {
  return timeUs >= window.fromUs && timeUs < window.fromUs + window.columns * window.columnUs;
}

export function ratePanel(spec: RatePanel): PanelDefinition {
  const { id, title, height, side, digestRank, about, lines, levels = [], missing, format } = spec;
  const held = ({ snapshot }: PanelContext): readonly LegendEntry[] => heldLines(lines, snapshot);
  const heldLevels = ({ snapshot }: PanelContext): readonly LegendEntry[] => heldLines(levels, snapshot);
  const rates = (context: PanelContext, fromUs: number, toUs: number): readonly RateText[] =>
    held(context).map(({ id, label }) => {
      return { id, label, text: rateTextOf(context.answer, id, { fromUs, toUs }, format) };
    });
  const logged = (context: PanelContext, fromUs: number, toUs: number): readonly RateText[] =>
    heldLevels(context).map(({ id, label }) => {
      return { id, label, text: rangeText(extremesOf(context.answer, id, fromUs, toUs), format) };
    });
  return {
    id,
    fields: spec.fields,
    title,
    height,
    side,
    about,
    overlays: true,
    parts: ['rates'],
    figure: widthWords,
    ...(digestRank === undefined ? {} : { digestRank }),
    series: [...lines, ...levels].map((line) => line.id),
    missing: ({ catalogue }) => (catalogue.some((info) => info.id === lines[0]?.id) ? null : missing),
    legend: (context) => [...held(context), ...heldLevels(context)],
    inView: (context) => ratesInView(context, held(context), heldLevels(context)),
    paint: (context, tools) => paintRates(id, held(context), context, tools, spec, heldLevels(context)),
    top: (context) => shownRates(id, held(context), context, heldLevels(context)).top,
    values(context, timeUs) {
      if (!isWithin(context, timeUs)) return new Map();
      const { answer } = context;
      const values = heldLevels(context).map(({ id }) => {
        const value = valueAt(answer, id, timeUs);
        return [id, Number.isNaN(value) ? '–' : textOf(sliceOf(answer, id), value, format)] as const;
      });
      return new Map([...rateTextsAt(context, held(context), timeUs, format), ...values]);
    },
    amounts: {
      of(context, entry, timeUs) {
        if (!isWithin(context, timeUs)) return Number.NaN;
        const line = rateLineOf(context, entry);
        return line === null ? valueAt(context.answer, entry, timeUs) : rateAt(line, timeUs);
      },
      within(context, entry, timeUs) {
        const line = rateLineOf(context, entry);
        return line === null ? valueWithin(context.answer, entry, timeUs) : 0;
      },
      text: format,
      line: {
        of(context, entry) {
          const rates = rateLineOf(context, entry);
          return rates === null ? lineOf(context, entry) : rateColumns(rates, context);
        },
        axisFormat: spec.axisFormat,
      },
    },
    resting(context) {
      const { fromUs, toUs } = context.viewport;
      const inView = [...rates(context, fromUs, toUs), ...logged(context, fromUs, toUs)];
      return new Map(inView.map(({ id, text }) => [id, text]));
    },
    sentence(context) {
      const { fromUs, toUs } = context.viewport;
      return spec.sentence(rates(context, fromUs, toUs), logged(context, fromUs, toUs));
    },
    cells: (context, fromUs, toUs) =>
      [...rates(context, fromUs, toUs), ...logged(context, fromUs, toUs)].map(({ text }) => text),
  };
}
