/**
 * Faults of this log that affect results: one remark, one row per fault, none without faults. It does not judge
 * the connection. A row holds if the fault exists: exceeding the threshold makes it one.
 *
 * The facts come from reading the file (reading/facts/log-facts.ts) and from the replay; problems of the whole file, with
 * positions, are messages of the page.
 */
import { count, duration, percent, plural } from '../../base/text/figures';
import { timeContradiction } from '../../sender/transport/logged-units';
import { missingReceived } from '../../sender/transport/missing-packets';
import { sentOutOfOrder } from '../../sender/transport/repeated-numbers';
import type { TransportState } from '../../sender/transport/transport';
import { lossesAreLogged } from '../conditions/sender-view';
import { FINE_CLOCK_STEP_US } from '../conditions/thresholds';
import { finding, type Rule } from '../finding/build-finding';
import { above, type Limit, none, not, supporting } from '../finding/evidence';
import type { Evidence } from '../finding/finding';
import type { Detector } from '../rule/detector';
import type { DetectInput, LogFacts } from '../rule/rule-input';

const RULE: Rule = { id: 'log-quality', title: 'Limits of this log' };
const NORMAL = 'no such fault';
/** Faults named in the verdict; all are in the evidence. */
const MAX_NAMED = 3;

interface Fault {
  readonly row: Evidence;
  readonly words: string;
}

/** Adds a fault if the value matches its limit: by default if it is above 0. */
type Add = (id: string, name: string, value: number, words: string, limit?: Limit) => void;

function readingFaults(log: LogFacts, { isRange }: TransportState, add: Add): void {
  const lost = log.skippedRecords - log.truncatedRecords;
  add('skipped', 'records that could not be read', lost, `${plural(lost, 'record')} could not be read`);
  add(
    'cut',
    'records that end in the middle',
    log.truncatedRecords,
    `${plural(log.truncatedRecords, 'record')} cut in the middle`,
  );
  add(
    'broken-off',
    'the text broke off before its end',
    Number(log.brokenOff),
    'the file broke off before its end',
  );
  add(
    'repaired',
    'records that were read only after a repair',
    log.repairedRecords,
    `${plural(log.repairedRecords, 'record')} read only after a repair`,
  );
  const are = log.replacedCharacters === 1 ? 'is' : 'are';
  add(
    'characters',
    'characters that are no UTF-8',
    log.replacedCharacters,
    `${plural(log.replacedCharacters, 'character')} that ${are} no UTF-8`,
  );
  add(
    'header',
    'no qlog header: version, role and time format are guesses',
    Number(log.headerMissing),
    'no qlog header',
  );
  add(
    'midway',
    'no Initial packet, and the first packet number is high: the log begins in the middle of the connection',
    isRange ? 0 : (log.midwayNumber ?? 0),
    'begins in the middle of the connection',
  );
  const dropped = log.droppedRanges + log.unusableNumbers;
  add(
    'numbers',
    'ACK ranges and packet numbers left out as impossible',
    dropped,
    plural(dropped, 'impossible packet number'),
  );
  add(
    'frames',
    'frames beyond the limit of one packet',
    log.droppedFrames,
    `${plural(log.droppedFrames, 'frame')} left out`,
  );
}

function clockFaults(log: LogFacts, { backwardSteps, timeJumps }: TransportState, add: Add): void {
  add(
    'clock',
    log.clockReason,
    log.clockStepUs,
    `${log.clockReason}, in steps of ${duration(log.clockStepUs)}`,
    above(FINE_CLOCK_STEP_US, 'us'),
  );
  add(
    'time-late',
    'the time format was given after the first events',
    Number(log.timeDescribedLate),
    'first times placed by a guess',
  );
  add(
    'backward',
    'events earlier than the one before, moved to its time',
    backwardSteps,
    `${plural(backwardSteps, 'event')} earlier than the one before`,
  );
  add(
    'jumps',
    'events dated far ahead of their neighbours, moved',
    timeJumps,
    `${plural(timeJumps, 'event')} dated far ahead`,
  );
  add(
    'absent-times',
    'events without a usable time',
    log.absentTimes,
    `${plural(log.absentTimes, 'event')} without a time`,
  );
}

