/**
 * States: the share of time per congestion state in every pixel column. Where the stack logs none, the share of
 * recovery as RFC 9002 §7.3.2 has it on the trace's own losses stands instead, and says that it is rebuilt.
 */

import type { StateSlice } from '../../engine/columns/state-timeline';
import { count, percent } from '../../engine/text/figures';
import { paintStates, visibleChanges, visibleShares } from '../painters/paint-states';
import { stateFills, stateStyles } from '../surface/palette';
import { isHidden, type LegendEntry, type PanelContext, type PanelDefinition } from './panel';
import { sharesAt, sharesWithin } from './shares';

interface Shown {
  readonly slice: StateSlice;
  /** The first names of the slice: the others are drawn as nothing. */
  readonly entries: readonly LegendEntry[];
  readonly rebuilt: boolean;
}

/** Logged states, else rebuilt recovery: what lies outside it has no name of its own, and is left blank. */
function shown({ answer }: PanelContext): Shown {
  const { recovery } = answer.parts;
  const rebuilt = answer.states.names.length === 0 && recovery !== null;
  const slice = rebuilt ? recovery : answer.states;
  const names = rebuilt ? slice.names.slice(0, 1) : slice.names;
  const entries = stateStyles(names).map(({ slot, pattern }, i) => ({
    id: names[i] as string,
    label: rebuilt ? `${names[i]} (rebuilt from losses)` : (names[i] as string),
    swatch: 'area' as const,
    color: `--slot-${slot + 1}`,
    pattern,
  }));
  return { slice, entries, rebuilt };
}

function texts({ entries }: Shown, shares: readonly number[] | null): ReadonlyMap<string, string> {
  if (shares === null) return new Map();
  return new Map(entries.map(({ id }, i) => [id, percent(shares[i] as number)]));
}

export const states: PanelDefinition = {
  id: 'states',
  title: 'States',
  height: 110,
  series: [],
  parts: ['recovery'],
  side: 'both',
  missing: ({ summary }) =>
    summary.states.length > 0 || summary.recoveryPeriods > 0
      ? null
      : 'no congestion_state_updated event in this trace, and no loss from which recovery could be rebuilt. The ' +
        'stack logs no states, or its qlog level hides them.',
  // All names, also those with nothing in view: a legend that changes its height moves the plot away from
  // under the pointer.
  legend: (context) => shown(context).entries,
  paint(context, { surface, palette, axis }) {
    axis(1, (value) => `${Math.round(value * 100)} %`);
    const { slice, entries } = shown(context);
    const names = entries.map(({ id }) => id);
    const fills = stateFills(names, palette).map((fill, i) =>
      isHidden(context, 'states', names[i] as string) ? null : fill,
    );
    paintStates(surface, slice, context.answer.window, context.viewport, fills);
    return { max: 1 };
  },
  values(context, timeUs) {
    const view = shown(context);
    return texts(view, sharesAt(view.slice, context.answer.window, timeUs));
  },
  resting(context) {
    const view = shown(context);
    const { fromUs, toUs } = context.viewport;
    return texts(view, sharesWithin(view.slice, context.answer.window, fromUs, toUs));
  },
  sentence(context) {
    const { answer, viewport } = context;
    const { slice, entries, rebuilt } = shown(context);
    const shares = visibleShares(slice, answer.window, viewport);
    const changes = `${count(visibleChanges(slice, answer.window, viewport))} transitions in view.`;
    if (rebuilt) {
      return `No state is logged. In recovery (RFC 9002 §7.3.2), rebuilt from losses: ${percent(shares[0] as number)} of the time, ${changes}`;
    }
    const parts = entries.map(({ id }, i) => `${id} ${percent(shares[i] as number)}`);
    return `Share of time: ${parts.join(', ')}; ${changes}`;
  },
  cells(context, fromUs, toUs) {
    const { slice, entries } = shown(context);
    return sharesWithin(slice, context.answer.window, fromUs, toUs).slice(0, entries.length).map(percent);
  },
};
