/**
 * A connection that ended because nothing arrived for the idle timeout (RFC 9000 §10.1): logged, or an end without a reason that
 * comes when the timeout is due, or inferred from a log that goes on after its last packet for longer and says nothing of a close:
 * some stacks end silently.
 *
 * A connection that had nothing more to do ends like this by design. Where this side waited to the end, for credit or for a
 * response, it is an alarm; where data was on its way, the peer is gone, and where the handshake was not complete, it failed: rules of
 * their own tell that, and this one where they could not.
 */
import { duration, plural } from '../../base/text/figures';
import { endOf } from '../../sender/transport/ending';
import {
  idleTimeoutUs,
  restartUs,
  type Silence,
  silenceBefore,
  waitingPackets,
} from '../../sender/transport/silence';
import type { TransportState } from '../../sender/transport/transport';
import { silenceRow, unansweredRow, waitingRow, waitRow } from '../conditions/end-rows';
import { whyTraceLacking } from '../conditions/lacking-records';
import { unendedWaits, type Wait, waitWords } from '../conditions/outstanding';
import { finding, type Rule } from '../finding/build-finding';
import { evidence, supporting } from '../finding/evidence';
import type { Evidence, Finding } from '../finding/finding';
import { isBeforeOneRtt } from '../measures/closing';
import type { Detector } from '../rule/detector';
import type { DetectInput } from '../rule/rule-input';
import { silenceCloseUp } from './peer-gone';

const RULE: Rule = { id: 'idle-timeout', title: 'Ended by the idle timeout' };

const T = {
  /** One packet may cross the end of the peer's own timer; its probe was due long before (RFC 9002 §6.2). */
  minUnanswered: 2,
} as const;

/** How a connection ended in silence. Times are µs. */
interface Ended extends Silence {
  /** `logged`: a record names it; `due`: an end without a reason comes at its time; `inferred`: no record says that it ended. */
  readonly how: 'logged' | 'due' | 'inferred';
  readonly endUs: number;
  /** NaN where it is not known. */
  readonly timeoutUs: number;
  /** Nothing had arrived, or no 1-RTT packet of the client was exchanged. */
  readonly inHandshake: boolean;
  /** Packets with data that were outstanding at the end: never acknowledged, and not taken for lost. */
  readonly waiting: number;
  /** Both directions are logged, and no packets lack: what was in vain is known. */
  readonly isWhole: boolean;
  /** What this side waited for to the end. */
  readonly waits: readonly Wait[];
}

const HOW = { record: 'logged', time: 'due', silence: 'inferred' } as const;

function endedOf(input: DetectInput): Ended | null {
  const { state } = input;
  const end = endOf(state);
  if (end?.how !== 'idle-timeout' && end?.how !== 'handshake-timeout') return null;
  const endUs = end.from === 'silence' ? state.lastUs : end.timeUs;
  const silence = silenceBefore(state, endUs);
  // Of a range that begins after it the last packet received is not in the log.
  if (Number.isNaN(silence.lastReceivedUs) && state.beginsMidway) return null;
  return {
    ...silence,
    how: HOW[end.from],
    endUs,
    timeoutUs: idleTimeoutUs(state),
    // Of a server that received nothing there is no connection: the log holds one direction.
    inHandshake: isBeforeOneRtt(state, endUs) && (state.role === 'client' || state.receivedPackets > 0),
    waiting: waitingPackets(state),
    isWhole: state.receivedPackets > 0 && whyTraceLacking(input) === null,
    waits: unendedWaits(input, endUs),
  };
}

/** Something was sent that asked for an answer, more than once, and something waits for it. */
function isInVain({ sent, waiting, inHandshake, isWhole }: Ended): boolean {
  return sent >= T.minUnanswered && waiting > 0 && (inHandshake || isWhole);
}

