/**
 * What of each stream was sent and delivered, from its STREAM frames (RFC 9000 §2.2): how far and when, as the time of a request
 * follows from it. Costs O(frames), and memory per stream.
 */
import type { StreamLog, StreamNote } from '../transport/stream-log';
import type { TransportState } from '../transport/transport';

/** Data behind gaps that is kept per stream; a stream with more of them counts as delivered up to its first gap. */
const MAX_PENDING = 1 << 12;

/** One direction of a stream, up to the time at which the endpoint that logs gave it up. */
export interface StreamEnd {
  /** First STREAM frame, µs; NaN for none. */
  readonly firstUs: number;
  /** When the last byte so far was first sent, or could be delivered, µs. */
  readonly lastUs: number;
  /** Bytes from the start of the stream on that were sent, or could be delivered. */
  readonly bytes: number;
  /** When all up to its FIN was sent or delivered, µs; NaN where it was not. */
  readonly completeUs: number;
}

/** Why a stream ended without its FIN (RFC 9000 §3.5), the first of these. */
export type Abort = StreamNote & { readonly kind: 'reset' | 'stop-sending' };

const NO_END: StreamEnd = {
  firstUs: Number.NaN,
  lastUs: Number.NaN,
  bytes: 0,
  completeUs: Number.NaN,
};

/** Numbers by ordinal of the stream. */
class Progress {
  readonly firstUs: Float64Array;
  readonly lastUs: Float64Array;
  readonly bytes: Float64Array;
  readonly #pending = new Map<number, [from: number, to: number][]>();

  constructor(streams: number) {
    this.firstUs = new Float64Array(streams).fill(Number.NaN);
    this.lastUs = new Float64Array(streams).fill(Number.NaN);
    this.bytes = new Float64Array(streams);
  }

  begin(stream: number, timeUs: number): void {
    if (Number.isNaN(this.firstUs[stream] as number)) this.firstUs[stream] = timeUs;
  }

  /** Data up to this offset is there. */
  reach(stream: number, to: number, timeUs: number): void {
    if (to <= (this.bytes[stream] as number)) return;
    this.bytes[stream] = to;
    this.lastUs[stream] = timeUs;
  }

  deliver(stream: number, from: number, to: number, timeUs: number): void {
    const next = this.bytes[stream] as number;
    const waiting = this.#pending.get(stream);
    if (from > next) {
      if (waiting === undefined) this.#pending.set(stream, [[from, to]]);
      else keep(waiting, from, to);
      return;
    }
    let end = to;
    if (waiting !== undefined) {
      let filled = 0;
      for (const [first, last] of waiting) {
        if (first > end) break;
        end = Math.max(end, last);
        filled++;
      }
      waiting.splice(0, filled);
      if (waiting.length === 0) this.#pending.delete(stream);
    }
    this.reach(stream, end, timeUs);
  }
}

/** Keeps a range among others, which ascend and do not touch. */
function keep(ranges: [from: number, to: number][], from: number, to: number): void {
  let at = ranges.length;
  while (at > 0 && (ranges[at - 1] as [number, number])[0] > from) at--;
  const before = ranges[at - 1];
  if (before !== undefined && before[1] >= from) before[1] = Math.max(before[1], to);
  else if (ranges.length < MAX_PENDING) ranges.splice(at++, 0, [from, to]);
  else return;
  const grown = ranges[at - 1] as [number, number];
  let merged = 0;
  for (let i = at; i < ranges.length && (ranges[i] as [number, number])[0] <= grown[1]; i++) {
    grown[1] = Math.max(grown[1], (ranges[i] as [number, number])[1]);
    merged++;
  }
  if (merged > 0) ranges.splice(at, merged);
}

export class StreamEnds {
  readonly #log: StreamLog;
  readonly #sent: Progress;
  readonly #received: Progress;
  /** By ordinal: what FIN says of the end, and when it was first seen. */
  readonly #finSent = new Map<number, StreamNote>();
  readonly #finReceived = new Map<number, StreamNote>();
  readonly #aborts = new Map<number, Abort[]>();

  constructor({ streams: log, ledger, events }: TransportState) {
    this.#log = log;
    const stoppedUs = new Map<number, number>();
    for (const note of log.notes) {
      const { kind, by, stream, timeUs } = note;
      if (kind === 'fin') {
        const fins = by === 'local' ? this.#finSent : this.#finReceived;
        if (!fins.has(stream)) fins.set(stream, note);
      } else if (kind === 'reset' || kind === 'stop-sending') {
        const aborts = this.#aborts.get(stream) ?? [];
        this.#aborts.set(stream, [...aborts, { ...note, kind }]);
        if (kind === 'stop-sending' && by === 'local' && !stoppedUs.has(stream))
          stoppedUs.set(stream, timeUs);
      }
    }
    const streams = log.ids.length;
    this.#sent = new Progress(streams);
    const sentUs = ledger.application.sentTimesUs.reader();
    eachFrame(log.sent, (packet, stream, _, to) => {
      const timeUs = sentUs.at(packet);
      this.#sent.begin(stream, timeUs);
      this.#sent.reach(stream, to, timeUs);
    });
    this.#received = new Progress(streams);
    const receivedUs = events.timeUs.reader();
    eachFrame(log.received, (row, stream, from, to) => {
      const timeUs = receivedUs.at(row);
      this.#received.begin(stream, timeUs);
      if (!(timeUs > (stoppedUs.get(stream) ?? Number.POSITIVE_INFINITY)))
        this.#received.deliver(stream, from, to, timeUs);
    });
  }

  /** @param id of the stream. @param isSent by the endpoint that logs. */
  of(id: number, isSent: boolean): StreamEnd {
    const stream = this.#log.find(id);
    if (stream < 0) return NO_END;
    const { firstUs, lastUs, bytes } = isSent ? this.#sent : this.#received;
    const fin = (isSent ? this.#finSent : this.#finReceived).get(stream);
    const end = {
      firstUs: firstUs[stream] as number,
      lastUs: lastUs[stream] as number,
      bytes: bytes[stream] as number,
    };
    const isComplete = fin !== undefined && !(end.bytes < fin.value);
    if (!isComplete) return { ...end, completeUs: Number.NaN };
    return { ...end, completeUs: Math.max(end.lastUs || fin.timeUs, fin.timeUs) };
  }

  /** In the order of the log. */
  aborts(id: number): readonly Abort[] {
    return this.#aborts.get(this.#log.find(id)) ?? [];
  }
}

function eachFrame(
  { holder, stream, offset, bytes }: StreamLog['sent'],
  visit: (holder: number, stream: number, from: number, to: number) => void,
): void {
  const [holders, streams] = [holder.reader(), stream.reader()];
  const [offsets, sizes] = [offset.reader(), bytes.reader()];
  for (let row = 0; row < holder.length; row++) {
    const from = offsets.at(row);
    visit(holders.at(row), streams.at(row), from, from + sizes.at(row));
  }
}
