/**
 * A peer that is heard no more while data is on its way to it: nothing received for the idle timeout (RFC 9000 §10.1) or, where
 * neither side sets one that is known, for three PTOs in a row, and the log goes on. What ends silently with nothing outstanding is
 * an idle connection (idle-timeout.ts).
 */
import { duration, plural } from '../../base/text/figures';
import { type ConnectionEnd, endOf, TIMER_SLACK_US } from '../../sender/transport/ending';
import {
  idleTimeoutUs,
  LEAST_PTOS,
  ptosBetween,
  restartUs,
  type Silence,
  silenceBefore,
  threePtosUs,
  waitingPackets,
} from '../../sender/transport/silence';
import type { TransportState } from '../../sender/transport/transport';
import { closeUpOf } from '../close-up/close-up';
import { StepFinder, step } from '../close-up/steps';
import { ptosRow, silenceRow, unansweredRow, waitingRow } from '../conditions/end-rows';
import { whyTraceLacking } from '../conditions/lacking-records';
import { openStreams, outstandingWords } from '../conditions/outstanding';
import { finding, type Rule } from '../finding/build-finding';
import { evidence, supporting } from '../finding/evidence';
import type { CloseUp, Evidence, Finding } from '../finding/finding';
import type { Detector } from '../rule/detector';
import type { DetectInput } from '../rule/rule-input';

const RULE: Rule = { id: 'peer-gone', title: 'The peer is gone' };

interface Gone {
  readonly by: 'idle-timeout' | 'ptos';
  readonly end: ConnectionEnd | null;
  readonly endUs: number;
  readonly silence: Silence;
  /** NaN where none is known. */
  readonly timeoutUs: number;
  readonly ptos: number;
  readonly waiting: number;
}

/** Ends after which the peer may be gone: those that it did not bring about itself. */
function mayBeGone(end: ConnectionEnd | null): boolean {
  if (end === null) return true;
  if (end.how === 'idle-timeout' || end.how === 'not-logged') return true;
  return end.how === 'close' && end.by === 'local';
}

/** One packet may cross the end of the peer's own timer (RFC 9000 §10.1.1). */
const mayCross = ({ sent }: Silence, waiting: number): boolean => sent === 1 && waiting === 1;

/** How long nothing came back while data was on its way; null where the peer is not gone. */
export function goneOf(state: TransportState): Gone | null {
  const end = endOf(state);
  if (!mayBeGone(end)) return null;
  const endUs = end !== null && end.from !== 'silence' ? end.timeUs : state.lastUs;
  const silence = silenceBefore(state, endUs);
  // An answer to the close, or to a probe that was sent before it.
  const isHeardLater = silenceBefore(state, state.lastUs).lastReceivedUs > endUs;
  const waiting = waitingPackets(state);
  if (waiting === 0 || isHeardLater || Number.isNaN(silence.lastReceivedUs)) return null;
  if (mayCross(silence, waiting)) return null;
  const timeoutUs = idleTimeoutUs(state);
  const ptos = ptosBetween(state, silence.lastReceivedUs, endUs);
  const gone = { end, endUs, silence, timeoutUs, ptos, waiting };
  const isTimedOut = end?.how === 'idle-timeout' && end.from === 'record';
  const silentUs = endUs - restartUs(silence);
  const leastUs = Math.max(timeoutUs, threePtosUs(state).least) - TIMER_SLACK_US;
  if (isTimedOut || silentUs >= leastUs) return { ...gone, by: 'idle-timeout' };
  return Number.isNaN(timeoutUs) && ptos >= LEAST_PTOS ? { ...gone, by: 'ptos' } : null;
}

function rowsOf({ by, end, endUs, silence, timeoutUs, ptos, waiting }: Gone): readonly Evidence[] {
  const isLogged = end?.from === 'record' && end.how === 'idle-timeout';
  const isTimed = by === 'idle-timeout' && !Number.isNaN(timeoutUs) && !isLogged;
  return [
    silenceRow(isTimed ? evidence : supporting, silence, endUs, timeoutUs),
    waitingRow(evidence, waiting),
    ptosRow(by === 'ptos' ? evidence : supporting, ptos),
    unansweredRow(supporting, silence, { least: 1 }),
  ];
}

