/** What may hold a sender, and why, as numbers: docs/account.md. Their words are `base/text/account-names.ts`. */
import type { Cause, Holder } from '../../base/text/account-names';
import type { Interval } from '../measures/intervals';

/** Numbers of what holds the sender in a cell, small enough for a byte. */
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
  /** Nothing binds between two sends; what that means the round trip tells: for less than a smoothed RTT, and for longer. */
  gap: 15,
  longGap: 16,
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
];
