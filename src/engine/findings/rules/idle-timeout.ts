/**
 * A connection that ended because nothing arrived for the idle timeout (RFC 9000 §10.1). Logged, or inferred from a log
 * that goes on behind its last packet for longer than the timeout and says nothing of a close: some stacks end silently.
 *
 * An alarm only where something waited: data that was sent and never acknowledged, or a handshake that nothing answered. A
 * connection that had nothing more to do ends like this by design.
 */
import { FIRST_PARAMETER, PARAMETER_NAMES, TO_OWN } from '../../../qlog-schema/transport-parameters';
import { duration, plural } from '../../text/figures';
import { PacketFate } from '../../transport/packet-fate';
import type { TransportState } from '../../transport/transport';
import { closeUpOf } from '../close-up/close-up';
import { StepFinder, step } from '../close-up/steps';
import { isBeforeOneRtt, type Silence, silenceBefore } from '../closing';
import type { CloseUp, Detector, Evidence, Finding } from '../detector';
import { above, atLeast, evidence, supporting } from '../evidence';
import { finding, type Rule } from '../finding';

const RULE: Rule = { id: 'idle-timeout', title: 'Ended by the idle timeout' };

const T = {
  /** One packet may cross the end of the peer's own timer; its probe was due long before (RFC 9002 §6.2). */
  minUnanswered: 2,
  /** RFC 9000 §10.1: the timeout is at least three PTOs. */
  minPtos: 3,
} as const;

const IDLE_TIMEOUT = FIRST_PARAMETER + PARAMETER_NAMES.indexOf('max_idle_timeout');

/** The smaller of what both sides set, µs; 0 and absent are none (RFC 9000 §10.1). NaN where neither sets one. */
function timeoutOf({ parameters }: TransportState): number {
  const set = [parameters.get(IDLE_TIMEOUT), parameters.get(IDLE_TIMEOUT + TO_OWN)].filter(
    (ms): ms is number => ms !== undefined && ms > 0,
  );
  return set.length === 0 ? Number.NaN : Math.min(...set) * 1000;
}

/** Three times the current PTO (RFC 9002 §6.2.1), µs; 0 without an RTT. */
function leastTimeoutUs({ rebuilt }: TransportState): number {
  const { smoothedRtt, rttVariation } = rebuilt;
  return T.minPtos * ((smoothedRtt.last || 0) + 4 * (rttVariation.last || 0));
}

/** How a connection ended in silence. Times are µs. */
interface Ended extends Silence {
  readonly how: 'logged' | 'inferred';
  readonly endUs: number;
  /** NaN where it is not known. */
  readonly timeoutUs: number;
  /** Nothing had arrived, or no 1-RTT packet of the client was exchanged. */
  readonly inHandshake: boolean;
  /** Packets with data that were outstanding at the end: never acknowledged, and not taken for lost. */
  readonly waiting: number;
}

/** When the timer began that ran out: at the last packet received, or at the first sent behind it (RFC 9000 §10.1). */
function restartUs({ lastReceivedUs, firstSentUs }: Silence): number {
  return Number.isNaN(firstSentUs) ? lastReceivedUs : firstSentUs;
}

/** Packets with payload whose fate is open, in all spaces. */
function waitingPackets({ ledger }: TransportState): number {
  let packets = 0;
  for (const space of ledger.spaces) {
    const { dataSizesBytes, sentPackets } = space;
    for (let i = sentPackets - 1; i >= 0; i--) {
      if (space.fateAt(i) === PacketFate.outstanding && dataSizesBytes.at(i) > 0) packets++;
    }
  }
  return packets;
}

function endedOf(state: TransportState): Ended | null {
  const { termination, lastUs } = state;
  const isLogged = termination?.how === 'idle-timeout' || termination?.how === 'handshake-timeout';
  if (termination !== null && !isLogged) return null;
  const endUs = termination?.timeUs ?? lastUs;
  const silence = silenceBefore(state, endUs);
  // Of a range that begins behind it the last packet received is not in the log.
  if (Number.isNaN(silence.lastReceivedUs) && state.beginsMidway) return null;
  const timeoutUs = timeoutOf(state);
  const ended: Ended = {
    ...silence,
    how: isLogged ? 'logged' : 'inferred',
    endUs,
    timeoutUs,
    inHandshake: isBeforeOneRtt(state, endUs),
    waiting: waitingPackets(state),
  };
  if (isLogged) return ended;
  return endUs - restartUs(silence) >= Math.max(timeoutUs, leastTimeoutUs(state)) ? ended : null;
}

/** Something was sent that asked for an answer, more than once, and something waits for it. */
function isInVain({ sent, waiting }: Ended): boolean {
  return sent >= T.minUnanswered && waiting > 0;
}