function rowsOf(ended: Ended): readonly Evidence[] {
  const { how, endUs, timeoutUs, waiting, waits } = ended;
  const [wait] = waits;
  return [
    // What the log says needs no timeout to be known, and a handshake may be given up sooner.
    silenceRow(how === 'logged' ? supporting : evidence, ended, endUs, timeoutUs),
    ...(wait === undefined ? [] : [waitRow(supporting, endUs - wait.fromUs, wait.what === 'response')]),
    unansweredRow(supporting, ended, { least: T.minUnanswered, note: ' for an alarm' }),
    waitingRow(supporting, waiting),
  ];
}

/** `; 3 packets sent in that time were not answered`. */
function sentWords(ended: Ended): string {
  const { sent, waiting, waits, endUs } = ended;
  if (waits.length > 0 && waiting === 0) return `, though ${waitWords(waits, endUs)}`;
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
  const inferred =
    how === 'inferred'
      ? ', which is inferred: no record says it'
      : how === 'due'
        ? ', which is inferred: the record of its end gives no reason, and comes when the timeout is due'
        : '';
  const timeout = Number.isNaN(timeoutUs) ? '' : `; the idle timeout is ${duration(timeoutUs)}`;
  const end = inHandshake
    ? 'the handshake was given up'
    : `the connection ended ${how === 'inferred' ? 'silently' : 'by the idle timeout'}`;
  return `${since}${sentWords(ended)}${inHandshake ? '' : timeout}: ${end}${inferred} (RFC 9000 §10.1).`;
}

function findingOf(ended: Ended, state: TransportState): Finding {
  const { how, inHandshake, lastReceivedUs, firstSentUs, endUs, waits } = ended;
  const isHeld = waits.length > 0;
  return finding(RULE, {
    severity: isInVain(ended) || isHeld ? 'warning' : 'info',
    variant: inHandshake ? 'handshake' : isInVain(ended) ? 'unanswered' : isHeld ? 'waiting' : 'idle',
    interval: { startUs: Number.isNaN(lastReceivedUs) ? firstSentUs : lastReceivedUs, endUs },
    verdict: verdictOf(ended),
    confidence: how === 'logged' ? 1 : how === 'due' ? 0.9 : 0.8,
    evidence: rowsOf(ended),
    closeUp: silenceCloseUp(state, ended, ended.endUs),
    why: isInVain(ended)
      ? 'Nothing that was sent came back: the path or the peer was gone, and what was under way is lost without a close (RFC 9000 §10.1).'
      : isHeld
        ? 'A connection that waits for its peer sends nothing, and so ends like an idle one (RFC 9000 §10.1): the application sees a timeout, and its cause is the wait.'
        : 'A connection that has nothing to do ends silently once neither side has sent for the timeout (RFC 9000 §10.1): the next request needs a new handshake.',
    next: isInVain(ended)
      ? 'Sequence: what was sent last. Look at the path (an outage, a firewall, a NAT that forgot the port), and at the peer in a log of its own.'
      : isHeld
        ? 'Limits, Streams and Requests: what waited, and since when. The peer knows why it gave no credit, or no answer: look at its log.'
        : 'Nothing is to be mended where all was delivered. A PING keeps a connection that is still needed (RFC 9000 §10.1.2).',
    panels: ['sequence', 'pto'],
  });
}

export const idleTimeout: Detector = {
  ...RULE,
  looksThrough: 'packets before the end of the connection',
  standsWithGaps: true,
  cannotJudge({ state }) {
    if (state.termination !== null) return null;
    if (state.isPart) return 'a range of a log does not show how the connection ended';
    if (state.captured) return 'a capture on the wire holds no timers of an endpoint';
    return Number.isNaN(idleTimeoutUs(state)) && endOf(state) === null
      ? 'neither an end nor an idle timeout (max_idle_timeout) is logged'
      : null;
  },
  finish(input) {
    const { state, earlier } = input;
    if (earlier.some(({ id }) => id === 'handshake-failed' || id === 'peer-gone')) return [];
    const ended = endedOf(input);
    const isKnown = ended !== null && !Number.isNaN(restartUs(ended));
    return isKnown ? [findingOf(ended, state)] : [];
  },
};
