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
  /** Share of the silence before a late ACK by which its oldest packet took longer than those before; the RTT is not all the same. */
  lateShare: 0.8,
  /** ACKs of new data that come so soon after the one that ends a gap are kept with it, µs, and how many at most. */
  togetherUs: 2000,
  mostTogether: 64,
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
  /** It, and the ACKs of new data soon after it, up to the next gap; none where the trace ends first. */
  readonly together: readonly GapAck[];
  /** RTT of the newest packet at the ACK before the gap. */
  readonly rttUs: number;
  /** The estimator at the ACK before the gap; the PTO without back-off (RFC 9002 §6.2.1). */
  readonly smoothedUs: number;
  readonly ptoUs: number;
  readonly maxAckDelayUs: number;
}

/** How long nothing was acknowledged while something was in flight, µs. */
export const silenceUs = ({ startUs, endUs, earliestSentUs }: AckGap): number =>
  endUs - Math.max(startUs, earliestSentUs);

/** By how much the oldest packet that the ACK acknowledges took longer than those before, the last one and their mean, µs. */
export const longerUs = ({ endUs, earliestSentUs, rttUs, smoothedUs }: AckGap): number =>
  endUs - earliestSentUs - Math.max(rttUs, smoothedUs);

/**
 * How long nothing was acknowledged that was due, µs: the silence before a late ACK since something was in flight, less the RTT of
 * the ACK before where that is more than a small part of it, as after a pause of the sender. Below 0 where the ACK is early.
 */
export function lateUs(gap: AckGap): number {
  const [silent, longer] = [silenceUs(gap), longerUs(gap)];
  return longer >= ACK_GAP.lateShare * silent ? silent : longer;
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

/** An ACK of new data. Times are µs. */
export interface GapAck {
  readonly timeUs: number;
  /** Send times of the oldest and of the newest packet that it newly acknowledges. */
  readonly earliestSentUs: number;
  readonly latestSentUs: number;
  /** As reported, not capped; 0 for none. */
  readonly ackDelayUs: number;
  /** Newly acknowledged. */
  readonly packets: number;
  readonly bytes: number;
}

const NO_ACK: GapAck = {
  timeUs: Number.NaN,
  earliestSentUs: Number.NaN,
  latestSentUs: Number.NaN,
  ackDelayUs: 0,
  packets: 0,
  bytes: 0,
};

/** Of the gap of a late ACK: a clock of whole milliseconds shortens one by up to one. */
function shortestUs(rtt: RttEstimator): number {
  return Math.max(GRANULARITY_US, shortestLateUs(rtt) - GRANULARITY_US);
}

export class AckGaps {
  /** In order; late or long ones only. */
  readonly gaps: AckGap[] = [];
  #ackedUs = Number.NaN;
  #rttUs = Number.NaN;
  /** Of the last gap, while ACKs may come that are together with the one that ended it. */
  #together: GapAck[] = [];
  #togetherUntilUs = Number.NEGATIVE_INFINITY;
  #areDelaysPossible = true;

  /** False where the peer held an ACK for longer than its packet was under way: ack_delay is in another unit, or made up. */
  get areDelaysPossible(): boolean {
    return this.#areDelaysPossible;
  }

  /** Whether an ACK of new data is worth a look: most end no gap, and nothing is allocated for them. */
  asksFor(timeUs: number, rtt: RttEstimator): boolean {
    return this.#isTogether(timeUs) || timeUs - this.#ackedUs >= shortestUs(rtt);
  }

  /** An ACK of new data, before the estimator takes its sample. */
  acked(ack: GapAck, rtt: RttEstimator): void {
    if (this.#isTogether(ack.timeUs)) this.#together.push(ack);
    if (ack.timeUs - this.#ackedUs >= shortestUs(rtt)) this.#end(ack, rtt);
    this.passed(ack.timeUs, ack.latestSentUs, ack.ackDelayUs);
  }

  /** One that is not worth a look. @param latestSentUs, ackDelayUs see `GapAck`. */
  passed(timeUs: number, latestSentUs: number, ackDelayUs: number): void {
    if (ackDelayUs > timeUs - latestSentUs + GRANULARITY_US) this.#areDelaysPossible = false;
    this.#ackedUs = timeUs;
    this.#rttUs = timeUs - latestSentUs;
  }

  /** ACK delays so far are in another unit. @param factor that they are multiplied by; 0 for not used. */
  scaleDelays(factor: number): void {
    const scaled = <Ack extends Pick<GapAck, 'ackDelayUs'>>(ack: Ack): Ack => ({
      ...ack,
      ackDelayUs: ack.ackDelayUs * factor,
    });
    const gaps = this.gaps.map((gap) => ({ ...scaled(gap), together: gap.together.map(scaled) }));
    this.gaps.splice(0, gaps.length, ...gaps);
    this.#areDelaysPossible = factor > 0;
  }

  #isTogether(timeUs: number): boolean {
    return timeUs <= this.#togetherUntilUs && this.#together.length < ACK_GAP.mostTogether;
  }

  /** The trace ends. */
  end(timeUs: number, rtt: RttEstimator): void {
    const gap = this.#gap(NO_ACK, rtt, []);
    if (timeUs - gap.startUs > longGapUs(gap)) this.gaps.push(gap);
  }

  #gap(ack: GapAck, rtt: RttEstimator, together: readonly GapAck[]): AckGap {
    return {
      startUs: this.#ackedUs,
      endUs: ack.timeUs,
      earliestSentUs: ack.earliestSentUs,
      latestSentUs: ack.latestSentUs,
      ackDelayUs: ack.ackDelayUs,
      together,
      rttUs: this.#rttUs,
      smoothedUs: rtt.smoothedUs,
      ptoUs: rtt.ptoUs(true),
      maxAckDelayUs: rtt.maxAckDelayUs,
    };
  }

  #end(ack: GapAck, rtt: RttEstimator): void {
    const together = [ack];
    const gap = this.#gap(ack, rtt, together);
    const isLate = rtt.hasSample && lateUs(gap) >= shortestUs(rtt);
    if (!isLate && !(gap.endUs - gap.startUs > longGapUs(gap))) return;
    this.gaps.push(gap);
    this.#together = together;
    this.#togetherUntilUs = gap.endUs + ACK_GAP.togetherUs;
  }
}
