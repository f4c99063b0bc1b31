/**
 * Minimum and maximum over any index range of a growing column in O(log n).
 *
 *   level 1:  one bucket per 256 values   ▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁
 *   level 0:  one bucket per 64 values    ▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁
 *   values                                ················································
 *
 * Base 64, a block of the column, and factor 4 were measured to draw 10⁷ points in 15 ms. A bucket is added to its level when it is
 * full and somebody asks: most columns are never asked.
 */
import { BlockColumn } from './block-column';
import type { BlockReader } from './block-reader';
import { BLOCK as BASE } from './number-block';

const FACTOR = 4;

/** Of a column without a full block. */
const NO_LEVELS: readonly Level[] = [];
const block = new Float64Array(BASE);

export interface MinMax {
  min: number;
  max: number;
}

interface Level {
  readonly min: BlockColumn;
  readonly max: BlockColumn;
}

export class Pyramid {
  readonly #values: BlockColumn;
  #levels: readonly Level[] = NO_LEVELS;
  /** Full blocks of the column that are in the levels. */
  #blocks = 0;

  /** @param values the column that the pyramid summarises. */
  constructor(values: BlockColumn) {
    this.#values = values;
  }

  /** Bytes held, unused capacity included. */
  get byteLength(): number {
    return this.#levels.reduce((sum, { min, max }) => sum + min.byteLength + max.byteLength, 0);
  }

  /** Adds the blocks that are full by now: queries use full buckets only. */
  #goOn(): void {
    for (const full = Math.floor(this.#values.length / BASE); this.#blocks < full; this.#blocks++) {
      this.#values.unpack(this.#blocks, block);
      let min = Number.POSITIVE_INFINITY;
      let max = Number.NEGATIVE_INFINITY;
      for (let i = 0; i < BASE; i++) {
        if (block[i] < min) min = block[i];
        if (block[i] > max) max = block[i];
      }
      this.#add(min, max);
    }
  }

  /** Adds the smallest and largest value of a full bucket to level 0, and to higher levels where one is full. */
  #add(bucketMin: number, bucketMax: number): void {
    let min = bucketMin;
    let max = bucketMax;
    for (let i = 0; ; i++) {
      const level = this.#levels[i] ?? { min: new BlockColumn(), max: new BlockColumn() };
      if (i === this.#levels.length) this.#levels = [...this.#levels, level];
      level.min.push(min);
      level.max.push(max);
      const { length } = level.min;
      if (length % FACTOR !== 0) return;
      for (let below = length - FACTOR; below < length; below++) {
        min = Math.min(min, level.min.at(below));
        max = Math.max(max, level.max.at(below));
      }
    }
  }

  /**
   * Minimum and maximum of the values with index in [from, to).
   * @returns false, leaving `out` unchanged, when the range is empty.
   */
  query(from: number, to: number, out: MinMax): boolean {
    return this.reader().query(from, to, out);
  }

  /** A reader for many queries in a row; valid until the next push. */
  reader(): PyramidReader {
    this.#goOn();
    return new PyramidReader(this.#values.reader(), this.#levels);
  }
}

/** The columns of a pyramid at one moment, for the thousands of ranges of a window. */
export class PyramidReader {
  readonly #values: BlockReader;
  readonly #levels: readonly Level[];

  constructor(values: BlockReader, levels: readonly Level[]) {
    this.#values = values;
    this.#levels = levels;
  }

  /**
   * See `Pyramid.query`. Reads single values up to the first whole bucket and after the last one; in between, at each
   * level, the buckets up to the first whole bucket of the next level and after the last one, and at the highest level
   * the rest. The highest level has too few buckets for another level.
   */
  query(from: number, to: number, out: MinMax): boolean {
    if (to <= from) return false;
    out.min = Number.POSITIVE_INFINITY;
    out.max = Number.NEGATIVE_INFINITY;
    const up = Math.min(to, Math.ceil(from / BASE) * BASE);
    const down = Math.max(up, to - (to % BASE));
    this.#widenByValues(out, from, up);
    this.#widenByValues(out, down, to);
    let first = up / BASE;
    let end = down / BASE;
    for (let level = 0; first < end; level++) {
      const buckets = this.#levels[level];
      const upper = Math.min(end, Math.ceil(first / FACTOR) * FACTOR);
      const lower = Math.max(upper, end - (end % FACTOR));
      widen(out, buckets, first, upper);
      widen(out, buckets, lower, end);
      first = upper / FACTOR;
      end = lower / FACTOR;
    }
    return true;
  }

  #widenByValues(out: MinMax, from: number, to: number): void {
    let { min, max } = out;
    for (let i = from; i < to; i++) {
      const value = this.#values.at(i);
      if (value < min) min = value;
      if (value > max) max = value;
    }
    out.min = min;
    out.max = max;
  }
}

/** Extends `out` by the buckets with index in [from, to). */
function widen(out: MinMax, level: Level, from: number, to: number): void {
  let { min, max } = out;
  for (let i = from; i < to; i++) {
    const low = level.min.at(i);
    const high = level.max.at(i);
    if (low < min) min = low;
    if (high > max) max = high;
  }
  out.min = min;
  out.max = max;
}
