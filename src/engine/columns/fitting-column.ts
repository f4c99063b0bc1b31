/**
 * A growable column of the narrowest type that fits its values: 16 bits, then 32 bits for integers, then a float.
 * Packet numbers, sizes and byte offsets may need 62 bits but rarely do.
 *
 *   [0 … 2¹⁶−2] ──► [0 … 2³²−2] ──► any number         copied once at each step
 *
 * NaN is stored as the largest value of the type, so it takes no extra space. Columns of fixed width are in
 * growable.ts.
 */
import { type ArrayType, type NumericArray, withRoom } from './room';

type FittingArray = Uint16Array | Uint32Array | Float64Array;

const FIRST_CAPACITY = 256;
const MAX_UINT16 = 0xffff;
const MAX_UINT32 = 0xffff_ffff;

export class FittingColumn {
  #data: FittingArray = new Uint16Array(FIRST_CAPACITY);
  #filled = 0;
  /** The stored value that means NaN; unused in a column of floats. */
  #absent = MAX_UINT16;

  get length(): number {
    return this.#filled;
  }

  /** Bytes held, unused capacity included. */
  get byteLength(): number {
    return this.#data.byteLength;
  }

  /** Bytes of one value. */
  get width(): number {
    return this.#data.BYTES_PER_ELEMENT;
  }

  push(value: number): void {
    this.#makeRoom(1);
    this.#fit(value);
    this.#data[this.#filled++] = Number.isNaN(value) ? this.#absent : value;
  }

  /** Appends the first `count` of `values`. */
  append(values: Float64Array | Uint32Array, count: number): void {
    this.#makeRoom(count);
    let absences = 0;
    let absent = this.#absent;
    for (let i = 0; i < count; i++) {
      const value = values[i] as number;
      if (value < absent && value >>> 0 === value) continue;
      if (Number.isNaN(value)) absences++;
      else this.#fit(value);
      absent = this.#absent;
    }
    this.#data.set(count === values.length ? values : values.subarray(0, count), this.#filled);
    for (let i = 0; absences > 0 && i < count; i++) {
      if (!Number.isNaN(values[i])) continue;
      this.#data[this.#filled + i] = this.#absent;
      absences--;
    }
    this.#filled += count;
  }

  /** The value at `index`; NaN where NaN was pushed and outside the filled part. */
  at(index: number): number {
    if (!(index < this.#filled)) return Number.NaN;
    const value = this.#data[index] ?? Number.NaN;
    return value === this.#absent ? Number.NaN : value;
  }

  last(): number {
    return this.at(this.#filled - 1);
  }

  /** The filled part without a copy, valid until the next push; for columns that hold no NaN. */
  view(): FittingArray {
    return this.#data.subarray(0, this.#filled);
  }

  /** Widens the column if the value does not fit. */
  #fit(value: number): void {
    const whole = value >>> 0 === value;
    if (whole && value < this.#absent) return;
    if (this.#data instanceof Float64Array || Number.isNaN(value)) return;
    const narrow = this.#data;
    const before = this.#absent;
    const fits32 = whole && value < MAX_UINT32;
    this.#absent = fits32 ? MAX_UINT32 : Number.NaN;
    const data = fits32 ? room(narrow, Uint32Array) : room(narrow, Float64Array);
    for (let i = 0; i < this.#filled; i++) {
      const known = narrow[i] as number;
      data[i] = known === before ? this.#absent : known;
    }
    this.#data = data;
  }

  #makeRoom(count: number): void {
    const length = this.#filled + count;
    if (length <= this.#data.length) return;
    if (this.#data instanceof Uint16Array) this.#data = withRoom(this.#data, Uint16Array, length);
    else if (this.#data instanceof Uint32Array) this.#data = withRoom(this.#data, Uint32Array, length);
    else this.#data = withRoom(this.#data, Float64Array, length);
  }
}

/** An array of a wider type with the same capacity as `narrow`. */
function room<A extends NumericArray>(narrow: FittingArray, type: ArrayType<A>): A {
  return withRoom(new type(0), type, narrow.length);
}