/** Which figures contradict each other, and what is made of them. */
function unitFaults({ timeUnit }: LogFacts, { units, sentInFlightBytes }: TransportState, add: Add): void {
  const { rtt, ackDelay, windowsInPackets } = units;
  const multiplied = (factor: number): string =>
    factor > 0 ? `multiplied by ${factor}` : 'left out, as possible in no unit';
  const times = units.times === null ? multiplied(timeUnit?.factor ?? 1) : 'as they stand, and not judged';
  add(
    'time-unit',
    'factor that puts logged times right',
    timeUnit?.factor ?? 1,
    timeUnit === null ? '' : `times in a wrong unit, ${times}: ${timeContradiction(timeUnit)}`,
    not(1, 'count'),
  );
  add(
    'rtt-unit',
    'factor that puts logged RTTs right',
    rtt?.factor ?? 1,
    rtt === null ? '' : `RTTs in a wrong unit, ${multiplied(rtt.factor)}`,
    not(1, 'count'),
  );
  add(
    'ack-delay-unit',
    'factor that puts logged ACK delays right',
    ackDelay?.factor ?? 1,
    ackDelay === null
      ? ''
      : `ACK delays in a wrong unit, ${multiplied(ackDelay.factor)}: one is ${duration(ackDelay.delayUs)}, of a packet that was under way for ${duration(ackDelay.underWayUs)}`,
    not(1, 'count'),
  );
  const read = sentInFlightBytes > 0 ? 'taken as numbers of packets' : 'left out as numbers of packets';
  add(
    'window-unit',
    'congestion windows below one datagram',
    windowsInPackets,
    `${plural(windowsInPackets, 'congestion window')} below one datagram, ${read}`,
  );
}

/** Packets that are not in the log, or not whole. */
function missing(log: LogFacts, input: DetectInput, add: Add): void {
  const { state } = input;
  const { captured, pathCount } = state;
  add(
    'doubled',
    'records that stand twice, left out',
    state.doubledRecords,
    `each record is logged twice: ${plural(state.doubledRecords, 'repeat')} left out`,
  );
  add(
    'captured',
    'a capture on the wire: no state of either end',
    Number(captured),
    'a capture without the state of an end',
  );
  add(
    'paths',
    'paths that are not distinguished',
    pathCount > 1 ? pathCount : 0,
    `${plural(pathCount, 'path')} in one line each`,
  );
  add(
    'sent-sizes',
    'sent packets without a size',
    log.sentUnsized,
    `${plural(log.sentUnsized, 'sent packet')} without a size`,
  );
  add(
    'received-sizes',
    'received packets without a size',
    log.receivedUnsized,
    `${plural(log.receivedUnsized, 'received packet')} without a size`,
  );
  const { missing: unseen, share } = input.missing.within(state.firstUs, state.lastUs);
  add(
    'unseen',
    'packets sent that are not in the log, by gaps in their numbers',
    unseen,
    `${plural(unseen, 'sent packet')} (${percent(share)}) not in the log`,
  );
  const received = missingReceived(state).all;
  add(
    'unseen-received',
    'packets received that are not in the log, by the ACKs of this end',
    received.missing,
    `${plural(received.missing, 'received packet')} (${percent(received.share)}) not in the log`,
  );
  const outOfOrder = sentOutOfOrder(state);
  add(
    'order',
    'sent packets whose number is repeated or below an earlier one, left out',
    outOfOrder,
    `${plural(outOfOrder, 'sent packet')} out of order`,
  );
}

