/**
 * Growable typed columns: the only place where the trace's numbers live.
 *
 * A column doubles its buffer when it is full; `view()` is the filled part without a copy. Views become
 * stale when the column grows: take them again, never keep them across a push.
 */

type NumericArray = Float64Array | Float32Array | Uint32Array | Uint16Array | Uint8Array;
type ArrayType<A extends NumericArray> = new (length: number) => A;

const FIRST_CAPACITY = 256;

export class Growable<A extends NumericArray> {
  #data: A;
  #length = 0;
  readonly #type: ArrayType<A>;

  constructor(type: ArrayType<A>, capacity = FIRST_CAPACITY) {
    this.#type = type;
    this.#data = new type(capacity);
  }

  get length(): number {
    return this.#length;
  }

  /** Bytes held, unused capacity included. */
  get byteLength(): number {
    return this.#data.byteLength;
  }

  push(value: number): void {
    if (this.#length === this.#data.length) {
      const grown = new this.#type(this.#data.length * 2);
      grown.set(this.#data);
      this.#data = grown;
    }
    this.#data[this.#length++] = value;
  }

  /** The value at `index`, which must lie inside the filled part: outside it the result is NaN. */
  at(index: number): number {
    return index < this.#length ? (this.#data[index] ?? Number.NaN) : Number.NaN;
  }

  /** Overwrites a filled value; ignored outside the filled part. */
  set(index: number, value: number): void {
    if (index < this.#length) this.#data[index] = value;
  }

  /** The last value, or NaN when the column is empty. */
  last(): number {
    return this.at(this.#length - 1);
  }

  /** The filled part, without a copy; valid until the next `push`. */
  view(): A {
    return this.#data.subarray(0, this.#length) as A;
  }

  clear(): void {
    this.#length = 0;
  }
}

export const float64Column = (): Growable<Float64Array> => new Growable(Float64Array);
export const uint32Column = (): Growable<Uint32Array> => new Growable(Uint32Array);
export const uint16Column = (): Growable<Uint16Array> => new Growable(Uint16Array);
export const uint8Column = (): Growable<Uint8Array> => new Growable(Uint8Array);

/**
 * First index whose value is not below `wanted` in an ascending column.
 * @returns an index in [0, length].
 */
export function lowerBound(values: ArrayLike<number>, wanted: number, from = 0, to = values.length): number {
  let low = from;
  let high = to;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((values[middle] as number) < wanted) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** First index whose value is above `wanted` in an ascending column. */
export function upperBound(values: ArrayLike<number>, wanted: number, from = 0, to = values.length): number {
  let low = from;
  let high = to;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((values[middle] as number) <= wanted) low = middle + 1;
    else high = middle;
  }
  return low;
}
