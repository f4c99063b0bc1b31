/**
 * Room for columns that grow: small ones are copied to twice the room, large ones grow where they stand.
 *
 * A trace of 1 GB fills some thirty columns with tens of megabytes each. Doubling held up to three times what is
 * filled while it copied (measured: 93 to 118 bytes per event allocated for 69 filled). A resizable buffer reserves
 * addresses, takes pages as they are needed, and copies nothing; where there is none, columns grow by half.
 */

export type NumericArray = Float64Array | Float32Array | Uint32Array | Uint16Array | Uint8Array;
export type ArrayType<A extends NumericArray> = new (
  room: number | ArrayBuffer,
  at?: number,
  length?: number,
) => A;

/** Columns below this are copied: a file may hold thousands of connections whose columns stay small. */
const SMALL_BYTES = 256 * 1024;
/** Growth in place: this share of what is held, and at least so many bytes. Pages that nobody wrote cost nothing. */
const GROWTH_SHARE = 1 / 8;
const LEAST_GROWTH_BYTES = 128 * 1024;
/** Addresses reserved for a column, and by how much a full reservation is surpassed: then it is copied once. */
const RESERVED_BYTES = 64 * 1024 ** 2;
const RESERVATION_GROWTH = 8;
/** Growth where buffers cannot be resized. */
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
 * Room for at least `length` values, the old ones at their places. The result may share its buffer with `data`.
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

function copied<A extends NumericArray>(data: A, type: ArrayType<A>, length: number): A {
  const grown = new type(length);
  grown.set(data);
  return grown;
}

/** A buffer that can grow; null where the addresses cannot be had. */
function reserve(byteLength: number): ResizableBuffer | null {
  const maxByteLength = Math.max(RESERVED_BYTES, byteLength * RESERVATION_GROWTH);
  try {
    return new (ArrayBuffer as unknown as BufferType)(byteLength, { maxByteLength });
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}
