/**
 * Recovery periods by RFC 9002 §7.3.2: one begins at the first loss or ECN-CE increase of a packet that was sent after
 * the last period began, and ends when a packet sent during it is acknowledged. A stack reduces its window once per
 * period: reductions are counted per period, so that several are detected.
 *
 * This applies the RFC's rule to the trace's losses; the states that a stack logs are in `states`.
 */
import { float64Column } from '../../base/columns/growable';
import { Spans } from './spans';

export const RecoveryCause = { loss: 0, congestionExperienced: 1 } as const;
export type RecoveryCause = (typeof RecoveryCause)[keyof typeof RecoveryCause];

export class RecoveryPeriods {
  /** `cause` is a `RecoveryCause`, `count` the number of reductions of the logged window. */
  readonly spans = new Spans();
  /** Reductions of the logged window outside every period, µs: neither loss nor CE explains them. */
  readonly unexplainedUs = float64Column();
  #open = false;
  /** Start of the last period before the log, where it is a range of one. */
  #boundaryBeforeUs = Number.NEGATIVE_INFINITY;
  /** Start of the range, where that period lasts into it. */
  #resumedUs = Number.NaN;

  /** Start of the latest period, µs; minus infinity before the first. */
  get boundaryUs(): number {
    const last = this.spans.last;
    return last === null || last.startUs === this.#resumedUs ? this.#boundaryBeforeUs : last.startUs;
  }

  /**
   * The log is a range, and a period began before it.
   * @param boundaryUs its start. @param fromUs start of the range, where the period lasts; NaN where it is over.
   */
  resume(boundaryUs: number, fromUs: number): void {
    this.#boundaryBeforeUs = boundaryUs;
    if (Number.isNaN(fromUs)) return;
    this.#resumedUs = fromUs;
    this.spans.begin(fromUs, RecoveryCause.loss);
    this.#open = true;
  }

  get open(): boolean {
    return this.#open;
  }

  /**
   * A packet was declared lost, or an ACK increased the CE count.
   * @param sentUs send time of the packet; NaN where packets are not logged.
   * @param roundTripUs after this time a loss without a packet counts as a new congestion event.
   */
  congestion(sentUs: number, nowUs: number, cause: RecoveryCause, roundTripUs: number): void {
    const triggerUs = Number.isNaN(sentUs) ? nowUs - roundTripUs : sentUs;
    if (triggerUs <= this.boundaryUs) return;
    this.spans.begin(nowUs, cause);
    this.#open = true;
  }

  /** @param latestSentUs latest send time of the newly acknowledged packets. */
  acked(latestSentUs: number, nowUs: number): void {
    if (!this.#open || !(latestSentUs > this.boundaryUs)) return;
    this.spans.end(nowUs);
    this.#open = false;
  }

  /**
   * The logged window was reduced. A log may write the window before or after the packets of the same time, so a period
   * that ended just now still counts.
   */
  reduced(nowUs: number): void {
    const last = this.spans.last;
    if (last !== null && (this.#open || last.endUs >= nowUs)) this.spans.addTo();
    else this.unexplainedUs.push(nowUs);
  }
}
