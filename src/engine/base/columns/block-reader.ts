/** Reads a column of blocks in order, a block at a time; and what all readers of a column see of it. */
import { BLOCK, SHIFT, WITHIN } from './number-block';
import { spend } from './work';

/** Steps (work.ts) that unpacking a block takes as long as. */
const UNPACK_STEPS = 16;

/**
 * What readers of a column see of it. An interface, not a type alias: TypeScript takes an alias without numeric properties for
 * an `ArrayLike`.
 */
export interface Numbers extends Iterable<number> {
  readonly length: number;
  at(index: number): number;
  last(): number;
  reader(): BlockReader;
  lowerBound(wanted: number, from?: number, to?: number): number;
  upperBound(wanted: number, from?: number, to?: number): number;
  slice(from?: number, to?: number): Float64Array<ArrayBuffer>;
}

/** Readers that share a buffer: a buffer of its own costs each more than reading a few blocks. */
const BLOCKS_TOGETHER = 64;
let together = new ArrayBuffer(0);
let given = 0;

/** @returns room for the values of a block. */
function oneBlock(): Float64Array {
  const bytes = BLOCK * Float64Array.BYTES_PER_ELEMENT;
  if (given === together.byteLength) {
    together = new ArrayBuffer(BLOCKS_TOGETHER * bytes);
    given = 0;
  }
  const block = new Float64Array(together, given, BLOCK);
  given += bytes;
  return block;
}

/** What is read of a column (`BlockColumn`). */
interface Blocks extends Pick<Numbers, 'length' | 'lowerBound' | 'upperBound'> {
  /** Unpacks a block, the open one filled up with NaN. @param into `BLOCK` numbers. @returns false where there is none. */
  unpack(block: number, into: Float64Array): boolean;
}

/** Reads a column in order, forwards or backwards, a block at a time; valid until the next push. */
export class BlockReader {
  readonly #column: Blocks;
  #block = -1;
  readonly #values = oneBlock();

  constructor(column: Blocks) {
    this.#column = column;
  }

  get length(): number {
    return this.#column.length;
  }

  /** NaN outside. */
  at(index: number): number {
    const block = index >>> SHIFT;
    return block === this.#block ? this.#values[index & WITHIN] : this.#turnTo(block, index);
  }

  /** See `BlockColumn.lowerBound`. */
  lowerBound(wanted: number, from?: number, to?: number): number {
    return this.#column.lowerBound(wanted, from, to);
  }

  /** See `BlockColumn.upperBound`. */
  upperBound(wanted: number, from?: number, to?: number): number {
    return this.#column.upperBound(wanted, from, to);
  }

  #turnTo(block: number, index: number): number {
    if (!(index >= 0) || !this.#column.unpack(block, this.#values)) return Number.NaN;
    spend(UNPACK_STEPS);
    this.#block = block;
    return this.#values[index & WITHIN];
  }
}
