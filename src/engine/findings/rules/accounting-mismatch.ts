/**
 * The logged bytes in flight and those rebuilt from packets, ACKs and losses differ for long: one of them is wrong. A
 * stack that logs a value before the packet that it includes (quic-go, kwik) differs by one ACK's worth until its next
 * value, which is not long.
 *
 * If the rebuilt flight depends on an inference, or on a log with gaps, it is no evidence and nothing is reported.
 */
import { lowerBound, upperBound } from '../../base/columns/growable';
import { bytes, count, duration, packets, percent, plural } from '../../base/text/figures';
import type { TransportState } from '../../sender/transport/transport';
import { closeUpOf } from '../close-up/close-up';
import { StepFinder, step } from '../close-up/steps';
import { lossesAreLogged, whyNotJudged } from '../conditions/sender-view';
import { finding, notFound, type Rule } from '../finding/build-finding';
import { above, atLeast, beside, both, deciding, either, reaches, supporting } from '../finding/evidence';
import type { CloseUp, Evidence, Finding } from '../finding/finding';
import { CONTRADICTED_SHARE } from '../measures/declared-losses';
import { type Interval, lengthOf, longestOf, totalLength } from '../measures/intervals';
import { medianRtt } from '../measures/round-trips';
import type { Detector } from '../rule/detector';
import type { DetectInput } from '../rule/rule-input';

const RULE: Rule = { id: 'accounting-mismatch', title: 'Bytes in flight do not add up' };

const T = {
  /**
   * congestion.md §5. A difference of one or two datagrams is a log that writes the value before the packet that it
   * includes.
   */
  datagrams: 2,
  /**
   * Minimum duration without interruption. Correct stacks differ by an ACK's worth for 14 ms at most (under one RTT).
   */
  minRtts: 10,
  minUs: 100_000,
  /** A stretch with fewer logged values is a pause, not a difference. */
  minValues: 10,
  /** Or with interruptions, but for over half of the time. */
  timeShare: 0.5,
} as const;

/** The two flights differ from `startUs` to `endUs` without interruption. */
interface Apart extends Interval {
  /** Largest difference, rebuilt minus logged, bytes. */
  readonly furthestBytes: number;
  /** Number of logged values of the flight inside. */
  readonly values: number;
}

interface Measured {
  readonly longest: Apart | null;
  readonly totalUs: number;
  readonly share: number;
  /** Minimum duration, µs. */
  readonly longUs: number;
  readonly limitBytes: number;
  readonly rttUs: number;
  readonly datagramBytes: number;
}

function stretches(state: TransportState, limitBytes: number): readonly Apart[] {
  const { flightDrift } = state.rebuilt;
  const [timesUs, values] = [flightDrift.timesUs.reader(), flightDrift.values.reader()];
  const logged = state.series.bytesInFlight.timesUs;
  const apart: Apart[] = [];
  for (let i = 0; i < values.length; i++) {
    if (Math.abs(values.at(i)) <= limitBytes) continue;
    const startUs = timesUs.at(i);
    let furthestBytes = 0;
    for (; i < values.length && Math.abs(values.at(i)) > limitBytes; i++) {
      if (Math.abs(values.at(i)) > Math.abs(furthestBytes)) furthestBytes = values.at(i);
    }
    const endUs = i < timesUs.length ? timesUs.at(i) : state.lastUs;
    const inside = upperBound(logged, endUs) - lowerBound(logged, startUs);
    apart.push({ startUs, endUs, furthestBytes, values: inside });
  }
  return apart;
}

function measure(state: TransportState): Measured {
  const { datagramBytes, firstUs, lastUs } = state;
  const limitBytes = T.datagrams * datagramBytes;
  const all = stretches(state, limitBytes);
  const totalUs = totalLength(all);
  const rttUs = medianRtt(state, { startUs: firstUs, endUs: lastUs });
  return {
    longest: longestOf(all),
    totalUs,
    share: totalUs / (lastUs - firstUs),
    longUs: Math.max(T.minUs, T.minRtts * rttUs),
    limitBytes,
    rttUs,
    datagramBytes,
  };
}

/** Different with interruptions: for most of the time in total. */
function isLongInSum({ share, totalUs, longUs }: Measured): boolean {
  return share > T.timeShare && totalUs >= longUs;
}

function isLong(m: Measured): boolean {
  if (m.longest === null) return false;
  return (lengthOf(m.longest) >= m.longUs && m.longest.values >= T.minValues) || isLongInSum(m);
}

