/**
 * What all controllers have in common, in bytes: the window and its threshold, one reduction per recovery period, and its undoing. A
 * controller says how the window grows, what remains of it, and what else a reduction changes.
 */
import { type Controller, MINIMUM_WINDOW_DATAGRAMS, type Region, type Restart } from './controller';

export abstract class ReducingWindow implements Controller {
  cwndBytes: number;
  ssthreshBytes: number;
  wMaxBytes = Number.NaN;
  kSeconds = Number.NaN;
  boundaryUs = Number.NaN;
  protected readonly segmentBytes: number;
  /** The smallest window, bytes. */
  protected readonly floorBytes: number;
  /** Start of CUBIC's growth epoch, µs. */
  protected epochUs = Number.NaN;
  /** What the last reduction changed, as it was before. */
  #before: object | null = null;

  /**
   * @param segmentBytes what windows are counted in: max_datagram_size. @param cwndBytes the initial window.
   * @param minimumSegments the smallest window. @param thresholdSegments the slow start threshold that it begins with; none by default.
   */
  constructor(
    segmentBytes: number,
    cwndBytes: number,
    minimumSegments = MINIMUM_WINDOW_DATAGRAMS,
    thresholdSegments = Number.POSITIVE_INFINITY,
  ) {
    this.segmentBytes = segmentBytes;
    this.cwndBytes = cwndBytes;
    this.floorBytes = minimumSegments * segmentBytes;
    this.ssthreshBytes = thresholdSegments * segmentBytes;
  }

  abstract get region(): Region;

  abstract acked(nowUs: number, sentUs: number, sizeBytes: number, rttUs: number): void;

  abstract reduced(cwndBytes: number): number;

  /** The last reduction is undone. */
  protected undone(): void {}

  sent(_send: Parameters<Controller['sent']>[0]): void {
    // RFC 9002 §7.8 leaves the reaction to idle times to the sender; by default its window stays.
  }

  lost(nowUs: number, sentUs: number, _inFlightBytes?: number): void {
    if (sentUs <= this.boundaryUs) return;
    const cwndBytes = this.reduced(this.cwndBytes);
    this.restart({ nowUs, priorCwndBytes: this.cwndBytes, cwndBytes, ssthreshBytes: cwndBytes });
  }

  marked(nowUs: number, sentUs: number, inFlightBytes = Number.NaN): void {
    this.lost(nowUs, sentUs, inFlightBytes);
  }

  timedOut(): void {
    // RFC 9002 §7.5: a probe timeout reduces no window.
  }

  persistentCongestion(nowUs: number, ssthreshBytes = this.reduced(this.cwndBytes)): void {
    this.restart({ nowUs, priorCwndBytes: this.cwndBytes, cwndBytes: this.floorBytes, ssthreshBytes });
  }

  restart(restart: Restart): void {
    if (restart.priorCwndBytes > restart.cwndBytes) this.remember(restart.priorCwndBytes);
    this.set(restart);
  }

  undo(): void {
    if (this.#before === null) return;
    Object.assign(this, this.#before);
    this.#before = null;
    this.undone();
  }

  /** For `undo`: a reduction from this window begins. */
  protected remember(cwndBytes: number): void {
    const { ssthreshBytes, wMaxBytes, kSeconds, boundaryUs, epochUs } = this;
    this.#before = { cwndBytes, ssthreshBytes, wMaxBytes, kSeconds, boundaryUs, epochUs };
  }

  protected set({ nowUs, cwndBytes, ssthreshBytes, holdsBoundary }: Restart): void {
    this.cwndBytes = cwndBytes;
    this.ssthreshBytes = ssthreshBytes;
    // After persistent congestion there is no recovery period (RFC 9002 §B.8).
    if (ssthreshBytes > cwndBytes) this.boundaryUs = Number.NaN;
    else if (holdsBoundary !== true) this.boundaryUs = nowUs;
  }
}
