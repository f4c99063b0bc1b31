/**
 * Converts the program's view and choices to a link: times in whole µs, and the
 * shortest sufficient panel order. The reverse is `apply-link.ts`.
 */
import { type Choices, DEFAULT_CHOICES, orderedPanels, pinsOf } from '../../drawing/view/choices';
import { type PanelChoice, type SetView, setOfOne, type TraceMarks } from '../../drawing/view/set-view';
import type { TimeRange, View } from '../../drawing/view/view';
import { isOwnKey } from '../../engine/service/redaction/redact';
import {
  EMPTY_TABLE,
  type LinkByBytes,
  type LinkLane,
  type LinkLayout,
  type LinkMarks,
  type LinkPlace,
  type LinkRange,
  type LinkSet,
  type LinkState,
  type LinkTrace,
  type LinkView,
  MAX_TRACES,
  OF_ANSWER,
  SET_OF_ONE,
} from './state';

export interface PageState {
  /** The open traces in their order; null for one that no link can name, such as pasted text. */
  readonly traces: readonly (LinkTrace | null)[];
  /** Index of the shown one. */
  readonly shown: number;
  /** Its view, in its own time. */
  readonly view: View;
  /** Index of its connection; null where the file holds only one. */
  readonly connection: number | null;
  /** The set that it leads; a set of one by default. */
  readonly set?: PageSet;
  /** Its outside marks as text, where they may leave. */
  readonly outside?: string;
  readonly choices: Choices;
  /** Ids of all panels in their default order. */
  readonly panels: readonly string[];
  /** The digest shown in place of the trace; null for a trace that was read. */
  readonly digest?: string | null;
}

export interface PageSet {
  readonly view: SetView;
  /** Its traces besides the lead, in the order of the lanes. */
  readonly others: readonly PageLane[];
  /** The range in bytes while the set is drawn over bytes delivered, null for all of it; null over time. */
  readonly byBytes: { readonly range: TimeRange | null } | null;
}

export interface PageLane {
  /** Index of its file in `PageState.traces`. */
  readonly trace: number;
  /** Index of its connection; null where the file holds only one. */
  readonly connection: number | null;
  readonly marks: TraceMarks;
  readonly outside?: string;
}

const ALONE: PageSet = { view: setOfOne(''), others: [], byBytes: null };

/** If a link cannot name the shown trace, the others are left out too: the link would show one of them instead. */
export function linkOf({
  traces,
  shown,
  view,
  connection,
  set = ALONE,
  outside = '',
  choices,
  panels,
  digest = null,
}: PageState): LinkState {
  const ref = traces[shown] ?? null;
  const inSet = set.others.flatMap(({ trace }) => traces[trace] ?? []);
  const refs = ref === null ? [] : namedTraces(traces, [ref, ...inSet]);
  const indexOf = (trace: number): number => {
    const other = traces[trace] ?? null;
    return other === null ? -1 : refs.indexOf(other);
  };
  const others = set.others.flatMap((lane, i) => {
    const trace = indexOf(lane.trace);
    return trace < 0 ? [] : [lanePart({ ...lane, trace }, placePart(set.view, i + 1))];
  });
  const { arrangement, axes, scale, range, selection, pinnedUs } = set.view;
  // Of a set none of whose other traces can be named the shown one is left, in its own time.
  const shared = others.length === 0 ? view : { ...view, range, selection, pinnedUs };
  return {
    traces: refs,
    shown: ref === null ? 0 : refs.indexOf(ref),
    view: { ...viewPart(shared, connection), outside },
    set: {
      lead: others.length === 0 ? SET_OF_ONE.lead : placePart(set.view, 0),
      others,
      isStacked: arrangement === 'stacked' && others.length > 0,
      byBytes: others.length === 0 ? null : byBytesPart(set.byBytes),
      axes: Object.entries(axes).map(([panel, max]) => ({ panel, max })),
      scale,
    } satisfies LinkSet,
    layout: layoutPart(choices, set.view.panels, panels, others.length > 0),
    digest,
    table: EMPTY_TABLE,
    lab: null,
  };
}

