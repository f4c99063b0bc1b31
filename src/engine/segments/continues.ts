/**
 * Whether one log continues another: logs of one connection that were rotated or capped. An id that both state proves it;
 * without one, packet numbers that go on in both directions make it likely. Never two logs that overlap: copies, the
 * client's and the server's, two connections of one server.
 */
import type { Evidence } from '../bytes/source';
import type { LogEnds, NumberRange } from '../contract/log-ends';

export interface Continuation {
  readonly evidence: Evidence;
  /** Sent packets between the two that neither holds; 0 where the second goes on at once. */
  readonly missingPackets: number;
}

/** Stacks leave out a packet number now and then (RFC 9000 §21.4); one that is left out is no missing file. */
const SKIPPED_NUMBERS = 16;
/** Packets arrive late, or were lost in a burst just there. */
const RECEIVED_APART = 1000;
/** Events that threads logged in another order. */
const OUT_OF_ORDER_MS = 1000;

/**
 * @param earlier, later logs of one connection each, in this order.
 * @returns null where the later one does not continue the earlier one.
 */
export function continuation(earlier: LogEnds, later: LogEnds): Continuation | null {
  if (!isAlike(earlier, later)) return null;
  const evidence = sharedId(earlier, later);
  if (evidence === null) return null;
  const sent = steps(earlier.sent, later.sent);
  const received = steps(earlier.received, later.received);
  const isBehind = sent.every((step) => step > 0) && received.every((step) => step >= -RECEIVED_APART);
  if (!isBehind) return null;
  const isNext =
    sent.every((step) => step <= SKIPPED_NUMBERS) && received.every((step) => step <= RECEIVED_APART);
  // A short log may hold sent packets only: nothing contradicts then.
  const hasBoth = received.length > 0 || !holdsAny(earlier.received) || !holdsAny(later.received);
  const goesOn = sent.length > 0 && hasBoth && isNext;
  const times = timesOf(earlier, later);
  if (times === 'overlap') return null;
  // With an id, numbers of sent packets or times must follow: a log may hold packets of one direction only, or none.
  const follows = sent.length > 0 || times === 'follow';
  if (evidence === 'none' ? !goesOn : !follows) return null;
  return { evidence, missingPackets: missingIn(sent) };
}

/** Packets sent between two logs that neither holds. @param earlier, later their sent packet numbers by space. */
export function missingBetween(
  earlier: readonly (NumberRange | null)[],
  later: readonly (NumberRange | null)[],
): number {
  return missingIn(steps(earlier, later));
}

function missingIn(steps: readonly number[]): number {
  const most = Math.max(1, ...steps);
  return most > SKIPPED_NUMBERS ? most - 1 : 0;
}

function holdsAny(ranges: readonly (NumberRange | null)[]): boolean {
  return ranges.some((range) => range !== null);
}

/** The headers are the same but for times; a file without one may be of any log. */
function isAlike({ identity: a }: LogEnds, { identity: b }: LogEnds): boolean {
  return a.header === b.header || b.header === '';
}

/** Null where their ids contradict each other. */
function sharedId({ identity: a }: LogEnds, { identity: b }: LogEnds): Evidence | null {
  const odcid = compared(a.odcid, b.odcid);
  const groupId = compared(a.groupId, b.groupId);
  if (odcid === 'other' || groupId === 'other') return null;
  if (odcid === 'same') return 'original connection id';
  if (groupId === 'same') return 'group id';
  const known = new Set(a.connectionIds);
  return b.connectionIds.some((id) => known.has(id)) ? 'connection id' : 'none';
}

function compared(a: string | null, b: string | null): 'same' | 'other' | 'unknown' {
  if (a === null || b === null) return 'unknown';
  return a.toLowerCase() === b.toLowerCase() ? 'same' : 'other';
}

/** By packet number space that both have: from the last number of one to the first of the other. */
function steps(
  earlier: readonly (NumberRange | null)[],
  later: readonly (NumberRange | null)[],
): readonly number[] {
  return earlier.flatMap((range, space) => {
    const next = later[space] ?? null;
    return range === null || next === null ? [] : [next.first - range.last];
  });
}

/** `close` where they overlap by no more than events are out of order; `anew` where nothing says when the later begins. */
function timesOf(earlier: LogEnds, later: LogEnds): 'follow' | 'close' | 'anew' | 'overlap' {
  const [a, b] = [earlier.originMs, later.originMs];
  const isOther = a !== null && b !== null && a !== b;
  const stepMs = (later.fromUs - earlier.toUs) / 1000 + (isOther ? b - a : 0);
  // A first step in time counts from a record of the file before.
  if (later.timeFormat === 'delta' && !isOther) return 'anew';
  if (stepMs >= 0) return 'follow';
  if (stepMs >= -OUT_OF_ORDER_MS) return 'close';
  const startsAnew = later.fromUs - earlier.fromUs < (earlier.toUs - earlier.fromUs) / 2;
  return startsAnew && !isOther ? 'anew' : 'overlap';
}
