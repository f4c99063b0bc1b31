/**
 * Goodput and retransmissions: payload of STREAM, CRYPTO and DATAGRAM frames that arrived for the first time, and
 * payload that was sent again, as running totals.
 *
 * Which copy of a byte arrived is not followed byte by byte. A pool holds payload that was declared lost and not
 * repaired yet: a copy that is acknowledged takes from it, and what the pool cannot cover was there already and
 * is no goodput. A probe that repeats data which later proves lost is the one case that this counts too low.
 */
import type { Series } from '../columns/series';
import type { AckOutcome } from './packet-fate';

export class Delivery {
  readonly #goodput: Series;
  readonly #resent: Series;
  #unrepairedBytes = 0;
  #goodputBytes = 0;
  #resentBytes = 0;
  #duplicateBytes = 0;

  /** @param goodput and @param resent take running totals in bytes. */
  constructor(goodput: Series, resent: Series) {
    this.#goodput = goodput;
    this.#resent = resent;
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

  /** A packet was sent, of whose payload so much had been sent before. */
  sent(timeUs: number, resentBytes: number): void {
    if (resentBytes <= 0) return;
    this.#resentBytes += resentBytes;
    this.#resent.push(timeUs, this.#resentBytes);
  }

  /** A packet with so much payload was declared lost. */
  lost(dataBytes: number): void {
    this.#unrepairedBytes += dataBytes;
  }

  acked(timeUs: number, { dataBytes, spuriousDataBytes, resentBytes }: AckOutcome): void {
    if (dataBytes <= 0) return;
    const repairs = Math.min(dataBytes, resentBytes + spuriousDataBytes);
    const repaired = Math.min(repairs, this.#unrepairedBytes);
    this.#unrepairedBytes -= repaired;
    this.#duplicateBytes += repairs - repaired;
    this.#goodputBytes += dataBytes - (repairs - repaired);
    this.#goodput.push(timeUs, this.#goodputBytes);
  }
}
