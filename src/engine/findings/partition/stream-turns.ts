/**
 * The data that was sent in turns of its streams, docs/account.md, *Requests and streams*: what is sent of a stream within one smoothed
 * RTT is a turn of it. One pass over the frames, in the order of the log.
 */
import { float64Column, lowerBound, uint32Column } from '../../base/columns/growable';
import { spend } from '../../base/columns/work';
import { ByStream } from '../../sender/streams/by-stream';
import type { TransportState } from '../../sender/transport/transport';
import { smoothedRtts } from './round-trips';

/** To name other streams so many frames are looked through for each stream at most, or so many times its part of all. */
const T = { frames: 10_000, parts: 128 } as const;

export class StreamTurns {
  /** Columns of turns: when its last frame was sent, µs, its bytes, and the index of that frame. */
  readonly endUs = float64Column();
  readonly bytes = float64Column();
  readonly lastFrame = uint32Column();
  /** Turns of a stream, in order. */
  readonly of: (stream: number) => Uint32Array;
  readonly #state: TransportState;
  /** Bytes sent before each frame, and after the last one; a frame without data counts as a byte. */
  readonly #before: Float64Array;

  constructor(state: TransportState) {
    const { streams, ledger } = state;
    const { sent, ids } = streams;
    const times = ledger.application.sentTimesUs.reader();
    const smoothedUs = smoothedRtts(state);
    const turnOf = uint32Column();
    const newest = new Int32Array(ids.length).fill(-1);
    /** When the newest turn of each stream is over at the latest, µs. */
    const overUs = new Float64Array(ids.length);
    this.#state = state;
    this.#before = new Float64Array(sent.length + 1);
    for (const { first, holder, stream, bytes } of sent.inArrays())
      for (let i = 0; i < holder.length; i++) {
        const [frame, timeUs] = [first + i, times.at(holder[i])];
        const size = Math.max(1, bytes[i]);
        this.#before[frame + 1] = this.#before[frame] + size;
        let turn = newest[stream[i]];
        if (turn < 0 || timeUs > overUs[stream[i]]) {
          turn = turnOf.length;
          turnOf.push(stream[i]);
          this.endUs.push(timeUs);
          this.bytes.push(0);
          this.lastFrame.push(frame);
          newest[stream[i]] = turn;
          overUs[stream[i]] = timeUs + smoothedUs(timeUs);
        }
        this.endUs.set(turn, timeUs);
        this.bytes.set(turn, this.bytes.at(turn) + size);
        this.lastFrame.set(turn, frame);
      }
    const byStream = new ByStream(turnOf.view(), ids.length);
    this.of = (stream) => byStream.of(stream);
  }

  /** The first frame that was sent at a time or later. */
  frameAt(timeUs: number): number {
    const { ledger, streams } = this.#state;
    return streams.sent.holder.lowerBound(lowerBound(ledger.application.sentTimesUs, timeUs));
  }

  /** Bytes of the frames [from, to). */
  bytesIn(from: number, to: number): number {
    return this.#before[to] - this.#before[from];
  }

  /** Few enough frames to look through for one stream, where it is done for all of them. */
  areFew(frames: number): boolean {
    const { sent, ids } = this.#state.streams;
    return frames <= Math.max(T.frames, (T.parts * sent.length) / ids.length);
  }

  /** Adds a time to other streams, by their bytes in the frames [from, to). @param times by ordinal, µs. */
  share(us: number, [from, to]: readonly [number, number], own: number, times: Map<number, number>): void {
    const { sent } = this.#state.streams;
    const [streams, sizes] = [sent.stream.slice(from, to), sent.bytes.slice(from, to)];
    let others = 0;
    for (let i = 0; i < streams.length; i++) if (streams[i] !== own) others += Math.max(1, sizes[i]);
    for (let i = 0; i < streams.length; i++) {
      const stream = streams[i];
      if (stream !== own) times.set(stream, (times.get(stream) ?? 0) + (us * Math.max(1, sizes[i])) / others);
    }
    spend(to - from);
  }
}
