/**
 * A growing column of numbers in blocks of 64, each stored in the fewest bytes that give its numbers back exactly
 * (number-block.ts): two to three bytes for a time, where a float takes eight.
 *
 *   closed blocks   | base form · 64 × 2 bytes | base form | base form · 64 × 8 bytes | …     never written again
 *   open block                                                              | · · · ·      floats, filled by `push`
 *
 * There is no view of it as an array. Single values: `at`. A pass in order: `reader()`, which unpacks a block at a time. A
 * search in a column that ascends: `lowerBound`, `upperBound`. A range as an array: `slice`.
 */
import { BlockReader, type Numbers } from './block-reader';
import {
  BLOCK,
  Form,
  hasNegativeZero,
  isEqual,
  isNano,
  microseconds,
  nanoseconds,
  SHIFT,
  WITHIN,
} from './number-block';
import { bytesOfSlabs, IN_SLAB, SLAB_SHIFT, slabUpTo } from './slabs';
import { countOne, spend } from './work';

const MAX_UINT8 = 0xff;
const MAX_UINT16 = 0xffff;
const MAX_UINT32 = 0xffff_ffff;
const FORM_BITS = 3;
const FORM_MASK = 7;
/** A file may hold thousands of connections, each with dozens of columns, most of them short. */
const FIRST_OPEN = 8;
const inNanoseconds = new Float64Array(BLOCK);

/** What a column without a value has in place of memory of its own. */
const NO_VALUES = new Float64Array(0);
const NO_SLABS: never[] = [];

export class BlockColumn implements Numbers {
  #length = 0;
  #open = NO_VALUES;
  #blocks = 0;
  /** Per closed block its smallest value, and its form with its place among the blocks of the same width. */
  #bases: Float64Array[] = NO_SLABS;
  #places: Uint32Array[] = NO_SLABS;
  #bytes: Uint8Array[] = NO_SLABS;
  #shorts: Uint16Array[] = NO_SLABS;
  #words: Uint32Array[] = NO_SLABS;
  #floats: Float64Array[] = NO_SLABS;
  #byteBlocks = 0;
  #shortBlocks = 0;
  #wordBlocks = 0;
  #floatBlocks = 0;

  get length(): number {
    return this.#length;
  }

