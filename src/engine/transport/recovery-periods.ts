/**
 * Recovery periods as RFC 9002 §7.3.2 has them: one begins at the first loss or ECN-CE rise of a packet that was
 * sent after the last one began, and ends when a packet sent during it is acknowledged. A stack reduces its
 * window once per period: reductions are counted per period, so that more than one is seen.
 *
 * This is what the RFC's rule gives on the trace's own losses; the states that a stack logs stand in `states`.
 */
import { float64Column } from '../columns/growable';
import { Spans } from './spans';

export const RecoveryCause = { loss: 0, congestionExperienced: 1 } as const;
export type RecoveryCause = (typeof RecoveryCause)[keyof typeof RecoveryCause];

export class RecoveryPeriods {
  /** `cause` is a `RecoveryCause`, `count` how often the logged window was reduced inside. */
  readonly spans = new Spans();
  /** Reductions of the logged window outside every period, µs: no loss and no mark explains them. */
  readonly unexplainedUs = float64Column();
  #open = false;

  /** When the latest period began, µs; minus infinity before the first. */
  get boundaryUs(): number {
    return this.spans.last?.startUs ?? Number.NEGATIVE_INFINITY;
  }

  get open(): boolean {
    return this.#open;
  }

  /**
   * A packet was declared lost, or an ACK raised the CE count.
   * @param sentUs when the packet was sent; NaN where packets are not logged.
   * @param roundTripUs after that time a loss without a packet is taken for a new congestion event.
   */
  congestion(sentUs: number, nowUs: number, cause: RecoveryCause, roundTripUs: number): void {
    const judgedUs = Number.isNaN(sentUs) ? nowUs - roundTripUs : sentUs;
    if (judgedUs <= this.boundaryUs) return;
    this.spans.begin(nowUs, cause);
    this.#open = true;
  }

  /** @param latestSentUs when the latest of the newly acknowledged packets was sent. */
  acked(latestSentUs: number, nowUs: number): void {
    if (!this.#open || !(latestSentUs > this.boundaryUs)) return;
    this.spans.end(nowUs);
    this.#open = false;
  }

  /**
   * The logged window became smaller. A log may tell of the window before or after the packets of the same
   * instant, so a period that ended just now still counts.
   */
  reduced(nowUs: number): void {
    const last = this.spans.last;
    if (last !== null && (this.#open || last.endUs >= nowUs)) this.spans.addTo();
    else this.unexplainedUs.push(nowUs);
  }
}
