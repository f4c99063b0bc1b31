/**
 * Stalls of a sender's trace, distinguished by what it shows:
 *
 *   this host         no packet is sent or received, then two or more ACKs that lay unread are read at once, as many as ever for
 *                     their packets; or a PTO was due and did not fire
 *   receiver          no ACK, then one whose ack_delay is about the gap
 *   receiver or path  no ACK, then all packets acknowledged at once and late, with a small ack_delay; or the window was full and
 *                     the first ACK comes later than the first packet, so that a host that wakes up would have read it first
 *   any               the same, without a packet meanwhile, and one ACK comes as ever, or a PTO was due by RFC 9002 §6.2.1 alone:
 *                     it may be this host too
 *   no delivery       nothing answers what is sent, and losses do not explain it
 *
 * A full window alone tells nothing: a stop begins with one as often as a path that holds ACKs. A stop of a host lasts 50 ms or
 * longer, or three smoothed RTTs where that is less. Without an answer, and for ACKs that were held, 300 ms and three smoothed RTTs
 * are the border to a delivery that stalled. Not a stall: the wait of a PTO that backs off, a pause with nothing in flight, the timer
 * of a delayed ACK, a receiver that acknowledges as late all the time, and a jump of the clock.
 */
import {
  type AckGap,
  isNewestLate,
  lateUs,
  longerUs,
  longGapUs,
  shortestLateUs,
  silenceUs,
} from '../../sender/transport/ack-gaps';
import type { TransportState } from '../../sender/transport/transport';
import { isWindowFull } from '../measures/full-window';
import { type Interval, lengthOf, sharedLength } from '../measures/intervals';
import { isClockJump } from './clock-jump';
import { PeerPackets } from './peer-packets';
import { type Quiet, quietIn } from './quiet';
import { type ReadTogether, readTogether } from './read-together';
import { type Unanswered, unansweredIn } from './unanswered';
import { type UsualAcks, usualAcks } from './usual-acks';

export const STALL = {
  /** Share of the gap without a packet, or which the ack_delay tells. */
  gapShare: 0.8,
  /** A timer counts as not served from so many PTOs on, and this time: the sender's own PTO is not known. */
  overduePtos: 2,
  overdueUs: 10_000,
  /** One ACK alone may have come as it is read. */
  minAcks: 2,
  /** An ACK of the receiver's own pace acknowledges no more than this multiple of the usual bytes. */
  ackBytesRatio: 1.5,
  /** ACKs lay unread where they came within this time or more, µs, and are read within this share of it. */
  cameUs: 1000,
  readShare: 0.5,
  /** A gap as long as this multiple of the usual one is no habit of the receiver. */
  usualGaps: 3,
  /** ACKs were lost where so many of those that were due are missing, by the peer's packet numbers. */
  lostShare: 0.5,
  /** The timer of a delayed ACK is served this late, µs. */
  ackTimerUs: 2000,
} as const;

export type StallKind = 'this-host' | 'receiver' | 'receiver-or-path' | 'any-host-or-path' | 'no-delivery';

export interface Stall extends Interval {
  readonly kind: StallKind;
  readonly gap: AckGap;
  readonly quiet: Quiet;
  /** The ACKs of new data right after `quiet`. */
  readonly read: ReadTogether;
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
  /** Jumps of the log's clock: no packet is dated in them. */
  readonly clockJumps: readonly Interval[];
}

interface Baseline {
  readonly state: TransportState;
  readonly usual: UsualAcks;
  readonly peer: PeerPackets;
  /** Step of the log's clock: a gap may be shorter by that, µs. */
  readonly stepUs: number;
}

/** What a gap shows apart from the ACKs around it. */
type Seen = Pick<Stall, 'gap' | 'quiet' | 'read'>;

/** Several ACKs, each for as many packets as ever, that came one after the other and are read at once. */
function layUnread({ acks, ackBytes, readUs, cameUs }: ReadTogether, usual: UsualAcks): boolean {
  return (
    acks >= STALL.minAcks &&
    ackBytes <= STALL.ackBytesRatio * usual.bytes &&
    cameUs >= STALL.cameUs &&
    readUs <= STALL.readShare * cameUs
  );
}

