/**
 * Goodput and retransmissions: payload of STREAM, CRYPTO and DATAGRAM frames acknowledged for the first time, and
 * retransmitted payload, as running totals.
 *
 * The copies of a byte are not tracked individually. A pool holds payload that was declared lost and not yet repaired:
 * an acknowledged retransmission is subtracted from it, and what exceeds the pool had already arrived and is no
 * goodput. The total is too low in one case: a probe repeats data that is declared lost later.
 */
import { PacketSpace } from '../../../qlog-schema';
import type { Series } from '../../base/columns/series';
import type { AckOutcome } from './packet-fate';

export class Delivery {
  readonly #goodput: Series;
  readonly #resent: Series;
  #unrepairedBytes = 0;
  #goodputBytes = Number.NaN;
  #resentBytes = 0;
  #duplicateBytes = 0;
  #applicationBytes = Number.NaN;

  /** @param goodput and @param resent take running totals in bytes. */
  constructor(goodput: Series, resent: Series) {
    this.#goodput = goodput;
    this.#resent = resent;
    this.#goodputBytes = 0;
    this.#applicationBytes = 0;
  }

  /** Acknowledged payload of 0-RTT and 1-RTT packets, repeated payload included: all but what the handshake sent. */
  get applicationBytes(): number {
    return this.#applicationBytes;
  }

  /** Payload acknowledged a second time, bytes. */
  get duplicateBytes(): number {
    return this.#duplicateBytes;
  }

  get goodputBytes(): number {
    return this.#goodputBytes;
  }

  get resentBytes(): number {
    return this.#resentBytes;
  }

  /** A packet was sent; `resentBytes` of its payload are retransmitted. */
  sent(timeUs: number, resentBytes: number): void {
    if (resentBytes <= 0) return;
    this.#resentBytes += resentBytes;
    this.#resent.push(timeUs, this.#resentBytes);
  }

  /** A packet with this much payload was declared lost. */
  lost(dataBytes: number): void {
    this.#unrepairedBytes += dataBytes;
  }

  acked(timeUs: number, { space, dataBytes, spuriousDataBytes, resentBytes }: AckOutcome): void {
    if (dataBytes <= 0) return;
    if (space === PacketSpace.application) this.#applicationBytes += dataBytes;
    const repairs = Math.min(dataBytes, resentBytes + spuriousDataBytes);
    const repaired = Math.min(repairs, this.#unrepairedBytes);
    this.#unrepairedBytes -= repaired;
    this.#duplicateBytes += repairs - repaired;
    this.#goodputBytes += dataBytes - (repairs - repaired);
    this.#goodput.push(timeUs, this.#goodputBytes);
  }
}
