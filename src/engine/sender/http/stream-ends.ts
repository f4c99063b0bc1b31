/**
 * How far each stream was sent and delivered, and when it was complete (RFC 9000 §2.2, §3): the time of a request follows from it.
 * Costs O(frames) beyond the table of streams.
 */
import type { DirectionTotals } from '../streams/direction-totals';
import { Ranges } from '../streams/ranges';
import type { StreamAbort } from '../streams/stream-row';
import type { StreamTable } from '../streams/stream-table';

export interface StreamEnd {
  /** First STREAM frame, µs; NaN for none. */
  readonly firstUs: number;
  /** Bytes from the start of the stream, or of the log, on that were sent, or could be delivered. */
  readonly bytes: number;
  /**
   * When all up to its FIN could be delivered, or, of what this endpoint sent, was acknowledged, else sent: µs; NaN where it was not
   * even that.
   */
  readonly completeUs: number;
  /** That it arrived does not show. */
  readonly isSentOnly: boolean;
}

const NO_END: StreamEnd = { firstUs: Number.NaN, bytes: 0, completeUs: Number.NaN, isSentOnly: false };

class Progress {
  /** Offset that was reached, and when. */
  readonly to: Float64Array;
  readonly reachedUs: Float64Array;
  /** Of a direction with data that waits for a gap. */
  readonly #gapped = new Map<number, Ranges>();

  /** @param bases offsets that the directions begin with; NaN for one without a frame. */
  constructor(bases: Float64Array) {
    this.to = bases.map((base) => base || 0);
    this.reachedUs = new Float64Array(bases.length).fill(Number.NaN);
  }

  /** Data up to this offset is there. */
  reach(stream: number, to: number, timeUs: number): void {
    if (to <= this.to[stream]) return;
    this.to[stream] = to;
    this.reachedUs[stream] = timeUs;
  }

  /** Data from one offset to another is there. @param frame that carried it. */
  deliver(stream: number, [from, to]: readonly [number, number], timeUs: number, frame: number): void {
    const reached = this.to[stream];
    if (to <= reached) return;
    const gapped = this.#gapped.get(stream);
    if (gapped === undefined) {
      if (from <= reached) this.reach(stream, to, timeUs);
      else if (from < to) this.#gapped.set(stream, new Ranges(reached, [from, to], timeUs, frame));
      return;
    }
    gapped.add(from, to, timeUs, frame);
    this.reach(stream, gapped.deliverable, timeUs);
    if (gapped.only !== null) this.#gapped.delete(stream);
  }
}

export class StreamEnds {
  readonly #table: StreamTable;
  readonly #received: Progress;

  /** @param readsOn data that arrives after the endpoint's own STOP_SENDING is still delivered. */
  constructor(table: StreamTable, readsOn: boolean) {
    const { streams: log, events } = table.state;
    this.#table = table;
    this.#received = new Progress(table.received.base);
    const receivedUs = events.timeUs.reader();
    for (const { first, holder, stream: streams, offset, bytes } of log.received.inArrays()) {
      for (let i = 0; i < holder.length; i++) {
        const stream = streams[i];
        // Frames of later streams came since.
        if (stream >= table.length) continue;
        const timeUs = receivedUs.at(holder[i]);
        const from = offset[i];
        const isDelivered = readsOn || !(timeUs > this.#stoppedUs(stream));
        const range = [from, from + bytes[i]] as const;
        if (isDelivered) this.#received.deliver(stream, range, timeUs, first + i);
      }
    }
  }

  /** @param id of the stream. @param isSent by the endpoint that logs. */
  of(id: number, isSent: boolean): StreamEnd {
    const { state, sent, received, finSentUs, finReceivedUs, finalSent, finalReceived } = this.#table;
    const stream = state.streams.find(id);
    if (stream < 0) return NO_END;
    const { firstUs, base } = isSent ? sent : received;
    const end = isSent ? sentTo(sent, stream) : this.#received.to[stream];
    const finUs = (isSent ? finSentUs : finReceivedUs)[stream];
    const final = (isSent ? finalSent : finalReceived)[stream];
    const isComplete = !Number.isNaN(finUs) && !(end < final);
    const arrivedUs = isSent
      ? this.#table.wholeAckedUs(stream)
      : Math.max(this.#received.reachedUs[stream] || finUs, finUs);
    const isSentOnly = isComplete && Number.isNaN(arrivedUs);
    const doneUs = isSentOnly ? this.#table.wholeSentUs(stream) : arrivedUs;
    return {
      firstUs: firstUs[stream],
      bytes: end - (base[stream] || 0),
      completeUs: isComplete ? doneUs : Number.NaN,
      isSentOnly,
    };
  }

  /** RESET_STREAM and STOP_SENDING, in the order of the log. */
  aborts(id: number): readonly StreamAbort[] {
    return this.#table.aborts.get(this.#table.state.streams.find(id)) ?? [];
  }

  /** When the endpoint that logs gave the stream up as a receiver, µs; NaN for never. */
  #stoppedUs(stream: number): number {
    return stoppedUs(this.#table.aborts.get(stream));
  }
}

/** Offset up to which a stream was sent; NaN where offsets are not logged. */
function sentTo({ endOffset, bytes, base }: DirectionTotals, stream: number): number {
  const end = endOffset[stream];
  return end === 0 && bytes[stream] > 0 ? Number.NaN : Math.max(end, base[stream] || 0);
}

/** When the endpoint that logs asked its peer to stop, µs; NaN for never. */
export function stoppedUs(aborts: readonly StreamAbort[] | undefined): number {
  return aborts?.find(({ what, by }) => what === 'stop-sending' && by === 'local')?.timeUs ?? Number.NaN;
}
