/**
 * Builds panels that draw a number per column as bars of three pixels, the last one open: a panel defines how the columns of
 * a bar give one number, and its format. No bar means no value, not zero.
 */
import type { Snapshot } from '../../../engine/reading/contract/snapshot';
import { barColumns } from '../../painters/bar-columns';
import type { Palette } from '../../surface/palette';
import type { Fill, Surface } from '../../surface/surface';
import type { AxisFormat } from '../../surface/ticks';
import { coarseUsOf, isHidden, type LegendEntry, type PanelContext, type PanelDefinition } from '../panel';
import { columnAt } from './answer-values';

const BAR_PX = 3;

interface Bar {
  readonly x: number;
  readonly width: number;
  readonly value: number;
}

export interface BarPanel
  extends Pick<
    PanelDefinition,
    'id' | 'title' | 'fields' | 'height' | 'series' | 'side' | 'missing' | 'digestRank' | 'about' | 'oneValue'
  > {
  readonly entry: (snapshot: Snapshot) => LegendEntry;
  readonly fill: (palette: Palette, snapshot: Snapshot) => Fill;
  /** The number of the columns [from, to) of the window: no bar for 0. */
  readonly numberOf: (context: PanelContext, from: number, to: number) => number;
  /** The same over [fromUs, toUs), as text. */
  readonly text: (context: PanelContext, fromUs: number, toUs: number) => string;
  /** Top of the axis for the highest visible bar. */
  readonly top: (highest: number) => number;
  readonly axisFormat: AxisFormat;
  readonly sentence: (text: string, context: PanelContext) => string;
}

function barsOf(context: PanelContext, numberOf: BarPanel['numberOf']): readonly Bar[] {
  const { answer, viewport } = context;
  return barColumns(answer.window, viewport, BAR_PX, coarseUsOf(context)).flatMap(
    ({ from, to, x, width }) => {
      const value = numberOf(context, from, to);
      return value > 0 ? [{ x, width: width - 1, value }] : [];
    },
  );
}

function paintBars(surface: Surface, bars: readonly Bar[], max: number, fill: Fill): void {
  const boxes = bars.flatMap(({ x, width, value }) => {
    const height = Math.max(1, Math.min(1, value / max) * surface.height);
    return [x, surface.height - height, width, height];
  });
  surface.bars(boxes, fill);
}

export function barPanel(spec: BarPanel): PanelDefinition {
  const { id, title, height, series, side, missing, digestRank, about, oneValue, entry, text } = spec;
  return {
    id,
    fields: spec.fields,
    title,
    height,
    series,
    side,
    missing,
    about,
    byBytes: true,
    ...(oneValue === undefined ? {} : { oneValue }),
    ...(digestRank === undefined ? {} : { digestRank }),
    legend: ({ snapshot }) => [entry(snapshot)],
    inView: (context) => (barsOf(context, spec.numberOf).length > 0 ? [entry(context.snapshot).id] : []),
    paint(context, { surface, palette, lockedMax, axis }) {
      const bars = barsOf(context, spec.numberOf);
      const max = lockedMax ?? spec.top(bars.reduce((highest, { value }) => Math.max(highest, value), 0));
      axis(max, spec.axisFormat);
      if (isHidden(context, id, entry(context.snapshot).id)) return { max };
      const fill = spec.fill(palette, context.snapshot);
      paintBars(surface, bars, max, coarseUsOf(context) === null ? fill : { ...fill, pattern: 'diagonal' });
      return { max };
    },
    values(context, timeUs) {
      const { window } = context.answer;
      if (Number.isNaN(columnAt(window, timeUs))) return new Map();
      const shown = text(context, timeUs - window.columnUs, timeUs + window.columnUs);
      return new Map([[entry(context.snapshot).id, shown]]);
    },
    sentence(context) {
      const { fromUs, toUs } = context.viewport;
      return spec.sentence(text(context, fromUs, toUs), context);
    },
    cells: (context, fromUs, toUs) => [text(context, fromUs, toUs)],
  };
}