function rowsOf(ended: Ended): readonly Evidence[] {
  const { how, endUs, timeoutUs, sent, waiting } = ended;
  const restart = restartUs(ended);
  const row = {
    id: 'silence',
    name: 'time without a packet that starts the timer anew, up to the end',
    normal: 'below the timeout',
    deciding: true,
    value: endUs - restart,
    panel: 'sequence',
  } as const;
  const limit = atLeast(timeoutUs, 'us', { of: 'the idle timeout' });
  return [
    // What the log says needs no timeout to be known, and a handshake may be given up sooner.
    how === 'logged'
      ? supporting({ ...row, limit: Number.isNaN(timeoutUs) ? above(0, 'us') : limit })
      : evidence({ ...row, limit }),
    supporting({
      id: 'unanswered',
      name: 'packets sent behind the last one received',
      normal: 'none: nothing was left to send',
      deciding: true,
      value: sent,
      limit: atLeast(T.minUnanswered, 'packets', { note: ' for an alarm' }),
      panel: 'sequence',
    }),
    supporting({
      id: 'waiting',
      name: 'packets with data that were never acknowledged',
      normal: 'none: all was delivered',
      deciding: true,
      value: waiting,
      limit: above(0, 'packets'),
      panel: 'sequence',
    }),
  ];
}

function closeUp(
  state: TransportState,
  { lastReceivedUs, lastPacketUs, endUs, firstSentUs, how }: Ended,
): CloseUp | null {
  const find = new StepFinder(state);
  return closeUpOf(state, [
    find.receiveAt(lastReceivedUs, 'The last packet arrives'),
    Number.isNaN(firstSentUs) ? null : find.sendFrom(firstSentUs, ', and nothing answers it'),
    step('quiet', lastPacketUs, `From here on there is no packet for ${duration(endUs - lastPacketUs)}`),
    how === 'logged' ? step('closed', endUs, 'The connection is given up') : null,
  ]);
}

/** `; 3 packets sent in that time were not answered`. */
function sentWords(ended: Ended): string {
  const { sent, waiting } = ended;
  const never = `${plural(waiting, 'packet')} with data ${waiting === 1 ? 'was' : 'were'} never acknowledged`;
  if (sent === 0) return waiting > 0 ? `; ${never}` : ', and nothing that was sent waited for an answer';
  const unanswered = `${plural(sent, 'packet')} sent in that time`;
  return isInVain(ended)
    ? `, though ${unanswered} asked for an answer; ${never}`
    : `; ${unanswered} ${sent === 1 ? 'was' : 'were'} not answered`;
}

function verdictOf(ended: Ended): string {
  const { how, inHandshake, endUs, timeoutUs, lastReceivedUs, firstSentUs } = ended;
  const isDeaf = Number.isNaN(lastReceivedUs);
  const since = isDeaf
    ? `Nothing was received at all in the ${duration(endUs - firstSentUs)} since the first packet was sent`
    : `Nothing was received for the last ${duration(endUs - lastReceivedUs)}`;
  const inferred = how === 'inferred' ? ', which is inferred: no record says it' : '';
  const timeout = Number.isNaN(timeoutUs) ? '' : `; the idle timeout is ${duration(timeoutUs)}`;
  const end = inHandshake
    ? 'the handshake was given up'
    : `the connection ended ${how === 'logged' ? 'by the idle timeout' : 'silently'}`;
  return `${since}${sentWords(ended)}${inHandshake ? '' : timeout}: ${end}${inferred} (RFC 9000 §10.1).`;
}

function findingOf(ended: Ended, state: TransportState): Finding {
  const { how, inHandshake, lastReceivedUs, firstSentUs, endUs } = ended;
  return finding(RULE, {
    severity: isInVain(ended) ? 'warning' : 'info',
    variant: inHandshake ? 'handshake' : isInVain(ended) ? 'unanswered' : 'idle',
    interval: { startUs: Number.isNaN(lastReceivedUs) ? firstSentUs : lastReceivedUs, endUs },
    verdict: verdictOf(ended),
    confidence: how === 'logged' ? 1 : 0.8,
    evidence: rowsOf(ended),
    closeUp: closeUp(state, ended),
    why: isInVain(ended)
      ? 'Nothing that was sent came back: the path or the peer was gone, and what was under way is lost without a close (RFC 9000 §10.1).'
      : 'A connection that has nothing to do ends silently once neither side has sent for the timeout (RFC 9000 §10.1): the next request needs a new handshake.',
    next: isInVain(ended)
      ? 'Sequence: what was sent last. Look at the path (an outage, a firewall, a NAT that forgot the port), and at the peer in a log of its own.'
      : 'Nothing is to be mended where all was delivered. A PING keeps a connection that is still needed (RFC 9000 §10.1.2).',
    panels: ['sequence', 'pto'],
  });
}

export const idleTimeout: Detector = {
  ...RULE,
  looksThrough: 'packets before the end of the connection',
  needs: [],
  standsWithGaps: true,
  cannotJudge({ state }) {
    if (state.termination !== null) return null;
    if (state.isRange) return 'a range of a log does not show how the connection ended';
    if (state.captured) return 'a capture on the wire holds no timers of an endpoint';
    return Number.isNaN(timeoutOf(state))
      ? 'neither an end nor an idle timeout (max_idle_timeout) is logged'
      : null;
  },
  finish({ state }) {
    const ended = endedOf(state);
    const isKnown = ended !== null && !Number.isNaN(restartUs(ended));
    return isKnown ? [findingOf(ended, state)] : [];
  },
};