function evidenceOf(m: Measured): readonly Evidence[] {
  const { longest } = m;
  const lengthUs = longest === null ? 0 : lengthOf(longest);
  const inSum = beside(`over ${T.timeShare * 100} % of the time in sum`, isLongInSum(m));
  const withoutBreak = both(
    atLeast(T.minRtts * m.rttUs, 'us', { write: () => `${T.minRtts} RTT` }),
    ' and ',
    reaches(lengthUs, T.minUs, duration),
  );
  return [
    deciding({
      id: 'apart',
      name: 'bytes in flight that the log counts and those that packets leave, furthest apart',
      normal: '0 to 2 datagrams',
      value: Math.abs(longest?.furthestBytes ?? 0),
      limit: above(m.limitBytes, 'bytes', { note: ` (${T.datagrams} datagrams)` }),
      panel: 'congestion',
    }),
    deciding({
      id: 'length',
      name: 'longest time apart without a break',
      normal: 'below one round trip',
      value: lengthUs,
      limit: either(withoutBreak, ', or ', inSum),
      panel: 'congestion',
    }),
    supporting({
      id: 'share',
      name: 'time apart in all',
      normal: 'near 0 %',
      value: m.share,
      limit: above(T.timeShare, 'share'),
      panel: 'congestion',
    }),
  ];
}

/** Where the two begin to differ. */
function closeUp(state: TransportState, { startUs }: Apart): CloseUp | null {
  const find = new StepFinder(state);
  const logged = bytes(state.series.bytesInFlight.valueAt(startUs));
  const rebuilt = bytes(state.flightFromPackets.valueAt(startUs));
  return closeUpOf(state, [
    find.sendUpTo(startUs),
    step('drift', startUs, `The log counts ${logged} in flight, where packets and ACKs leave ${rebuilt}`),
    find.ackFrom(startUs + 1, ': the difference stays'),
  ]);
}

function findingOf(state: TransportState, m: Measured, apart: Apart): Finding {
  const { furthestBytes } = apart;
  const more = furthestBytes < 0;
  const words = more
    ? 'The stack counts bytes that its packets, ACKs and losses do not leave in flight'
    : 'The stack counts less than its packets, ACKs and losses leave in flight';
  const difference = `${bytes(Math.abs(furthestBytes))} (${packets(Math.abs(furthestBytes), m.datagramBytes)})`;
  return finding(RULE, {
    severity: 'warning',
    interval: apart,
    verdict:
      `${words}: up to ${difference} apart for ${duration(lengthOf(apart))} without a break, ${percent(m.share)} of the time ` +
      `in all (RFC 9002 §2).`,
    confidence: 0.8,
    evidence: evidenceOf(m),
    closeUp: closeUp(state, apart),
    why: more
      ? 'A sender that never takes bytes out of its count believes the pipe fuller than it is, and sends less than its ' +
        'window allows (RFC 9002 §7).'
      : 'A sender that counts too little sends more than its window allows (RFC 9002 §7).',
    next: 'Congestion: logged against rebuilt bytes in flight where they part; the events there name the packet.',
    panels: ['congestion', 'sequence', 'quality'],
  });
}

/** Why the rebuilt flight is no evidence, as text; null if it is. */
function whyNoWitness(input: DetectInput): string | null {
  const { state, log, beginsMidway } = input;
  const { losses, ledger, drift } = state;
  if (drift.summary.compared === 0) return 'no bytes in flight are logged';
  if (!lossesAreLogged(state)) {
    return 'losses are inferred, so that the rebuilt bytes in flight are an estimate';
  }
  if (ledger.outOfOrder > 0) return `${plural(ledger.outOfOrder, 'sent packet')} out of order, left out`;
  if (ledger.initial.inFlightBytes + ledger.handshake.inFlightBytes > 0) {
    return 'packets of the handshake are neither acknowledged nor dropped with their keys in the log';
  }
  if (log !== null && log.skippedRecords > 0)
    return `${plural(log.skippedRecords, 'record')} could not be read`;
  if (log !== null && log.droppedRanges > 0)
    return `${plural(log.droppedRanges, 'ACK range')} could not be read`;
  if (log !== null && log.sentUnsized > 0) return `${plural(log.sentUnsized, 'sent packet')} without a size`;
  if (ledger.unseenAcked > 0)
    return `${plural(ledger.unseenAcked, 'acknowledged packet')} that the log never says were sent`;
  if (beginsMidway)
    return 'the log begins in the middle of the connection, and does not hold what was in flight then';
  const { contradicted } = input.declaredLosses(false);
  return contradicted > CONTRADICTED_SHARE * losses.summary.packets
    ? `the log acknowledges ${plural(contradicted, 'packet')} before it declares them lost`
    : null;
}

export const accountingMismatch: Detector = {
  ...RULE,
  looksThrough: 'differences between logged and rebuilt bytes in flight',
  needs: ['bytes-in-flight', 'smoothed-rtt'],
  cannotJudge: (input) => whyNotJudged(input) ?? whyNoWitness(input),
  finish({ state }) {
    const m = measure(state);
    return m.longest !== null && isLong(m) ? [findingOf(state, m, m.longest)] : [];
  },
  closest({ state }) {
    const m = measure(state);
    const { summary } = state.drift;
    const { longest } = m;
    const apart =
      longest === null
        ? `never more than ${T.datagrams} datagrams apart`
        : `over ${T.datagrams} datagrams apart for ${duration(lengthOf(longest))} at most`;
    const reason =
      `Rebuilt and logged bytes in flight are equal at ${count(summary.equal)} of ${count(summary.compared)} logged ` +
      `values, and ${apart}.`;
    return notFound(RULE, reason, longest, evidenceOf(m));
  },
};
