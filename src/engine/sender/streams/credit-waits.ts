/**
 * When the data of one direction waited for credit, of its streams and of the connection (credit-limit.ts): the frames and
 * notes of that direction, in order of time.
 *
 * The limit of the connection is for the sum over its streams. A stream waited with it if it had sent before, and sent more
 * afterwards.
 */
import { float64Column, uint32Column } from '../../base/columns/growable';
import type { TimeSpan } from '../transport/connectivity/connectivity';
import type { StreamNote } from '../transport/stream-log';
import { CreditLimit, type UsedUp } from './credit-limit';
import { type InitialLimits, kindOf } from './initial-limits';

/** Waits of streams that are listed; all count in the totals. */
const MAX_WAITS = 1 << 18;
/** Control and QPACK streams stay open, and send a little now and then (RFC 9114 §6.2): they wait for nothing. */
const SMALL_BYTES = 4096;

/** Credit of a stream, or of the connection (-1), that was used up when the log ended, while data was still to come, or said to wait. */
export interface NeverRenewed extends UsedUp {
  readonly stream: number;
}

export class CreditWaits {
  readonly neverRenewed: NeverRenewed[] = [];
  readonly endOffset: Float64Array;
  /** Time in which data of the stream waited for credit of the stream and of the connection, µs. */
  readonly byStreamUs: Float64Array;
  readonly byConnectionUs: Float64Array;
  /** When the connection waited, in order. */
  readonly connection: TimeSpan[] = [];
  /** Waits of streams as columns. */
  readonly stream = uint32Column();
  readonly fromUs = float64Column();
  readonly toUs = float64Column();
  /** Runs of `connection` that a stream waited with: its ordinal, the first one, and that after the last. */
  readonly runs = uint32Column();
  leftOut = 0;
  /** Limit of each stream as far as it is known, NaN otherwise. */
  readonly #limits: Float64Array;
  /** Streams that wait, or have announced it. */
  readonly #near = new Map<number, CreditLimit>();
  readonly #whole: CreditLimit;
  /** Per stream: waits of the connection when it sent last. */
  readonly #seen: Uint32Array;
  readonly #finished: Uint8Array;
  readonly #ids: readonly number[];
  readonly #isReceiver: boolean;
  /** Length of all of `connection` up to each, µs. */
  readonly #sumUs: number[] = [0];
  #total = 0;

  /** @param sender who sends the data: the endpoint that logs, or its peer. */
  constructor(ids: readonly number[], { connection, byKind }: InitialLimits, sender: 'local' | 'remote') {
    const { length } = ids;
    this.#ids = ids;
    this.#isReceiver = sender === 'remote';
    this.#whole = new CreditLimit(connection, this.#isReceiver);
    this.endOffset = new Float64Array(length);
    this.byStreamUs = new Float64Array(length);
    this.byConnectionUs = new Float64Array(length);
    this.#limits = Float64Array.from(ids, (id) => byKind[kindOf(id)]);
    this.#seen = new Uint32Array(length);
    this.#finished = new Uint8Array(length);
  }

  /** A STREAM frame. */
  data(stream: number, end: number, timeUs: number): void {
    const before = this.endOffset[stream];
    if (end <= before) return;
    this.endOffset[stream] = end;
    this.#total += end - before;
    const isNear = end >= this.#limits[stream] || (this.#near.size > 0 && this.#near.has(stream));
    if (isNear) this.#change(stream, (limit) => limit.data(end, timeUs));
    this.#connectionWaited(this.#whole.data(this.#total, timeUs));
    const waits = this.connection.length;
    const seen = this.#seen[stream];
    if (seen === waits) return;
    this.#seen[stream] = waits;
    if (before > 0) this.#waitedWith(stream, seen, waits);
  }

