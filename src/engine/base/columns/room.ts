/**
 * Allocation for growing columns in one array: small ones are copied to twice the capacity, large ones are resized in place.
 * Columns that are read most have slabs (slabs.ts).
 *
 * A trace of 1 GB fills some hundred arrays with up to tens of megabytes each. Doubling needed up to three times the filled
 * size during the copy. A resizable buffer reserves
 * address space, commits pages when they are written, and copies nothing; where it is not supported, columns grow by
 * half.
 */

export type NumericArray = Float64Array | Float32Array | Uint32Array | Uint16Array | Uint8Array;
export type ArrayType<A extends NumericArray> = new (
  room: number | ArrayBuffer,
  at?: number,
  length?: number,
) => A;

/** Columns below this size are copied: a file may hold thousands of connections with small columns. */
const SMALL_BYTES = 256 * 1024;
/** Growth in place: this share of the current size, and at least this many bytes. Unwritten pages use no memory. */
const GROWTH_SHARE = 1 / 16;
const LEAST_GROWTH_BYTES = 64 * 1024;
/**
 * Address space reserved for a column; when it is used up, the column is copied once into a reservation this much
 * larger.
 */
const RESERVED_BYTES = 64 * 1024 ** 2;
const RESERVATION_GROWTH = 8;
/** Growth factor where buffers cannot be resized. */
const COPIED_GROWTH = 1.5;

/** ES2024, and in every browser since 2024; Node 20 has it. */
interface ResizableBuffer extends ArrayBuffer {
  readonly resizable?: boolean;
  readonly maxByteLength: number;
  resize(byteLength: number): void;
}
type BufferType = new (byteLength: number, options: { readonly maxByteLength: number }) => ResizableBuffer;

const IS_RESIZABLE = 'resizable' in ArrayBuffer.prototype;

/**
 * An array with capacity for at least `length` values that holds the old values. It may share its buffer with `data`.
 * @throws RangeError when there is no memory left.
 */
export function withRoom<A extends NumericArray>(data: A, type: ArrayType<A>, length: number): A {
  if (length <= data.length) return data;
  const width = data.BYTES_PER_ELEMENT;
  if (length * width <= SMALL_BYTES) return copied(data, type, Math.max(length, data.length * 2));
  if (!IS_RESIZABLE) return copied(data, type, Math.max(length, Math.ceil(data.length * COPIED_GROWTH)));
  const grownBytes = Math.max(data.byteLength * (1 + GROWTH_SHARE), data.byteLength + LEAST_GROWTH_BYTES);
  const room = Math.max(length, Math.ceil(grownBytes / width));
  const buffer = data.buffer as ResizableBuffer;
  if (buffer.resizable === true && room * width <= buffer.maxByteLength) {
    buffer.resize(room * width);
    return new type(buffer, 0, room);
  }
  const reserved = reserve(room * width);
  if (reserved === null) return copied(data, type, Math.max(length, Math.ceil(data.length * COPIED_GROWTH)));
  const grown = new type(reserved, 0, room);
  grown.set(data);
  return grown;
}

const empties = new Map<unknown, NumericArray>();

/**
 * An empty array that all columns of a type may begin with. It is resizable, as large ones are: V8 tells the two kinds apart,
 * and compiles anew what uses a column when its array is of the other kind for the first time.
 */
export function emptyOf<A extends NumericArray>(type: ArrayType<A>): A {
  const existing = empties.get(type) as A | undefined;
  if (existing !== undefined) return existing;
  const empty = IS_RESIZABLE
    ? new type(new (ArrayBuffer as unknown as BufferType)(0, { maxByteLength: 8 }), 0, 0)
    : new type(0);
  empties.set(type, empty);
  return empty;
}

function copied<A extends NumericArray>(data: A, type: ArrayType<A>, length: number): A {
  const grown = new type(length);
  grown.set(data);
  return grown;
}

/** A resizable buffer; null where the address space cannot be reserved. */
function reserve(byteLength: number): ResizableBuffer | null {
  const maxByteLength = Math.max(RESERVED_BYTES, byteLength * RESERVATION_GROWTH);
  try {
    return new (ArrayBuffer as unknown as BufferType)(byteLength, { maxByteLength });
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}
