/**
 * Packets of one number space that were sent and whose fate is not settled: a ring by packet number, with what RFC 9002 §A.1 keeps of
 * each.
 */

/** `discarded`: with the keys of its space (RFC 9002 §6.4). */
export const Fate = { unsettled: 0, acked: 1, lost: 2, discarded: 3 } as const;

export interface Sent {
  readonly sentUs: number;
  readonly sizeBytes: number;
  readonly isAckEliciting: boolean;
  readonly offset: number;
  readonly dataBytes: number;
  /** Largest number that its ACK frame acknowledged, -1 without one. */
  readonly ackLargest: number;
  readonly isHandshakeDone: boolean;
  readonly maxData: number;
  fate: number;
}

const ROOM = 64;

export class SentPackets {
  #ring: (Sent | undefined)[] = new Array(ROOM);
  #first = 0;
  #next = 0;

  /** The lowest number that is not forgotten, or `next`. */
  get first(): number {
    return this.#first;
  }

  get next(): number {
    return this.#next;
  }

  push(sent: Sent): void {
    if (this.#next - this.#first === this.#ring.length) this.#grow();
    this.#ring[this.#next & (this.#ring.length - 1)] = sent;
    this.#next++;
  }

  /** @param number from `first` on, below `next`. */
  at(number: number): Sent {
    return this.#ring[number & (this.#ring.length - 1)] as Sent;
  }

  settle(): void {
    let first = this.#first;
    while (first < this.#next && this.at(first).fate !== Fate.unsettled) first++;
    this.forget(first);
  }

  /** Forgets packets below `number`, settled or not. */
  forget(number: number): void {
    for (; this.#first < number; this.#first++) this.#ring[this.#first & (this.#ring.length - 1)] = undefined;
  }

  #grow(): void {
    const before = this.#ring;
    this.#ring = new Array(2 * before.length);
    for (let number = this.#first; number < this.#next; number++)
      this.#ring[number & (this.#ring.length - 1)] = before[number & (before.length - 1)];
  }
}
