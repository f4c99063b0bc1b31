/**
 * The newest packet that each ACK acknowledges and each loss declares lost: what tells which ACKs a recovery boundary keeps
 * from growing the window. Parallel columns, from steps as they come.
 */
import { float64Column, type Growable } from '../columns/growable';
import { type SenderSteps, StepKind } from './sender-steps';

export interface AckedSends {
  /** Times of the ACKs of new data, ascending, µs, and the send time of the newest packet of each. */
  readonly ackedUs: Float64Array<ArrayBuffer>;
  readonly ackedSentUs: Float64Array<ArrayBuffer>;
  /** The same of losses; a reduction of the window is one of what was sent until then. */
  readonly lostUs: Float64Array<ArrayBuffer>;
  readonly lostSentUs: Float64Array<ArrayBuffer>;
}

export class AckedSendsScan {
  readonly #ackedUs = float64Column();
  readonly #ackedSentUs = float64Column();
  readonly #lostUs = float64Column();
  readonly #lostSentUs = float64Column();
  /** ACKs by the `Use` at them. */
  readonly acksByUse = [0, 0, 0];

  /** Goes on through the steps [from, to). */
  take(steps: SenderSteps, from: number, to: number): void {
    for (let i = from; i < to; i++) {
      const kind = steps.kind.at(i);
      if (kind === StepKind.ack) this.#acked(steps, i);
      else if (kind === StepKind.loss) this.#lost(steps.timeUs.at(i), steps.a.at(i));
      else if (kind === StepKind.reduction) this.#lost(steps.timeUs.at(i), steps.timeUs.at(i));
    }
  }

  get sends(): AckedSends {
    return {
      ackedUs: copyOf(this.#ackedUs),
      ackedSentUs: copyOf(this.#ackedSentUs),
      lostUs: copyOf(this.#lostUs),
      lostSentUs: copyOf(this.#lostSentUs),
    };
  }

  #acked(steps: SenderSteps, i: number): void {
    const use = steps.use.at(i);
    this.acksByUse[use] = (this.acksByUse[use] as number) + 1;
    this.#ackedUs.push(steps.timeUs.at(i));
    this.#ackedSentUs.push(steps.newestSentUs(i));
  }

  #lost(timeUs: number, sentUs: number): void {
    this.#lostUs.push(timeUs);
    this.#lostSentUs.push(sentUs);
  }
}

function copyOf(column: Growable<Float64Array>): Float64Array<ArrayBuffer> {
  return column.view().slice() as Float64Array<ArrayBuffer>;
}
