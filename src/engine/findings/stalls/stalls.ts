/**
 * Stalls of a sender's trace, distinguished by what it shows (issue of the judged statements, point 10):
 *
 *   this host         no packet is sent or received, then the ACKs of that time are read at once, as many as ever for their
 *                     packets; or a PTO was due and did not fire
 *   receiver          no ACK, then one whose ack_delay is about the gap
 *   receiver or path  no ACK, then all packets acknowledged at once and late, with a small ack_delay
 *   any               the same, without a packet meanwhile, and one ACK comes as ever: it may be this host too
 *   no delivery       nothing answers what is sent, and losses do not explain it
 *
 * A stop of a host lasts 50 ms or longer, or three smoothed RTTs where that is less. Without an answer, and for ACKs that
 * were held, 300 ms and three smoothed RTTs are the border to a delivery that stalled. Not a stall: the wait of a PTO that
 * backs off, a pause with nothing in flight, and a receiver that acknowledges as late all the time.
 */
import {
  type AckGap,
  isLate,
  isNewestLate,
  lateUs,
  longGapUs,
  shortestLateUs,
} from '../../sender/transport/ack-gaps';
import type { TransportState } from '../../sender/transport/transport';
import { type Interval, lengthOf } from '../measures/intervals';
import { PeerPackets } from './peer-packets';
import { AcksTogether, type Quiet, quietIn } from './quiet';
import { type Unanswered, unansweredIn } from './unanswered';
import { ackRowsOf, type UsualAcks, usualAcks } from './usual-acks';

export const STALL = {
  /** Share of the gap without a packet, or which the ack_delay tells. */
  gapShare: 0.8,
  /** A stack's own PTO may be this share longer than that of RFC 9002 §6.2.1: 14 % were seen, after four that backed off. */
  overdueShare: 0.25,
  /** Fewer ACKs at once may be those of one burst. */
  minAcks: 3,
  /** An ACK of the receiver's own pace acknowledges no more than this multiple of the usual bytes. */
  ackBytesRatio: 1.5,
  /** A gap as long as this multiple of the usual one is no habit of the receiver. */
  usualGaps: 3,
} as const;

export type StallKind = 'this-host' | 'receiver' | 'receiver-or-path' | 'any-host-or-path' | 'no-delivery';

export interface Stall extends Interval {
  readonly kind: StallKind;
  readonly gap: AckGap;
  readonly quiet: Quiet;
  /** Of this host: a PTO was due in vain. Else its ACKs were read at once. */
  readonly isOverdue: boolean;
  /** Null where the packets were answered, late. */
  readonly unanswered: Unanswered | null;
}

export interface Stalls {
  readonly usual: UsualAcks;
  /** All of them, in order. */
  readonly spans: readonly Interval[];
  /** The same with the round trip after each, whose RTT samples contain it; in order, none overlaps another. */
  readonly felt: readonly Interval[];
  /** Stops of a host, and stalls of the delivery; each in order, none overlaps another. */
  readonly hosts: readonly Stall[];
  readonly deliveries: readonly Stall[];
}

interface Judged {
  readonly state: TransportState;
  readonly usual: UsualAcks;
  readonly together: AcksTogether;
  readonly peer: PeerPackets;
  /** Step of the log's clock: a gap may be shorter by that, µs. */
  readonly stepUs: number;
}

/** The ACKs of the time without a packet are read at once. */
function areReadTogether({ acks, ackBytes }: Quiet, usual: UsualAcks): boolean {
  return acks >= STALL.minAcks && ackBytes <= STALL.ackBytesRatio * usual.bytes;
}

/** How long a PTO was due before any packet is sent or received again, µs; NaN if none was. */
export function overdueUs({ startUs, endUs, ptoDueUs }: Quiet): number {
  return endUs - Math.max(startUs, ptoDueUs);
}

function stopOfThisHost(gap: AckGap, quiet: Quiet, { usual, stepUs }: Judged): Stall | null {
  // What was in flight when the packets ceased is acknowledged, and late.
  if (!isLate(gap) || gap.earliestSentUs > quiet.startUs) return null;
  const shortestUs = shortestLateUs(gap) - stepUs;
  const isOverdue = overdueUs(quiet) >= Math.max(shortestUs, STALL.overdueShare * quiet.ptoUs);
  const stall = { ...interval(quiet), kind: 'this-host' as const, gap, quiet, isOverdue, unanswered: null };
  if (isOverdue) return stall;
  const covers = lengthOf(quiet) >= STALL.gapShare * lateUs(gap);
  const isLong = lengthOf(quiet) >= shortestUs && lengthOf(quiet) >= STALL.usualGaps * usual.gapUs;
  return isLong && covers && areReadTogether(quiet, usual) ? stall : null;
}

