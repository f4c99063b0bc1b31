/**
 * Growable typed columns: all numbers of a trace are stored in them.
 *
 * `view()` is the filled part without a copy. Views become stale when the column grows: get a new one, never keep one
 * across a push. room.ts allocates the arrays. Columns that grow with the events of a trace are in blocks (block-column.ts).
 *
 * Each width has its own class with the same three methods: a method that is called with one array type is several
 * times faster than one called with five (monomorphic calls).
 */
import { BlockColumn } from './block-column';
import { BlockReader, type Numbers } from './block-reader';
import { type ArrayType, emptyOf, type NumericArray, withRoom } from './room';

/** Of the first values; a column without one holds no memory: a file may hold thousands of connections. */
const FIRST_CAPACITY = 8;

export class Growable<A extends NumericArray> {
  protected data: A;
  protected filled = 0;
  /** The last view returned: rules ask for the same one repeatedly. */
  #view: A | null = null;
  readonly #type: ArrayType<A>;

  constructor(type: ArrayType<A>) {
    this.#type = type;
    this.data = emptyOf(type);
  }

  get length(): number {
    return this.filled;
  }

  /** Bytes held, unused capacity included. */
  get byteLength(): number {
    return this.data.byteLength;
  }

  push(value: number): void {
    if (this.filled === this.data.length) this.makeRoom(1);
    this.data[this.filled++] = value;
  }

  /** Appends the first `count` of `values`, which are of the column's own type. */
  append(values: A, count: number): void {
    if (this.filled + count > this.data.length) this.makeRoom(count);
    this.data.set(count === values.length ? values : values.subarray(0, count), this.filled);
    this.filled += count;
  }

  /** The value at `index`, NaN outside the filled part. */
  at(index: number): number {
    return index < this.filled ? (this.data[index] ?? Number.NaN) : Number.NaN;
  }

  /** Overwrites a filled value; ignored outside the filled part. */
  set(index: number, value: number): void {
    if (index < this.filled) this.data[index] = value;
  }

  /** The last value, or NaN when the column is empty. */
  last(): number {
    return this.at(this.filled - 1);
  }

  /** The filled part, without a copy; valid until the next `push`. */
  view(): A {
    const current = this.#view;
    if (current !== null && current.length === this.filled) return current;
    const view = this.data.subarray(0, this.filled) as A;
    this.#view = view;
    return view;
  }

  clear(): void {
    this.filled = 0;
  }

  /** Takes one filled value out; those after it move up. */
  remove(index: number): void {
    if (index >= this.filled) return;
    this.data.copyWithin(index, index + 1, this.filled);
    this.filled--;
  }

  /** Puts a value in before a filled one, or after the last; those from there on move down. */
  insert(index: number, value: number): void {
    this.push(value);
    this.data.copyWithin(index + 1, index, this.filled - 1);
    this.data[index] = value;
  }

  protected makeRoom(count: number): void {
    this.data = withRoom(this.data, this.#type, Math.max(FIRST_CAPACITY, this.filled + count));
    this.#view = null;
  }
}

class Uint32Column extends Growable<Uint32Array> {
  constructor() {
    super(Uint32Array);
  }

  override push(value: number): void {
    if (this.filled === this.data.length) this.makeRoom(1);
    this.data[this.filled++] = value;
  }

  override at(index: number): number {
    return index < this.filled ? (this.data[index] ?? Number.NaN) : Number.NaN;
  }

  override set(index: number, value: number): void {
    if (index < this.filled) this.data[index] = value;
  }
}

class Uint16Column extends Growable<Uint16Array> {
  constructor() {
    super(Uint16Array);
  }

  override push(value: number): void {
    if (this.filled === this.data.length) this.makeRoom(1);
    this.data[this.filled++] = value;
  }

  override at(index: number): number {
    return index < this.filled ? (this.data[index] ?? Number.NaN) : Number.NaN;
  }

  override set(index: number, value: number): void {
    if (index < this.filled) this.data[index] = value;
  }
}

class Uint8Column extends Growable<Uint8Array> {
  constructor() {
    super(Uint8Array);
  }

  override push(value: number): void {
    if (this.filled === this.data.length) this.makeRoom(1);
    this.data[this.filled++] = value;
  }

  override at(index: number): number {
    return index < this.filled ? (this.data[index] ?? Number.NaN) : Number.NaN;
  }

  override set(index: number, value: number): void {
    if (index < this.filled) this.data[index] = value;
  }
}

export const float64Column = (): Growable<Float64Array> => new Growable(Float64Array);
export const uint32Column = (): Growable<Uint32Array> => new Uint32Column();
export const uint16Column = (): Growable<Uint16Array> => new Uint16Column();
export const uint8Column = (): Growable<Uint8Array> => new Uint8Column();

/** An ascending column: an array, or blocks. */
export type Ascending = ArrayLike<number> | Numbers | BlockReader;

function isInBlocks(values: Ascending): values is BlockColumn | BlockReader {
  return values instanceof BlockColumn || values instanceof BlockReader;
}

/**
 * First index whose value is >= `wanted` in an ascending column.
 * @returns an index in [0, length].
 */
export function lowerBound(values: Ascending, wanted: number, from = 0, to = values.length): number {
  if (isInBlocks(values)) return values.lowerBound(wanted, from, to);
  const array = values as ArrayLike<number>;
  let low = from;
  let high = to;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (array[middle] < wanted) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** First index whose value is > `wanted` in an ascending column. */
export function upperBound(values: Ascending, wanted: number, from = 0, to = values.length): number {
  if (isInBlocks(values)) return values.upperBound(wanted, from, to);
  const array = values as ArrayLike<number>;
  let low = from;
  let high = to;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (array[middle] <= wanted) low = middle + 1;
    else high = middle;
  }
  return low;
}
