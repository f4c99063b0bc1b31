/**
 * What is there of each stream as its frames come, in the order in which they do: bytes that are new, and data that waited
 * beyond a gap. Nearly all frames go on where the one before ended: those cost two numbers per stream, and only a stream
 * with a gap has lists (ranges.ts).
 */
import { float64Column, uint32Column } from '../../base/columns/growable';
import { type Delivery, Ranges } from './ranges';

/** Waits that are listed; all count in the totals. */
const MAX_WAITS = 1 << 18;
/** The frame that filled a gap, where none did. */
export const UNFILLED = 0xffff_ffff;

export class WaitColumns {
  readonly stream = uint32Column();
  readonly fromUs = float64Column();
  readonly toUs = float64Column();
  readonly bytes = float64Column();
  /** The frame that filled the gap, `UNFILLED` for none, and that with the first data beyond it. */
  readonly filling = uint32Column();
  readonly beyond = uint32Column();
  leftOut = 0;

  get length(): number {
    return this.stream.length;
  }
}

/** A stream with a gap. */
interface Gapped {
  readonly ranges: Ranges;
  /** Spans of waits so far, in order, none of which touches another. */
  readonly spans: { fromUs: number; toUs: number }[];
}

export class Coverage {
  readonly waits = new WaitColumns();
  /** Time in which data of the stream waited, µs. */
  readonly waitedUs: Float64Array;
  /** When new data of the stream came last, µs, and when the last before that; NaN for never. */
  readonly newestUs: Float64Array;
  readonly beforeUs: Float64Array;
  /** The frame that brought it. */
  readonly newestFrame: Uint32Array;
  /** The one range that is there of a stream without gaps; NaN for none. */
  readonly #from: Float64Array;
  readonly #to: Float64Array;
  readonly #bases: Float64Array;
  readonly #gapped = new Map<number, Gapped>();

  /** @param bases per stream the offset that the log begins with. */
  constructor(bases: Float64Array) {
    const { length } = bases;
    this.#bases = bases;
    this.waitedUs = new Float64Array(length);
    this.newestUs = new Float64Array(length).fill(Number.NaN);
    this.beforeUs = new Float64Array(length).fill(Number.NaN);
    this.newestFrame = new Uint32Array(length);
    this.#from = new Float64Array(length).fill(Number.NaN);
    this.#to = new Float64Array(length).fill(Number.NaN);
  }

  /**
   * A frame comes, no earlier than the ones before it.
   * @returns how many of its bytes are new.
   */
  add(stream: number, offset: number, bytes: number, timeUs: number, frame: number): number {
    if (bytes === 0) return 0;
    const fresh = this.#cover(stream, offset, bytes, timeUs, frame);
    if (fresh === 0) return 0;
    const newestUs = this.newestUs[stream];
    if (newestUs !== timeUs) {
      this.beforeUs[stream] = newestUs;
      this.newestUs[stream] = timeUs;
    }
    this.newestFrame[stream] = frame;
    return fresh;
  }

  #cover(stream: number, offset: number, bytes: number, timeUs: number, frame: number): number {
    const to = this.#to[stream];
    const end = offset + bytes;
    if (offset === to) {
      this.#to[stream] = end;
      return bytes;
    }
    const from = this.#from[stream];
    if (offset >= from && offset < to) {
      if (end <= to) return 0;
      this.#to[stream] = end;
      return end - to;
    }
    return this.#addApart(stream, offset, end, timeUs, frame);
  }

  /** Offset up to which all of a stream is there, from its base on; NaN for nothing. */
  deliverable(stream: number): number {
    return this.#gapped.get(stream)?.ranges.deliverable ?? this.#to[stream];
  }

  /**
   * The last frame has come: what is still missing is never delivered, and what is beyond it waits to the end.
   * @param untilUs until when a stream waits, µs. @param isLogged whether the log shows what became of all data of a stream below an
   * offset: beyond data that only the log lacks nothing waits.
   */
  end(untilUs: (stream: number) => number, isLogged: (stream: number, offset: number) => boolean): void {
    for (const [stream, gapped] of this.#gapped) {
      const { waiting } = gapped.ranges;
      const endUs = untilUs(stream);
      if (waiting !== null && waiting.sinceUs < endUs && isLogged(stream, waiting.from))
        this.#waited(stream, gapped, waiting, endUs, UNFILLED);
      this.#settle(stream, gapped);
    }
  }

  #addApart(stream: number, from: number, to: number, timeUs: number, frame: number): number {
    const ranges = this.#gapped.get(stream);
    if (ranges === undefined) return this.#begin(stream, from, to, timeUs, frame);
    const fresh = ranges.ranges.add(from, to, timeUs, frame);
    const { delivery, only } = ranges.ranges;
    if (delivery !== null) {
      this.#waited(stream, ranges, delivery, timeUs, frame);
      if (only !== null) {
        this.#settle(stream, ranges);
        this.#gapped.delete(stream);
        this.#from[stream] = only.from;
        this.#to[stream] = only.to;
      }
    }
    return fresh;
  }

  #begin(stream: number, from: number, to: number, timeUs: number, frame: number): number {
    const base = this.#bases[stream];
    const first = this.#from[stream];
    const end = this.#to[stream];
    if (Number.isNaN(end) && from === base) {
      this.#from[stream] = from;
      this.#to[stream] = to;
      return to - from;
    }
    const range: readonly [number, number] = Number.isNaN(end) ? [from, to] : [first, end];
    const ranges = new Ranges(base, range, timeUs, frame);
    const fresh = Number.isNaN(end) ? to - from : ranges.add(from, to, timeUs, frame);
    this.#from[stream] = Number.NaN;
    this.#to[stream] = Number.NaN;
    this.#gapped.set(stream, { ranges, spans: [] });
    return fresh;
  }

  #waited(
    stream: number,
    { spans }: Gapped,
    { sinceUs: fromUs, bytes, beyond }: Delivery,
    toUs: number,
    filling: number,
  ): void {
    // Acknowledged, or received, at once.
    if (fromUs === toUs) return;
    let sinceUs = fromUs;
    for (let last = spans.at(-1); last !== undefined && last.toUs >= sinceUs; last = spans.at(-1)) {
      sinceUs = Math.min(sinceUs, last.fromUs);
      spans.pop();
    }
    spans.push({ fromUs: sinceUs, toUs });
    const { waits } = this;
    if (waits.length >= MAX_WAITS) {
      waits.leftOut++;
      return;
    }
    waits.stream.push(stream);
    waits.fromUs.push(fromUs);
    waits.toUs.push(toUs);
    waits.bytes.push(bytes);
    waits.filling.push(filling);
    waits.beyond.push(beyond);
  }

  #settle(stream: number, { spans }: Gapped): void {
    const sumUs = spans.reduce((sum, { fromUs, toUs }) => sum + toUs - fromUs, 0);
    this.waitedUs[stream] = this.waitedUs[stream] + sumUs;
  }
}
