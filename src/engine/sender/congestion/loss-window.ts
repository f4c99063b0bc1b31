/**
 * What loss-based controllers of TCP have in common, in bytes: slow start, one reduction per recovery period, its undoing. A controller of
 * this kind says how the window grows in avoidance, and what remains of it.
 *
 * Not here: NewReno and CUBIC of today, which are fitted to traces and hold options of QUIC stacks (newreno.ts, cubic.ts).
 */
import { type Controller, MINIMUM_WINDOW_DATAGRAMS, type Region, type Restart } from './controller';

interface Undone {
  readonly cwndBytes: number;
  readonly ssthreshBytes: number;
  readonly boundaryUs: number;
  readonly wMaxBytes: number;
}

export abstract class LossWindow implements Controller {
  cwndBytes: number;
  ssthreshBytes = Number.POSITIVE_INFINITY;
  boundaryUs = Number.NaN;
  wMaxBytes = Number.NaN;
  kSeconds = Number.NaN;
  protected readonly segmentBytes: number;
  readonly #floorBytes: number;
  #undo: Undone | null = null;

  /**
   * @param segmentBytes what windows are counted in. @param cwndBytes the initial window.
   * @param minimumSegments the smallest window, segments.
   */
  constructor(segmentBytes: number, cwndBytes: number, minimumSegments = MINIMUM_WINDOW_DATAGRAMS) {
    this.segmentBytes = segmentBytes;
    this.cwndBytes = cwndBytes;
    this.#floorBytes = minimumSegments * segmentBytes;
  }

  get region(): Region {
    return this.isInSlowStart ? 'slow start' : this.avoidanceRegion;
  }

  protected abstract get avoidanceRegion(): Region;

  protected get isInSlowStart(): boolean {
    return this.cwndBytes < this.ssthreshBytes;
  }

  /** The window, segments. */
  protected get segments(): number {
    return this.cwndBytes / this.segmentBytes;
  }

  /** So many bytes are acknowledged in avoidance: changes `cwndBytes`. */
  protected abstract avoid(nowUs: number, sizeBytes: number, rttUs: number): void;

  /** A reduction begins; the window is still the one before. `isTimeout`: persistent congestion, which stands for TCP's time-out. */
  protected abstract reducing(isTimeout: boolean): void;

  /** The last reduction is undone. */
  protected abstract undone(): void;

  /** The window that remains, bytes, before the smallest one is looked at. */
  protected abstract remaining(cwndBytes: number, inFlightBytes: number): number;

  sent(): void {
    // Idle times are no matter of these controllers.
  }

  acked(nowUs: number, sentUs: number, sizeBytes: number, rttUs: number): void {
    if (sentUs <= this.boundaryUs) return;
    if (this.isInSlowStart) this.cwndBytes += sizeBytes;
    else this.avoid(nowUs, sizeBytes, rttUs);
  }

  lost(nowUs: number, sentUs: number, inFlightBytes = Number.NaN): void {
    if (sentUs <= this.boundaryUs) return;
    const cwndBytes = this.#floored(this.remaining(this.cwndBytes, inFlightBytes));
    this.#reduce({ nowUs, priorCwndBytes: this.cwndBytes, cwndBytes, ssthreshBytes: cwndBytes }, false);
  }

  marked(nowUs: number, sentUs: number, inFlightBytes = Number.NaN): void {
    this.lost(nowUs, sentUs, inFlightBytes);
  }

  timedOut(): void {
    // RFC 9002 §7.5: a probe timeout reduces no window.
  }

  persistentCongestion(nowUs: number, ssthreshBytes = this.reduced(this.cwndBytes)): void {
    this.#reduce({ nowUs, priorCwndBytes: this.cwndBytes, cwndBytes: this.#floorBytes, ssthreshBytes }, true);
  }

  reduced(cwndBytes: number): number {
    return this.#floored(this.remaining(cwndBytes, Number.NaN));
  }

  restart(restart: Restart): void {
    const { priorCwndBytes, cwndBytes, ssthreshBytes } = restart;
    if (priorCwndBytes > cwndBytes) this.#reduce(restart, ssthreshBytes > cwndBytes);
    else this.#set(restart);
  }

  undo(): void {
    if (this.#undo === null) return;
    ({
      cwndBytes: this.cwndBytes,
      ssthreshBytes: this.ssthreshBytes,
      boundaryUs: this.boundaryUs,
      wMaxBytes: this.wMaxBytes,
    } = this.#undo);
    this.#undo = null;
    this.undone();
  }

  /** A flight above the window, left from before a reduction, is no base for a larger one. */
  protected flight(cwndBytes: number, inFlightBytes: number): number {
    return inFlightBytes < cwndBytes ? inFlightBytes : cwndBytes;
  }

  #floored(cwndBytes: number): number {
    return Math.max(cwndBytes, this.#floorBytes);
  }

  /** Also where the window is the smallest one already: a recovery period begins, and can be undone. */
  #reduce(restart: Restart, isTimeout: boolean): void {
    const { ssthreshBytes, boundaryUs, wMaxBytes } = this;
    this.cwndBytes = restart.priorCwndBytes;
    this.#undo = { cwndBytes: this.cwndBytes, ssthreshBytes, boundaryUs, wMaxBytes };
    this.reducing(isTimeout);
    this.#set(restart);
  }

  #set({ nowUs, cwndBytes, ssthreshBytes, keepsBoundary }: Restart): void {
    this.cwndBytes = cwndBytes;
    this.ssthreshBytes = ssthreshBytes;
    // Behind a time-out there is no recovery period (RFC 9002 §B.8).
    if (ssthreshBytes > cwndBytes) this.boundaryUs = Number.NaN;
    else if (keepsBoundary !== true) this.boundaryUs = nowUs;
  }
}