  /** What a frame says of credit, or of the end, of this direction; others are ignored. */
  note({ kind, by, timeUs, stream, value }: StreamNote): void {
    const isSender = (by === 'remote') === this.#isReceiver;
    switch (kind) {
      case 'stream-credit':
        if (isSender || stream < 0 || this.#finished[stream] === 1) return;
        if (this.#near.has(stream)) this.#change(stream, (limit) => limit.granted(value, timeUs));
        else if (!(value <= this.#limits[stream])) this.#limits[stream] = value;
        return;
      case 'connection-credit':
        if (!isSender) this.#connectionWaited(this.#whole.granted(value, timeUs));
        return;
      case 'stream-blocked':
        if (!isSender || stream < 0 || this.#finished[stream] === 1) return;
        this.#change(stream, (limit) => {
          limit.blocked(value, this.endOffset[stream], timeUs);
          return null;
        });
        return;
      case 'connection-blocked':
        if (isSender) this.#whole.blocked(value, this.#total, timeUs);
        return;
      case 'fin':
      case 'reset':
        if (!isSender || stream < 0) return;
        this.#finished[stream] = 1;
        // The data of the packet that holds a FIN comes after this note, and may end a wait.
        if (kind === 'reset' && this.#near.has(stream))
          this.#change(stream, (limit) => limit.finished(true, timeUs));
        return;
      default:
    }
  }

  /** The log ends: what was announced, and is not granted, waits until then. */
  end(timeUs: number): void {
    const open = this.#openStreams();
    if (open.length > 0 || !Number.isNaN(this.#whole.usedUp?.announcedUs)) this.#leave(-1, this.#whole);
    for (const [stream, limit] of this.#near) {
      if (this.#finished[stream] === 0) this.#leave(stream, limit);
      this.#waited(stream, limit.finished(this.#finished[stream] === 0, timeUs));
    }
    const before = this.connection.length;
    this.#connectionWaited(this.#whole.finished(true, timeUs));
    // Which stream has more data then no frame says: it is known of the only one that is not finished.
    if (this.connection.length > before && open.length === 1)
      this.#waitedWith(open[0], this.#seen[open[0]], this.connection.length);
  }

  #leave(stream: number, { usedUp }: CreditLimit): void {
    if (usedUp !== null) this.neverRenewed.push({ stream, ...usedUp });
  }

  /** Streams that sent and are not finished, without those that stay open and send little; two are as good as more. */
  #openStreams(): readonly number[] {
    const open: number[] = [];
    for (let stream = 0; stream < this.#ids.length && open.length < 2; stream++) {
      const hasSent = this.endOffset[stream] > 0;
      if (hasSent && this.#finished[stream] === 0 && !this.#isSmall(stream)) open.push(stream);
    }
    return open;
  }

  #isSmall(stream: number): boolean {
    const isUni = this.#ids[stream] % 4 >= 2;
    return isUni && this.endOffset[stream] < SMALL_BYTES;
  }

  #change(stream: number, change: (limit: CreditLimit) => TimeSpan | null): void {
    const limit = this.#near.get(stream) ?? new CreditLimit(this.#limits[stream], this.#isReceiver);
    this.#waited(stream, change(limit));
    this.#limits[stream] = limit.bytes;
    if (limit.isIdle) this.#near.delete(stream);
    else this.#near.set(stream, limit);
  }

  #waited(stream: number, span: TimeSpan | null): void {
    if (span === null || !(span.toUs > span.fromUs)) return;
    this.byStreamUs[stream] = this.byStreamUs[stream] + span.toUs - span.fromUs;
    if (this.stream.length >= MAX_WAITS) {
      this.leftOut++;
      return;
    }
    this.stream.push(stream);
    this.fromUs.push(span.fromUs);
    this.toUs.push(span.toUs);
  }

  #connectionWaited(span: TimeSpan | null): void {
    if (span === null || !(span.toUs > span.fromUs)) return;
    this.connection.push(span);
    this.#sumUs.push(this.#sumUs[this.#sumUs.length - 1] + span.toUs - span.fromUs);
  }

  /** The stream waited with the connection since it sent last. */
  #waitedWith(stream: number, from: number, to: number): void {
    if (this.#isSmall(stream)) return;
    const us = this.#sumUs[to] - this.#sumUs[from];
    this.byConnectionUs[stream] = this.byConnectionUs[stream] + us;
    if (this.runs.length >= 3 * MAX_WAITS) {
      this.leftOut++;
      return;
    }
    for (const number of [stream, from, to]) this.runs.push(number);
  }
}