/** What was sent and received last, and how the log ends. */
export function silenceCloseUp(
  state: TransportState,
  { lastReceivedUs, firstSentUs, lastPacketUs }: Silence,
  endUs: number,
): CloseUp | null {
  const find = new StepFinder(state);
  return closeUpOf(state, [
    find.receiveAt(lastReceivedUs, 'The last packet arrives'),
    Number.isNaN(firstSentUs) ? null : find.sendFrom(firstSentUs, ', and nothing answers it'),
    step('quiet', lastPacketUs, `From here on there is no packet for ${duration(endUs - lastPacketUs)}`),
    state.termination?.timeUs === endUs ? step('closed', endUs, 'The connection is given up') : null,
  ]);
}

/** How it ended, as the last part of the sentence. */
function endWords({ by, end, timeoutUs, ptos }: Gone): string {
  const timeout = Number.isNaN(timeoutUs) ? '' : ` of ${duration(timeoutUs)}`;
  const silent = `the idle timeout${timeout} had passed`;
  const after = by === 'ptos' ? `${plural(ptos, 'probe timeout')} had passed in a row` : silent;
  if (end === null || end.from === 'silence')
    return `${after}, and the log goes on without a word of the peer`;
  if (end.how === 'idle-timeout') return `the connection was given up by the idle timeout${timeout}`;
  return end.how === 'not-logged'
    ? `${after}, and the connection ended, reason not logged`
    : `${after}, and this side closed the connection`;
}

function findingOf(gone: Gone, input: DetectInput): Finding {
  const { state } = input;
  const { silence, endUs, waiting, end, by } = gone;
  const isFlightKnown = state.inFlight.length > 0;
  const flightBytes = isFlightKnown ? state.inFlight.valueAt(silence.lastPacketUs) : Number.NaN;
  const open = openStreams(input);
  const unanswered =
    silence.sent === 0
      ? ''
      : `; ${plural(silence.sent, 'packet')} sent in that time ${silence.sent === 1 ? 'was' : 'were'} not answered`;
  return finding(RULE, {
    severity: 'critical',
    variant: by,
    interval: { startUs: silence.lastReceivedUs, endUs },
    verdict:
      `Nothing was received for the last ${duration(endUs - silence.lastReceivedUs)}${unanswered}; ` +
      `${outstandingWords(waiting, flightBytes, open)}: ${endWords(gone)} (RFC 9000 §10.1).`,
    label: `nothing received any more, ${plural(waiting, 'packet')} with data never acknowledged`,
    confidence: end?.from === 'record' ? 1 : by === 'ptos' ? 0.8 : 0.9,
    evidence: rowsOf(gone),
    closeUp: silenceCloseUp(state, gone.silence, gone.endUs),
    why: 'Nothing that was sent came back: the path or the peer was gone, and what was under way is lost without a close (RFC 9000 §10.1).',
    next: 'Sequence: what was sent last. Look at the path (an outage, a firewall, a NAT that forgot the port), and at the peer in a log of its own.',
    panels: ['sequence', 'pto', 'throughput'],
  });
}

export const peerGone: Detector = {
  ...RULE,
  looksThrough: 'packets before the end of the connection',
  cannotJudge(input) {
    const { state } = input;
    if (state.captured) return 'a capture on the wire holds no timers of an endpoint';
    if (state.isPart && state.termination === null)
      return 'a range of a log does not show how the connection ended';
    if (state.sentPackets === 0) return 'no sent packets are logged';
    if (state.receivedPackets === 0) return 'no received packets are logged';
    if (!(state.ackedBytes > 0)) return 'no ACKs are logged: what waits for one is not known';
    return whyTraceLacking(input);
  },
  finish(input) {
    if (input.earlier.some(({ id }) => id === 'handshake-failed')) return [];
    const gone = goneOf(input.state);
    return gone === null ? [] : [findingOf(gone, input)];
  },
};
