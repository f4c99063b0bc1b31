/**
 * Whether logs continue others: logs of one connection that were rotated or capped. An id that both state proves it;
 * without one, a clock that goes on and packet numbers that go on in both directions make it likely. Never logs that
 * overlap: copies, the client's and the server's, two connections at the same time.
 */
import { PacketSpace } from '../../../qlog-schema';
import type { Evidence } from '../../input/bytes/source';
import type { LogEnds, NumberRange } from '../contract/log-ends';

type Ranges = readonly (NumberRange | null)[];

/** Logs that continue one another, as one. */
export interface Run {
  readonly first: LogEnds;
  readonly last: LogEnds;
  /** Of all of them, by packet number space. */
  readonly sent: Ranges;
  readonly received: Ranges;
  readonly paths: ReadonlySet<string>;
}

/** Stacks leave out a packet number now and then (RFC 9000 §21.4); one that is left out is no missing file. */
const SKIPPED_NUMBERS = 16;
/** Packets arrive late, or were lost in a burst just there. */
const RECEIVED_APART = 64;
/** Events that threads logged in another order. */
const OUT_OF_ORDER_MS = 1000;
/** A file ends and the next begins with an event each: longer apart, clocks of two files are of two connections. */
const FILES_APART_MS = 1000;

export function runOf(log: LogEnds): Run {
  return { first: log, last: log, sent: log.sent, received: log.received, paths: new Set(log.paths) };
}

export function joined(a: Run, b: Run): Run {
  return {
    first: a.first,
    last: b.last,
    sent: merged(a.sent, b.sent),
    received: merged(a.received, b.received),
    paths: new Set([...a.paths, ...b.paths]),
  };
}

function merged(a: Ranges, b: Ranges): Ranges {
  return a.map((range, space) => {
    const other = b[space] ?? null;
    if (range === null || other === null) return range ?? other;
    return { first: Math.min(range.first, other.first), last: Math.max(range.last, other.last) };
  });
}

/** The headers are the same but for times; a file without one may be of any log. */
export function haveSameHeader({ identity: a }: LogEnds, { identity: b }: LogEnds): boolean {
  return a.header === b.header || b.header === '';
}

/** The best id that two logs share; null where their ids contradict each other. */
export function sharedId({ identity: a }: LogEnds, { identity: b }: LogEnds): Evidence | null {
  const odcid = compared(a.odcid, b.odcid);
  const groupId = compared(a.groupId, b.groupId);
  if (odcid === 'other' || groupId === 'other') return null;
  if (odcid === 'same') return 'original connection id';
  if (groupId === 'same') return 'group id';
  const ids = new Set(a.connectionIds);
  return b.connectionIds.some((id) => ids.has(id)) ? 'connection id' : 'none';
}

function compared(a: string | null, b: string | null): 'same' | 'other' | 'unknown' {
  if (a === null || b === null) return 'unknown';
  return a.toLowerCase() === b.toLowerCase() ? 'same' : 'other';
}

/**
 * Whether a log that shares an id with the run continues it. A group may be of several connections, and a server may use
 * a connection id again: there packet numbers must not begin anew.
 */
export function provenToFollow(run: Run, next: Run, evidence: Evidence): boolean {
  const { times } = timesOf(run.last, next.first);
  if (times === 'overlap') return false;
  const sent = stepsOf('sent', run, next);
  const isBehind = sent.every((step) => step > 0) && receivedGoOn(run, next, Number.POSITIVE_INFINITY);
  if (times === 'anew') return sent.length > 0 && isBehind;
  return (times === 'follow' && evidence === 'original connection id') || isBehind;
}

/** Whether nothing contradicts that a log continues the run, and its clock and packet numbers say so. */
export function likelyToFollow(run: Run, next: Run): boolean {
  const { times, gapMs } = timesOf(run.last, next.first);
  if (times === 'overlap') return false;
  const isSameClock = haveSameOrigin(run, next);
  if (times !== 'anew' && !isSameClock && gapMs > FILES_APART_MS) return false;
  const sent = stepsOf('sent', run, next);
  const areNext = sent.every((step) => step > 0 && step <= SKIPPED_NUMBERS);
  if (!areNext || !receivedGoOn(run, next, RECEIVED_APART)) return false;
  // A short log may hold no packets of a direction: its clock must then say that it is next.
  const received = stepsOf('received', run, next);
  const hasBoth = sent.length > 0 && (received.length > 0 || !holdsAny(next.received));
  const isClose = isSameClock && times === 'follow' && gapMs <= FILES_APART_MS;
  // Of a connection's start no space of its own is numbered on from the run's, though a later space may begin at 0.
  return hasBoth || (isClose && (sent.length > 0 || !beginsAnew(next)));
}

/** Both logs state the same time of their beginning, to the ms or finer: as good as an id, unless a server's logs all do. */
export function haveSameOrigin({ last }: Run, { first }: Run): boolean {
  return last.originMs !== null && last.originMs !== 0 && last.originMs === first.originMs;
}

/** Packets sent between two logs that neither holds. @param earlier, later their sent packet numbers by space. */
export function missingBetween(earlier: Ranges, later: Ranges): number {
  // Stacks that number all spaces together leave out what the others took.
  const least = Math.min(...steps(earlier, later));
  return least > SKIPPED_NUMBERS && Number.isFinite(least) ? least - 1 : 0;
}

/** A log from the start of its connection: each space begins at 0 (RFC 9000 §12.3). */
function beginsAnew({ sent, received }: Run): boolean {
  return [...sent, ...received].some((range) => range?.first === 0);
}

function receivedGoOn(run: Run, next: Run, apart: number): boolean {
  return stepsOf('received', run, next).every((step) => step >= -RECEIVED_APART && step <= apart);
}

function holdsAny(ranges: Ranges): boolean {
  return ranges.some((range) => range !== null);
}

/** Without application data where there are several paths: each has numbers of its own. */
function stepsOf(direction: 'sent' | 'received', run: Run, next: Run): readonly number[] {
  const isOnePath = new Set([...run.paths, ...next.paths]).size <= 1;
  const spaces = isOnePath ? next[direction] : next[direction].slice(0, PacketSpace.application);
  return steps(run[direction], spaces);
}

/** By packet number space that both have: from the last number of one to the first of the other. */
function steps(earlier: Ranges, later: Ranges): readonly number[] {
  return earlier.flatMap((range, space) => {
    const next = later[space] ?? null;
    return range === null || next === null ? [] : [next.first - range.last];
  });
}

interface Times {
  /** `close` where they overlap by no more than events are out of order; `anew` where nothing says when the later begins. */
  readonly times: 'follow' | 'close' | 'anew' | 'overlap';
  /** Between the two; NaN for `anew`. */
  readonly gapMs: number;
}

function timesOf(earlier: LogEnds, later: LogEnds): Times {
  const [a, b] = [earlier.originMs, later.originMs];
  const isOther = a !== null && b !== null && a !== b;
  const gapMs = (later.fromUs - earlier.toUs) / 1000 + (isOther ? b - a : 0);
  const anew = { times: 'anew', gapMs: Number.NaN } as const;
  // A first step in time counts from a record of the file before.
  if (later.timeFormat === 'delta' && !isOther) return anew;
  if (gapMs >= 0) return { times: 'follow', gapMs };
  if (gapMs >= -OUT_OF_ORDER_MS) return { times: 'close', gapMs };
  const startsAnew = later.fromUs - earlier.fromUs < (earlier.toUs - earlier.fromUs) / 2;
  return startsAnew && !isOther ? anew : { times: 'overlap', gapMs };
}
