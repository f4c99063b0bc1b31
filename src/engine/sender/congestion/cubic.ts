/**
 * CUBIC of RFC 9438 with an idle rule. Epoch start and recovery boundary are the same time, as in quiche: a rule that moves
 * one moves both, but for `shift-epoch-only`, which moves the start of the curve alone, as Linux does.
 *
 * Before the epoch's start t is 0: a boundary in the future holds the window constant.
 *
 * Not here: the formulas (cubic-curve.ts), the idle rules (idle-rule.ts), slow start's exit by delay (HyStart++, RFC
 * 9406), which the caller applies by `restart`.
 */
import type { Region, Restart } from './controller';
import { BETA_RFC_9438, CUBIC_C, cubicK, cubicWindow, renoFriendlyAlpha } from './cubic-curve';
import { IDLE_THRESHOLD_RTTS, type IdleRule, type IdleSend, shiftedBoundary } from './idle-rule';
import { ReducingWindow } from './reducing-window';

const ALPHA = renoFriendlyAlpha(BETA_RFC_9438);
/** RFC 9438 §4.2: the target is at most this many windows. */
const MAX_TARGET_WINDOWS = 1.5;

export interface CubicOptions {
  readonly idleRule: IdleRule;
  /** Of `threshold`: see `IDLE_THRESHOLD_RTTS`. */
  readonly thresholdRtts?: number;
  /**
   * A packet sent exactly at the boundary counts as sent after it: the comparison is `<` and not `<=`. With one time for all packets of
   * a burst this decides over the whole burst.
   */
  readonly countsAtBoundary?: boolean;
  /** What a reduction is a share of: the window, or the flight (RFC 9438 §4.6); the window by default, as in most stacks. */
  readonly reductionBase?: 'window' | 'flight';
  /** The smallest window, datagrams. */
  readonly minimumDatagrams?: number;
  /** The smallest window after a CE mark, datagrams: one by RFC 9438 §4.6. */
  readonly minimumMarkedDatagrams?: number;
  /** The slow start threshold that it begins with, datagrams; none by default. */
  readonly thresholdDatagrams?: number;
  /** After a reduction slow start goes on. */
  readonly staysInSlowStart?: boolean;
  /** C in segments/s³. */
  readonly c?: number;
  /** RFC 9438 §4.7; on by default. */
  readonly fastConvergence?: boolean;
  /** α_cubic of §4.3, the growth of W_est per window until it is 1; that section's own by default. */
  readonly alpha?: number;
  /** α_cubic becomes 1 where W_est reaches W_max, as in quiche; by default where it reaches cwnd_prior (§4.3). */
  readonly alphaOneAtWMax?: boolean;
}

/**
 * Undoing a reduction restores the state of RFC 9438 §4.9 but for W_est: quiche, the only stack seen to undo reductions, lets it catch up
 * from the reduced window.
 */
export class Cubic extends ReducingWindow {
  readonly #markedFloorBytes: number;
  readonly #idleRule: IdleRule;
  readonly #thresholdRtts: number;
  readonly #countsAtBoundary: boolean;
  readonly #isFlightBase: boolean;
  readonly #staysInSlowStart: boolean;
  readonly #c: number;
  readonly #fastConvergence: boolean;
  readonly #alpha: number;
  readonly #alphaOneAtWMax: boolean;
  /** W_est and cwnd_prior of RFC 9438 §4.3, bytes. */
  #wEstBytes = Number.NaN;
  #priorBytes = Number.NaN;
  /** Of `shift-at-ack`: the send with nothing in flight whose idle time is not counted yet. */
  #open: IdleSend | null = null;
  #region: Region = 'slow start';

  /** @param datagramBytes max_datagram_size. @param cwndBytes the initial window. */
  constructor(datagramBytes: number, cwndBytes: number, options: CubicOptions) {
    super(datagramBytes, cwndBytes, options.minimumDatagrams, options.thresholdDatagrams);
    this.#markedFloorBytes = (options.minimumMarkedDatagrams ?? 1) * datagramBytes;
    this.#idleRule = options.idleRule;
    this.#thresholdRtts = options.thresholdRtts ?? IDLE_THRESHOLD_RTTS;
    this.#countsAtBoundary = options.countsAtBoundary ?? false;
    this.#isFlightBase = options.reductionBase === 'flight';
    this.#staysInSlowStart = options.staysInSlowStart ?? false;
    this.#c = options.c ?? CUBIC_C;
    this.#fastConvergence = options.fastConvergence ?? true;
    this.#alpha = options.alpha ?? ALPHA;
    this.#alphaOneAtWMax = options.alphaOneAtWMax ?? false;
  }

  get region(): Region {
    return this.#region;
  }

