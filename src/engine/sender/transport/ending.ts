/**
 * How a connection ended, as far as its log tells: what a record says of it, and where that gives no reason, or no record says
 * anything, what follows from the silence before it (RFC 9000 §10.1).
 */
import { EventKind } from '../../../qlog-schema';
import { beginsAnewHere, chosenVersion } from './connectivity/version-choice';
import { idleTimeoutUs, restartUs, silenceBefore, threePtosUs } from './silence';
import type { Termination, TransportState } from './transport';

/** Timers of an endpoint are late, and clocks of logs are coarse, µs. */
export const TIMER_SLACK_US = 10_000;
/** Event loops that wake for nothing else are later still: a quiche server of 2025 by 14.4 ms of its 30 s. Of the timeout. */
const LATE_SHARE = 0.0005;

/** States in which a connection is over (RFC 9000 §10.2). */
const OVER: ReadonlySet<string> = new Set(['closing', 'draining', 'closed']);

export interface ConnectionEnd extends Omit<Termination, 'how'> {
  /**
   * `version-negotiated`: an attempt that another connection goes on with, in a version that both know (RFC 9000 §6.2).
   * `not-logged`: it ended, and neither a record nor the time says why.
   */
  readonly how: Termination['how'] | 'version-negotiated' | 'not-logged';
  /** `record`: a record names it; `time`: an end without a reason comes when the idle timeout is due; `silence`: no record at all. */
  readonly from: 'record' | 'time' | 'silence';
}

const made = new WeakMap<
  TransportState,
  { readonly events: number; readonly end: ConnectionEnd | null; readonly termination: Termination | null }
>();

/** Null where the log ends first. Of a range, what its records say alone: after it the log goes on. Made once per state of the log. */
export function endOf(state: TransportState): ConnectionEnd | null {
  const { termination } = state;
  const events = state.events.length;
  const memo = made.get(state);
  if (memo?.events === events && memo.termination === termination) return memo.end;
  const end = findEnd(state);
  made.set(state, { events, end, termination });
  return end;
}

function findEnd(state: TransportState): ConnectionEnd | null {
  const end = loggedEnd(state);
  const isOfVersion = end?.how === 'version-mismatch' || end?.how === 'not-logged';
  const goesOn = isOfVersion && chosenVersion(state) !== null && !beginsAnewHere(state);
  return goesOn ? { ...end, how: 'version-negotiated' } : end;
}

/** By a record alone, where one gives a reason, else by the silence before it. */
function loggedEnd(state: TransportState): ConnectionEnd | null {
  const { termination } = state;
  if (termination === null) return overIn(state) ?? silentEnd(state);
  if (termination.how !== 'close' || !Number.isNaN(termination.code) || isFrame(state))
    return { ...termination, from: 'record' };
  return withoutReason(state, termination);
}

/** A CONNECTION_CLOSE frame is a close, whatever is logged of its fields. */
function isFrame({ connectivity: { endRow }, events }: TransportState): boolean {
  return (
    !Number.isNaN(endRow) && endRow < events.length && events.kind.at(endRow) !== EventKind.connectionClosed
  );
}

/** A record that the connection was closed, with no reason: the idle timeout where it comes when that is due. */
function withoutReason(
  state: TransportState,
  { timeUs, by }: Pick<Termination, 'timeUs' | 'by'>,
): ConnectionEnd {
  const unsaid = { by, space: 'unknown', code: Number.NaN, timeUs } as const;
  const setUs = idleTimeoutUs(state);
  const silentUs = timeUs - restartUs(silenceBefore(state, timeUs));
  const { least, most } = threePtosUs(state);
  const latestUs = Math.max(setUs, most) * (1 + LATE_SHARE) + TIMER_SLACK_US;
  const isDue = silentUs >= Math.max(setUs, least) - TIMER_SLACK_US && silentUs <= latestUs;
  return isDue && !state.captured
    ? { ...unsaid, how: 'idle-timeout', from: 'time' }
    : { ...unsaid, how: 'not-logged', from: 'record' };
}

/** The first record that a state is entered in which the connection is over. */
function overIn(state: TransportState): ConnectionEnd | null {
  const over = state.connectivity.entries.find(({ said }) => said.fact === 'state' && OVER.has(said.state));
  return over === undefined ? null : withoutReason(state, { timeUs: over.timeUs, by: 'unknown' });
}

/** The log goes on after its last packet for longer than the timeout: some stacks end silently. */
function silentEnd(state: TransportState): ConnectionEnd | null {
  if (state.isPart || state.captured) return null;
  const setUs = idleTimeoutUs(state);
  const fromUs = restartUs(silenceBefore(state, state.lastUs));
  const timeUs = fromUs + Math.max(setUs, threePtosUs(state).least);
  if (!(timeUs <= state.lastUs)) return null;
  return { how: 'idle-timeout', by: 'local', space: 'unknown', code: Number.NaN, timeUs, from: 'silence' };
}
