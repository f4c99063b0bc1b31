/** Totals of one direction of every stream, as columns by ordinal; filled in one pass over its frames. */
import type { StreamFrames } from '../transport/stream-log';

export class DirectionTotals {
  readonly bytes: Float64Array;
  /** Those of `bytes` that had been sent, or had arrived, before. */
  readonly repeated: Float64Array;
  readonly endOffset: Float64Array;
  /** When that was reached, µs; NaN for never. */
  readonly reachedUs: Float64Array;
  readonly packets: Uint32Array;
  /** First and last frame, µs; NaN for none. */
  readonly firstUs: Float64Array;
  readonly lastUs: Float64Array;
  /** Offset that the direction begins with: 0, or that of the first frame where none begins at 0. */
  readonly base: Float64Array;
  readonly #newest: Float64Array;

  constructor(streams: number, frames: StreamFrames) {
    this.bytes = new Float64Array(streams);
    this.repeated = new Float64Array(streams);
    this.endOffset = new Float64Array(streams);
    this.reachedUs = new Float64Array(streams).fill(Number.NaN);
    this.packets = new Uint32Array(streams);
    this.firstUs = new Float64Array(streams).fill(Number.NaN);
    this.lastUs = new Float64Array(streams).fill(Number.NaN);
    this.#newest = new Float64Array(streams).fill(-1);
    this.base = basesOf(streams, frames);
  }

  add(stream: number, end: number, bytes: number, holder: number, timeUs: number): void {
    this.bytes[stream] = this.bytes[stream] + bytes;
    if (end > this.endOffset[stream]) {
      this.endOffset[stream] = end;
      this.reachedUs[stream] = timeUs;
    }
    if (this.#newest[stream] !== holder) {
      this.#newest[stream] = holder;
      this.packets[stream] = this.packets[stream] + 1;
    }
    if (Number.isNaN(this.firstUs[stream])) this.firstUs[stream] = timeUs;
    this.lastUs[stream] = timeUs;
  }
}

function basesOf(streams: number, frames: StreamFrames): Float64Array {
  const bases = new Float64Array(streams).fill(Number.NaN);
  const [stream, offset] = [frames.stream.reader(), frames.offset.reader()];
  for (let i = 0; i < frames.length; i++) {
    const at = stream.at(i);
    const from = offset.at(i);
    if (from === 0 || Number.isNaN(bases[at])) bases[at] = from;
  }
  return bases;
}
