/**
 * What the reader of this log should not trust: one finding, one row per fault, none where nothing is wrong. It says
 * nothing about the connection. A row holds where the fault is there: its threshold is what makes it one.
 *
 * The facts come from reading the file (pipeline/log-facts.ts) and from the replay; the words for the whole file, with
 * places, are messages of the page.
 */

import { count, duration, plural } from '../../text/figures';
import type { TransportState } from '../../transport/transport';
import type { Detector, Evidence } from '../detector';
import type { DetectInput, LogFacts } from '../input';
import { plainFinding, supporting } from '../plain-finding';
import { declaredLosses } from './declared-losses';
import { LOG_QUALITY as T } from './thresholds-network';

const RULE: Pick<Detector, 'id' | 'title'> = {
  id: 'log-quality',
  title: 'Limits of this log',
};
/** Faults told in the verdict; all stand in the evidence. */
const MAX_TOLD = 3;

/** A fault: its row, and how the verdict tells it. */
interface Fault {
  readonly row: Evidence;
  readonly words: string;
}

type Add = (
  id: string,
  name: string,
  value: number,
  words: string,
  unit?: Evidence['unit'],
  threshold?: string,
) => void;

function readingFaults(log: LogFacts, add: Add): void {
  const lost = log.skippedRecords - log.cutRecords;
  if (lost > 0)
    add('skipped', 'records that could not be read', lost, `${plural(lost, 'record')} could not be read`);
  if (log.cutRecords > 0) {
    add(
      'cut',
      'records that end in the middle',
      log.cutRecords,
      `${plural(log.cutRecords, 'record')} cut in the middle`,
    );
  }
  if (log.brokenOff)
    add('broken-off', 'the text broke off before its end', 1, 'the file broke off before its end');
  if (log.repairedRecords > 0) {
    const words = `${plural(log.repairedRecords, 'record')} read only after a repair`;
    add('repaired', 'records that are no JSON and were repaired', log.repairedRecords, words);
  }
  if (log.replacedCharacters > 0) {
    const are = log.replacedCharacters === 1 ? 'is' : 'are';
    const words = `${plural(log.replacedCharacters, 'character')} that ${are} no UTF-8`;
    add('characters', 'characters that are no UTF-8', log.replacedCharacters, words);
  }
  if (log.headerMissing)
    add('header', 'no qlog header: version, role and time format are guesses', 1, 'no qlog header');
  const dropped = log.droppedRanges + log.unusableNumbers;
  if (dropped > 0) {
    add(
      'numbers',
      'ACK ranges and packet numbers left out as impossible',
      dropped,
      plural(dropped, 'impossible packet number'),
    );
  }
  if (log.droppedFrames > 0) {
    add(
      'frames',
      'frames beyond the limit of one packet',
      log.droppedFrames,
      `${plural(log.droppedFrames, 'frame')} left out`,
    );
  }
}

function clockFaults(
  log: LogFacts,
  { backwardSteps, timeJumps, rttRescaled }: TransportState,
  add: Add,
): void {
  if (log.clockStepUs > T.clockStepUs) {
    const words = `${log.clockReason}, in steps of ${duration(log.clockStepUs)}`;
    add('clock', log.clockReason, log.clockStepUs, words, 'us', `> ${duration(T.clockStepUs)}`);
  }
  if (log.timeDescribedLate) {
    add('time-late', 'the time format was told behind the first events', 1, 'first times read by a guess');
  }
  if (backwardSteps > 0) {
    const words = `${plural(backwardSteps, 'event')} earlier than the one before`;
    add('backward', 'events earlier than the one before, moved to its time', backwardSteps, words);
  }
  if (timeJumps > 0) {
    const words = `${plural(timeJumps, 'event')} dated far ahead`;
    add('jumps', 'events dated far ahead of their neighbours, moved', timeJumps, words);
  }
  if (log.absentTimes > 0) {
    const words = `${plural(log.absentTimes, 'event')} without a time`;
    add('absent-times', 'events without a usable time', log.absentTimes, words);
  }
  if (rttRescaled !== null) {
    const words = `RTTs in a wrong unit, multiplied by ${rttRescaled.factor}`;
    add('rtt-unit', 'factor that puts logged RTTs right', rttRescaled.factor, words, 'count', 'not 1');
  }
}