/** How long nothing was sent, and from when on a timer was due whatever the sender takes for its PTO, µs; NaN if none ran. */
export const unservedUs = ({ endUs, lastSentUs }: Quiet): number => endUs - lastSentUs;
export const overdueFromUs = ({ ptoUs }: Quiet): number => STALL.overduePtos * ptoUs + STALL.overdueUs;

/** Late by the shortest stop or more; before the first sample no ACK is. */
const isLate = (gap: AckGap, stepUs: number): boolean =>
  gap.smoothedUs > 0 && lateUs(gap) >= shortestLateUs(gap) - stepUs;

/** No packet of either direction is in nearly all of the time by which the ACK is late. */
function isSilent(gap: AckGap, quiet: Quiet): boolean {
  const us = lateUs(gap);
  return sharedLength(quiet, { startUs: gap.endUs - us, endUs: gap.endUs }) >= STALL.gapShare * us;
}

function stopOfThisHost({ gap, quiet, read }: Seen, { usual, stepUs }: Baseline): Stall | null {
  if (!isLate(gap, stepUs)) return null;
  const shortestUs = shortestLateUs(gap) - stepUs;
  const isOverdue = unservedUs(quiet) >= overdueFromUs(quiet);
  const stall = {
    ...interval(quiet),
    kind: 'this-host' as const,
    gap,
    quiet,
    read,
    isOverdue,
    unanswered: null,
  };
  if (isOverdue) return stall;
  const isLong = lengthOf(quiet) >= shortestUs && lengthOf(quiet) >= STALL.usualGaps * usual.gapUs;
  const covers = isSilent(gap, quiet);
  const isHeld = gap.ackDelayUs >= STALL.gapShare * lateUs(gap);
  return isLong && covers && !isHeld && !quiet.isProbed && layUnread(read, usual) ? stall : null;
}

/** Up to the next stall. */
function felt({ startUs, endUs, gap }: Stall, i: number, stalls: readonly Stall[]): Interval {
  return {
    startUs,
    endUs: Math.min(endUs + gap.smoothedUs, stalls[i + 1]?.startUs ?? Number.POSITIVE_INFINITY),
  };
}

const interval = ({ startUs, endUs }: Interval): Interval => ({ startUs, endUs });

/** The timer of a delayed ACK (RFC 9000 §13.2.1), or a receiver that acknowledges as late all the time. */
function isAckTimer(gap: AckGap, stepUs: number): boolean {
  const isAlone = gap.together[0]?.packets === 1;
  return longerUs(gap) <= gap.maxAckDelayUs + stepUs + (isAlone ? STALL.ackTimerUs : 0);
}

/** Losses of ACKs explain the gap: half of those that were due in it are missing. Where that is not known they may. */
function areAcksLost(gap: AckGap, { peer, usual }: Baseline): boolean {
  const missing = peer.lostIn(gap.startUs, gap.endUs);
  const ackedBytes = gap.together.reduce((sum, { bytes }) => sum + bytes, 0);
  const due = Math.floor(ackedBytes / usual.bytes) - gap.together.length;
  return missing !== 0 && !(missing < STALL.lostShare * due);
}

/** Late ACKs, by their own ack_delay or by what else they show; null where they answer a probe, come as ever, or were lost. */
function lateAcks(seen: Seen, baseline: Baseline): Stall | null {
  const { usual, stepUs } = baseline;
  const { gap } = seen;
  const us = lateUs(gap);
  if (!isLate(gap, stepUs) || silenceUs(gap) < STALL.usualGaps * usual.gapUs) return null;
  const kind = isAckTimer(gap, stepUs) ? null : lateKind(seen, baseline);
  if (kind === null || areAcksLost(gap, baseline)) return null;
  const span = { startUs: gap.endUs - us, endUs: gap.endUs };
  return { ...span, ...seen, kind, isOverdue: false, unanswered: null };
}

