/**
 * The logged bytes in flight and those rebuilt from packets, ACKs and losses stay apart for long: one of the two is
 * wrong. A stack that logs a value before the packet it counts (quic-go, kwik) is apart by one ACK's worth until its
 * next value, which is not long.
 *
 * Where the rebuilt flight rests on an inference of ours, or on a log with holes, it is no witness and nothing is said.
 */

import { lowerBound, upperBound } from '../../columns/growable';
import { bytes, count, duration, packets, percent, plural } from '../../text/figures';
import type { TransportState } from '../../transport/transport';
import type { Detector, Evidence, Finding, NotFound } from '../detector';
import type { DetectInput } from '../input';
import { needed, plainFinding, supporting } from '../plain-finding';
import { whyNotJudged } from '../sender-view';
import { declaredLosses } from './declared-losses';
import { SPURIOUS_LOSS, ACCOUNTING as T } from './thresholds-network';

const RULE: Pick<Detector, 'id' | 'title'> = {
  id: 'accounting-mismatch',
  title: 'Bytes in flight do not add up',
};

/** The two flights lie apart from `startUs` to `endUs` without a break. */
interface Apart {
  readonly startUs: number;
  readonly endUs: number;
  /** Rebuilt minus logged where they lie furthest apart, bytes. */
  readonly furthestBytes: number;
  /** Values of the flight that were logged inside. */
  readonly values: number;
}

interface Measured {
  readonly longest: Apart | null;
  readonly totalUs: number;
  readonly share: number;
  readonly limitBytes: number;
  readonly rttUs: number;
  readonly datagramBytes: number;
}

function stretches(state: TransportState, limitBytes: number): readonly Apart[] {
  const { timesUs, values } = state.rebuilt.flightDrift;
  const logged = state.series.bytesInFlight.timesUs;
  const found: Apart[] = [];
  for (let i = 0; i < values.length; i++) {
    if (Math.abs(values[i] as number) <= limitBytes) continue;
    const startUs = timesUs[i] as number;
    let furthestBytes = 0;
    for (; i < values.length && Math.abs(values[i] as number) > limitBytes; i++) {
      if (Math.abs(values[i] as number) > Math.abs(furthestBytes)) furthestBytes = values[i] as number;
    }
    const endUs = timesUs[i] ?? state.lastUs;
    const inside = upperBound(logged, endUs) - lowerBound(logged, startUs);
    found.push({ startUs, endUs, furthestBytes, values: inside });
  }
  return found;
}

function measure(state: TransportState): Measured {
  const { datagramBytes, series, firstUs, lastUs } = state;
  const limitBytes = T.datagrams * datagramBytes;
  const all = stretches(state, limitBytes);
  const longest = all.reduce<Apart | null>(
    (best, one) => (best === null || one.endUs - one.startUs > best.endUs - best.startUs ? one : best),
    null,
  );
  const totalUs = all.reduce((sum, { startUs, endUs }) => sum + endUs - startUs, 0);
  const rttUs = series.smoothedRtt.medianOf(firstUs, lastUs);
  return { longest, totalUs, share: totalUs / (lastUs - firstUs), limitBytes, rttUs, datagramBytes };
}

function isLong(m: Measured): boolean {
  if (m.longest === null) return false;
  const { startUs, endUs, values } = m.longest;
  const longUs = Math.max(T.minUs, T.minRtts * m.rttUs);
  if (endUs - startUs >= longUs && values >= T.minValues) return true;
  return m.share > T.timeShare && m.totalUs >= longUs;
}

function evidenceOf(m: Measured): readonly Evidence[] {
  const { longest } = m;
  const lengthUs = longest === null ? 0 : longest.endUs - longest.startUs;
  const furthest = Math.abs(longest?.furthestBytes ?? 0);
  const longUs = Math.max(T.minUs, T.minRtts * m.rttUs);
  return [
    needed({
      id: 'apart',
      name: 'rebuilt and logged bytes in flight, furthest apart',
      value: furthest,
      unit: 'bytes',
      threshold: `> ${bytes(m.limitBytes)} (${T.datagrams} datagrams)`,
      holds: furthest > m.limitBytes,
      panel: 'congestion',
    }),
    needed({
      id: 'length',
      name: 'longest time apart without a break',
      value: lengthUs,
      unit: 'us',
      threshold: `≥ ${T.minRtts} RTT and ${duration(T.minUs)}, or over ${T.timeShare * 100} % of the time in sum`,
      holds: lengthUs >= longUs || isLong(m),
      panel: 'congestion',
    }),
    supporting({
      id: 'share',
      name: 'time apart in all',
      value: m.share,
      unit: 'share',
      threshold: `> ${T.timeShare * 100} %`,
      holds: m.share > T.timeShare,
      panel: 'congestion',
    }),
  ];
}

function findingOf(m: Measured, { startUs, endUs, furthestBytes }: Apart): Finding {
  const more = furthestBytes < 0;
  const words = more
    ? 'The stack counts bytes that its packets, ACKs and losses do not leave in flight'
    : 'The stack counts less than its packets, ACKs and losses leave in flight';
  const apart = `${bytes(Math.abs(furthestBytes))} (${packets(Math.abs(furthestBytes), m.datagramBytes)})`;
  return plainFinding(RULE, {
    severity: 'warning',
    startUs,
    endUs,
    verdict:
      `${words}: up to ${apart} apart for ${duration(endUs - startUs)} without a break, ${percent(m.share)} of the time ` +
      `in all (RFC 9002 §2).`,
    confidence: 0.8,
    evidence: evidenceOf(m),
    why: more
      ? 'A sender that never takes bytes out of its count believes the pipe fuller than it is, and sends less than its ' +
        'window allows (RFC 9002 §7).'
      : 'A sender that counts too little sends more than its window allows (RFC 9002 §7).',
    next: 'Congestion: logged against rebuilt bytes in flight where they part; the events there name the packet.',
    panels: ['congestion', 'sequence', 'quality'],
  });
}

/** What makes the rebuilt flight no witness, in words; null where it is one. */
function whyNoWitness({ state, log }: DetectInput): string | null {
  const { losses, ledger, drift } = state;
  if (drift.summary.compared === 0) return 'no bytes in flight are logged';
  if (losses.method !== 'logged' && losses.method !== 'counted') {
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
  const { contradicted } = declaredLosses(state, false);
  return contradicted > SPURIOUS_LOSS.contradictedShare * losses.summary.packets
    ? `the log acknowledges ${count(contradicted)} packets before it declares them lost`
    : null;
}

export const accountingMismatch: Detector = {
  ...RULE,
  needs: ['bytes-in-flight', 'smoothed-rtt'],
  cannotJudge: (input) => whyNotJudged(input) ?? whyNoWitness(input),
  finish({ state }) {
    const m = measure(state);
    return m.longest !== null && isLong(m) ? [findingOf(m, m.longest)] : [];
  },
  closest({ state }): NotFound {
    const m = measure(state);
    const { summary } = state.drift;
    const { longest } = m;
    return {
      id: RULE.id,
      title: RULE.title,
      reason:
        `Rebuilt and logged bytes in flight are equal at ${count(summary.equal)} of ${count(summary.compared)} logged values` +
        (longest === null
          ? `, and never more than ${T.datagrams} datagrams apart.`
          : `, and over ${T.datagrams} datagrams apart for ${duration(longest.endUs - longest.startUs)} at most.`),
      startUs: longest?.startUs ?? Number.NaN,
      endUs: longest?.endUs ?? Number.NaN,
      evidence: evidenceOf(m),
    };
  },
};
