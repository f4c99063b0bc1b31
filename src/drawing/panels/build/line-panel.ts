/**
 * Builds panels that draw series as step lines, one legend entry each: a panel defines the series, why there may be
 * none, and the format of a value; axis, values, sentence and table follow. Rates of totals are in `rate-panel.ts`.
 */
import { clipsOf, paintClips } from '../../painters/clip-marks';
import { paintSeries, type ScaleY } from '../../painters/paint-series';
import type { Clip } from '../../surface/clip-label';
import type { AxisFormat } from '../../surface/ticks';
import {
  isHidden,
  type LegendEntry,
  type PaintTools,
  type PanelContext,
  type PanelDefinition,
  type PanelFacts,
  plotTimeOf,
} from '../panel';
import {
  extremesOf,
  lineOf,
  markText,
  rangeText,
  shownValue,
  sliceOf,
  valueAt,
  valueWithin,
} from './answer-values';

const HEADROOM = 1.15;

/** The value axis for the visible part. */
export interface LineScale {
  readonly max: number;
  /** 0 by default. */
  readonly min?: number;
  /** What is beyond it, as text. */
  readonly clipped?: string;
}

export interface LinePanel
  extends Pick<PanelDefinition, 'id' | 'title' | 'fields' | 'height' | 'side' | 'digestRank' | 'about'> {
  /** Ids of the entries are those of the series. */
  readonly lines: readonly LegendEntry[];
  /** Entries of this trace; by default those of `lines` that it has. */
  readonly linesOf?: (facts: PanelFacts) => readonly LegendEntry[];
  /** Series that `linesOf` may name in addition to those of `lines`. */
  readonly otherSeries?: readonly string[];
  /** Why a trace has none of the lines, and what would log them. */
  readonly missing: string | ((facts: PanelFacts) => string);
  readonly format: (value: number) => string;
  readonly axisFormat: AxisFormat;
  /** @param lockedMax top of the axis if the user has locked it. By default the largest visible value. */
  readonly scale?: (
    context: PanelContext,
    lines: readonly LegendEntry[],
    lockedMax: number | null,
  ) => LineScale;
  /** @param texts smallest and largest visible value, per line. */
  readonly sentence?: (texts: readonly string[]) => string;
}

export function heldLines(
  lines: readonly LegendEntry[],
  { catalogue }: Pick<PanelFacts, 'catalogue'>,
): readonly LegendEntry[] {
  return lines.filter(({ id }) => catalogue.some((info) => info.id === id));
}

/** Ids of the lines that have a value in the visible range. */
export function linesInView(
  { answer, viewport: { fromUs, toUs } }: PanelContext,
  lines: readonly LegendEntry[],
): readonly string[] {
  return lines.map(({ id }) => id).filter((id) => extremesOf(answer, id, fromUs, toUs) !== null);
}

function largestInView(
  { answer, viewport: { fromUs, toUs } }: PanelContext,
  lines: readonly LegendEntry[],
  lockedMax: number | null,
): LineScale {
  const largest = lines.map(({ id }) => extremesOf(answer, id, fromUs, toUs)?.max ?? 0);
  const highest = Math.max(0, ...largest);
  return { max: lockedMax ?? (highest > 0 ? highest * HEADROOM : 1) };
}

/** A value holds until the next: a slope between them would show values that were not measured. @returns where lines leave the plot. */
export function paintLines(
  context: PanelContext,
  lines: readonly LegendEntry[],
  { surface, palette }: Pick<PaintTools, 'surface' | 'palette'>,
  { y, max, format }: { readonly y: ScaleY; readonly max: number } & Pick<LinePanel, 'format'>,
): readonly Clip[] {
  const clips: Clip[] = [];
  for (const line of lines) {
    const slice = sliceOf(context.answer, line.id);
    const stroke = palette.strokeOf(line);
    if (slice === undefined || stroke === undefined) continue;
    paintSeries(surface, { slice, stroke }, plotTimeOf(context), y);
    const look = { text: (value: number) => markText(slice, value, format), color: stroke.color };
    clips.push(...clipsOf(slice, plotTimeOf(context), max, look, clips));
  }
  return clips;
}

export function linePanel(spec: LinePanel): PanelDefinition {
  const { id, title, height, side, digestRank, about, lines, missing, format } = spec;
  const linesOf = spec.linesOf ?? ((facts: PanelFacts) => heldLines(lines, facts));
  const scale = spec.scale ?? largestInView;
  const texts = ({ answer, snapshot }: PanelContext, fromUs: number, toUs: number): readonly string[] =>
    linesOf(snapshot).map((line) => rangeText(extremesOf(answer, line.id, fromUs, toUs), format));
  return {
    id,
    fields: spec.fields,
    title,
    height,
    side,
    about,
    overlays: true,
    byBytes: true,
    ...(digestRank === undefined ? {} : { digestRank }),
    series: [...lines.map((line) => line.id), ...(spec.otherSeries ?? [])],
    missing: (snapshot) =>
      linesOf(snapshot).length > 0 ? null : typeof missing === 'string' ? missing : missing(snapshot),
    legend: ({ snapshot }) => linesOf(snapshot),
    inView: (context) => linesInView(context, linesOf(context.snapshot)),
    paint(context, { surface, palette, lockedMax, axis }) {
      const { viewport, snapshot } = context;
      const all = linesOf(snapshot);
      const shown = all.filter((line) => !isHidden(context, id, line.id));
      const { max, min = 0, clipped } = scale(context, all, lockedMax);
      axis(max, spec.axisFormat, min);
      const y = (value: number): number =>
        Math.min(
          surface.height,
          Math.max(-2, surface.height - ((value - min) / (max - min)) * surface.height),
        );
      if (min < 0)
        surface.polyline([0, y(0), viewport.width, y(0)], { color: palette.ink, width: 1, dash: [] });
      const clips = paintLines(context, shown, { surface, palette }, { y, max, format });
      paintClips(surface, clips);
      return clipped === undefined || shown.length === 0 ? { max, clips } : { max, clips, clipped };
    },
    top: (context) => scale(context, linesOf(context.snapshot), null).max,
    values(context, timeUs) {
      const values = linesOf(context.snapshot).flatMap((line) => {
        const text = shownValue(context, line.id, timeUs, format);
        return text === null ? [] : [[line.id, text] as const];
      });
      return new Map(values);
    },
    amounts: {
      of: ({ answer }, entry, timeUs) => valueAt(answer, entry, timeUs),
      within: ({ answer }, entry, timeUs) => valueWithin(answer, entry, timeUs),
      line: { of: lineOf, axisFormat: (amount, step) => spec.axisFormat(amount, step).replace(/^\+/, '') },
      // A format may write a sign of its own.
      text: (amount) => format(amount).replace(/^\+/, ''),
    },
    resting: (context) => {
      const inView = texts(context, context.viewport.fromUs, context.viewport.toUs);
      return new Map(linesOf(context.snapshot).map(({ id }, i) => [id, inView[i] ?? '']));
    },
    sentence(context) {
      const { fromUs, toUs } = context.viewport;
      const inView = texts(context, fromUs, toUs);
      if (spec.sentence !== undefined) return spec.sentence(inView);
      const parts = linesOf(context.snapshot).map(({ label }, i) => `${label} ${inView[i]}`);
      return `${title}: ${parts.join(', ')}.`;
    },
    cells: texts,
  };
}
