/**
 * From the program's own values to a link: what of the view and the choices belongs into one, in whole µs, and of the
 * panels' order no more than is needed. The way back is `apply-link.ts`.
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
  /** The open traces in their order; null for one that no link can name, such as a pasted text. */
  readonly traces: readonly (TraceRef | null)[];
  /** Index of the shown one. */
  readonly shown: number;
  /** What is looked at in it. */
  readonly view: View;
  /** Index of its connection; null where the file holds only one. */
  readonly connection: number | null;
  readonly choices: Choices;
  /** Ids of all panels in their default order. */
  readonly panels: readonly string[];
  /** The digest that is shown in place of the trace; null for a trace that was read. */
  readonly digest?: string | null;
}

/** Where the shown trace has no name that a link could hold, the others stay out of it too: it would show them. */
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

/** As many as a link holds, the shown one among them. */
function namedTraces(traces: readonly (TraceRef | null)[], ref: TraceRef): readonly TraceRef[] {
  const named = traces.filter((other) => other !== null);
  return named.indexOf(ref) < MAX_TRACES
    ? named.slice(0, MAX_TRACES)
    : [...named.slice(0, MAX_TRACES - 1), ref];
}

/** Whole µs, no shorter than it was; null for what is shorter than that. */
function rounded(range: TimeRange | null): LinkRange | null {
  if (range === null) return null;
  const fromUs = Math.round(range.fromUs);
  const lengthUs = Math.round(range.toUs - range.fromUs);
  return lengthUs < 1 ? null : { fromUs, toUs: fromUs + lengthUs };
}

/** What is looked at, as a link says it. */
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
    // A state is called as its log calls it, which may be anything, and of a trace that was open long ago.
    hiddenSeries: choices.hiddenSeries.filter(isOwnKey),
    heights: Object.entries(choices.heights)
      .filter(([panel]) => isPanel(panel))
      .map(([panel, px]) => ({ panel, px })),
  };
}

/** The shortest beginning that gives the same order, the others behind it in their own. */
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
