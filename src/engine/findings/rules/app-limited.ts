/**
 * The application does not fill the window for most of the time: nothing waits to be sent. Not counted are the handshake,
 * the pauses of a pacer, data that waits for loss detection to be sent again, and pauses in which the log says all the while
 * that the application has data (sender-limits.ts).
 */
import { percent } from '../../base/text/figures';
import { LIMITS } from '../../sender/transport/sender-limits';
import { withoutCreditUs } from '../conditions/streams-waited';
import { above, supporting } from '../finding/evidence';
import type { Evidence } from '../finding/finding';
import { type Interval, lengthOf, timeAbove, timeInState, totalLength, without } from '../measures/intervals';
import type { DetectInput } from '../rule/rule-input';
import { limitedShare, timeWords } from './limited-share';

const T = {
  /** A flag that is not set for most of the time that packets show as the application's does not agree with them. */
  loggedShare: 0.5,
  /** Streams that use up their credit and do not say so look like an application without data. */
  creditShare: 0.5,
} as const;

/** The logged flag within the time that packets show as the application's. */
function loggedRows({ state, stalls }: DetectInput, { startUs, endUs }: Interval): readonly Evidence[] {
  const { appLimited: flag } = state.series;
  const saidFromUs = Math.max(startUs, flag.length > 0 ? flag.timesUs.at(0) : endUs);
  const spans = timeInState(state.limits, LIMITS.application, endUs)
    .map((span) => ({ startUs: Math.max(span.startUs, saidFromUs), endUs: Math.min(span.endUs, endUs) }))
    .filter((span) => lengthOf(span) > 0);
  const judged = without(spans, stalls.spans);
  if (judged.length === 0) return [];
  return [
    supporting({
      id: 'logged',
      name: 'of that time, as far as the log says, the share in which it says application-limited',
      normal: '0 %, where data always waits',
      value: totalLength(timeAbove(flag, 0, judged)) / totalLength(judged),
      limit: above(T.loggedShare, 'share'),
      panel: 'limits',
    }),
  ];
}

export const appLimited = limitedShare(
  { id: 'app-limited', title: 'Limited by the application' },
  {
    limit: 'application',
    held: 'the application has nothing to send, though the window has room,',
    noQueue: false,
    logged: loggedRows,
    refuted: (input, { interval, of, us }) =>
      withoutCreditUs(input, interval) > T.creditShare * of.application * us,
    verdict: (shares, pathHasRoom) =>
      `The application left room in the window for ${percent(shares.of.application)} of the ` +
      `${timeWords(shares)}; the window limited the sender for ${percent(shares.of.window)}` +
      `${pathHasRoom ? ': the network is not the bottleneck' : ''}.`,
    why:
      'A sender without data says nothing about the path, and its window must not grow meanwhile (RFC 9002 §7.8). ' +
      'Look for the cause above the transport.',
    next: 'Limits: when the application had nothing to send. Sequence: the bursts and the pauses between them.',
    panels: ['limits', 'throughput', 'sequence'],
  },
);
