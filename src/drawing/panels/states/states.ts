/**
 * States: the share of time per congestion state in every pixel column. If none is logged, it shows the share of
 * recovery by RFC 9002 §7.3.2 from the trace's losses, labelled as rebuilt, where that is known: recovery ends by an ACK,
 * and it binds controllers only that losses set the window of.
 */
import { plural } from '../../../engine/base/text/figures';
import { visibleChanges } from '../../painters/paint-states';
import { stateFills, stateStyles } from '../../surface/palette';
import { type Shares, sharePanel } from '../build/share-panel';
import { sharesWithin, shareText } from '../build/shares';
import { legendEntry, type PanelContext, type PanelFacts } from '../panel';
import { withTriggers } from './states-triggers';

/** Of time outside rebuilt recovery: custom property of the palette's grid. */
const REST_COLOR = '--grid';

const isRebuilt = ({ answer: { states, parts } }: PanelContext): boolean =>
  states.names.length === 0 && parts.recovery !== null;

/** Logged states, else rebuilt recovery and the rest of the time, which is drawn faintly. */
function sharesOf(context: PanelContext): Shares {
  const { states, parts } = context.answer;
  const rebuilt = isRebuilt(context);
  const slice = rebuilt && parts.recovery !== null ? parts.recovery : states;
  const { names } = slice;
  const entries = stateStyles(names).map(({ slot, pattern }, i) => {
    const id = names[i];
    const isRest = rebuilt && i > 0;
    return legendEntry(
      id,
      rebuilt && !isRest ? `${id} (rebuilt from losses)` : id,
      'area' as const,
      isRest ? REST_COLOR : `--slot-${slot + 1}`,
      null,
      isRest ? 'solid' : pattern,
    );
  });
  return { slice, entries };
}

/** Why there is no rebuilt recovery either, as the end of a sentence; null where there is. */
function whyNotRebuilt({ summary, catalogue }: PanelFacts): string | null {
  const has = (id: string): boolean => catalogue.some((series) => series.id === id);
  if (summary.recoveryPeriods > 0) return null;
  if (summary.packetsLost === 0 && !has('ce-total')) return 'no loss from which recovery could be rebuilt';
  if (!has('acked-total')) return 'no ACK, by which a rebuilt recovery would end';
  return (
    'no sign that losses set the window (no ssthresh, no model that fits): the recovery of RFC 9002 §7.3.2 does not bind ' +
    'a sender like BBR'
  );
}

const stateShares = sharePanel({
  id: 'states',
  fields: ['congestion states'],
  title: 'States',
  about: {
    shows:
      "The state that the sender's congestion controller says it is in, as the share of time per pixel column.",
    good: 'Slow start at the beginning, then congestion avoidance; recovery for about a round trip after each loss.',
    bad: 'Recovery without a loss before it, or a change of state in every round trip.',
    axis: 'share of time, 0 to 100 %',
  },
  parts: ['recovery'],
  side: 'both',
  missing(snapshot) {
    const why = snapshot.summary.states.length > 0 ? null : whyNotRebuilt(snapshot);
    return why === null
      ? null
      : `no congestion_state_updated event in this trace, and ${why}. The stack logs no states, or its qlog level hides them.`;
  },
  sharesOf,
  wholeOf: ({ states }) => (states.names.length === 0 ? null : states),
  fills: (palette, entries) =>
    stateFills(
      entries.map(({ id }) => id),
      palette,
    ).map((fill, i) =>
      entries[i]?.color === REST_COLOR ? ({ color: palette.grid, pattern: 'solid' } as const) : fill,
    ),
  sentence(_, context) {
    const { answer, viewport } = context;
    const { slice, entries } = sharesOf(context);
    const shares = sharesWithin(slice, answer.window, viewport.fromUs, viewport.toUs);
    const changes = `${plural(visibleChanges(slice, answer.window, viewport), 'transition')} in view.`;
    if (isRebuilt(context)) {
      return `No state is logged. In recovery (RFC 9002 §7.3.2), rebuilt from losses: ${shareText(shares[0])} of the time in view, ${changes}`;
    }
    const parts = entries.map(({ id }, i) => `${id} ${shareText(shares[i])}`);
    return `Share of the time in view: ${parts.join(', ')}; ${changes}`;
  },
});

export const states = withTriggers(stateShares);
