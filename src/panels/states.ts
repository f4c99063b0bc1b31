/** States: the share of time per congestion state in every pixel column. */
import { paintStates, visibleChanges, visibleShares } from '../chart/paint-states';
import { stateFills, stateStyles } from '../chart/palette';
import type { StateSlice } from '../series/state-timeline';
import { count, percent } from '../text/figures';
import type { PanelContext, PanelDefinition } from './panel';
import { columnAt, columnsOf } from './readings';

/** Shares per state over a part of the visible range. */
function sharesOf({ answer }: PanelContext, fromUs: number, toUs: number): readonly number[] {
  const { states, window } = answer;
  const [first, last] = columnsOf(window, fromUs, toUs);
  const sums = states.names.map(() => 0);
  let total = 0;
  for (let i = first; i < last; i++) {
    states.names.forEach((_, state) => {
      const share = shareAt(states, i, state);
      sums[state] = (sums[state] as number) + share;
      total += share;
    });
  }
  return total === 0 ? sums : sums.map((sum) => sum / total);
}

function shareAt(states: StateSlice, column: number, state: number): number {
  return states.shares[column * states.names.length + state] as number;
}

export const states: PanelDefinition = {
  id: 'states',
  title: 'States',
  height: 110,
  series: [],
  side: 'both',
  missing: ({ summary }) =>
    summary.states.length > 0
      ? null
      : 'no congestion_state_updated event in this trace. The stack logs none, or its qlog level hides them.',
  // All names, also those with nothing in view: a legend that changes its height moves the plot away from
  // under the pointer.
  legend: ({ answer }) =>
    stateStyles(answer.states.names).map(({ slot, pattern }, i) => ({
      id: answer.states.names[i] as string,
      label: answer.states.names[i] as string,
      swatch: 'area',
      color: `--slot-${slot + 1}`,
      pattern,
    })),
  paint({ answer, viewport }, { surface, palette, axis }) {
    axis(1, (value) => `${Math.round(value * 100)} %`);
    const fills = stateFills(answer.states.names, palette);
    paintStates(surface, answer.states, answer.window, viewport, fills);
    return { max: 1 };
  },
  values({ answer }, timeUs) {
    const column = columnAt(answer.window, timeUs);
    if (Number.isNaN(column)) return new Map();
    return new Map(
      answer.states.names.map((name, state) => [
        name,
        percent(Math.min(1, shareAt(answer.states, column, state))),
      ]),
    );
  },
  resting(context) {
    const { answer, viewport } = context;
    const shares = sharesOf(context, viewport.fromUs, viewport.toUs);
    return new Map(answer.states.names.map((name, state) => [name, percent(shares[state] as number)]));
  },
  sentence({ answer, viewport }) {
    const { states: slice, window } = answer;
    const shares = visibleShares(slice, window, viewport);
    const parts = slice.names.map((name, i) => `${name} ${percent(shares[i] as number)}`);
    return `Share of time: ${parts.join(', ')}; ${count(visibleChanges(slice, window, viewport))} transitions in view.`;
  },
  cells: (context, fromUs, toUs) => sharesOf(context, fromUs, toUs).map(percent),
};
