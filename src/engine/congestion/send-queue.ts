/**
 * Packets in flight of one packet number space, in send order: which of them an ACK or a loss means, where the
 * trace only says how many bytes or packets. The oldest go first, and losses before what the same ACK acknowledges.
 *
 * Right where a flight is acknowledged in order or drains, as in every spiral. Where a lost packet is declared
 * later than the ACKs around it, its neighbours stand in for it: sent within the same flight, so near in time.
 */
import { float64Column, uint32Column } from '../columns/growable';
import type { SenderSteps } from './sender-steps';

export class SendQueue {
  readonly #sentUs = float64Column();
  readonly #bytes = uint32Column();
  #head = 0;
  /** Bytes from the head on. */
  #totalBytes = 0;
  #lastSentUs = Number.NaN;

  sent(timeUs: number, bytes: number): void {
    this.#lastSentUs = timeUs;
    if (this.#head > 4096 && this.#head * 2 > this.#bytes.length) this.#compact();
    this.#sentUs.push(timeUs);
    this.#bytes.push(bytes);
    this.#totalBytes += bytes;
  }

  /**
   * Takes the oldest packets out until `bytes` are gone, and writes them to the packets of `steps`. The last one
   * may be taken in part; bytes beyond the queue count as sent last. @returns how many were written.
   */
  acked(bytes: number, steps: SenderSteps): number {
    let left = bytes;
    let count = 0;
    while (left > 0 && this.#head < this.#bytes.length) {
      const size = this.#bytes.at(this.#head);
      const taken = Math.min(size, left);
      steps.packetSentUs.push(this.#sentUs.at(this.#head));
      steps.packetBytes.push(taken);
      count++;
      left -= taken;
      this.#totalBytes -= taken;
      if (taken < size) this.#bytes.set(this.#head, size - taken);
      else this.#head++;
    }
    if (left > 0 && this.#lastSentUs >= 0) {
      steps.packetSentUs.push(this.#lastSentUs);
      steps.packetBytes.push(left);
      count++;
    }
    return count;
  }

  /**
   * Takes the `packets` oldest out, but leaves the newest `keptBytes`: those are being acknowledged by the ACK that
   * showed the loss. @returns when the newest packet taken was sent, NaN when there was none.
   */
  lost(packets: number, keptBytes: number): number {
    let sentUs = Number.NaN;
    for (let i = 0; i < packets && this.#head < this.#bytes.length; i++) {
      const size = this.#bytes.at(this.#head);
      if (this.#totalBytes - size < keptBytes) break;
      sentUs = this.#sentUs.at(this.#head);
      this.#totalBytes -= size;
      this.#head++;
    }
    return sentUs;
  }

  /** Takes the oldest out that stand beyond `bytes`. */
  trim(bytes: number): void {
    while (this.#head < this.#bytes.length) {
      const size = this.#bytes.at(this.#head);
      if (this.#totalBytes - size < bytes) return;
      this.#totalBytes -= size;
      this.#head++;
    }
  }

  /** Nothing is in flight. */
  clear(): void {
    this.#sentUs.clear();
    this.#bytes.clear();
    this.#head = 0;
    this.#totalBytes = 0;
  }

  /** Forgets what left the flight, so that memory follows the flight and not the trace. */
  #compact(): void {
    const sentUs = this.#sentUs.view().slice(this.#head);
    const bytes = this.#bytes.view().slice(this.#head);
    this.clear();
    for (let i = 0; i < bytes.length; i++) this.sent(sentUs[i] as number, bytes[i] as number);
  }
}
