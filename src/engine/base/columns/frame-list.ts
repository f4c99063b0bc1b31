/**
 * What the frames of a batch say of streams and of credit (RFC 9000 §19.4, §19.5, §19.8 to §19.14), in the order of the log:
 * four numbers each, so that a list costs no object per frame.
 *
 *   row and kind │ stream │ offset, error code or limit │ length or final size
 */

/** Kinds of frames. Those from `reset` on are few. */
export const StreamFrame = {
  data: 0,
  /** With FIN: the stream ends after its data. */
  lastData: 1,
  reset: 2,
  stopSending: 3,
  streamCredit: 4,
  streamBlocked: 5,
  connectionCredit: 6,
  connectionBlocked: 7,
  streamsCredit: 8,
  streamsBlocked: 9,
  /** Of unidirectional streams; those above are of bidirectional ones. */
  uniStreamsCredit: 10,
  uniStreamsBlocked: 11,
  /** RFC 9221: of no stream. */
  datagram: 12,
} as const;
export type StreamFrame = (typeof StreamFrame)[keyof typeof StreamFrame];

const KIND_BITS = 4;
const KIND_MASK = (1 << KIND_BITS) - 1;
const NUMBERS = 4;
/** A file may hold thousands of connections, each with a batch of one row. */
const FIRST_NUMBERS = 16 * NUMBERS;
const NO_NUMBERS = new Float64Array(0);

export class FrameList {
  #data: Float64Array;
  #filled: number;

  /** @param data memory that is filled with the numbers of frames. */
  constructor(data = NO_NUMBERS) {
    this.#data = data;
    this.#filled = data.length;
  }

  get length(): number {
    return this.#filled / NUMBERS;
  }

  /** Their numbers, without a copy; valid until the next frame. */
  get numbers(): Float64Array {
    return this.#data.subarray(0, this.#filled);
  }

  /**
   * Adds a frame of the last row.
   * @param stream its id, NaN for none that is usable. @param value offset of the data, error code, or limit in bytes or streams.
   * @param length of the data, or final size of the stream, bytes; NaN where a number is not logged.
   */
  add(row: number, kind: StreamFrame, stream: number, value: number, length: number): void {
    if (this.#filled === this.#data.length) this.#grow();
    const at = this.#filled;
    const data = this.#data;
    data[at] = (row << KIND_BITS) | kind;
    data[at + 1] = stream;
    data[at + 2] = value;
    data[at + 3] = length;
    this.#filled = at + NUMBERS;
  }

  /** Adds the frames of a row of another list. */
  copyRow(from: FrameList, row: number, to: number): void {
    for (let i = from.firstOf(row); i < from.length && from.rowAt(i) === row; i++)
      this.add(to, from.kindAt(i), from.streamAt(i), from.valueAt(i), from.lengthAt(i));
  }

  /** The first frame of a row, or of one after it. */
  firstOf(row: number): number {
    let low = 0;
    let high = this.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.rowAt(middle) < row) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /** Infinity after the last frame. */
  rowAt(frame: number): number {
    return frame * NUMBERS < this.#filled
      ? this.#data[frame * NUMBERS] >>> KIND_BITS
      : Number.POSITIVE_INFINITY;
  }

  kindAt(frame: number): StreamFrame {
    return (this.#data[frame * NUMBERS] & KIND_MASK) as StreamFrame;
  }

  streamAt(frame: number): number {
    return this.#data[frame * NUMBERS + 1];
  }

  valueAt(frame: number): number {
    return this.#data[frame * NUMBERS + 2];
  }

  lengthAt(frame: number): number {
    return this.#data[frame * NUMBERS + 3];
  }

  /** Takes the frames of a row and of those after it out again. */
  dropFrom(row: number): void {
    this.#filled = this.firstOf(row) * NUMBERS;
  }

  clear(): void {
    this.#filled = 0;
  }

  #grow(): void {
    const larger = new Float64Array(Math.max(FIRST_NUMBERS, 2 * this.#data.length));
    larger.set(this.#data);
    this.#data = larger;
  }
}
