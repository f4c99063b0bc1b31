/**
 * Gaps between ACKs of new data, of the application space: those whose ACK comes late, and those in which nothing was
 * delivered for long. What a gap means is derived in findings/stalls; here stands only what the RTT estimator knew when it
 * began, which no column keeps.
 */
import { GRANULARITY_US, type RttEstimator } from './rtt-estimator';

export const ACK_GAP = {
  /** A gap is long from this on, µs, and from this many smoothed RTTs on; both are needed. */
  longUs: 300_000,
  longRtts: 3,
  /** Shortest gap of a late ACK, µs, or in smoothed RTTs where that is less. */
  lateUs: 50_000,
  lateRtts: 3,
  /** The ACK is late where the oldest packet it acknowledges took longer than those before by this share of the gap. */
  lateShare: 0.8,
  /** Its newest packet is late from this many RTTs on. */
  newestRtts: 1.5,
} as const;

/** Times are µs; see `AckGaps`. */
export interface AckGap {
  /** The ACK before the gap, and the one that ends it; NaN where the trace ends first. */
  readonly startUs: number;
  readonly endUs: number;
  /** Send times of the oldest and of the newest packet that the last one newly acknowledges; NaN without it. */
  readonly earliestSentUs: number;
  readonly latestSentUs: number;
  /** As reported by it, not capped; 0 for none. */
  readonly ackDelayUs: number;
  /** RTT of the newest packet at the ACK before the gap. */
  readonly rttUs: number;
  /** The estimator at the ACK before the gap; the PTO without back-off (RFC 9002 §6.2.1). */
  readonly smoothedUs: number;
  readonly ptoUs: number;
  readonly maxAckDelayUs: number;
}

/** Length of the silence before a late ACK, µs: it begins when something was in flight. */
export function lateUs({ startUs, endUs, earliestSentUs }: AckGap): number {
  return endUs - Math.max(startUs, earliestSentUs);
}

/** From here on nothing was delivered for long, µs. */
export function longGapUs({ smoothedUs }: { readonly smoothedUs: number }): number {
  return Math.max(ACK_GAP.longUs, ACK_GAP.longRtts * smoothedUs);
}

/** Shortest gap of a late ACK, µs. */
export function shortestLateUs({ smoothedUs }: { readonly smoothedUs: number }): number {
  return Math.min(ACK_GAP.lateUs, ACK_GAP.lateRtts * smoothedUs);
}

/** Whether the ACK is late for its newest packet too, beyond its ack_delay: it answers no probe. */
export function isNewestLate({ endUs, latestSentUs, ackDelayUs, rttUs }: AckGap): boolean {
  return endUs - latestSentUs - ackDelayUs >= ACK_GAP.newestRtts * rttUs;
}

/** Whether the packets that the ACK acknowledges waited for most of the gap. */
export function isLate(gap: AckGap): boolean {
  const longerUs = gap.endUs - gap.earliestSentUs - gap.rttUs;
  return longerUs >= ACK_GAP.lateShare * lateUs(gap);
}

/** An ACK of new data. Times are µs. */
export interface GapAck {
  readonly timeUs: number;
  readonly earliestSentUs: number;
  readonly latestSentUs: number;
  readonly ackDelayUs: number;
}

const NO_ACK: GapAck = {
  timeUs: Number.NaN,
  earliestSentUs: Number.NaN,
  latestSentUs: Number.NaN,
  ackDelayUs: 0,
};

export class AckGaps {
  /** In order; late or long ones only. */
  readonly gaps: AckGap[] = [];
  #ackedUs = Number.NaN;
  #rttUs = Number.NaN;

  /** An ACK of new data, before the estimator takes its sample. */
  acked(ack: GapAck, rtt: RttEstimator): void {
    // Most ACKs end no gap worth a look: nothing is allocated for them.
    if (ack.timeUs - this.#ackedUs >= shortestLateUs(rtt) - GRANULARITY_US) this.#add(this.#gap(ack, rtt));
    this.#ackedUs = ack.timeUs;
    this.#rttUs = ack.timeUs - ack.latestSentUs;
  }

  /** The trace ends. */
  end(timeUs: number, rtt: RttEstimator): void {
    const gap = this.#gap(NO_ACK, rtt);
    if (timeUs - gap.startUs > longGapUs(gap)) this.gaps.push(gap);
  }

  #gap({ timeUs, ...ack }: GapAck, rtt: RttEstimator): AckGap {
    return {
      ...ack,
      startUs: this.#ackedUs,
      endUs: timeUs,
      rttUs: this.#rttUs,
      smoothedUs: rtt.smoothedUs,
      ptoUs: rtt.ptoUs(true),
      maxAckDelayUs: rtt.maxAckDelayUs,
    };
  }

  #add(gap: AckGap): void {
    // A clock of whole milliseconds shortens a gap by up to one.
    const mayBeLate = isLate(gap) && lateUs(gap) + GRANULARITY_US >= shortestLateUs(gap);
    if (mayBeLate || gap.endUs - gap.startUs > longGapUs(gap)) this.gaps.push(gap);
  }
}