  /** Bytes held, unused capacity included. */
  get byteLength(): number {
    const parts = [this.#bases, this.#places, this.#bytes, this.#shorts, this.#words, this.#floats];
    return parts.reduce((sum, slabs) => sum + bytesOfSlabs(slabs), this.#open.byteLength);
  }

  push(value: number): void {
    const within = this.#length & WITHIN;
    if (within === this.#open.length) this.#widenOpen();
    this.#open[within] = value;
    this.#length++;
    if (within === WITHIN) this.#close();
  }

  /** Appends the first `count` of `values`. */
  append(values: Float64Array, count: number): void {
    for (let from = 0; from < count; ) {
      const within = this.#length & WITHIN;
      const taken = Math.min(BLOCK - within, count - from);
      while (this.#open.length < within + taken) this.#widenOpen();
      const open = this.#open;
      for (let i = 0; i < taken; i++) open[within + i] = values[from + i];
      this.#length += taken;
      from += taken;
      if (within + taken === BLOCK) this.#close();
    }
  }

  /** NaN outside. */
  at(index: number): number {
    if (!(index >= 0 && index < this.#length)) return Number.NaN;
    const block = index >>> SHIFT;
    const within = index & WITHIN;
    if (block === this.#blocks) return this.#open[within];
    countOne();
    const place = this.#placeOf(block);
    const at = ((place >>> FORM_BITS) << SHIFT) + within;
    const base = this.#baseOf(block);
    const slab = at >>> SLAB_SHIFT;
    const i = at & IN_SLAB;
    switch (place & FORM_MASK) {
      case Form.equal:
        return base;
      case Form.byte:
        return base + this.#bytes[slab][i];
      case Form.short:
        return base + this.#shorts[slab][i];
      case Form.word:
        return base + this.#words[slab][i];
      case Form.nanoByte:
        return microseconds(nanoseconds(base) + this.#bytes[slab][i]);
      case Form.nanoShort:
        return microseconds(nanoseconds(base) + this.#shorts[slab][i]);
      case Form.nanoWord:
        return microseconds(nanoseconds(base) + this.#words[slab][i]);
      default:
        return this.#floats[slab][i];
    }
  }

  /** The last value, NaN for none. */
  last(): number {
    return this.at(this.#length - 1);
  }

  /** For a pass in order; valid until the next push. */
  reader(): BlockReader {
    return new BlockReader(this);
  }

  /** First index in [from, to] whose value is >= `wanted`, where the column ascends. */
  lowerBound(wanted: number, from = 0, to = this.#length): number {
    spend(1);
    let low = from;
    let high = to;
    if (high - low > BLOCK) {
      const block = this.#blockFrom(low, high, wanted, false);
      low = Math.max(low, (block - 1) << SHIFT);
      high = Math.min(high, block << SHIFT);
    }
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.at(middle) < wanted) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /** First index in [from, to] whose value is > `wanted`, where the column ascends. */
  upperBound(wanted: number, from = 0, to = this.#length): number {
    spend(1);
    let low = from;
    let high = to;
    if (high - low > BLOCK) {
      const block = this.#blockFrom(low, high, wanted, true);
      low = Math.max(low, (block - 1) << SHIFT);
      high = Math.min(high, block << SHIFT);
    }
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.at(middle) <= wanted) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /** A copy of the values with index in [from, to). */
  slice(from = 0, to = this.#length): Float64Array<ArrayBuffer> {
    const end = Math.min(to, this.#length);
    const copy = new Float64Array(Math.max(0, end - from));
    const values = this.reader();
    let i = 0;
    // Up to the first block, then whole blocks, then the rest.
    while (i < copy.length && ((from + i) & WITHIN) !== 0) copy[i] = values.at(from + i++);
    for (; i + BLOCK <= copy.length; i += BLOCK)
      this.unpack((from + i) >>> SHIFT, copy.subarray(i, i + BLOCK));
    while (i < copy.length) copy[i] = values.at(from + i++);
    return copy;
  }

  *[Symbol.iterator](): Generator<number, void> {
    const values = this.reader();
    for (let i = 0; i < this.#length; i++) yield values.at(i);
  }

  /** Unpacks a block, the open one filled up with NaN. @param into `BLOCK` numbers. @returns false where there is none. */
  unpack(block: number, into: Float64Array): boolean {
    if (block * BLOCK >= this.#length) return false;
    if (block === this.#blocks) {
      const filled = this.#length & WITHIN;
      for (let i = 0; i < filled; i++) into[i] = this.#open[i];
      into.fill(Number.NaN, filled);
      return true;
    }
    const place = this.#placeOf(block);
    const at = (place >>> FORM_BITS) << SHIFT;
    const base = this.#baseOf(block);
    const slab = at >>> SLAB_SHIFT;
    const from = at & IN_SLAB;
    switch (place & FORM_MASK) {
      case Form.equal:
        into.fill(base);
        return true;
      case Form.byte: {
        const bytes = this.#bytes[slab];
        for (let i = 0; i < BLOCK; i++) into[i] = base + bytes[from + i];
        return true;
      }
      case Form.short: {
        const shorts = this.#shorts[slab];
        for (let i = 0; i < BLOCK; i++) into[i] = base + shorts[from + i];
        return true;
      }
      case Form.word: {
        const words = this.#words[slab];
        for (let i = 0; i < BLOCK; i++) into[i] = base + words[from + i];
        return true;
      }
      case Form.nanoByte:
        fromNanoseconds(into, nanoseconds(base), this.#bytes[slab], from);
        return true;
      case Form.nanoShort:
        fromNanoseconds(into, nanoseconds(base), this.#shorts[slab], from);
        return true;
      case Form.nanoWord:
        fromNanoseconds(into, nanoseconds(base), this.#words[slab], from);
        return true;
      default: {
        const floats = this.#floats[slab];
        for (let i = 0; i < BLOCK; i++) into[i] = floats[from + i];
        return true;
      }
    }
  }

  /** First closed block after that of `low`, and before `high`, that begins at `wanted` or above it; else the one after them. */
  #blockFrom(low: number, high: number, wanted: number, isAbove: boolean): number {
    let first = (low >>> SHIFT) + 1;
    let end = Math.min(this.#blocks, ((high - 1) >>> SHIFT) + 1);
    if (end === this.#blocks && high > end << SHIFT) {
      // Into the open block, or before it.
      const begin = this.#open[0];
      if (isAbove ? begin <= wanted : begin < wanted) return end + 1;
    }
    while (first < end) {
      const middle = (first + end) >>> 1;
      const base = this.#baseOf(middle);
      if (isAbove ? base <= wanted : base < wanted) first = middle + 1;
      else end = middle;
    }
    return first;
  }

  #baseOf(block: number): number {
    return this.#bases[block >>> SLAB_SHIFT][block & IN_SLAB];
  }

  #placeOf(block: number): number {
    return this.#places[block >>> SLAB_SHIFT][block & IN_SLAB];
  }

  #widenOpen(): void {
    const wider = new Float64Array(Math.min(BLOCK, Math.max(FIRST_OPEN, this.#open.length * 2)));
    wider.set(this.#open);
    this.#open = wider;
  }

  /** The lists of slabs, for the first block that is closed. */
  #makeSlabs(): void {
    this.#bases = [];
    this.#places = [];
    this.#bytes = [];
    this.#shorts = [];
    this.#words = [];
    this.#floats = [];
  }

  /** Stores the open block, which is full. */
  #close(): void {
    if (this.#blocks === 0) this.#makeSlabs();
    const open = this.#open;
    let min = Number.POSITIVE_INFINITY;
    let max = Number.NEGATIVE_INFINITY;
    for (let i = 0; i < BLOCK; i++) {
      const value = open[i];
      if (value < min) min = value;
      if (value > max) max = value;
    }
    const form = this.#formOf(min, max);
    const block = this.#blocks++;
    const within = block & IN_SLAB;
    slabUpTo(this.#bases, Float64Array, block + 1)[within] = min;
    slabUpTo(this.#places, Uint32Array, block + 1)[within] = (this.#takePlace(form) << FORM_BITS) | form;
  }

  /** Writes the open block after the others of its width. @returns the form in which it comes back to the bit. */
  #formOf(min: number, max: number): Form {
    const open = this.#open;
    if (!(min <= 0 && hasNegativeZero(open))) {
      const range = max - min;
      if (range === 0 && isEqual(open, min)) return Form.equal;
      if (range <= MAX_UINT8 && this.#fitsBytes(open, min)) return Form.byte;
      if (range <= MAX_UINT16 && this.#fitsShorts(open, min)) return Form.short;
      if (range <= MAX_UINT32 && this.#fitsWords(open, min)) return Form.word;
      if (isNano(open, min)) {
        const nano = nanosecondsOf(open);
        const least = nanoseconds(min);
        const nanoRange = nanoseconds(max) - least;
        if (nanoRange <= MAX_UINT8 && this.#fitsBytes(nano, least)) return Form.nanoByte;
        if (nanoRange <= MAX_UINT16 && this.#fitsShorts(nano, least)) return Form.nanoShort;
        if (this.#fitsWords(nano, least)) return Form.nanoWord;
      }
    }
    const at = this.#floatBlocks * BLOCK;
    slabUpTo(this.#floats, Float64Array, at + BLOCK).set(open, at & IN_SLAB);
    return Form.plain;
  }

  /** @returns the place of the block that was written among those of its width. */
  #takePlace(form: Form): number {
    switch (form) {
      case Form.equal:
        return 0;
      case Form.byte:
      case Form.nanoByte:
        return this.#byteBlocks++;
      case Form.short:
      case Form.nanoShort:
        return this.#shortBlocks++;
      case Form.word:
      case Form.nanoWord:
        return this.#wordBlocks++;
      case Form.plain:
        return this.#floatBlocks++;
    }
  }

  #fitsBytes(values: Float64Array, least: number): boolean {
    const at = this.#byteBlocks * BLOCK;
    const bytes = slabUpTo(this.#bytes, Uint8Array, at + BLOCK);
    const from = at & IN_SLAB;
    for (let i = 0; i < BLOCK; i++) {
      const value = values[i];
      bytes[from + i] = value - least;
      if (least + bytes[from + i] !== value) return false;
    }
    return true;
  }

  #fitsShorts(values: Float64Array, least: number): boolean {
    const at = this.#shortBlocks * BLOCK;
    const shorts = slabUpTo(this.#shorts, Uint16Array, at + BLOCK);
    const from = at & IN_SLAB;
    for (let i = 0; i < BLOCK; i++) {
      const value = values[i];
      shorts[from + i] = value - least;
      if (least + shorts[from + i] !== value) return false;
    }
    return true;
  }

  #fitsWords(values: Float64Array, least: number): boolean {
    const at = this.#wordBlocks * BLOCK;
    const words = slabUpTo(this.#words, Uint32Array, at + BLOCK);
    const from = at & IN_SLAB;
    for (let i = 0; i < BLOCK; i++) {
      const value = values[i];
      words[from + i] = value - least;
      if (least + words[from + i] !== value) return false;
    }
    return true;
  }
}

/** @returns an array that is used again. */
function nanosecondsOf(values: Float64Array): Float64Array {
  for (let i = 0; i < BLOCK; i++) inNanoseconds[i] = nanoseconds(values[i]);
  return inNanoseconds;
}

/** Unpacks a block of nanoseconds above its least one. @param above that many, `BLOCK` numbers from an index on. */
function fromNanoseconds(
  into: Float64Array,
  least: number,
  above: Uint8Array | Uint16Array | Uint32Array,
  from: number,
): void {
  for (let i = 0; i < BLOCK; i++) into[i] = microseconds(least + above[from + i]);
}

/**
 * The column of what has no value yet, in place of one of its own; never pushed to. A file may hold thousands of connections,
 * each with a hundred columns, of which most logs fill a few.
 */
export const EMPTY_COLUMN = new BlockColumn();
