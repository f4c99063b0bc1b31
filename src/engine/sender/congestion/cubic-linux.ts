/**
 * CUBIC of 2008 as Linux has it (version 2.2): the same curve as RFC 9438's with a decrease of β = 0.2, growth
 * counted in ACKs per segment, and TCP-friendliness by the window that Reno would have. K is made of the window behind the reduction, the curve is
 * looked at one smoothed RTT ahead, the epoch begins with the reduction, as in QUIC stacks, and a time-out keeps W_max.
 *
 * Not here: idle rules, which came later (cubic.ts); Algorithm 1 to the letter (cubic-printed.ts).
 *
 * Reference: S. Ha, I. Rhee, L. Xu: CUBIC, ACM SIGOPS OSR 42(5), 2008, Algorithm 1.
 */
import { type Controller, MINIMUM_WINDOW_DATAGRAMS, type Region, type Restart } from './controller';
import { BETA_2008, CUBIC_C, cubicK, cubicWindow } from './cubic-curve';

/** Growth of W_tcp per window of ACKs, segments: Eq. 4 of the paper. */
const RENO_GROWTH = (3 * BETA_2008) / (2 - BETA_2008);
/** At or above the target the paper grows by one segment per this many windows. */
const PLATEAU_WINDOWS = 100;

export interface CubicLinuxOptions {
  /** C in segments/s³. */
  readonly c?: number;
  /** "Fast convergence" of the paper, §3.5; on by default. */
  readonly fastConvergence?: boolean;
  /** The smallest window, datagrams. */
  readonly minimumDatagrams?: number;
}

/** State restored when a reduction is undone, as in cubic.ts. */
interface Epoch {
  readonly cwndBytes: number;
  readonly ssthreshBytes: number;
  readonly wMaxBytes: number;
  readonly kSeconds: number;
  readonly boundaryUs: number;
  readonly epochUs: number;
}

export class CubicLinux implements Controller {
  cwndBytes: number;
  ssthreshBytes = Number.POSITIVE_INFINITY;
  wMaxBytes = Number.NaN;
  kSeconds = Number.NaN;
  boundaryUs = Number.NaN;
  readonly #datagramBytes: number;
  readonly #floorBytes: number;
  readonly #c: number;
  readonly #fastConvergence: boolean;
  /** Start of the epoch, µs: the boundary, but where slow start ended without one. */
  #epochUs = Number.NaN;
  #wTcpBytes = Number.NaN;
  #region: Region = 'slow start';
  #undo: Epoch | null = null;

  /** @param datagramBytes max_datagram_size. @param cwndBytes the initial window. */
  constructor(datagramBytes: number, cwndBytes: number, options: CubicLinuxOptions = {}) {
    this.#datagramBytes = datagramBytes;
    this.#floorBytes = (options.minimumDatagrams ?? MINIMUM_WINDOW_DATAGRAMS) * datagramBytes;
    this.cwndBytes = cwndBytes;
    this.#c = options.c ?? CUBIC_C;
    this.#fastConvergence = options.fastConvergence ?? true;
  }

  get region(): Region {
    return this.#region;
  }

  sent(): void {
    // The paper has no rule for idle times.
  }

