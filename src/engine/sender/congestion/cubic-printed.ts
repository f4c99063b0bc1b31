/**
 * CUBIC of 2008 by Algorithm 1 as the paper prints it. What Linux and RFC 9438 do otherwise (cubic-linux.ts, cubic.ts): K from W_max alone, the
 * window of dMin ahead, an epoch that begins with the first ACK in avoidance, a time-out that forgets everything, slow start up to ssthresh
 * itself, whole segments by a count of ACKs.
 *
 * Reference: S. Ha, I. Rhee, L. Xu: CUBIC, ACM SIGOPS OSR 42(5), 2008 ("the paper"): Algorithm 1, Table 1.
 */
import type { Region } from './controller';
import { BETA_2008, CUBIC_C, cubicWindow } from './cubic-curve';
import { LossWindow } from './loss-window';

/** Table 1: growth is clamped to 32 segments per RTT below and above W_max, above alone, or nowhere. */
export const CUBIC_VERSIONS = ['2.0', '2.1', '2.2'] as const;
export type CubicVersion = (typeof CUBIC_VERSIONS)[number];
interface Clamped {
  readonly below: boolean;
  readonly above: boolean;
}
const CLAMPED: { readonly [version in CubicVersion]: Clamped } = {
  '2.0': { below: true, above: true },
  '2.1': { below: false, above: true },
  '2.2': { below: false, above: false },
};
const CLAMP_SEGMENTS = 32;
/** At or above the target: one segment per so many windows. */
const PLATEAU_WINDOWS = 100;
/** Growth of W_tcp per window of ACKs, segments: Eq. 4. */
const TCP_GROWTH = (3 * BETA_2008) / (2 - BETA_2008);

export interface CubicPrintedOptions {
  readonly minimumSegments?: number;
  readonly version?: CubicVersion;
}

/** What a time-out forgets, and an undone reduction restores, beside K and the epoch, which begins with its first ACK. */
interface Memory {
  /** W_last_max and origin_point, segments; 0 for none. */
  readonly wLastMax: number;
  readonly origin: number;
  /** The smallest RTT so far, µs. */
  readonly dMinUs: number;
  readonly wTcp: number;
}

export class CubicPrinted extends LossWindow {
  readonly #clamped: Clamped;
  #wLastMax = 0;
  #origin = 0;
  #dMinUs = Number.POSITIVE_INFINITY;
  #wTcp = 0;
  #ackCount = 0;
  /** ACKs since the window last grew: cwnd_cnt. */
  #count = 0;
  /** Acknowledged bytes that are no whole segment yet. */
  #restBytes = 0;
  #region: Region = 'concave';
  #before: Memory | null = null;

  constructor(segmentBytes: number, cwndBytes: number, options: CubicPrintedOptions = {}) {
    super(segmentBytes, cwndBytes, options.minimumSegments);
    this.#clamped = CLAMPED[options.version ?? '2.2'];
  }

  protected get avoidanceRegion(): Region {
    return this.#region;
  }

  protected override get isInSlowStart(): boolean {
    return this.cwndBytes <= this.ssthreshBytes;
  }

  sampled(_nowUs: number, _sentUs: number, rttUs: number): void {
    this.#dMinUs = Math.min(this.#dMinUs, rttUs);
  }

  override acked(nowUs: number, sentUs: number, sizeBytes: number, rttUs: number): void {
    if (sentUs <= this.boundaryUs) return;
    // A caller that has no samples has the RTT that it smoothed.
    if (this.#dMinUs === Number.POSITIVE_INFINITY) this.#dMinUs = rttUs;
    this.#restBytes += sizeBytes;
    while (this.#restBytes >= this.segmentBytes) {
      this.#restBytes -= this.segmentBytes;
      if (this.isInSlowStart) this.cwndBytes += this.segmentBytes;
      else this.avoid(nowUs);
    }
  }

  /** An ACK of one segment. */
  protected avoid(nowUs: number): void {
    const count = this.#update(nowUs);
    if (this.#count > count) {
      this.cwndBytes += this.segmentBytes;
      this.#count = 0;
    } else this.#count++;
  }

  /** `cubic_update`: ACKs per segment of growth. */
  #update(nowUs: number): number {
    const cwnd = this.segments;
    this.#ackCount++;
    if (Number.isNaN(this.epochUs)) this.#beginEpoch(nowUs, cwnd);
    const tSeconds = (nowUs + this.#dMinUs - this.epochUs) / 1e6;
    const target = cubicWindow(tSeconds, this.kSeconds, this.#origin);
    let count = target > cwnd ? cwnd / (target - cwnd) : PLATEAU_WINDOWS * cwnd;
    const isBelow = cwnd < this.#origin;
    if (isBelow ? this.#clamped.below : this.#clamped.above) count = Math.max(count, cwnd / CLAMP_SEGMENTS);
    this.#region = isBelow ? 'concave' : 'convex';
    this.#wTcp += (TCP_GROWTH * this.#ackCount) / cwnd;
    this.#ackCount = 0;
    if (this.#wTcp > cwnd && count > cwnd / (this.#wTcp - cwnd)) {
      count = cwnd / (this.#wTcp - cwnd);
      this.#region = 'Reno-friendly';
    }
    return count;
  }

  #beginEpoch(nowUs: number, cwnd: number): void {
    this.epochUs = nowUs;
    const isBelow = cwnd < this.#wLastMax;
    // As printed: the reduction that K is made of is β of W_max, also where fast convergence has lowered W_max.
    this.kSeconds = isBelow ? Math.cbrt((this.#wLastMax * BETA_2008) / CUBIC_C) : 0;
    this.#origin = isBelow ? this.#wLastMax : cwnd;
    this.wMaxBytes = this.#origin * this.segmentBytes;
    this.#ackCount = 1;
    this.#wTcp = cwnd;
  }

  protected reducing(isTimeout: boolean): void {
    this.#before = { wLastMax: this.#wLastMax, origin: this.#origin, dMinUs: this.#dMinUs, wTcp: this.#wTcp };
    this.epochUs = Number.NaN;
    if (isTimeout) {
      this.#reset();
      return;
    }
    const cwnd = this.segments;
    this.#wLastMax = cwnd < this.#wLastMax ? (cwnd * (2 - BETA_2008)) / 2 : cwnd;
    this.wMaxBytes = this.#wLastMax * this.segmentBytes;
  }

  /** `cubic_reset`, at a time-out. */
  #reset(): void {
    this.#wLastMax = 0;
    this.#origin = 0;
    this.#dMinUs = Number.POSITIVE_INFINITY;
    this.#wTcp = 0;
    this.#ackCount = 0;
    this.kSeconds = Number.NaN;
    this.wMaxBytes = Number.NaN;
  }

  protected remaining(cwndBytes: number): number {
    return cwndBytes * (1 - BETA_2008);
  }

  protected override undone(): void {
    if (this.#before === null) return;
    ({
      wLastMax: this.#wLastMax,
      origin: this.#origin,
      dMinUs: this.#dMinUs,
      wTcp: this.#wTcp,
    } = this.#before);
    this.#before = null;
  }
}
