/**
 * How much a file may grow when it is inflated. A few kilobytes can be made to inflate to terabytes; reading
 * stops then, and says so, and what was read until then is kept.
 */
import type { Chunks } from './chunks';
import { InflationLimit } from './errors';

/** More than any trace that was seen, and about as much as one can wait for. */
export const MAX_INFLATED_BYTES = 8 * 1024 ** 3;
/**
 * Inflated bytes per stored byte. Traces of eleven implementations compress 10 to 40 times, one record repeated
 * for ever about 200 to 600 times with gzip. Deflate cannot go beyond 1032, so that only what is nearly all
 * zeros meets this limit there; zstd can.
 */
export const MAX_RATIO = 1000;
/** Below this no ratio is looked at: it does no harm, and short repetitive texts compress well. */
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
 * What the texts of one file have inflated to, all together: a zip may hold thousands that each keep within the limits.
 * A text that is read a second time is not counted again.
 */
export class InflationMeter {
  readonly #limits: Limits;
  #stored = 0;
  #inflated = 0;
  #isSpent = false;

  constructor(limits: Limits) {
    this.#limits = limits;
  }

  /** A limit was passed: nothing more is inflated. */
  get isSpent(): boolean {
    return this.#isSpent;
  }

  /** Limits for one text. */
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

/** @returns the limit that was passed, null for none. */
type TextMeter = (storedBytes: number, inflatedBytes: number) => InflationLimit | null;

function passed(stored: number, inflated: number, limits: Limits): InflationLimit | null {
  if (inflated > limits.inflatedBytes)
    return new InflationLimit(stored, inflated, 'size', limits.inflatedBytes);
  if (inflated > limits.ratioFromBytes && inflated > stored * limits.ratio)
    return new InflationLimit(stored, inflated, 'ratio', limits.ratio);
  return null;
}

/**
 * @param storedBytes read so far for these chunks.
 * @throws InflationLimit behind the last chunk that keeps within the limits.
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
