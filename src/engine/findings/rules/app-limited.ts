/**
 * The application does not fill the window for most of the time: nothing waits to be sent, or no request has come. Which time is its, and
 * which that of a pacer, of the handshake or of loss detection: docs/account.md. Not where the log says all the while that it had data.
 */

import type { Holder } from '../../base/text/account-names';
import { duration, percent } from '../../base/text/figures';
import { above, evidence, supporting } from '../finding/evidence';
import type { Evidence } from '../finding/finding';
import { type Interval, lengthOf, timeAbove, totalLength, without } from '../measures/intervals';
import type { Partition } from '../partition/partition';
import type { DetectInput } from '../rule/rule-input';
import { heldFrom, limitedShare } from './limited-share';

const HOLDERS: readonly Holder[] = ['application', 'nextRequest'];

const T = {
  /** A flag that is not set for most of the time that packets show as the application's does not agree with them. */
  loggedShare: 0.5,
} as const;

/** The logged flag within the time that packets show as the application's. */
function loggedRows(
  { state, stalls }: DetectInput,
  { startUs, endUs }: Interval,
  partition: Partition,
): readonly Evidence[] {
  const { appLimited: flag } = state.series;
  const saidFromUs = Math.max(startUs, flag.length > 0 ? flag.timesUs.at(0) : endUs);
  const spans = heldFrom(partition, HOLDERS, startUs)
    .map((span) => ({ startUs: Math.max(span.startUs, saidFromUs), endUs: Math.min(span.endUs, endUs) }))
    .filter((span) => lengthOf(span) > 0);
  const outside = without(spans, stalls.spans);
  if (outside.length === 0) return [];
  const value = totalLength(timeAbove(flag, 0, outside)) / totalLength(outside);
  // A log that never says so is not contradicted.
  const row = value > 0 ? supporting : evidence;
  return [
    row({
      id: 'logged',
      name: 'of that time, as far as the log says, the share in which it says application-limited',
      normal: '0 %, where data always waits',
      value,
      limit: above(T.loggedShare, 'share'),
      panel: 'limits',
    }),
  ];
}

export const appLimited = limitedShare(
  { id: 'app-limited', title: 'Limited by the application' },
  {
    holders: HOLDERS,
    by: 'the application, or a request that has not come',
    held: 'the application has nothing to send, though the window has room,',
    logged: loggedRows,
    verdict: (shares, pathHasRoom) =>
      `The application left room in the window for ${percent(shares.held)} of the ` +
      `${duration(shares.us)}; the window held the sender for ${percent(shares.window)}` +
      `${pathHasRoom ? ': the network is not the bottleneck' : ''}.`,
    why:
      'A sender without data says nothing about the path, and its window must not grow meanwhile (RFC 9002 §7.8). ' +
      'Look for the cause above the transport.',
    next: 'Limits: when the application had nothing to send. Sequence: the bursts and the pauses between them.',
    panels: ['limits', 'throughput', 'sequence'],
  },
);
