/**
 * Converts the program's view and choices to a link: times in whole µs, and the
 * shortest sufficient panel order. The reverse is `apply-link.ts`.
 */

import { type Choices, orderedPanels } from '../../drawing/view/choices';
import type { TimeRange, View } from '../../drawing/view/view';
import { isOwnKey } from '../../engine/redaction/redact';
import {
  type LinkLayout,
  type LinkRange,
  type LinkState,
  type LinkView,
  MAX_TRACES,
  type TraceRef,
} from './state';

export interface PageState {
  /** The open traces in their order; null for one that no link can name, such as pasted text. */
  readonly traces: readonly (TraceRef | null)[];
  /** Index of the shown one. */
  readonly shown: number;
  /** Its view. */
  readonly view: View;
  /** Index of its connection; null where the file holds only one. */
  readonly connection: number | null;
  readonly choices: Choices;
  /** Ids of all panels in their default order. */
  readonly panels: readonly string[];
  /** The digest shown in place of the trace; null for a trace that was read. */
  readonly digest?: string | null;
}

/** If a link cannot name the shown trace, the others are left out too: the link would show one of them instead. */
export function linkOf({
  traces,
  shown,
  view,
  connection,
  choices,
  panels,
  digest = null,
}: PageState): LinkState {
  const ref = traces[shown] ?? null;
  const refs = ref === null ? [] : namedTraces(traces, ref);
  return {
    traces: refs,
    shown: ref === null ? 0 : refs.indexOf(ref),
    view: viewPart(view, connection),
    layout: layoutPart(choices, panels),
    digest,
  };
}

/** The first traces up to the limit, always including the shown one. */
function namedTraces(traces: readonly (TraceRef | null)[], ref: TraceRef): readonly TraceRef[] {
  const named = traces.filter((other) => other !== null);
  return named.indexOf(ref) < MAX_TRACES
    ? named.slice(0, MAX_TRACES)
    : [...named.slice(0, MAX_TRACES - 1), ref];
}

/** The range in whole µs with its rounded length; null for an empty one. */
function rounded(range: TimeRange | null): LinkRange | null {
  if (range === null) return null;
  const fromUs = Math.round(range.fromUs);
  const lengthUs = Math.round(range.toUs - range.fromUs);
  return lengthUs < 1 ? null : { fromUs, toUs: fromUs + lengthUs };
}

/** The view part of a link. */
export function viewPart(view: View, connection: number | null): LinkView {
  const { range, selection, pinnedUs, finding, dismissed, model } = view;
  return {
    connection,
    range: rounded(range),
    marked: rounded(selection),
    pinnedUs: pinnedUs === null ? null : Math.round(pinnedUs),
    finding,
    dismissed,
    model: model && {
      id: model.id,
      freeFromUs: model.freeFromUs === null ? null : Math.round(model.freeFromUs),
    },
  };
}

function layoutPart(choices: Choices, panels: readonly string[]): LinkLayout {
  const isPanel = (id: string): boolean => panels.includes(id);
  return {
    order: shortOrder(choices, panels),
    hiddenPanels: choices.hiddenPanels.filter(isPanel),
    // Names of states come from logs, also of traces opened earlier: only known names may be shared.
    hiddenSeries: choices.hiddenSeries.filter(isOwnKey),
    heights: Object.entries(choices.heights)
      .filter(([panel]) => isPanel(panel))
      .map(([panel, px]) => ({ panel, px })),
  };
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
