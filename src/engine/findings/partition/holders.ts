/** What may hold a sender, or what comes to a receiver, and why, as numbers: docs/account.md. Their words are `base/text/account-names.ts`. */
import type { Cause, Holder } from '../../base/text/account-names';
import { type Interval, without } from '../measures/intervals';

/** Numbers of what holds in a cell, small enough for a byte. */
export const HELD = {
  hostStopped: 0,
  handshake: 1,
  pathStalled: 2,
  lossDetection: 3,
  window: 4,
  pacing: 5,
  windowTooSmall: 6,
  readerSlow: 7,
  neverRenewed: 8,
  certain: 9,
  inferred: 10,
  nextRequest: 11,
  inTransit: 12,
  sender: 13,
  notKnown: 14,
  /** Of a receiver. */
  arriving: 15,
  outOfOrder: 16,
  dataMissing: 17,
  ownWindowTooSmall: 18,
  ownReaderSlow: 19,
  ownNeverRenewed: 20,
  firstByte: 21,
  nothingCame: 22,
  /** Nothing binds between two sends; what that means the round trip tells: for less than a smoothed RTT, and for longer. */
  gap: 23,
  longGap: 24,
} as const;
export type Held = (typeof HELD)[keyof typeof HELD];

/** What holds in a cell. @param hold what a gap is in its round trip. */
export function heldBy(held: number, hold: number): Held {
  return (held === HELD.gap ? hold : held === HELD.longGap ? HELD.inferred : held) as Held;
}

/** A time in which one constraint binds. */
export interface HeldInterval extends Interval {
  readonly held: Held;
}

/** Of two constraints that lift so close together the first of their order holds, µs. */
export const EQUAL_US = 1000;

/** By `Held`; the cause of window and pacing is that of their round trip. */
export const HOLDER_OF: readonly { readonly holder: Holder; readonly cause: Cause | null }[] = [
  { holder: 'hostStopped', cause: null },
  { holder: 'handshake', cause: null },
  { holder: 'pathStalled', cause: null },
  { holder: 'lossDetection', cause: null },
  { holder: 'window', cause: null },
  { holder: 'pacing', cause: null },
  { holder: 'credit', cause: 'windowTooSmall' },
  { holder: 'credit', cause: 'readerSlow' },
  { holder: 'credit', cause: 'neverRenewed' },
  { holder: 'application', cause: 'certain' },
  { holder: 'application', cause: 'inferred' },
  { holder: 'nextRequest', cause: null },
  { holder: 'inTransit', cause: null },
  { holder: 'sender', cause: 'windowNotLogged' },
  { holder: 'notKnown', cause: null },
  { holder: 'arriving', cause: null },
  { holder: 'arriving', cause: 'outOfOrder' },
  { holder: 'dataMissing', cause: null },
  { holder: 'ownCredit', cause: 'windowTooSmall' },
  { holder: 'ownCredit', cause: 'readerSlow' },
  { holder: 'ownCredit', cause: 'neverRenewed' },
  { holder: 'firstByte', cause: null },
  { holder: 'nothingCame', cause: null },
];

/** Adds to a list what lies outside of it; both ascend, and none of a list overlaps another. */
export function overlaid(
  first: readonly HeldInterval[],
  list: readonly HeldInterval[],
): readonly HeldInterval[] {
  if (list.length === 0) return first;
  const rest = list.flatMap((one) => without([one], first).map((part) => ({ ...part, held: one.held })));
  return [...first, ...rest].sort((a, b) => a.startUs - b.startUs);
}
