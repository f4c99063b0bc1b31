/**
 * A growing column most of whose rows hold the same value: a bit per row says which ones hold another, and only those are
 * stored (block-column.ts).
 *
 *   rows     · · 7 · · · 9 7 · ·
 *   bits     0 0 1 0 0 0 1 1 0 0      with, every 128 rows, how many are set before
 *   values   7 9 7
 *
 * A column of which no row is stored holds nothing but its length.
 */
import { BlockColumn, EMPTY_COLUMN } from './block-column';
import type { BlockReader } from './block-reader';
import { emptyOf, withRoom } from './room';

const WORD_BITS = 32;
const WORD_SHIFT = 5;
/** Words between two counts. */
const COUNT_SHIFT = 2;

export class SparseColumn {
  /** What a row holds that is not stored; may be NaN. */
  readonly usual: number;
  #length = 0;
  #values = EMPTY_COLUMN;
  #bits = emptyOf(Uint32Array);
  /** Values stored before every fourth word. */
  #counts = emptyOf(Uint32Array);

  constructor(usual: number) {
    this.usual = usual;
  }

  get length(): number {
    return this.#length;
  }

  /** Bytes held, unused capacity included. */
  get byteLength(): number {
    return this.#values.byteLength + this.#bits.byteLength + this.#counts.byteLength;
  }

  /** Appends the first `count` of `values`. */
  append(values: Float64Array | Uint32Array, count: number): void {
    const { usual } = this;
    const isUsualNaN = Number.isNaN(usual);
    // −0 is another value than 0.
    const isExact = values instanceof Uint32Array || usual !== 0;
    let row = this.#length;
    if (this.#values === EMPTY_COLUMN) {
      if (isAll(values, usual, count)) {
        this.#length += count;
        return;
      }
      this.#values = new BlockColumn();
    }
    const words = (row + count + WORD_BITS - 1) >>> WORD_SHIFT;
    this.#bits = withRoom(this.#bits, Uint32Array, words);
    this.#counts = withRoom(this.#counts, Uint32Array, (words >>> COUNT_SHIFT) + 1);
    const bits = this.#bits;
    const stored = this.#values;
    for (let i = 0; i < count; ) {
      const word = row >>> WORD_SHIFT;
      if ((row & 127) === 0) this.#counts[word >>> COUNT_SHIFT] = stored.length;
      const end = Math.min(count, i + WORD_BITS - (row & 31));
      let set = bits[word];
      for (; i < end; i++, row++) {
        const value = values[i];
        const isUsual =
          value === usual ? isExact || Object.is(value, usual) : isUsualNaN && Number.isNaN(value);
        if (isUsual) continue;
        set |= 1 << (row & 31);
        stored.push(value);
      }
      bits[word] = set;
    }
    this.#length = row;
  }

  /** NaN outside. */
  at(row: number): number {
    if (!(row >= 0 && row < this.#length)) return Number.NaN;
    if (this.#values === EMPTY_COLUMN) return this.usual;
    const bits = this.wordAt(row >>> WORD_SHIFT);
    if (((bits >>> (row & 31)) & 1) === 0) return this.usual;
    return this.#values.at(this.storedBefore(row >>> WORD_SHIFT) + onesBelow(bits, row & 31));
  }

  /** Copies as many rows as `into` has, from `from` on. */
  copyTo<Values extends Float64Array | Uint32Array>(into: Values, from: number): Values {
    into.fill(this.usual);
    if (this.#values === EMPTY_COLUMN) return into;
    const values = this.#values.reader();
    let stored =
      this.storedBefore(from >>> WORD_SHIFT) + onesBelow(this.wordAt(from >>> WORD_SHIFT), from & 31);
    for (let row = from; row < from + into.length; ) {
      // Of a word, the bits of rows that are still to be copied.
      const bits = this.wordAt(row >>> WORD_SHIFT) >>> (row & 31);
      const rows = Math.min(WORD_BITS - (row & 31), from + into.length - row);
      for (let rest = bits; rest !== 0; rest &= rest - 1) {
        const within = 31 - Math.clz32(rest & -rest);
        if (within >= rows) break;
        into[row - from + within] = values.at(stored++);
      }
      row += rows;
    }
    return into;
  }

  /** The rows that are stored, ascending. */
  storedRows(): Uint32Array {
    const rows = new Uint32Array(this.#values.length);
    const words = (this.#length + WORD_BITS - 1) >>> WORD_SHIFT;
    let stored = 0;
    for (let word = 0; word < words; word++) {
      for (let bits = this.wordAt(word); bits !== 0; bits &= bits - 1)
        rows[stored++] = (word << WORD_SHIFT) + 31 - Math.clz32(bits & -bits);
    }
    return rows;
  }

  /** Their values. */
  storedValues(): Float64Array {
    return this.#values.slice();
  }

  /** For a pass in order; valid until the next `append`. */
  reader(): SparseReader {
    return new SparseReader(this, this.#values.reader());
  }

  /** The bits of 32 rows; 0 while no row is stored. */
  wordAt(word: number): number {
    return this.#bits[word] ?? 0;
  }

  /** Values stored of rows before those of a word. */
  storedBefore(word: number): number {
    let before = this.#counts[word >>> COUNT_SHIFT] ?? 0;
    for (let i = (word >>> COUNT_SHIFT) << COUNT_SHIFT; i < word; i++) before += ones(this.wordAt(i));
    return before;
  }
}

/** Reads a sparse column in order; valid until the next `append`. */
export class SparseReader {
  readonly #column: SparseColumn;
  readonly #values: BlockReader;
  #word = -1;
  #bits = 0;
  #before = 0;

  constructor(column: SparseColumn, values: BlockReader) {
    this.#column = column;
    this.#values = values;
  }

  get length(): number {
    return this.#column.length;
  }

  /** NaN outside. */
  at(row: number): number {
    if (!(row >= 0 && row < this.#column.length)) return Number.NaN;
    const word = row >>> WORD_SHIFT;
    if (word !== this.#word) {
      this.#word = word;
      this.#bits = this.#column.wordAt(word);
      this.#before = this.#column.storedBefore(word);
    }
    if (((this.#bits >>> (row & 31)) & 1) === 0) return this.#column.usual;
    return this.#values.at(this.#before + onesBelow(this.#bits, row & 31));
  }
}

/** The first `count` values are the usual one, to the bit. */
function isAll(values: Float64Array | Uint32Array, usual: number, count: number): boolean {
  for (let i = 0; i < count; i++) if (!Object.is(values[i], usual)) return false;
  return true;
}

/** Bits set below bit `bit` of a word. */
function onesBelow(bits: number, bit: number): number {
  return ones(bits & ((1 << bit) - 1));
}

/** Bits set in a word (Hacker's Delight, 5–1). */
function ones(word: number): number {
  const pairs = word - ((word >>> 1) & 0x5555_5555);
  const fours = (pairs & 0x3333_3333) + ((pairs >>> 2) & 0x3333_3333);
  return Math.imul((fours + (fours >>> 4)) & 0x0f0f_0f0f, 0x0101_0101) >>> 24;
}
