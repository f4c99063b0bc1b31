/**
 * A panel with further lines over its own picture, on an axis of their own: entries in the legend, values at the cursor and
 * in view, cells of the table. Which lines there are may differ from trace to trace.
 */
import type { Snapshot } from '../../../engine/reading/contract/snapshot';
import { paintSeries } from '../../painters/paint-series';
import {
  idsInView,
  isHidden,
  isStrip,
  type LegendEntry,
  type PaintTools,
  type PanelContext,
  type PanelDefinition,
  plotTimeOf,
} from '../panel';
import { extremesOf, sliceOf, valueAt, valueWithin } from './answer-values';
import { linesInView } from './line-panel';

export interface FurtherLines<Line extends LegendEntry> {
  readonly series: readonly string[];
  /** Drawn also where the panel is a strip: lines along its edge. */
  readonly onStrips: boolean;
  /** Those that a trace has. */
  readonly linesOf: (context: PanelContext) => readonly Line[];
  /** Pixels from the top of a plot so high. */
  readonly y: (value: number, height: number, snapshot: Snapshot) => number;
  /** Text of a value, NaN where there is none; null for no text. @param within how far the trace's own may be from it. */
  readonly textAt: (value: number, within: number) => string | null;
  /** Text of a span by its extremes, undefined where nothing is known. */
  readonly textIn: (extremes: ReturnType<typeof extremesOf>) => string;
}

/** Texts of the lines over [fromUs, toUs). */
export function textsIn<Line extends LegendEntry>(
  { linesOf, textIn }: FurtherLines<Line>,
  context: PanelContext,
  { fromUs, toUs }: { readonly fromUs: number; readonly toUs: number } = context.viewport,
): readonly (readonly [Line, string])[] {
  return linesOf(context).map((line) => [line, textIn(extremesOf(context.answer, line.id, fromUs, toUs))]);
}

function paintLines<Line extends LegendEntry>(
  panel: string,
  { linesOf, y, onStrips }: FurtherLines<Line>,
  context: PanelContext,
  { surface, palette }: PaintTools,
): void {
  if (isStrip(surface.height) && !onStrips) return;
  const { answer, snapshot } = context;
  const yOf = (value: number): number => y(value, surface.height, snapshot);
  for (const line of linesOf(context)) {
    const slice = sliceOf(answer, line.id);
    const stroke = palette.strokeOf(line);
    if (slice === undefined || stroke === undefined || isHidden(context, panel, line.id)) continue;
    paintSeries(surface, { slice, stroke }, plotTimeOf(context), yOf);
  }
}

export function withFurtherLines<Line extends LegendEntry>(
  panel: PanelDefinition,
  lines: FurtherLines<Line>,
): PanelDefinition {
  const { series, linesOf, textAt } = lines;
  return {
    ...panel,
    series: [...panel.series, ...series],
    legend: (context) => [...panel.legend(context), ...linesOf(context)],
    inView: (context) => [...idsInView(panel, context), ...linesInView(context, linesOf(context))],
    paint(context, tools) {
      const painted = panel.paint(context, tools);
      paintLines(panel.id, lines, context, tools);
      return painted;
    },
    values(context, timeUs) {
      const values = new Map(panel.values(context, timeUs));
      for (const { id } of linesOf(context)) {
        const { answer } = context;
        const text = textAt(valueAt(answer, id, timeUs), valueWithin(answer, id, timeUs));
        if (text !== null) values.set(id, text);
      }
      return values;
    },
    resting: (context) =>
      new Map([
        ...(panel.resting?.(context) ?? new Map<string, string>()),
        ...textsIn(lines, context).map(([{ id }, text]) => [id, text] as const),
      ]),
    cells: (context, fromUs, toUs) => [
      ...panel.cells(context, fromUs, toUs),
      ...textsIn(lines, context, { fromUs, toUs }).map(([, text]) => text),
    ],
  };
}