/** What is not logged, and what is inferred instead; only a sender's log can be asked for its metrics. */
function missing(log: LogFacts, state: TransportState, add: Add): void {
  const { series, losses, ledger, ptos, side, ackedBytes, captured, pathCount } = state;
  if (captured)
    add(
      'captured',
      'a capture on the wire: no state of either end',
      1,
      'a capture without the state of an end',
    );
  if (pathCount > 1) {
    add('paths', 'paths that are not kept apart', pathCount, `${count(pathCount)} paths in one line each`);
  }
  if (log.sentUnsized > 0) {
    add(
      'sent-sizes',
      'sent packets without a size',
      log.sentUnsized,
      `${plural(log.sentUnsized, 'sent packet')} without a size`,
    );
  }
  if (log.receivedUnsized > 0) {
    const words = `${plural(log.receivedUnsized, 'received packet')} without a size`;
    add('received-sizes', 'received packets without a size', log.receivedUnsized, words);
  }
  if (ledger.unseenAcked > 0) {
    const words = `${plural(ledger.unseenAcked, 'acknowledged packet')} never logged as sent`;
    add('unseen', 'acknowledged packets that were never logged as sent', ledger.unseenAcked, words);
  }
  if (ledger.outOfOrder > 0) {
    const words = `${plural(ledger.outOfOrder, 'sent packet')} out of order`;
    add('order', 'sent packets that repeat a number or fall behind, left out', ledger.outOfOrder, words);
  }
  if (side !== 'sender' || captured) return;
  const absent = [series.congestionWindow, series.bytesInFlight, series.smoothedRtt].filter(
    ({ length }) => length === 0,
  );
  if (absent.length > 0) {
    const names = absent.map(({ info }) => info.name).join(', ');
    add(
      'metrics',
      `metrics that are not logged: ${names}`,
      absent.length,
      `no ${names.replaceAll(', ', ', no ')} logged`,
    );
  }
  if (log.sentPackets > 0 && log.receivedPackets > 0 && log.ackPackets === 0) {
    add(
      'acks',
      'received packets with ACK ranges',
      0,
      'no ACK ranges logged: no loss, RTT or flight can be rebuilt',
      'count',
      'none',
    );
  }
  const { method, packets } = losses.summary;
  if (packets > 0 && method !== 'logged' && method !== 'counted') {
    add(
      'losses',
      'losses that are inferred, not logged',
      packets,
      `${plural(packets, 'lost packet')} inferred`,
      'packets',
    );
  }
  const timeouts = ptos.summary;
  if (timeouts.method === 'silence' && timeouts.count > 0 && ackedBytes > 0) {
    add(
      'ptos',
      'PTOs that are inferred from silences',
      timeouts.count,
      `${plural(timeouts.count, 'PTO')} inferred`,
    );
  }
}

function contradictions({ state, log }: DetectInput, add: Add): void {
  const { contradicted, timesUs } = declaredLosses(state, (log?.clockStepUs ?? 0) <= T.clockStepUs);
  if (contradicted === 0) return;
  const words = `${count(contradicted)} of ${count(timesUs.length)} lost packets acknowledged before they are declared lost`;
  add('contradicted', 'lost packets that the log acknowledges before', contradicted, words, 'packets');
}

function faultsOf(input: DetectInput, log: LogFacts): readonly Fault[] {
  const faults: Fault[] = [];
  const add: Add = (id, name, value, words, unit = 'count', threshold = '> 0') => {
    faults.push({
      row: supporting({ id, name, value, unit, threshold, holds: true, panel: 'quality' }),
      words,
    });
  };
  readingFaults(log, add);
  clockFaults(log, input.state, add);
  contradictions(input, add);
  missing(log, input.state, add);
  return faults;
}

export const logQuality: Detector = {
  ...RULE,
  needs: [],
  cannotJudge: ({ log }) => (log === null ? 'nothing is known about the file that it was read from' : null),
  finish(input) {
    const { state, log } = input;
    const faults = log === null ? [] : faultsOf(input, log);
    if (faults.length === 0) return [];
    const told = faults.slice(0, MAX_TOLD).map(({ words }) => words);
    const rest = faults.length - told.length;
    const more = rest > 0 ? `; ${count(rest)} more in the evidence` : '';
    return [
      plainFinding(RULE, {
        severity: 'info',
        startUs: state.firstUs,
        endUs: state.lastUs,
        verdict: `${plural(faults.length, 'fault')} in the log of ${plural(state.events.length, 'event')}: ${told.join('; ')}${more}.`,
        confidence: 1,
        evidence: faults.map(({ row }) => row),
        why:
          'What is missing, moved or inferred is no measurement: figures that rest on it may be off, and a rule that needs ' +
          'it says nothing. That is no acquittal.',
        next: 'Trace quality: every count with its places. Log again with the missing events, or a finer clock.',
        panels: ['quality'],
      }),
    ];
  },
};