/** Up to the next stall. */
function felt({ startUs, endUs, gap }: Stall, i: number, stalls: readonly Stall[]): Interval {
  return {
    startUs,
    endUs: Math.min(endUs + gap.smoothedUs, stalls[i + 1]?.startUs ?? Number.POSITIVE_INFINITY),
  };
}

const interval = ({ startUs, endUs }: Interval): Interval => ({ startUs, endUs });

/** Late ACKs, by their own ack_delay or by what else they show; null where they answer a probe, come as ever, or were lost. */
function lateAcks(gap: AckGap, quiet: Quiet, { usual, peer, stepUs }: Judged): Stall | null {
  const us = lateUs(gap);
  const isShort =
    us < shortestLateUs(gap) - stepUs || us <= gap.maxAckDelayUs || us < STALL.usualGaps * usual.gapUs;
  const kind = isLate(gap) && !isShort ? lateKind(gap, quiet, usual) : null;
  if (kind === null || peer.lostIn(gap.startUs, gap.endUs) !== 0) return null;
  const span = { startUs: gap.endUs - us, endUs: gap.endUs };
  return { ...span, kind, gap, quiet, isOverdue: false, unanswered: null };
}

/** Null where the ACK answers a probe as fast as ever, but for its ack_delay. */
function lateKind(gap: AckGap, quiet: Quiet, usual: UsualAcks): StallKind | null {
  const us = lateUs(gap);
  if (gap.ackDelayUs >= STALL.gapShare * us) return 'receiver';
  if (!isNewestLate(gap)) return null;
  const comesAsEver = quiet.ackBytes <= STALL.ackBytesRatio * usual.bytes;
  return comesAsEver && lengthOf(quiet) >= STALL.gapShare * us ? 'any-host-or-path' : 'receiver-or-path';
}

function noDelivery(gap: AckGap, quiet: Quiet, { state, usual, peer }: Judged): Stall | null {
  // Most late ACKs end a gap that is not long enough: the packets around it are not looked at.
  if (gap.endUs - gap.startUs <= longGapUs(gap)) return null;
  const unanswered = unansweredIn(state, gap, usual, peer);
  if (unanswered === null || unanswered.answers < unanswered.answersNeeded) return null;
  const { startUs, lastUs } = unanswered;
  if (lastUs - startUs <= longGapUs(gap)) return null;
  const endUs = Number.isNaN(gap.endUs) ? state.lastUs : gap.endUs;
  return { startUs, endUs, kind: 'no-delivery', gap, quiet, isOverdue: false, unanswered };
}

function stallIn(gap: AckGap, judged: Judged): Stall | null {
  const { state, together } = judged;
  const quiet = quietIn(state, gap, Number.isNaN(gap.endUs) ? state.lastUs : gap.endUs, together);
  return stopOfThisHost(gap, quiet, judged) ?? lateAcks(gap, quiet, judged) ?? noDelivery(gap, quiet, judged);
}

/** Held ACKs are a stop of a host up to the border, and a delivery that stalled beyond. */
export function isHostStall({ kind, gap, ...stall }: Stall): boolean {
  if (kind === 'this-host' || kind === 'receiver') return true;
  return kind !== 'no-delivery' && lengthOf(stall) <= longGapUs(gap);
}

const NO_STALLS: Stalls = {
  usual: { bytes: Number.NaN, gapUs: Number.NaN },
  spans: [],
  felt: [],
  hosts: [],
  deliveries: [],
};

/** @param stepUs of the log's clock, 0 if it is fine. */
export function findStalls(state: TransportState, stepUs: number): Stalls {
  if (state.ackGaps.gaps.length === 0) return NO_STALLS;
  const ackRows = ackRowsOf(state);
  const usual = usualAcks(state, ackRows);
  const together = new AcksTogether(state, ackRows);
  const judged = { state, usual, together, peer: new PeerPackets(state), stepUs };
  const stalls = state.ackGaps.gaps.flatMap((gap) => stallIn(gap, judged) ?? []);
  return {
    usual,
    spans: stalls.map(interval),
    felt: stalls.map(felt),
    hosts: stalls.filter(isHostStall),
    deliveries: stalls.filter((stall) => !isHostStall(stall)),
  };
}
