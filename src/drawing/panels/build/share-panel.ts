/**
 * Builds panels that draw the share of time per name as stacked areas: a panel defines the slice, its names and their
 * order, and the format. Shares are of the time that has a name.
 */
import type { ColumnWindow } from '../../../engine/base/columns/series';
import type { StateSlice } from '../../../engine/base/columns/state-timeline';
import { count } from '../../../engine/base/text/figures';
import type { WindowAnswer } from '../../../engine/reading/contract/snapshot';
import { paintStates } from '../../painters/paint-states';
import type { Palette } from '../../surface/palette';
import type { Fill } from '../../surface/surface';
import { axisPercent } from '../../surface/ticks';
import { isHidden, isStrip, type LegendEntry, type PanelContext, type PanelDefinition } from '../panel';
import { isPresent, type Share, shareAt, sharesAt, sharesWithin, shareText } from './shares';

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
  /** How far the trace's own may be from it. */
  readonly within: number;
}

export interface SharePanel
  extends Pick<
    PanelDefinition,
    'id' | 'title' | 'fields' | 'parts' | 'side' | 'missing' | 'digestRank' | 'about'
  > {
  /** Null if the answer has none. */
  readonly sharesOf: (context: PanelContext) => Shares | null;
  readonly fills: (palette: Palette, entries: readonly LegendEntry[]) => readonly Fill[];
  /** The slice of the whole trace, where its answer has it. */
  readonly wholeOf: (whole: WindowAnswer) => StateSlice | null;
  readonly sentence: (inView: readonly NamedShare[], context: PanelContext) => string;
}

const STRIP_HEIGHT_PX = 28;
const OPEN_HEIGHT_PX = 110;

/** The name that all known time has; null where there are several, or none. */
function onlyName(slice: StateSlice, window: ColumnWindow): string | null {
  const { fromUs, columnUs, columns } = window;
  const shares = sharesWithin(slice, window, fromUs, fromUs + columns * columnUs);
  const present = slice.names.filter((_, i) => shares[i].share > 0);
  return present.length === 1 ? (present[0] ?? null) : null;
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
    for (let i = 0; i < from.length; i++) values[column * from.length + i] = shareAt(slice, column, from[i]);
  }
  return { ...slice, names: entries.map(({ id }) => id), shares: values };
}

/** Per entry, from shares in the order of the slice. */
function named(shares: Shares, bySlice: readonly Share[]): readonly NamedShare[] {
  const from = indexesOf(shares);
  return shares.entries.map((entry, i) => ({ entry, ...bySlice[from[i]] }));
}

function texts(shares: readonly NamedShare[]): ReadonlyMap<string, string> {
  return new Map(shares.map((share) => [share.entry.id, shareText(share)]));
}

export function sharePanel(spec: SharePanel): PanelDefinition {
  const { id, title, parts, side, missing, digestRank, about, sharesOf } = spec;
  const within = (context: PanelContext, fromUs: number, toUs: number): readonly NamedShare[] => {
    const shares = sharesOf(context);
    return shares === null
      ? []
      : named(shares, sharesWithin(shares.slice, context.answer.window, fromUs, toUs));
  };
  const sharesInView = (context: PanelContext): readonly NamedShare[] =>
    within(context, context.viewport.fromUs, context.viewport.toUs);
  const atTime = (context: PanelContext, timeUs: number): readonly NamedShare[] => {
    const shares = sharesOf(context);
    const at = shares === null ? null : sharesAt(shares.slice, context.answer.window, timeUs);
    return shares === null || at === null ? [] : named(shares, at);
  };
  const ofEntry = (context: PanelContext, id: string, timeUs: number): NamedShare | undefined =>
    atTime(context, timeUs).find(({ entry }) => entry.id === id);
  return {
    id,
    fields: spec.fields,
    title,
    side,
    missing,
    about,
    series: [],
    height: STRIP_HEIGHT_PX,
    openHeight: OPEN_HEIGHT_PX,
    ...(parts === undefined ? {} : { parts }),
    ...(digestRank === undefined ? {} : { digestRank }),
    oneValue(_, whole) {
      const slice = spec.wholeOf(whole);
      const only = slice === null ? null : onlyName(slice, whole.window);
      return only === null ? null : `${only} all the time.`;
    },
    // All names, even those not visible: a legend that changes its height would move the plot away from the pointer.
    legend: (context) => sharesOf(context)?.entries ?? [],
    inView: (context) =>
      sharesInView(context)
        .filter(isPresent)
        .map(({ entry }) => entry.id),
    paint(context, { surface, palette, axis }) {
      axis(1, isStrip(surface.height) ? () => '' : axisPercent);
      const shares = sharesOf(context);
      if (shares === null) return { max: 1 };
      const { entries } = shares;
      const fills = spec
        .fills(palette, entries)
        .map((fill, i) => (isHidden(context, id, entries[i]?.id ?? '') ? null : fill));
      paintStates(surface, arranged(shares), context.answer.window, context.viewport, fills);
      return { max: 1 };
    },
    values: (context, timeUs) => texts(atTime(context, timeUs)),
    amounts: {
      of: (context, entry, timeUs) => ofEntry(context, entry, timeUs)?.share ?? Number.NaN,
      within: (context, entry, timeUs) => ofEntry(context, entry, timeUs)?.within ?? 0,
      text: (share) => `${count(share * 100)} pp`,
    },
    resting: (context) => texts(sharesInView(context)),
    sentence: (context) => spec.sentence(sharesInView(context), context),
    cells: (context, fromUs, toUs) => within(context, fromUs, toUs).map(shareText),
  };
}
