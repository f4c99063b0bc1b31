/**
 * What loss-based controllers of TCP have in common: slow start, and reductions of a window that may be the smallest one already. A
 * controller of this kind says how the window grows in avoidance, and what remains of it.
 *
 * Not here: NewReno and CUBIC of today, which are fitted to traces and hold options of QUIC stacks (newreno.ts, cubic.ts).
 */
import type { Region, Restart } from './controller';
import { ReducingWindow } from './reducing-window';

export abstract class LossWindow extends ReducingWindow {
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

  /** The window that remains, bytes, before the smallest one is looked at. */
  protected abstract remaining(cwndBytes: number, inFlightBytes: number): number;

  acked(nowUs: number, sentUs: number, sizeBytes: number, rttUs: number): void {
    if (sentUs <= this.boundaryUs) return;
    if (this.isInSlowStart) this.cwndBytes += sizeBytes;
    else this.avoid(nowUs, sizeBytes, rttUs);
  }

  override lost(nowUs: number, sentUs: number, inFlightBytes = Number.NaN): void {
    if (sentUs <= this.boundaryUs) return;
    const cwndBytes = this.#floored(this.remaining(this.cwndBytes, inFlightBytes));
    this.#reduce({ nowUs, priorCwndBytes: this.cwndBytes, cwndBytes, ssthreshBytes: cwndBytes }, false);
  }

  override persistentCongestion(nowUs: number, ssthreshBytes = this.reduced(this.cwndBytes)): void {
    this.#reduce({ nowUs, priorCwndBytes: this.cwndBytes, cwndBytes: this.floorBytes, ssthreshBytes }, true);
  }

  reduced(cwndBytes: number): number {
    return this.#floored(this.remaining(cwndBytes, Number.NaN));
  }

  override restart(restart: Restart): void {
    const { priorCwndBytes, cwndBytes, ssthreshBytes } = restart;
    if (priorCwndBytes > cwndBytes) this.#reduce(restart, ssthreshBytes > cwndBytes);
    else this.set(restart);
  }

  /** A flight above the window, left from before a reduction, is no base for a larger one. */
  protected flight(cwndBytes: number, inFlightBytes: number): number {
    return inFlightBytes < cwndBytes ? inFlightBytes : cwndBytes;
  }

  #floored(cwndBytes: number): number {
    return Math.max(cwndBytes, this.floorBytes);
  }

  /** Also where the window is the smallest one already: a recovery period begins, and can be undone. */
  #reduce(restart: Restart, isTimeout: boolean): void {
    this.cwndBytes = restart.priorCwndBytes;
    this.remember(this.cwndBytes);
    this.reducing(isTimeout);
    this.set(restart);
  }
}
