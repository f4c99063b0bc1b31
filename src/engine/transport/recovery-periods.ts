/**
 * Recovery periods by RFC 9002 §7.3.2: one begins at the first loss or ECN-CE increase of a packet that was sent after
 * the last period began, and ends when a packet sent during it is acknowledged. A stack reduces its window once per
 * period: reductions are counted per period, so that several are detected.
 *
 * This applies the RFC's rule to the trace's losses; the states that a stack logs are in `states`.
 */
import { float64Column } from '../columns/growable';
import { Spans } from './spans';

export const RecoveryCause = { loss: 0, congestionExperienced: 1 } as const;
export type RecoveryCause = (typeof RecoveryCause)[keyof typeof RecoveryCause];

export class RecoveryPeriods {
  /** `cause` is a `RecoveryCause`, `count` the number of reductions of the logged window. */
  readonly spans = new Spans();
  /** Reductions of the logged window outside every period, µs: neither loss nor CE explains them. */
  readonly unexplainedUs = float64Column();
  #open = false;

  /** Start of the latest period, µs; minus infinity before the first. */
  get boundaryUs(): number {
    return this.spans.last?.startUs ?? Number.NEGATIVE_INFINITY;
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
    const judgedUs = Number.isNaN(sentUs) ? nowUs - roundTripUs : sentUs;
    if (judgedUs <= this.boundaryUs) return;
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
