/**
 * The newest packet that each ACK acknowledges and each loss declares lost: what tells which ACKs a recovery boundary holds back
 * from growing the window. Parallel columns, from steps as they come.
 */
import { BlockColumn } from '../../base/columns/block-column';
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
  readonly #ackedUs = new BlockColumn();
  readonly #ackedSentUs = new BlockColumn();
  readonly #lostUs = new BlockColumn();
  readonly #lostSentUs = new BlockColumn();
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
      ackedUs: this.#ackedUs.slice(),
      ackedSentUs: this.#ackedSentUs.slice(),
      lostUs: this.#lostUs.slice(),
      lostSentUs: this.#lostSentUs.slice(),
    };
  }

  #acked(steps: SenderSteps, i: number): void {
    const use = steps.use.at(i);
    this.acksByUse[use] = this.acksByUse[use] + 1;
    this.#ackedUs.push(steps.timeUs.at(i));
    this.#ackedSentUs.push(steps.newestSentUs(i));
  }

  #lost(timeUs: number, sentUs: number): void {
    this.#lostUs.push(timeUs);
    this.#lostSentUs.push(sentUs);
  }
}
