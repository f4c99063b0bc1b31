/**
 * Limits for decompression. A few kilobytes can decompress to terabytes (zip bomb); at the limit reading stops with a
 * report, and everything read before is kept.
 */
import type { Chunks } from './chunks';
import { InflationLimit } from './errors';

/** Larger than any known trace, and about as long as a user would wait. */
export const MAX_INFLATED_BYTES = 8 * 1024 ** 3;
/**
 * Decompressed bytes per stored byte. Traces of eleven implementations compress 10 to 40 times, one record repeated
 * endlessly about 200 to 600 times with gzip. Deflate cannot exceed 1032, so only input of nearly all zeros reaches
 * this limit there; zstd can exceed it.
 */
export const MAX_RATIO = 1000;
/** Below this size the ratio is not checked: it is harmless, and short repetitive texts compress well. */
const RATIO_FROM_BYTES = 64 * 1024 ** 2;

export interface Limits {
  readonly inflatedBytes: number;
  readonly ratio: number;
  readonly ratioFromBytes: number;
}

export const LIMITS: Limits = {
  inflatedBytes: MAX_INFLATED_BYTES,
  ratio: MAX_RATIO,
  ratioFromBytes: RATIO_FROM_BYTES,
};

/**
 * Total decompressed size of the texts of one file: a zip may hold thousands that are each within the limits. A text
 * that is read a second time is not counted again.
 */
export class InflationMeter {
  readonly #limits: Limits;
  #stored = 0;
  #inflated = 0;
  #isSpent = false;

  constructor(limits: Limits) {
    this.#limits = limits;
  }

  /** A limit was exceeded: nothing more is decompressed. */
  get isSpent(): boolean {
    return this.#isSpent;
  }

  text(): TextMeter {
    let storedBefore = 0;
    let inflatedBefore = 0;
    return (stored, inflated) => {
      this.#stored += Math.max(0, stored - storedBefore);
      this.#inflated += Math.max(0, inflated - inflatedBefore);
      storedBefore = Math.max(storedBefore, stored);
      inflatedBefore = Math.max(inflatedBefore, inflated);
      const own = passed(stored, inflated, this.#limits);
      if (own !== null || inflated < inflatedBefore) return own;
      const all = passed(this.#stored, this.#inflated, this.#limits);
      this.#isSpent ||= all !== null;
      return all;
    };
  }
}

/** @returns the limit that was exceeded, null for none. */
export type TextMeter = (storedBytes: number, inflatedBytes: number) => InflationLimit | null;

function passed(stored: number, inflated: number, limits: Limits): InflationLimit | null {
  if (inflated > limits.inflatedBytes)
    return new InflationLimit(stored, inflated, 'size', limits.inflatedBytes);
  if (inflated > limits.ratioFromBytes && inflated > stored * limits.ratio)
    return new InflationLimit(stored, inflated, 'ratio', limits.ratio);
  return null;
}

/**
 * @param storedBytes read so far for these chunks.
 * @throws InflationLimit after the last chunk within the limits.
 */
export async function* limited(chunks: Chunks, storedBytes: () => number, meter: TextMeter): Chunks {
  let inflated = 0;
  for await (const chunk of chunks) {
    inflated += chunk.length;
    const failure = meter(storedBytes(), inflated);
    if (failure !== null) throw failure;
    yield chunk;
  }
}
