/**
 * The bytes that one side sends in one packet number space: what was written, what was sent, what has to be sent again. What was
 * acknowledged is not sent again, whichever packet carried it.
 */
import { RangeSet } from './range-set';

export class SendStream {
  readonly #acked = new RangeSet();
  /** Ends of writes whose last byte ends a packet. */
  readonly #ends: number[] = [];
  /** Pairs [from, to) that were lost, in the order of their loss, from `#lostHead` on. */
  #lost: number[] = [];
  #lostHead = 0;
  #lostBytes = 0;
  #written = 0;
  #sent = 0;
  #ackedBytes = 0;
  /** What `take` gave: the first byte of it. */
  offset = 0;

  get written(): number {
    return this.#written;
  }

  /** The first byte that was never sent. */
  get sent(): number {
    return this.#sent;
  }

  get ackedBytes(): number {
    return this.#ackedBytes;
  }

  /** @param isApart its last byte ends a packet, as where another stream of the application follows. */
  write(bytes: number, isApart = false): void {
    this.#written += bytes;
    if (isApart) this.#ends.push(this.#written);
  }

  /** Bytes that wait to be sent or sent again, of those below `limit`; above 0 exactly if there are any. */
  waiting(limit: number): number {
    this.#skipAcked();
    return this.#lostBytes + Math.max(0, Math.min(this.#written, limit) - this.#sent);
  }

  /**
   * Takes what is sent next: first what was lost. `offset` says where it begins.
   * @param limit bytes that may be sent in all (flow control). @returns how many bytes.
   */
  take(most: number, limit: number): number {
    this.#skipAcked();
    if (this.#lostHead < this.#lost.length) {
      const [from, to] = [this.#lost[this.#lostHead], this.#lost[this.#lostHead + 1]];
      const bytes = Math.min(most, to - from);
      this.#lost[this.#lostHead] = from + bytes;
      this.#lostBytes -= bytes;
      if (bytes === to - from) this.#lostHead += 2;
      this.offset = from;
      return bytes;
    }
    const end = Math.min(this.#written, limit, this.#ends[0] ?? this.#written);
    const bytes = Math.max(0, Math.min(most, end - this.#sent));
    this.offset = this.#sent;
    this.#sent += bytes;
    if (this.#sent === this.#ends[0]) this.#ends.shift();
    return bytes;
  }

  acked(offset: number, bytes: number): void {
    this.#ackedBytes += this.#acked.add(offset, offset + bytes);
  }

  /** The packet with these bytes was lost, or is doubted: they are sent again unless they arrived. */
  lost(offset: number, bytes: number): void {
    if (bytes === 0 || this.#acked.has(offset, offset + bytes)) return;
    this.#lost.push(offset, offset + bytes);
    this.#lostBytes += bytes;
  }

  /** A probe, or a packet that was declared lost too early, may have brought what is to be sent next. */
  #skipAcked(): void {
    if (this.#lost.length === 0) return;
    while (this.#lostHead < this.#lost.length) {
      const [from, to] = [this.#lost[this.#lostHead], this.#lost[this.#lostHead + 1]];
      if (!this.#acked.has(from, to)) return;
      this.#lostBytes -= to - from;
      this.#lostHead += 2;
    }
    this.#lost = [];
    this.#lostHead = 0;
  }
}
