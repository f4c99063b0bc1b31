/**
 * What shows that nothing was delivered in a long gap between two ACKs: packets that were in flight, and those sent in the
 * gap, that nothing answered. A PTO that backs off waits by itself: only the time up to the last packet without an answer
 * counts, and only if the losses around the gap do not explain as many missing answers.
 */
import { lowerBound } from '../../base/columns/growable';
import { spend } from '../../base/columns/work';
import { type AckGap, isNewestLate } from '../../sender/transport/ack-gaps';
import { PacketFate, PacketMark } from '../../sender/transport/packet-fate';
import type { SpaceLedger } from '../../sender/transport/space-ledger';
import type { TransportState } from '../../sender/transport/transport';
import { AROUND, type Losses, type PeerPackets } from './peer-packets';
import type { UsualAcks } from './usual-acks';

/** Packets that were sent this much earlier had their answer before the gap, or were lost; in RTTs. */
const IN_FLIGHT_RTTS = 2;
/** Packets sent this close together have one answer: a PTO may send two (RFC 9002 §6.2.4). */
const TOGETHER_US = 1000;
/** Chance that losses alone leave so many answers missing in a row. */
const CHANCE = 0.001;
/** Of the 95 % interval. */
const Z = 1.96;

export interface Unanswered {
  /** When something was in flight first, and the last packet without an answer, µs. */
  readonly startUs: number;
  readonly lastUs: number;
  /** Packets in flight at the start or sent until then, those of them that were lost, and those acknowledged later. */
  readonly packets: number;
  readonly lost: number;
  readonly arrived: number;
  /** ACKs that were due, by the packets that one usually acknowledges, and how many losses do not explain. */
  readonly answers: number;
  readonly answersNeeded: number;
  /** Share of the packets next to the gap that may lack an answer for a loss, upper end of its 95 % interval, 0 to 1. */
  readonly missingShare: number;
}

/** Whether an answer to a packet was due at a time after it was sent: an ACK alone draws none (RFC 9000 §13.2.1). */
function isInFlight(space: SpaceLedger, row: number, atUs: number): boolean {
  return space.isMarked(row, PacketMark.ackEliciting) && !(space.settledUsAt(row) <= atUs);
}

function firstRow({ sentTimesUs }: SpaceLedger, { startUs, rttUs, smoothedUs }: AckGap): number {
  return lowerBound(sentTimesUs, startUs - IN_FLIGHT_RTTS * Math.max(rttUs, smoothedUs));
}

/** Packets sent from here on have an answer in time: the newest of the ACK that ends the gap, and those sent with it. */
function answeredFromUs(gap: AckGap): number {
  if (Number.isNaN(gap.endUs)) return Number.POSITIVE_INFINITY;
  return isNewestLate(gap) ? gap.endUs - gap.rttUs : gap.latestSentUs - TOGETHER_US;
}

/** Rows [from, to) of the ledger. */
interface Rows {
  readonly from: number;
  readonly to: number;
}

/** Losses among up to `AROUND` packets from a row on. */
function lossesFrom(space: SpaceLedger, from: number, step: 1 | -1): Losses {
  let lost = 0;
  let packets = 0;
  for (let row = from; row >= 0 && row < space.sentPackets && packets < AROUND; row += step) {
    spend(1);
    const fate = space.fateAt(row);
    if (fate === PacketFate.notInFlight) continue;
    packets++;
    if (fate === PacketFate.lost) lost++;
  }
  return { packets, lost };
}

/** Upper end of the Wilson score interval of a share, 0 to 1; 0 without packets. */
function atMostShare({ packets, lost }: Losses): number {
  if (packets === 0) return 0;
  const share = lost / packets;
  const spread = Z * Math.sqrt((share * (1 - share)) / packets + Z ** 2 / (4 * packets ** 2));
  return (share + Z ** 2 / (2 * packets) + spread) / (1 + Z ** 2 / packets);
}

/** Share of packets next to the gap that may lack an answer, on the side where it is higher: one of the two was lost. */
function missingShare(space: SpaceLedger, rows: Rows, peer: PeerPackets, gap: AckGap): number {
  const either = (sent: Losses, received: Losses): number =>
    1 - (1 - atMostShare(sent)) * (1 - atMostShare(received));
  return Math.max(
    either(lossesFrom(space, rows.from - 1, -1), peer.around(gap.startUs, 'before')),
    either(lossesFrom(space, rows.to, 1), peer.around(gap.endUs, 'after')),
  );
}

/** Missing answers in a row that losses leave to chance in less than one of a thousand cases. */
function answersBeyondChance(share: number): number {
  return Math.ceil(Math.log(CHANCE) / Math.log(share));
}

/** @returns null where every packet of the gap was answered, or none was sent. */
export function unansweredIn(
  { ledger }: TransportState,
  gap: AckGap,
  usual: UsualAcks,
  peer: PeerPackets,
): Unanswered | null {
  const space = ledger.application;
  const { sizesBytes } = space;
  const untilUs = answeredFromUs(gap);
  const first = firstRow(space, gap);
  const counts = { startUs: Number.NaN, lastUs: Number.NaN, packets: 0, lost: 0, arrived: 0 };
  let flightBytes = 0;
  let rounds = 0;
  let row = first;
  for (; row < space.sentPackets && space.sentUsAt(row) < untilUs; row++) {
    const sentUs = space.sentUsAt(row);
    if (!isInFlight(space, row, Math.max(gap.startUs, sentUs))) continue;
    counts.packets++;
    const fate = space.fateAt(row);
    if (fate === PacketFate.lost) counts.lost++;
    if (fate === PacketFate.acked || fate === PacketFate.spurious) counts.arrived++;
    if (Number.isNaN(counts.startUs)) counts.startUs = Math.max(gap.startUs, sentUs);
    if (sentUs <= gap.startUs) flightBytes += sizesBytes.at(row);
    else if (!(sentUs - counts.lastUs < TOGETHER_US)) rounds++;
    counts.lastUs = Math.max(gap.startUs, sentUs);
  }
  // Gaps share packets where the RTT is longer than they are.
  spend(row - first);
  if (counts.packets === 0) return null;
  const share = missingShare(space, { from: first, to: row }, peer, gap);
  return {
    ...counts,
    answers: Math.ceil(flightBytes / usual.bytes) + rounds,
    answersNeeded: answersBeyondChance(share),
    missingShare: share,
  };
}
