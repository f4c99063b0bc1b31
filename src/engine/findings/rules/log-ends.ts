/**
 * What was under way at the end, where nothing failed: the log ends before the connection does, with packets in flight; the
 * peer closed without an error while streams were open; or this side waited for something that never came.
 *
 * The first two are no alarm. A wait that never ended is one: for credit, for a stream that may be opened, for a response.
 */
import { duration, plural } from '../../base/text/figures';
import { type ConnectionEnd, endOf } from '../../sender/transport/ending';
import { GRANULARITY_US } from '../../sender/transport/rtt-estimator';
import { silenceBefore, waitingPackets } from '../../sender/transport/silence';
import type { TransportState } from '../../sender/transport/transport';
import { closeUpOf } from '../close-up/close-up';
import { StepFinder, step } from '../close-up/steps';
import { waitingRow, waitRow } from '../conditions/end-rows';
import { whyTraceLacking } from '../conditions/lacking-records';
import { openStreams, outstandingWords, unendedWaits, waitWords } from '../conditions/outstanding';
import { finding, type Rule } from '../finding/build-finding';
import { atLeast, evidence, supporting } from '../finding/evidence';
import type { CloseUp, Evidence, Finding } from '../finding/finding';
import { whoWords } from '../measures/closing';
import type { Detector } from '../rule/detector';
import type { DetectInput } from '../rule/rule-input';
import { isNoError } from './closed-with-error';

const RULE: Rule = { id: 'log-ends', title: 'Outstanding at the end' };

/** Ends that are reported by a rule of their own. */
const OWN_RULES: readonly string[] = ['handshake-failed', 'peer-gone', 'closed-with-error', 'idle-timeout'];

/** What was outstanding. */
type Left = ReturnType<typeof leftAt>;

function leftAt(input: DetectInput, end: ConnectionEnd | null) {
  const { state } = input;
  const endUs = end?.timeUs ?? state.lastUs;
  return {
    endUs,
    waiting: waitingPackets(state),
    open: openStreams(input),
    waits: unendedWaits(input, endUs, end === null),
  };
}

const waitRows = ({ waits: [first], endUs }: Left): readonly Evidence[] =>
  first === undefined ? [] : [waitRow(evidence, endUs - first.fromUs, first.what === 'response')];

const streamRow = (open: number, make: typeof evidence): readonly Evidence[] =>
  Number.isNaN(open)
    ? []
    : [
        make({
          id: 'streams',
          name: 'streams that were open',
          normal: 'none',
          deciding: true,
          value: open,
          limit: atLeast(1, 'count'),
          panel: 'streams',
        }),
      ];

function closeUp(state: TransportState, endUs: number, isClosed: boolean): CloseUp | null {
  const find = new StepFinder(state);
  return closeUpOf(state, [
    find.receiveAt(silenceBefore(state, endUs).lastReceivedUs, 'A packet arrives'),
    find.sendUpTo(endUs),
    isClosed ? step('closed', endUs, 'The connection is closed') : null,
  ]);
}

/** ` 1.20 s after its last packet`; empty where it is as good as the last thing in the log. */
const afterWords = (us: number): string =>
  us >= GRANULARITY_US ? ` ${duration(us)} after its last packet` : '';

