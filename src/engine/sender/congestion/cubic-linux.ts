/**
 * CUBIC of 2008 as Linux has it (version 2.2): the same curve as RFC 9438's with a decrease of β = 0.2, growth
 * counted in ACKs per segment, and TCP-friendliness by the window that Reno would have. K is made of the window after the reduction, the curve is
 * looked at one smoothed RTT ahead, the epoch begins with the reduction, as in QUIC stacks, and a time-out leaves W_max.
 *
 * Not here: idle rules, which came later (cubic.ts); Algorithm 1 to the letter (cubic-printed.ts).
 *
 * Reference: S. Ha, I. Rhee, L. Xu: CUBIC, ACM SIGOPS OSR 42(5), 2008, Algorithm 1.
 */
import type { Region, Restart } from './controller';
import { BETA_2008, CUBIC_C, cubicK, cubicWindow } from './cubic-curve';
import { ReducingWindow } from './reducing-window';

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

/** `epochUs` is the boundary, but where slow start ended without one. */
export class CubicLinux extends ReducingWindow {
  readonly #c: number;
  readonly #fastConvergence: boolean;
  #wTcpBytes = Number.NaN;
  #region: Region = 'slow start';

  /** @param datagramBytes max_datagram_size. @param cwndBytes the initial window. */
  constructor(datagramBytes: number, cwndBytes: number, options: CubicLinuxOptions = {}) {
    super(datagramBytes, cwndBytes, options.minimumDatagrams);
    this.#c = options.c ?? CUBIC_C;
    this.#fastConvergence = options.fastConvergence ?? true;
  }

  get region(): Region {
    return this.#region;
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
    const size = this.segmentBytes;
    const tSeconds = (Math.max(0, nowUs - this.epochUs) + rttUs) / 1e6;
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

  reduced(cwndBytes: number): number {
    return Math.max(cwndBytes * (1 - BETA_2008), this.floorBytes);
  }

  override restart(restart: Restart): void {
    const { nowUs, priorCwndBytes, cwndBytes, ssthreshBytes } = restart;
    super.restart(restart);
    const converges = this.#fastConvergence && priorCwndBytes < this.wMaxBytes;
    const wMaxBytes = priorCwndBytes * (converges ? (2 - BETA_2008) / 2 : 1);
    if (ssthreshBytes > cwndBytes) {
      this.wMaxBytes = wMaxBytes;
      this.epochUs = Number.NaN;
      this.kSeconds = Number.NaN;
      this.#region = 'slow start';
    } else this.#beginEpoch(nowUs, wMaxBytes);
  }

  #beginEpoch(nowUs: number, wMaxBytes: number): void {
    const size = this.segmentBytes;
    this.epochUs = nowUs;
    this.wMaxBytes = Math.max(wMaxBytes, this.cwndBytes);
    this.kSeconds = cubicK(this.wMaxBytes / size, this.cwndBytes / size, this.#c);
    this.#wTcpBytes = this.cwndBytes;
    this.#region = this.cwndBytes < this.wMaxBytes ? 'concave' : 'convex';
  }
}
