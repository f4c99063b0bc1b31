/**
 * The HTTP/3 frames of a connection as columns, in the order of the log, and what those with texts say: filled by the replay,
 * read by `engine/sender/http`. Ids of streams are stored once, rows hold their ordinals.
 */
import { EventKind, HttpFact, HttpFrame, type LoggedHttp } from '../../../qlog-schema';
import { BlockColumn, EMPTY_COLUMN } from '../../base/columns/block-column';
import type { EventBatch } from '../../base/columns/event-batch';

/** Frames that are kept, and those of them with texts, each of which is an object. */
const MAX_FRAMES = 1 << 21;
const MAX_TEXTS = 1 << 19;

/** What a frame says beyond its numbers. */
export interface HttpText extends LoggedHttp {
  /** Its row in the columns. */
  readonly frame: number;
}

/** Bits of `HttpLog.what`: an `HttpFrame`, and whether the endpoint that logs made the frame. */
const CREATED = 8;

export class HttpLog {
  stream = EMPTY_COLUMN;
  timeUs = EMPTY_COLUMN;
  /** Bytes of the payload; -1 where it is not logged. */
  payload = EMPTY_COLUMN;
  /** See `frameOf` and `isCreated`. */
  what = EMPTY_COLUMN;
  /** Id by ordinal, in the order of appearance. */
  readonly ids: number[] = [];
  /** By ascending frame. */
  readonly texts: HttpText[] = [];
  /** Events without a usable stream, or with a frame of a type that is not known; events beyond those that are kept. */
  unread = 0;
  leftOut = 0;
  /** Streams that carry a request or its response: one row each. */
  requests = 0;
  /** Made with the first stream. */
  #ordinals: Map<number, number> | null = null;
  #newestId = Number.NaN;
  #newest = -1;
  /** By ordinal: whether the stream carries HEADERS or DATA. */
  readonly #carries: boolean[] = [];

  get length(): number {
    return this.timeUs.length;
  }

  get byteLength(): number {
    const { stream, timeUs, payload, what } = this;
    return [stream, timeUs, payload, what].reduce((sum, { byteLength }) => sum + byteLength, 0);
  }

  /** Adds an event of HTTP/3. */
  add(batch: EventBatch, row: number, timeUs: number): void {
    let id = Number.NaN;
    let frame: number = HttpFrame.unknown;
    let payload = -1;
    const first = batch.firstPair[row];
    for (let pair = first; pair < first + batch.pairCount[row]; pair++) {
      const value = batch.pairs.at(pair * 2 + 1);
      switch (batch.pairs.at(pair * 2)) {
        case HttpFact.stream:
          id = value;
          break;
        case HttpFact.frame:
          frame = value;
          break;
        case HttpFact.payload:
          payload = Math.floor(value);
          break;
        case HttpFact.whole:
          payload = withoutHead(Math.floor(value));
          break;
        default:
          break;
      }
    }
    const text = batch.http.size > 0 ? batch.http.get(row) : undefined;
    if (frame === HttpFrame.priorityUpdate) id = text?.about ?? Number.NaN;
    const isUsable = Number.isSafeInteger(id) && id >= 0;
    if (frame === HttpFrame.unknown || !isUsable) this.unread++;
    if (!isUsable) return;
    if (this.length >= MAX_FRAMES || (text !== undefined && this.texts.length >= MAX_TEXTS)) {
      this.leftOut++;
      return;
    }
    if (text !== undefined) this.texts.push({ ...text, frame: this.length });
    const ordinal = this.#ordinalOf(id);
    if (isMessage(frame) && this.#carries[ordinal] !== true) {
      this.#carries[ordinal] = true;
      if (isRequestStream(id)) this.requests++;
    }
    if (this.stream === EMPTY_COLUMN) this.#begin();
    this.stream.push(ordinal);
    this.timeUs.push(timeUs);
    this.payload.push(payload);
    this.what.push(frame | (batch.kind[row] === EventKind.httpFrameCreated ? CREATED : 0));
  }

  #begin(): void {
    this.stream = new BlockColumn();
    this.timeUs = new BlockColumn();
    this.payload = new BlockColumn();
    this.what = new BlockColumn();
  }

  /** Whether frames of a request or its response are logged of a stream. */
  carries(id: number): boolean {
    return this.#carries[this.#ordinals?.get(id) ?? -1] === true;
  }

  #ordinalOf(id: number): number {
    if (id === this.#newestId) return this.#newest;
    let ordinal = this.#ordinals?.get(id);
    if (ordinal === undefined) {
      ordinal = this.ids.length;
      this.ids.push(id);
      this.#ordinals ??= new Map();
      this.#ordinals.set(id, ordinal);
    }
    this.#newestId = id;
    this.#newest = ordinal;
    return ordinal;
  }
}

/** The `HttpFrame` of a row. @param what of `HttpLog.what`. */
export function frameOf(what: number): number {
  return what & ~CREATED;
}

/** Whether the endpoint that logs made the frame of a row. @param what of `HttpLog.what`. */
export function isCreated(what: number): boolean {
  return (what & CREATED) !== 0;
}

/** Whether a frame is part of a request or a response (RFC 9114 §4.1). */
export function isMessage(frame: number): boolean {
  return frame === HttpFrame.data || frame === HttpFrame.headers;
}

/** Streams of requests, and those of pushed responses (RFC 9114 §6): by the two low bits of their ids (RFC 9000 §2.1). */
export function isRequestStream(id: number): boolean {
  return id % 4 === 0 || id % 4 === 3;
}

/** Payload of a frame of so many bytes, after its type of one byte and its length (RFC 9000 §16). */
function withoutHead(bytes: number): number {
  return Math.max(0, bytes - headBytes(Math.max(0, bytes - 2)));
}

/** Bytes of a frame's type and length, for a type below 64. */
export function headBytes(payload: number): number {
  if (payload < 2 ** 6) return 2;
  if (payload < 2 ** 14) return 3;
  return payload < 2 ** 30 ? 5 : 9;
}