/** Null where the ACK answers a probe as fast as ever, but for its ack_delay. */
function lateKind({ gap, quiet, read }: Seen, { state, usual }: Baseline): StallKind | null {
  const us = lateUs(gap);
  if (gap.ackDelayUs >= STALL.gapShare * us) return 'receiver';
  if (!isNewestLate(gap)) return null;
  if (!isSilent(gap, quiet)) return 'receiver-or-path';
  // A host that wakes up reads first what lies in its socket.
  // Where the window was full when the packets ceased, nothing may be sent but a probe.
  if (read.acks === 0 && isWindowFull(state, quiet.startUs)) return 'receiver-or-path';
  const comesAsEver = read.acks <= 1 && read.ackBytes <= STALL.ackBytesRatio * usual.bytes;
  // A probe was due, though not by whatever this sender takes for its PTO.
  return comesAsEver || unservedUs(quiet) >= quiet.ptoUs ? 'any-host-or-path' : 'receiver-or-path';
}

function noDelivery(seen: Seen, { state, usual, peer }: Baseline): Stall | null {
  const { gap } = seen;
  // Most late ACKs end a gap that is not long enough: the packets around it are not looked at.
  if (gap.endUs - gap.startUs <= longGapUs(gap)) return null;
  const unanswered = unansweredIn(state, gap, usual, peer);
  if (unanswered === null || unanswered.answers < unanswered.answersNeeded) return null;
  const { startUs, lastUs } = unanswered;
  if (lastUs - startUs <= longGapUs(gap)) return null;
  const endUs = Number.isNaN(gap.endUs) ? state.lastUs : gap.endUs;
  return { startUs, endUs, ...seen, kind: 'no-delivery', isOverdue: false, unanswered };
}

function stallIn(gap: AckGap, baseline: Baseline): Stall | null {
  const { state, usual } = baseline;
  const quiet = quietIn(state, gap, Number.isNaN(gap.endUs) ? state.lastUs : gap.endUs);
  const seen = { gap, quiet, read: readTogether(gap, quiet, usual) };
  return stopOfThisHost(seen, baseline) ?? lateAcks(seen, baseline) ?? noDelivery(seen, baseline);
}

/** ACKs that the receiver or the path held are a stop of a host up to the border, and a delivery that stalled beyond. */
export function isHostStall({ kind, gap, ...stall }: Stall): boolean {
  if (kind === 'receiver-or-path') return lengthOf(stall) <= longGapUs(gap);
  return kind !== 'no-delivery';
}

/** From the last ACK to the last packet without an answer, of each stall in which nothing was delivered. */
export function unansweredTimes({ deliveries }: Stalls): readonly Interval[] {
  return deliveries.flatMap(({ gap, unanswered }) =>
    unanswered === null ? [] : [{ startUs: gap.startUs, endUs: unanswered.lastUs }],
  );
}

const NO_STALLS: Stalls = {
  usual: { bytes: Number.NaN, gapUs: Number.NaN },
  spans: [],
  felt: [],
  hosts: [],
  deliveries: [],
  clockJumps: [],
};

/** Without their ack_delays where those cannot be. */
function gapsOf({ gaps, areDelaysPossible }: TransportState['ackGaps']): readonly AckGap[] {
  if (areDelaysPossible) return gaps;
  return gaps.map((gap) => ({
    ...gap,
    ackDelayUs: 0,
    together: gap.together.map((ack) => ({ ...ack, ackDelayUs: 0 })),
  }));
}

/** @param stepUs of the log's clock, 0 if it is fine. */
export function findStalls(state: TransportState, stepUs: number): Stalls {
  if (state.ackGaps.gaps.length === 0) return NO_STALLS;
  const usual = usualAcks(state);
  const baseline = { state, usual, peer: new PeerPackets(state), stepUs };
  const gaps = gapsOf(state.ackGaps);
  const jumps = new Set(gaps.filter((gap) => isClockJump(state, gap)));
  const stalls = gaps.flatMap((gap) => (jumps.has(gap) ? [] : (stallIn(gap, baseline) ?? [])));
  return {
    usual,
    spans: stalls.map(interval),
    felt: stalls.map(felt),
    hosts: stalls.filter(isHostStall),
    deliveries: stalls.filter((stall) => !isHostStall(stall)),
    clockJumps: Array.from(jumps, (gap) => interval(quietIn(state, gap, gap.endUs))),
  };
}