/** The first traces up to the limit, always including those of the set. */
function namedTraces(
  traces: readonly (LinkTrace | null)[],
  ofSet: readonly LinkTrace[],
): readonly LinkTrace[] {
  const named = traces.filter((other) => other !== null);
  let room = MAX_TRACES - ofSet.length;
  return named.filter((ref) => ofSet.includes(ref) || room-- > 0);
}

function placePart({ lanes }: SetView, lane: number): LinkPlace {
  const { offsetUs = 0, style = 0 } = lanes[lane] ?? {};
  return { offsetUs, style };
}

function lanePart({ trace, connection, marks, outside = '' }: PageLane, place: LinkPlace): LinkLane {
  return { trace, connection, ...place, ...marksPart(marks), outside };
}

function marksPart({ chosen, dismissed, model, packet }: TraceMarks): LinkMarks {
  return {
    outside: '',
    finding: chosen,
    dismissed,
    packet,
    model: model && {
      id: model.id,
      freeFromUs: model.freeFromUs === null ? null : Math.round(model.freeFromUs),
    },
  };
}

/** The range in whole µs with its rounded length; null for an empty one. */
function rounded(range: TimeRange | null): LinkRange | null {
  if (range === null) return null;
  const fromUs = Math.round(range.fromUs);
  const lengthUs = Math.round(range.toUs - range.fromUs);
  return lengthUs < 1 ? null : { fromUs, toUs: fromUs + lengthUs };
}

function byBytesPart(byBytes: PageSet['byBytes']): LinkByBytes | null {
  const range = rounded(byBytes?.range ?? null);
  return byBytes && { range: range && { fromBytes: range.fromUs, toBytes: range.toUs } };
}

export function viewPart(view: View, connection: number | null): LinkView {
  const { range, selection, pinnedUs } = view;
  return {
    connection,
    range: rounded(range),
    marked: rounded(selection),
    pinnedUs: pinnedUs === null ? null : Math.round(pinnedUs),
    ...marksPart(view),
  };
}

/** @param isSet of a single trace no difference is drawn. */
function layoutPart(
  choices: Choices,
  chosen: PanelChoice | null,
  panels: readonly string[],
  isSet: boolean,
): LinkLayout {
  const isPanel = (id: string): boolean => panels.includes(id);
  return {
    order: shortOrder(choices, panels),
    ...panelsPart(choices, chosen, panels),
    // Names of states come from logs, also of traces opened earlier: only known names may be shared.
    hiddenSeries: choices.hiddenSeries.filter(isOwnKey),
    heights: Object.entries(choices.heights)
      .filter(([panel]) => isPanel(panel))
      .map(([panel, px]) => ({ panel, px })),
    differences: isSet ? differencesPart(choices.differences.filter(isPanel)) : null,
  };
}

/** All of them are not written, so that older pages show them as well. */
function panelsPart(
  choices: Choices,
  chosen: PanelChoice | null,
  panels: readonly string[],
): Pick<LinkLayout, 'hiddenPanels' | 'panels'> {
  const existing = (ids: readonly string[]): readonly string[] => ids.filter((id) => panels.includes(id));
  if (chosen?.kind === 'all-but') return { hiddenPanels: existing(chosen.ids) };
  // A list of none would be no list.
  if (chosen !== null && existing(chosen.ids).length > 0)
    return { hiddenPanels: [], panels: existing(chosen.ids) };
  const pins = existing(pinsOf(choices, panels));
  return panels.every((id) => pins.includes(id))
    ? { hiddenPanels: [] }
    : { hiddenPanels: [], panels: [OF_ANSWER, ...pins] };
}

/** Those that everybody has at first are not written. */
function differencesPart(panels: readonly string[]): readonly string[] | null {
  const { differences } = DEFAULT_CHOICES;
  const isDefault = panels.length === differences.length && panels.every((id) => differences.includes(id));
  return isDefault ? null : panels;
}

/** The shortest prefix that gives the same order, with the other panels in default order after it. */
function shortOrder(choices: Choices, panels: readonly string[]): readonly string[] {
  const order = orderedPanels(choices, panels);
  let length = order.length;
  while (length > 0) {
    const shorter = orderedPanels({ ...choices, order: order.slice(0, length - 1) }, panels);
    if (shorter.some((id, i) => id !== order[i])) break;
    length--;
  }
  return order.slice(0, length);
}