/** The log ends first: what was in flight then. */
function logFinding(left: Left, input: DetectInput): Finding {
  const { state } = input;
  const { endUs, waiting, waits, open } = left;
  const { lastReceivedUs, lastPacketUs } = silenceBefore(state, endUs);
  const isWaiting = waits.length > 0;
  const flightBytes = state.inFlight.length > 0 ? state.inFlight.last : Number.NaN;
  const outstanding = outstandingWords(waiting, flightBytes, open).replaceAll('never', 'not yet');
  const wait = waitWords(waits, endUs);
  return finding(RULE, {
    title: isWaiting ? 'A wait never ended' : 'The log ends, not the connection',
    severity: isWaiting ? 'warning' : 'info',
    variant: isWaiting ? 'waiting' : 'log',
    interval: { startUs: isWaiting ? (waits[0]?.fromUs ?? endUs) : lastReceivedUs || lastPacketUs, endUs },
    verdict: `The log ends${afterWords(endUs - lastPacketUs)}, not the connection: no record says how that ended; ${[outstanding, wait].filter((words) => words !== '').join('; ')}.`,
    confidence: 1,
    evidence: [
      ...waitRows(left),
      waitingRow(isWaiting ? supporting : evidence, waiting, false),
      ...streamRow(open, supporting),
    ],
    closeUp: closeUp(state, endUs, false),
    why: isWaiting
      ? 'What waits to the end of the log was held by the peer, not by the network: its credit, its limit of streams, or its answer.'
      : 'What the log does not hold is not known: figures of the whole trace are those of the part that was logged, and what was in flight may have arrived.',
    next: isWaiting
      ? 'Limits, Streams and Requests: what waited, and since when. The peer knows why: look at its log.'
      : 'Let the program close the connection, or flush its log, before it ends; the log of the peer may go on.',
    panels: isWaiting ? ['limits', 'streams', 'requests'] : ['sequence', 'throughput'],
  });
}

/** One side closed without an error, and something was under way. */
function leftFinding(by: 'local' | 'remote' | 'unknown', left: Left, input: DetectInput): Finding {
  const { state } = input;
  const { endUs, waiting, open, waits } = left;
  const isWaiting = waits.length > 0;
  const outstanding = outstandingWords(waiting, Number.NaN, open);
  const wait = waitWords(waits, endUs);
  const who = whoWords(by, state);
  return finding(RULE, {
    title: isWaiting ? 'A wait never ended' : 'The peer left with streams open',
    severity: isWaiting ? 'warning' : 'info',
    variant: isWaiting ? 'waiting' : 'left',
    interval: { startUs: isWaiting ? (waits[0]?.fromUs ?? endUs) : endUs, endUs },
    verdict: `${who} closed the connection without an error ${duration(endUs - state.firstUs)} after the log begins; ${[outstanding, wait].filter((words) => words !== '').join('; ')} (RFC 9000 §10.2).`,
    confidence: 1,
    evidence: [
      ...waitRows(left),
      ...streamRow(open, isWaiting ? supporting : evidence),
      waitingRow(supporting, waiting),
    ],
    closeUp: closeUp(state, endUs, state.termination?.timeUs === endUs),
    why: isWaiting
      ? 'What waited to the end was held by the peer, not by the network: its credit, its limit of streams, or its answer.'
      : 'A close ends all streams at once (RFC 9000 §10.2): what was not delivered by then never is. A user who leaves does the same.',
    next: isWaiting
      ? 'Limits, Streams and Requests: what waited, and since when. The peer knows why: look at its log.'
      : `Streams: the ${plural(Math.max(open, 1), 'stream')} that did not end. Where the peer had all that it wanted, nothing is to be mended.`,
    panels: ['streams', 'requests', 'sequence'],
  });
}

export const logEnds: Detector = {
  ...RULE,
  looksThrough: 'packets before the end of the connection',
  cannotJudge(input) {
    const { state } = input;
    if (state.captured) return 'a capture on the wire begins and ends where it was switched on and off';
    if (state.isPart && state.termination === null) return 'a range of a log ends where it was cut';
    if (state.sentPackets === 0 && state.receivedPackets === 0) return 'no packets are logged';
    // What is missing may be the end, or the ACKs of what seems to be in flight.
    return whyTraceLacking(input);
  },
  finish(input) {
    const { state, earlier } = input;
    if (earlier.some(({ id }) => OWN_RULES.includes(id))) return [];
    const end = endOf(state);
    const left = leftAt(input, end);
    const hasWaited = left.waits.length > 0;
    if (end === null) {
      const isInFlight = left.waiting > 0 && state.ackedBytes > 0;
      return isInFlight || hasWaited ? [logFinding(left, input)] : [];
    }
    if (end.how !== 'close' || !(Number.isNaN(end.code) || isNoError(end))) return [];
    const isLeft = end.by === 'remote' && left.open > 0;
    return isLeft || hasWaited ? [leftFinding(end.by, left, input)] : [];
  },
};
