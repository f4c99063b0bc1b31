/** Which packets a link loses: at random by a schedule, in runs or each for itself; and those above the rate of a policer. */
import { bytesPerUs, type LinkSettings, type LossSpan, type RecordedFates } from './link-settings';
import type { Random } from './random';

export class RandomLoss {
  readonly #spans: readonly LossSpan[];
  readonly #random: Random;
  #at = 0;
  /** In a run of lost packets (the bad state of Gilbert's model). */
  #isLosing = false;

  constructor(spans: readonly LossSpan[], random: Random) {
    this.#spans = spans;
    this.#random = random;
  }

  /** @param atUs ascends from call to call. */
  loses(atUs: number): boolean {
    const ms = atUs / 1000;
    while (this.#at < this.#spans.length && ms >= this.#spans[this.#at].toMs) {
      this.#at++;
      this.#isLosing = false;
    }
    const span = this.#spans[this.#at];
    if (span === undefined || ms < span.fromMs) return false;
    const { share, burst = 1 } = span;
    if (!(burst > 1) || share >= 1) return this.#random.chance(share);
    // Shorter runs than these, each one packet after the last, would lose less than the share.
    const length = Math.max(burst, share / (1 - share));
    const probability = this.#isLosing ? 1 - 1 / length : share / (length * (1 - share));
    this.#isLosing = this.#random.chance(probability);
    return this.#isLosing;
  }
}

export class RecordedLoss {
  readonly #spans: readonly RecordedFates[];
  #at = 0;
  /** Packets of the span so far. */
  #packets = 0;

  constructor(spans: readonly RecordedFates[]) {
    this.#spans = spans;
  }

  /** @param atUs ascends from call to call. */
  loses(atUs: number): boolean {
    const ms = atUs / 1000;
    while (this.#at < this.#spans.length && ms >= this.#spans[this.#at].toMs) {
      this.#at++;
      this.#packets = 0;
    }
    const span = this.#spans[this.#at];
    if (span === undefined || ms < span.fromMs) return false;
    return span.lost[((span.first ?? 0) + this.#packets++) % span.lost.length] === 1;
  }
}

export class Policer {
  readonly #rate: number;
  readonly #bucketBytes: number;
  #tokens: number;
  #lastUs = 0;

  constructor({ rateMbit, bucketBytes }: NonNullable<LinkSettings['policer']>) {
    this.#rate = bytesPerUs(rateMbit);
    this.#bucketBytes = bucketBytes;
    this.#tokens = bucketBytes;
  }

  /** @param atUs ascends from call to call. */
  drops(sizeBytes: number, atUs: number): boolean {
    this.#tokens = Math.min(this.#bucketBytes, this.#tokens + this.#rate * (atUs - this.#lastUs));
    this.#lastUs = atUs;
    if (this.#tokens < sizeBytes) return true;
    this.#tokens -= sizeBytes;
    return false;
  }
}
