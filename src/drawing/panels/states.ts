/**
 * States: the share of time per congestion state in every pixel column. If none is logged, it shows the share of
 * recovery by RFC 9002 §7.3.2 from the trace's losses, labelled as rebuilt.
 */

import { count, percent } from '../../engine/text/figures';
import { visibleChanges, visibleShares } from '../painters/paint-states';
import { stateFills, stateStyles } from '../surface/palette';
import type { PanelContext } from './panel';
import { type Shares, sharePanel } from './share-panel';

const isRebuilt = ({ answer: { states, parts } }: PanelContext): boolean =>
  states.names.length === 0 && parts.recovery !== null;

/** Logged states, else rebuilt recovery: time outside it has no name, and is left blank. */
function sharesOf(context: PanelContext): Shares {
  const { states, parts } = context.answer;
  const rebuilt = isRebuilt(context);
  const slice = rebuilt && parts.recovery !== null ? parts.recovery : states;
  const names = rebuilt ? slice.names.slice(0, 1) : slice.names;
  const entries = stateStyles(names).map(({ slot, pattern }, i) => ({
    id: names[i] as string,
    label: rebuilt ? `${names[i]} (rebuilt from losses)` : (names[i] as string),
    swatch: 'area' as const,
    color: `--slot-${slot + 1}`,
    pattern,
  }));
  return { slice, entries };
}

export const states = sharePanel({
  id: 'states',
  title: 'States',
  height: 110,
  parts: ['recovery'],
  side: 'both',
  missing: ({ summary }) =>
    summary.states.length > 0 || summary.recoveryPeriods > 0
      ? null
      : 'no congestion_state_updated event in this trace, and no loss from which recovery could be rebuilt. The ' +
        'stack logs no states, or its qlog level hides them.',
  sharesOf,
  fills: (palette, entries) =>
    stateFills(
      entries.map(({ id }) => id),
      palette,
    ),
  sentence(_, context) {
    const { answer, viewport } = context;
    const { slice, entries } = sharesOf(context);
    const shares = visibleShares(slice, answer.window, viewport);
    const changes = `${count(visibleChanges(slice, answer.window, viewport))} transitions in view.`;
    if (isRebuilt(context)) {
      return `No state is logged. In recovery (RFC 9002 §7.3.2), rebuilt from losses: ${percent(shares[0] as number)} of the time in view, ${changes}`;
    }
    const parts = entries.map(({ id }, i) => `${id} ${percent(shares[i] as number)}`);
    return `Share of the time in view: ${parts.join(', ')}; ${changes}`;
  },
});
