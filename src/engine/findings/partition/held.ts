/** What rules ask of the partition: for how long, and when, some of its holders held. */

import { upperBound } from '../../base/columns/growable';
import { HOLDER_NAMES, type Holder } from '../../base/text/account-names';
import type { Interval } from '../measures/intervals';
import type { HeldTime, Partition } from './partition';

/** All that the window allows is in flight. */
export const WINDOW_FULL: readonly Holder[] = ['window', 'lossDetection', 'pathStalled'];
/** The sender asks for no more than it gets: neither the path nor its controller holds it. */
export const NOT_ASKING: readonly Holder[] = ['application', 'nextRequest', 'credit', 'handshake'];

/** Share of a time in which one of the holders held, 0 to 1; 0 where the trace does not show it. */
export function heldShare(
  held: HeldTime | null,
  holders: readonly Holder[],
  { startUs, endUs }: Interval,
): number {
  if (held === null || !(endUs > startUs)) return 0;
  const { timeline, endUs: untilUs } = held;
  const toUs = Math.min(endUs, untilUs);
  if (!(toUs > startUs)) return 0;
  const heldUs = timeline.timesIn(startUs, toUs);
  const us = holders.reduce((sum, holder) => sum + (heldUs.get(HOLDER_NAMES[holder]) ?? 0), 0);
  return us / (endUs - startUs);
}

/** How long the path stood idle in a time, as a share of the span, 0 to 1; 0 where its rate is not known. */
export function idleShare({ cells, idle, span }: Partition, { startUs, endUs }: Interval): number {
  const starts = cells.startUs.view();
  let idleUs = 0;
  for (let cell = Math.max(0, upperBound(starts, startUs) - 1); starts[cell] < endUs; cell++) {
    const cellEndUs = starts[cell + 1] ?? span.endUs;
    const us = Math.min(cellEndUs, endUs) - Math.max(starts[cell], startUs);
    if (us > 0) idleUs += idle.idleUs[cell] * (us / (cellEndUs - starts[cell]));
  }
  return idleUs / (span.endUs - span.startUs);
}

/** A time in which one holder held. */
export interface HeldSpan extends Interval {
  readonly holder: Holder;
}

/** Times in which one of the holders held, in order; none where the trace does not show it. */
export function timesHeld(held: HeldTime | null, holders: readonly Holder[]): readonly HeldSpan[] {
  return timesOf(held, (name) => holders.find((holder) => HOLDER_NAMES[holder] === name)).map(
    ({ of: holder, ...time }) => ({ ...time, holder }),
  );
}

/** Times of the states that stand for something, in order. @param ofName what a name stands for; undefined for nothing. */
export function timesOf<T>(
  held: HeldTime | null,
  ofName: (name: string) => T | undefined,
): readonly (Interval & { readonly of: T })[] {
  if (held === null) return [];
  const { timesUs, states, names } = held.timeline;
  const ofState = names.map(ofName);
  const times: (Interval & { readonly of: T })[] = [];
  for (let i = 0; i < states.length; i++) {
    const of = ofState[states[i]];
    if (of !== undefined) times.push({ startUs: timesUs[i], endUs: timesUs[i + 1] ?? held.endUs, of });
  }
  return times;
}