/** What a sender's log does not say of it, and what is inferred instead. */
function notLogged(log: LogFacts, state: TransportState, add: Add): void {
  const { series, losses, ptos, side, ackedBytes, captured } = state;
  if (side !== 'sender' || captured) return;
  const expected = [
    ['congestion_window', series.congestionWindow],
    ['bytes_in_flight', series.bytesInFlight],
    ['smoothed_rtt', series.smoothedRtt],
  ] as const;
  const absent = expected.filter(([word, { length }]) => length === 0 && !state.loggedInWhole.includes(word));
  const names = absent.map(([, { info }]) => info.name).join(', ');
  add(
    'metrics',
    `metrics that are not logged: ${names}`,
    absent.length,
    `no ${names.replaceAll(', ', ', no ')} logged`,
  );
  if (log.sentPackets > 0 && log.receivedPackets > 0 && !state.loggedInWhole.includes('acks')) {
    add(
      'acks',
      'received packets with ACK ranges',
      log.ackPackets,
      'no ACK ranges logged: no loss, RTT or flight can be rebuilt',
      none('count'),
    );
  }
  const { packets } = losses.summary;
  if (!lossesAreLogged(state)) {
    add(
      'losses',
      'losses that are inferred, not logged',
      packets,
      `${plural(packets, 'lost packet')} inferred`,
      above(0, 'packets'),
    );
  }
  const timeouts = ptos.summary;
  if (timeouts.method === 'silence' && ackedBytes > 0) {
    add(
      'ptos',
      'probes that are inferred from silences (PTOs)',
      timeouts.count,
      `${plural(timeouts.count, 'probe')} inferred (PTO)`,
    );
  }
}

function contradictions(input: DetectInput, add: Add): void {
  const { contradicted, timesUs } = input.declaredLosses(input.clockStepUs <= FINE_CLOCK_STEP_US);
  add(
    'contradicted',
    'lost packets that the log acknowledges before',
    contradicted,
    `${count(contradicted)} of ${plural(timesUs.length, 'lost packet')} acknowledged before they are declared lost`,
    above(0, 'packets'),
  );
}

function faultsOf(input: DetectInput, log: LogFacts): readonly Fault[] {
  const faults: Fault[] = [];
  const add: Add = (id, name, value, words, limit = above(0, 'count')) => {
    const row = supporting({ id, name, normal: NORMAL, value, limit, panel: 'quality' });
    if (row.holds) faults.push({ row, words });
  };
  readingFaults(log, input.state, add);
  clockFaults(log, input.state, add);
  unitFaults(log, input.state, add);
  contradictions(input, add);
  missing(log, input, add);
  notLogged(log, input.state, add);
  return faults;
}

export const logQuality: Detector = {
  ...RULE,
  looksThrough: 'what is wrong with the log',
  standsWithGaps: true,
  cannotJudge: ({ log }) => (log === null ? 'nothing is known about the file that it was read from' : null),
  finish(input) {
    const { state, log } = input;
    const faults = log === null ? [] : faultsOf(input, log);
    if (faults.length === 0) return [];
    const named = faults.slice(0, MAX_NAMED).map(({ words }) => words);
    const rest = faults.length - named.length;
    const more = rest > 0 ? `; ${count(rest)} more in the evidence` : '';
    return [
      finding(RULE, {
        severity: 'info',
        interval: { startUs: state.firstUs, endUs: state.lastUs },
        verdict: `${plural(faults.length, 'fault')} in the log of ${plural(state.events.length, 'event')}: ${named.join('; ')}${more}.`,
        confidence: 1,
        evidence: faults.map(({ row }) => row),
        // It judges the log, not what happened at a time.
        closeUp: null,
        why:
          'What is missing, moved or inferred is no measurement: figures that rest on it may be off, and a rule that needs ' +
          'it says nothing. That is no acquittal.',
        next: 'Trace quality: every count with its places. Log again with the missing events, or a finer clock.',
        panels: ['quality'],
      }),
    ];
  },
};
