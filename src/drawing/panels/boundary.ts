/**
 * Boundary: how far the recovery boundary is ahead of the sends, rebuilt under two idle rules. A lead above zero means
 * that no ACK of these sends grows the window. Leads above zero under one rule and below under the other prove which
 * rule the sender uses: the cause of a death spiral.
 */

import { duration } from '../../engine/text/figures';
import { heldLines, type LineScale, linePanel } from './line-panel';
import type { LegendEntry, PanelContext } from './panel';
import { extremesOf } from './readings';

const LINES: readonly LegendEntry[] = [
  {
    id: 'boundary-lead',
    label: 'idle since the last send (the defect)',
    swatch: 'line',
    color: '--slot-2',
  },
  {
    id: 'boundary-lead-fixed',
    label: 'idle since the last send or ACK (the fix)',
    swatch: 'dash',
    color: '--slot-3',
  },
];
/** Below zero a lead only shows how long ago the boundary was: it gets at most this share of the height above zero. */
const DEEPEST_SHARE = 0.6;
const LEAST_TOP_US = 2000;
const HEADROOM = 1.15;

function leadText(us: number): string {
  return `${us > 0 ? '+' : us < 0 ? '−' : ''}${duration(Math.abs(us))}`;
}

function scaleOf({ answer, viewport }: PanelContext, lockedMax: number | null): LineScale {
  const tops = LINES.map(({ id }) => extremesOf(answer, id, viewport.fromUs, viewport.toUs)?.max ?? 0);
  const max = lockedMax ?? Math.max(LEAST_TOP_US, ...tops) * HEADROOM;
  return { max, min: -max * DEEPEST_SHARE };
}

export const boundary = linePanel({
  id: 'boundary',
  title: 'Boundary',
  about: {
    shows:
      'How far the recovery boundary lies ahead of the packets that are being sent, by two ways of counting idle time. ACKs of packets before the boundary do not grow the window.',
    good: 'Below zero except for a round trip after a loss.',
    bad: 'Above zero by one way of counting and below by the other, without a loss: that way stops the growth.',
    axis: 'time ahead of the send, ms',
  },
  height: 72,
  side: 'sender',
  digestRank: 6,
  lines: LINES,
  // The two lines are compared with each other: one without points is listed as well.
  linesOf: (snapshot) => (heldLines(LINES, snapshot).length > 0 ? LINES : []),
  missing: ({ noBoundary }) =>
    noBoundary ??
    'no packet_sent with nothing in flight after a loss: nothing can move the recovery boundary, or packets are not ' +
      'logged (qlog importance "core").',
  format: leadText,
  scale: (context, _, lockedMax) => scaleOf(context, lockedMax),
  sentence: ([defect, fix]) =>
    `Lead of the rebuilt recovery boundary over the sends in view: ${defect} where idleness counts from the last send, ${fix} where it counts from the last send or ACK.`,
});
