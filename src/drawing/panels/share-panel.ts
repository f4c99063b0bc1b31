/**
 * Builds panels that draw the share of time per name as stacked areas: a panel defines the slice, its names and their
 * order, and the format. Shares are of the time that has a name.
 */
import type { StateSlice } from '../../engine/columns/state-timeline';
import { percent } from '../../engine/text/figures';
import { paintStates } from '../painters/paint-states';
import type { Palette } from '../surface/palette';
import type { Fill } from '../surface/surface';
import { isHidden, type LegendEntry, type PanelContext, type PanelDefinition } from './panel';
import { shareAt, sharesAt, sharesWithin } from './shares';

/** The part of an answer that is drawn. */
export interface Shares {
  readonly slice: StateSlice;
  /** One per name drawn, from the bottom of the stack to its top; ids are names of the slice. */
  readonly entries: readonly LegendEntry[];
}

export interface NamedShare {
  readonly entry: LegendEntry;
  /** 0 to 1. */
  readonly share: number;
}

export interface SharePanel
  extends Pick<PanelDefinition, 'id' | 'title' | 'height' | 'parts' | 'side' | 'missing' | 'digestRank'> {
  /** Null if the answer has none. */
  readonly sharesOf: (context: PanelContext) => Shares | null;
  /** Fills of the entries, in their order. */
  readonly fills: (palette: Palette, entries: readonly LegendEntry[]) => readonly Fill[];
  readonly sentence: (inView: readonly NamedShare[], context: PanelContext) => string;
}

const indexesOf = ({ slice, entries }: Shares): readonly number[] =>
  entries.map(({ id }) => slice.names.indexOf(id));

/** The slice with only the names of the entries, in stacking order. */
function arranged(shares: Shares): StateSlice {
  const { slice, entries } = shares;
  const from = indexesOf(shares);
  if (from.every((index, i) => index === i) && from.length === slice.names.length) return slice;
  const columns = slice.changes.length;
  const values = new Float64Array(columns * from.length);
  for (let column = 0; column < columns; column++) {
    for (let i = 0; i < from.length; i++)
      values[column * from.length + i] = shareAt(slice, column, from[i] as number);
  }
  return { ...slice, names: entries.map(({ id }) => id), shares: values };
}

/** Per entry, from shares in the order of the slice. */
function named(shares: Shares, bySlice: readonly number[]): readonly NamedShare[] {
  const from = indexesOf(shares);
  return shares.entries.map((entry, i) => ({ entry, share: bySlice[from[i] as number] as number }));
}

/** @param where what the shares are of: the whole view, or the pixel column at a time. */
function texts(
  shares: readonly NamedShare[],
  where: 'in view' | 'in this column',
): ReadonlyMap<string, string> {
  return new Map(shares.map(({ entry, share }) => [entry.id, `${percent(share)} ${where}`]));
}

export function sharePanel(spec: SharePanel): PanelDefinition {
  const { id, title, height, parts, side, missing, digestRank, sharesOf } = spec;
  const within = (context: PanelContext, fromUs: number, toUs: number): readonly NamedShare[] => {
    const shares = sharesOf(context);
    return shares === null
      ? []
      : named(shares, sharesWithin(shares.slice, context.answer.window, fromUs, toUs));
  };
  const inView = (context: PanelContext): readonly NamedShare[] =>
    within(context, context.viewport.fromUs, context.viewport.toUs);
  return {
    ...{ id, title, height, side, missing, series: [] },
    ...(parts === undefined ? {} : { parts }),
    ...(digestRank === undefined ? {} : { digestRank }),
    // All names, even those not visible: a legend that changes its height would move the plot away from the pointer.
    legend: (context) => sharesOf(context)?.entries ?? [],
    paint(context, { surface, palette, axis }) {
      axis(1, (value) => `${Math.round(value * 100)} %`);
      const shares = sharesOf(context);
      if (shares === null) return { max: 1 };
      const { entries } = shares;
      const fills = spec
        .fills(palette, entries)
        .map((fill, i) => (isHidden(context, id, entries[i]?.id ?? '') ? null : fill));
      paintStates(surface, arranged(shares), context.answer.window, context.viewport, fills);
      return { max: 1 };
    },
    values(context, timeUs) {
      const shares = sharesOf(context);
      const atTime = shares === null ? null : sharesAt(shares.slice, context.answer.window, timeUs);
      return shares === null || atTime === null ? new Map() : texts(named(shares, atTime), 'in this column');
    },
    resting: (context) => texts(inView(context), 'in view'),
    sentence: (context) => spec.sentence(inView(context), context),
    cells: (context, fromUs, toUs) => within(context, fromUs, toUs).map(({ share }) => percent(share)),
  };
}