  override sent(send: IdleSend): void {
    if (this.cwndBytes < this.ssthreshBytes) return;
    if (this.#idleRule === 'shift-at-ack') this.#open = { ...send };
    else this.#idled(send);
  }

  /** Counts the time before a send with nothing in flight as idle, by the rule. */
  #idled(send: IdleSend): void {
    const fromUs = this.epochUs;
    this.epochUs = shiftedBoundary(this.#idleRule, fromUs, send, this.#thresholdRtts);
    if (this.#idleRule !== 'shift-epoch-only' && !Number.isNaN(this.boundaryUs))
      this.boundaryUs = this.epochUs;
    if (this.#idleRule === 'reset' && this.epochUs !== fromUs) this.#beginCurve();
  }

  #isBeforeBoundary(sentUs: number): boolean {
    return this.#countsAtBoundary ? sentUs < this.boundaryUs : sentUs <= this.boundaryUs;
  }

  acked(nowUs: number, sentUs: number, sizeBytes: number, rttUs: number): void {
    if (this.#open !== null && sentUs >= this.#open.nowUs) {
      this.#idled(this.#open);
      this.#open = null;
    }
    if (this.#isBeforeBoundary(sentUs)) return;
    if (this.cwndBytes < this.ssthreshBytes) {
      this.cwndBytes += sizeBytes;
      if (this.cwndBytes >= this.ssthreshBytes) this.#leaveSlowStart(nowUs);
      return;
    }
    if (Number.isNaN(this.epochUs)) this.#beginWithoutLoss(nowUs);
    const segments = sizeBytes / this.cwndBytes;
    const isRecovered = this.#wEstBytes >= (this.#alphaOneAtWMax ? this.wMaxBytes : this.#priorBytes);
    const alpha = isRecovered ? 1 : this.#alpha;
    this.#wEstBytes += alpha * segments * this.segmentBytes;
    const tSeconds = Math.max(0, nowUs - this.epochUs) / 1e6;
    const curveBytes = this.#curveBytes(tSeconds);
    if (curveBytes < this.#wEstBytes) {
      this.cwndBytes = Math.max(this.cwndBytes, this.#wEstBytes);
      this.#region = 'Reno-friendly';
      return;
    }
    this.#region = this.cwndBytes < this.wMaxBytes ? 'concave' : 'convex';
    const aheadBytes = this.#curveBytes(tSeconds + rttUs / 1e6);
    const targetBytes = Math.min(aheadBytes, MAX_TARGET_WINDOWS * this.cwndBytes);
    if (targetBytes > this.cwndBytes) this.cwndBytes += (targetBytes - this.cwndBytes) * segments;
  }

  override lost(nowUs: number, sentUs: number, inFlightBytes = Number.NaN): void {
    if (this.#isBeforeBoundary(sentUs)) return;
    const cwndBytes = this.reduced(this.#baseBytes(inFlightBytes));
    this.restart({ nowUs, priorCwndBytes: this.cwndBytes, cwndBytes, ssthreshBytes: cwndBytes });
    if (this.#staysInSlowStart) this.ssthreshBytes = Number.POSITIVE_INFINITY;
  }

  /** RFC 9438 §4.6: after a CE mark the window may fall to one datagram, the threshold to two. */
  override marked(nowUs: number, sentUs: number, inFlightBytes = Number.NaN): void {
    if (this.#isBeforeBoundary(sentUs)) return;
    const cwndBytes = Math.max(this.#baseBytes(inFlightBytes) * BETA_RFC_9438, this.#markedFloorBytes);
    this.restart({ nowUs, priorCwndBytes: this.cwndBytes, cwndBytes, ssthreshBytes: cwndBytes });
    this.ssthreshBytes = Math.max(cwndBytes, this.floorBytes);
  }

  /** A flight above the window, left from before a reduction, is no base for a larger one. */
  #baseBytes(inFlightBytes: number): number {
    return this.#isFlightBase && inFlightBytes < this.cwndBytes ? inFlightBytes : this.cwndBytes;
  }

  reduced(cwndBytes: number): number {
    return Math.max(cwndBytes * BETA_RFC_9438, this.floorBytes);
  }

  override restart(restart: Restart): void {
    const { nowUs, priorCwndBytes, cwndBytes, ssthreshBytes } = restart;
    super.restart(restart);
    this.#open = null;
    // RFC 9438 §4.7 (fast convergence): a window that ends below the last W_max releases bandwidth.
    const converges = this.#fastConvergence && priorCwndBytes < this.wMaxBytes;
    this.wMaxBytes = priorCwndBytes * (converges ? (1 + BETA_RFC_9438) / 2 : 1);
    this.#priorBytes = priorCwndBytes;
    if (ssthreshBytes > cwndBytes) {
      // RFC 9438 §4.8: the epoch begins when slow start ends.
      this.epochUs = Number.NaN;
      this.kSeconds = Number.NaN;
      this.#region = 'slow start';
    } else {
      this.epochUs = nowUs;
      this.#beginCurve();
    }
  }

  /** RFC 9438 §4.10: without a loss the cubic function begins at its plateau. */
  #leaveSlowStart(nowUs: number): void {
    this.#beginWithoutLoss(nowUs);
    this.boundaryUs = nowUs;
  }

  /** Avoidance from the first ACK on: an epoch, and no boundary, which only a loss sets. */
  #beginWithoutLoss(nowUs: number): void {
    this.wMaxBytes = this.cwndBytes;
    this.#priorBytes = this.cwndBytes;
    this.epochUs = nowUs;
    this.#beginCurve();
  }

  /** Sets K, W_est and the region for an epoch that begins with the current window. */
  #beginCurve(): void {
    if (!(this.wMaxBytes > this.cwndBytes)) this.wMaxBytes = this.cwndBytes;
    const size = this.segmentBytes;
    this.kSeconds = cubicK(this.wMaxBytes / size, this.cwndBytes / size, this.#c);
    this.#wEstBytes = this.cwndBytes;
    this.#region = this.cwndBytes < this.wMaxBytes ? 'concave' : 'convex';
  }

  #curveBytes(tSeconds: number): number {
    const size = this.segmentBytes;
    return cubicWindow(tSeconds, this.kSeconds, this.wMaxBytes / size, this.#c) * size;
  }
}
