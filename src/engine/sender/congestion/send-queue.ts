/**
 * Packets in flight of one packet number space, in send order: assigns ACKs and losses to packets where the trace only
 * has the number of bytes or packets. The oldest are taken first, and losses before the packets acknowledged by the
 * same ACK.
 *
 * Exact where a flight is acknowledged in order or drains, as in every death spiral. Where a packet is declared lost
 * after the ACKs around it, its neighbours are taken instead: sent in the same flight, so at nearly the same time.
 */
import { float64Column, uint32Column } from '../../base/columns/growable';
import type { SenderSteps } from './sender-steps';

export class SendQueue {
  readonly #sentUs = float64Column();
  readonly #bytes = uint32Column();
  #head = 0;
  /** Bytes from the head to the end. */
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
   * Removes the oldest packets until `bytes` are removed, and writes them to the packets of `steps`. The last one may
   * be removed in part; bytes beyond the queue count as sent last. @returns the number written.
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
   * Removes the `packets` oldest, but leaves the newest `newestBytes`: those are acknowledged by the ACK that revealed the
   * loss. @returns send time of the newest packet removed, NaN for none.
   */
  lost(packets: number, newestBytes: number): number {
    let sentUs = Number.NaN;
    for (let i = 0; i < packets && this.#head < this.#bytes.length; i++) {
      const size = this.#bytes.at(this.#head);
      if (this.#totalBytes - size < newestBytes) break;
      sentUs = this.#sentUs.at(this.#head);
      this.#totalBytes -= size;
      this.#head++;
    }
    return sentUs;
  }

  /** Removes the oldest packets that exceed `bytes`. */
  trim(bytes: number): void {
    while (this.#head < this.#bytes.length) {
      const size = this.#bytes.at(this.#head);
      if (this.#totalBytes - size < bytes) return;
      this.#totalBytes -= size;
      this.#head++;
    }
  }

  /** Removes all packets. */
  clear(): void {
    this.#sentUs.clear();
    this.#bytes.clear();
    this.#head = 0;
    this.#totalBytes = 0;
  }

  /** Frees removed packets, so that memory is proportional to the flight and not to the trace. */
  #compact(): void {
    const sentUs = this.#sentUs.view().slice(this.#head);
    const bytes = this.#bytes.view().slice(this.#head);
    this.clear();
    for (let i = 0; i < bytes.length; i++) this.sent(sentUs[i], bytes[i]);
  }
}