  acked(nowUs: number, sentUs: number, sizeBytes: number, rttUs: number): void {
    if (sentUs <= this.boundaryUs) return;
    if (this.cwndBytes < this.ssthreshBytes) {
      this.cwndBytes += sizeBytes;
      if (this.cwndBytes >= this.ssthreshBytes) {
        this.boundaryUs = nowUs;
        this.#beginEpoch(nowUs, this.cwndBytes);
      }
      return;
    }
    const size = this.#datagramBytes;
    const tSeconds = (Math.max(0, nowUs - this.#epochUs) + rttUs) / 1e6;
    const targetBytes = cubicWindow(tSeconds, this.kSeconds, this.wMaxBytes / size, this.#c) * size;
    const windows = sizeBytes / this.cwndBytes;
    this.#wTcpBytes += RENO_GROWTH * windows * size;
    const byCurve =
      targetBytes > this.cwndBytes
        ? (targetBytes - this.cwndBytes) * windows
        : (sizeBytes / PLATEAU_WINDOWS / this.cwndBytes) * size;
    const byReno = (this.#wTcpBytes - this.cwndBytes) * windows;
    this.#region = this.cwndBytes < this.wMaxBytes ? 'concave' : 'convex';
    if (byReno > byCurve) this.#region = 'Reno-friendly';
    // cnt = cwnd / (target − cwnd) is at least 1: one segment per ACK of one.
    this.cwndBytes += Math.min(Math.max(byCurve, byReno), sizeBytes);
  }

  lost(nowUs: number, sentUs: number): void {
    if (sentUs <= this.boundaryUs) return;
    const cwndBytes = this.reduced(this.cwndBytes);
    this.restart({ nowUs, priorCwndBytes: this.cwndBytes, cwndBytes, ssthreshBytes: cwndBytes });
  }

  marked(nowUs: number, sentUs: number): void {
    this.lost(nowUs, sentUs);
  }

  timedOut(): void {
    // The paper's time-out is TCP's, which QUIC has not: its probes reduce no window (RFC 9002 §7.5).
  }

  persistentCongestion(nowUs: number, ssthreshBytes = this.reduced(this.cwndBytes)): void {
    this.restart({ nowUs, priorCwndBytes: this.cwndBytes, cwndBytes: this.#floorBytes, ssthreshBytes });
  }

  reduced(cwndBytes: number): number {
    return Math.max(cwndBytes * (1 - BETA_2008), this.#floorBytes);
  }

  restart({ nowUs, priorCwndBytes, cwndBytes, ssthreshBytes, keepsBoundary }: Restart): void {
    if (priorCwndBytes > cwndBytes) {
      this.#undo = {
        cwndBytes: priorCwndBytes,
        ssthreshBytes: this.ssthreshBytes,
        wMaxBytes: this.wMaxBytes,
        kSeconds: this.kSeconds,
        boundaryUs: this.boundaryUs,
        epochUs: this.#epochUs,
      };
    }
    const converges = this.#fastConvergence && priorCwndBytes < this.wMaxBytes;
    const wMaxBytes = priorCwndBytes * (converges ? (2 - BETA_2008) / 2 : 1);
    this.cwndBytes = cwndBytes;
    this.ssthreshBytes = ssthreshBytes;
    if (ssthreshBytes > cwndBytes) {
      this.wMaxBytes = wMaxBytes;
      this.boundaryUs = Number.NaN;
      this.#epochUs = Number.NaN;
      this.kSeconds = Number.NaN;
      this.#region = 'slow start';
    } else {
      if (keepsBoundary !== true) this.boundaryUs = nowUs;
      this.#beginEpoch(nowUs, wMaxBytes);
    }
  }

  undo(): void {
    if (this.#undo === null) return;
    ({
      cwndBytes: this.cwndBytes,
      ssthreshBytes: this.ssthreshBytes,
      wMaxBytes: this.wMaxBytes,
      kSeconds: this.kSeconds,
      boundaryUs: this.boundaryUs,
      epochUs: this.#epochUs,
    } = this.#undo);
    this.#undo = null;
  }

  #beginEpoch(nowUs: number, wMaxBytes: number): void {
    const size = this.#datagramBytes;
    this.#epochUs = nowUs;
    this.wMaxBytes = Math.max(wMaxBytes, this.cwndBytes);
    this.kSeconds = cubicK(this.wMaxBytes / size, this.cwndBytes / size, this.#c);
    this.#wTcpBytes = this.cwndBytes;
    this.#region = this.cwndBytes < this.wMaxBytes ? 'concave' : 'convex';
  }
}
