/**
 * Boundary: how far the time up to which ACKs do not grow the window (recovery boundary) is ahead of the sends, rebuilt
 * for two ways of counting idle time. Where no send is ahead of the boundary by one and past it by the other there is nothing to tell, and
 * no panel. Which way is the sender's, and whether it is a defect, a finding says.
 */
import { signedDuration } from '../../engine/base/text/figures';
import { axisDuration } from '../surface/ticks';
import { extremesOf } from './build/answer-values';
import { heldLines, type LineScale, linePanel } from './build/line-panel';
import { type LegendEntry, legendEntry, type PanelContext } from './panel';

const LINES: readonly LegendEntry[] = [
  legendEntry('boundary-lead', 'idle time from last send', 'line', '--slot-2', {
    width: 1.8,
    dash: [],
  }),
  legendEntry('boundary-lead-fixed', 'idle time from last activity', 'dash', '--slot-3', {
    width: 1.6,
    dash: [6, 3],
  }),
];
/** Below zero a lead only shows how long ago the boundary was: it gets at most this share of the height above zero. */
const DEEPEST_SHARE = 0.6;
const LEAST_TOP_US = 2000;
const HEADROOM = 1.15;

function scaleOf({ answer, viewport }: PanelContext, lockedMax: number | null): LineScale {
  const tops = LINES.map(({ id }) => extremesOf(answer, id, viewport.fromUs, viewport.toUs)?.max ?? 0);
  const max = lockedMax ?? Math.max(LEAST_TOP_US, ...tops) * HEADROOM;
  return { max, min: -max * DEEPEST_SHARE };
}

export const boundary = linePanel({
  id: 'boundary',
  fields: ['congestion window', 'packets sent', 'ACK ranges'],
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
    'nothing is sent with an empty pipe after a loss, so that nothing moves the recovery boundary, or packets are not ' +
      'logged (qlog importance "core").',
  format: signedDuration,
  axisFormat: (us, step) => `${us > 0 ? '+' : ''}${axisDuration(us, step)}`,
  scale: (context, _, lockedMax) => scaleOf(context, lockedMax),
  sentence: ([send, activity]) =>
    `Lead over the sends in view of the time up to which ACKs do not grow the window (recovery boundary, rebuilt): ${send} with idle time counted from the last send, ${activity} with idle time counted from the last activity.`,
});
