/**
 * How far each stream was sent and delivered, and when it was complete (RFC 9000 §2.2, §3): the time of a request follows from it.
 * Costs O(frames) beyond the table of streams.
 */
import type { DirectionTotals } from '../streams/direction-totals';
import type { StreamAbort } from '../streams/stream-row';
import type { StreamTable } from '../streams/stream-table';

/** Data behind gaps that is kept per stream; one with more of them counts as delivered up to its first gap. */
const MAX_PENDING = 1 << 12;

/** One direction of a stream. */
export interface StreamEnd {
  /** First STREAM frame, µs; NaN for none. */
  readonly firstUs: number;
  /** Bytes from the start of the stream, or of the log, on that were sent, or could be delivered. */
  readonly bytes: number;
  /** When all up to its FIN was sent, or could be delivered, µs; NaN where it was not. */
  readonly completeUs: number;
}

const NO_END: StreamEnd = { firstUs: Number.NaN, bytes: 0, completeUs: Number.NaN };

type Range = [from: number, to: number];

/** How far a direction of each stream is, by ordinal. */
class Progress {
  /** Offset that was reached, and when. */
  readonly to: Float64Array;
  readonly reachedUs: Float64Array;
  readonly #pending = new Map<number, Range[]>();

  /** @param bases offsets that the directions begin with; NaN for one without a frame. */
  constructor(bases: Float64Array) {
    this.to = bases.map((base) => base || 0);
    this.reachedUs = new Float64Array(bases.length).fill(Number.NaN);
  }

  /** Data up to this offset is there. */
  reach(stream: number, to: number, timeUs: number): void {
    if (to <= (this.to[stream] as number)) return;
    this.to[stream] = to;
    this.reachedUs[stream] = timeUs;
  }

  /** Data from one offset to another is there. */
  deliver(stream: number, from: number, to: number, timeUs: number): void {
    const waiting = this.#pending.get(stream);
    if (from > (this.to[stream] as number)) {
      if (waiting === undefined) this.#pending.set(stream, [[from, to]]);
      else keep(waiting, from, to);
      return;
    }
    let end = to;
    if (waiting !== undefined) {
      const filled = waiting.findIndex(([first]) => first > end);
      for (const [, last] of waiting.splice(0, filled < 0 ? waiting.length : filled))
        end = Math.max(end, last);
      if (waiting.length === 0) this.#pending.delete(stream);
    }
    this.reach(stream, end, timeUs);
  }
}

/** Keeps a range among others, which ascend and do not touch. */
function keep(ranges: Range[], from: number, to: number): void {
  let at = ranges.length;
  while (at > 0 && (ranges[at - 1] as Range)[0] > from) at--;
  const before = ranges[at - 1];
  if (before !== undefined && before[1] >= from) before[1] = Math.max(before[1], to);
  else if (ranges.length < MAX_PENDING) ranges.splice(at++, 0, [from, to]);
  else return;
  const grown = ranges[at - 1] as Range;
  let merged = 0;
  for (const [first, last] of ranges.slice(at)) {
    if (first > grown[1]) break;
    grown[1] = Math.max(grown[1], last);
    merged++;
  }
  ranges.splice(at, merged);
}

export class StreamEnds {
  readonly #table: StreamTable;
  readonly #received: Progress;

  /** @param readsOn data that arrives behind the endpoint's own STOP_SENDING is still delivered. */
  constructor(table: StreamTable, readsOn: boolean) {
    const { streams: log, events } = table.state;
    this.#table = table;
    this.#received = new Progress(table.received.base);
    const receivedUs = events.timeUs.reader();
    for (const { holder, stream: streams, offset, bytes } of log.received.inArrays()) {
      for (let i = 0; i < holder.length; i++) {
        const stream = streams[i] as number;
        // Frames of later streams came since.
        if (stream >= table.length) continue;
        const timeUs = receivedUs.at(holder[i] as number);
        const from = offset[i] as number;
        const isDelivered = readsOn || !(timeUs > this.#stoppedUs(stream));
        if (isDelivered) this.#received.deliver(stream, from, from + (bytes[i] as number), timeUs);
      }
    }
  }

  /** @param id of the stream. @param isSent by the endpoint that logs. */
  of(id: number, isSent: boolean): StreamEnd {
    const { state, sent, received, finSentUs, finReceivedUs, finalSent, finalReceived } = this.#table;
    const stream = state.streams.find(id);
    if (stream < 0) return NO_END;
    const [to, reachedUs] = isSent
      ? [sentTo(sent, stream), sent.reachedUs[stream]]
      : [this.#received.to[stream], this.#received.reachedUs[stream]];
    const { firstUs, base } = isSent ? sent : received;
    const finUs = (isSent ? finSentUs : finReceivedUs)[stream] as number;
    const final = (isSent ? finalSent : finalReceived)[stream] as number;
    const end = to as number;
    const isComplete = !Number.isNaN(finUs) && !(end < final);
    return {
      firstUs: firstUs[stream] as number,
      bytes: end - (base[stream] || 0),
      completeUs: isComplete ? Math.max(reachedUs || finUs, finUs) : Number.NaN,
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
  const end = endOffset[stream] as number;
  return end === 0 && (bytes[stream] as number) > 0 ? Number.NaN : Math.max(end, base[stream] || 0);
}

/** When the endpoint that logs asked its peer to stop, µs; NaN for never. */
export function stoppedUs(aborts: readonly StreamAbort[] | undefined): number {
  return aborts?.find(({ what, by }) => what === 'stop-sending' && by === 'local')?.timeUs ?? Number.NaN;
}
