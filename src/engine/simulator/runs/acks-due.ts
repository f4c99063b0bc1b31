/**
 * What one side received in one packet number space, and when it has to be acknowledged (RFC 9000 §13.2): at once after so many
 * ack-eliciting packets, out of order, and in the handshake; else after max_ack_delay.
 */
import type { AckFrame, Packet } from './packet';
import { RangeSet } from './range-set';

/** Ranges of an ACK frame, the newest ones. */
const MAX_RANGES = 32;

export class AcksDue {
  readonly #every: number;
  readonly #maxDelayUs: number;
  readonly #received = new RangeSet();
  #largest = -1;
  #largestUs = 0;
  #largestEliciting = -1;
  #eliciting = 0;
  #ceCount = 0;
  #isNew = false;
  /** What was below was reported, and counts as received. */
  #toldTo = 0;
  /** When an ACK is due; infinity for never. */
  dueUs = Number.POSITIVE_INFINITY;

  /** @param every ack-eliciting packets per ACK. @param maxDelayUs 0 where every packet is acknowledged at once. */
  constructor(every: number, maxDelayUs: number) {
    this.#every = every;
    this.#maxDelayUs = maxDelayUs;
  }

  /** Something arrived that no ACK reported yet. */
  get isNew(): boolean {
    return this.#isNew;
  }

  /** @returns false for a packet that came before. */
  received({ number, isAckEliciting, isMarked }: Packet, nowUs: number): boolean {
    if (number < this.#toldTo || this.#received.add(number, number + 1) === 0) return false;
    this.#isNew = true;
    if (number > this.#largest) {
      this.#largest = number;
      this.#largestUs = nowUs;
    }
    if (isMarked) this.#ceCount++;
    if (!isAckEliciting) return true;
    this.#eliciting++;
    // RFC 9000 §13.2.1: below the largest one that elicited an ACK, or with packets missing in between.
    const last = this.#largestEliciting;
    const isInOrder = number > last && (number === last + 1 || this.#received.has(last + 1, number));
    this.#largestEliciting = Math.max(last, number);
    const isNow = this.#eliciting >= this.#every || !isInOrder || isMarked || this.#maxDelayUs === 0;
    this.dueUs = Math.min(this.dueUs, isNow ? nowUs : nowUs + this.#maxDelayUs);
    return true;
  }

  /** The frame, which tells everything. Null where nothing was received. */
  frame(nowUs: number): AckFrame | null {
    if (this.#largest < 0) return null;
    this.dueUs = Number.POSITIVE_INFINITY;
    this.#eliciting = 0;
    this.#isNew = false;
    const ranges = this.#received.highest(MAX_RANGES);
    return { ranges, delayUs: Math.max(0, nowUs - this.#largestUs), ceCount: this.#ceCount };
  }

  /** The peer has seen an ACK of everything up to `number`: that need not be reported again (RFC 9000 §13.2.4). */
  confirm(number: number): void {
    this.#toldTo = Math.max(this.#toldTo, Math.min(number + 1, this.#largest));
    this.#received.dropBelow(this.#toldTo);
  }
}
