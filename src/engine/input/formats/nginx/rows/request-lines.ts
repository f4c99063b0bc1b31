/**
 * Requests, in the lines of their streams: what HEADERS say of a request, and of its answer. Each has a line per field, and is
 * complete when NGINX goes on with it.
 */
import {
  BlockReason,
  EventFact,
  HttpFact,
  HttpFrame,
  type LoggedHttp,
  MAX_HTTP_TEXT,
  NO_HTTP,
} from '../../../../../qlog-schema';
import { Line } from '../lines/line-kinds';
import type { LineText } from '../lines/line-text';
import type { OfConnection } from './of-connection';

/** Streams whose requests are not complete. */
const MAX_OPEN = 4096;

type Message = { -readonly [field in keyof LoggedHttp]: LoggedHttp[field] };

const nothing = (): Message => ({ ...NO_HTTP });

type Way = 'request' | 'answer';

/** Messages whose lines come, with the byte at which the first one stands. */
type Open = { [way in Way]: { readonly fields: Message; readonly offset: number } | null } & {
  /** Of the request. */
  method: string | null;
};

/** Answers without a body (RFC 9110 §6.4.1). */
const hasBody = (method: string | null, status: number): boolean =>
  method !== 'HEAD' && status >= 200 && status !== 204 && status !== 304;

export class RequestLines {
  readonly #connection: OfConnection;
  readonly #open = new Map<number, Open>();
  /** What was read last: the lines of a request follow. */
  #read = { stream: Number.NaN, offset: 0 };
  /** Streams that wait for credit. */
  readonly #blocked = new Set<number>();
  #isQueueEmpty = false;

  constructor(connection: OfConnection) {
    this.#connection = connection;
  }

  /** A line of a stream. */
  line(kind: number, stream: number, text: LineText): void {
    switch (kind) {
      case Line.method:
        this.#message(stream, 'request', text.offset).method ??= text.quoted(MAX_HTTP_TEXT.word);
        break;
      case Line.path:
        this.#message(stream, 'request', text.offset).path ??= text.quoted(MAX_HTTP_TEXT.path);
        break;
      case Line.authority:
        this.#message(stream, 'request', text.offset).authority ??= text.quoted(MAX_HTTP_TEXT.path);
        break;
      case Line.requestHeader:
        readField(this.#message(stream, 'request', text.offset), text);
        break;
      case Line.answerHeader:
        this.#complete(stream, 'request');
        this.#dated(readField(this.#message(stream, 'answer', text.offset), text));
        break;
      case Line.handled:
        this.#complete(stream, 'request');
        break;
      case Line.written:
        this.#complete(stream, 'answer');
        break;
      default:
        break;
    }
  }

  /** @param date of an answer, as HTTP writes it; null for none. */
  #dated(date: string | null): void {
    const utcMs = date === null ? Number.NaN : Date.parse(date);
    if (!Number.isNaN(utcMs)) this.#connection.rows.dates(utcMs);
  }

  /** Data of a stream is read: the line names it. */
  reads(stream: number, offset: number): void {
    this.#read = { stream, offset };
  }

  /** Whether all that was queued is sent. */
  queue(isEmpty: boolean): void {
    this.#isQueueEmpty = isEmpty;
  }

  /**
   * `flush limit:0`: no more of the stream may be queued. It waits for credit once the queue is empty: NGINX writes the line again
   * with each ACK, and sends no frame that says so. @param limit bytes that may be queued.
   */
  flush(stream: number, limit: number, offset: number): void {
    const isBlocked = limit === 0;
    // What is queued now is said to be sent after a datagram at the earliest.
    if (limit > 0) this.#isQueueEmpty = false;
    if (!(limit >= 0) || isBlocked === this.#blocked.has(stream) || (isBlocked && !this.#isQueueEmpty))
      return;
    if (isBlocked) this.#blocked.add(stream);
    else this.#blocked.delete(stream);
    const { names } = this.#connection;
    const row = this.#connection.begin(names['quic stream credit'], offset);
    const { batch } = this.#connection;
    batch.addPair(row, EventFact.blockStream, stream);
    if (isBlocked) batch.addPair(row, EventFact.blockReason, BlockReason.streamFlowControl);
    batch.addPair(row, EventFact.dataBlocked, isBlocked ? 1 : 0);
  }

  #message(stream: number, way: Way, offset: number): Message {
    let open = this.#open.get(stream);
    if (open === undefined) {
      open = { request: null, answer: null, method: null };
      const [oldest] = this.#open.keys();
      if (this.#open.size >= MAX_OPEN && oldest !== undefined) this.#open.delete(oldest);
      this.#open.set(stream, open);
    }
    const from = way === 'request' && this.#read.stream === stream ? this.#read.offset : offset;
    open[way] ??= { fields: nothing(), offset: from };
    return open[way].fields;
  }

  #complete(stream: number, way: Way): void {
    const open = this.#open.get(stream);
    const message = open?.[way];
    if (open === undefined || message === null || message === undefined) return;
    open[way] = null;
    const { fields, offset } = message;
    if (way === 'request') open.method = fields.method;
    else this.#open.delete(stream);
    const row = this.#frame(stream, way, HttpFrame.headers, offset);
    this.#connection.batch.http.set(row, fields);
    if (way === 'request' || !(fields.contentLength > 0) || !hasBody(open.method, fields.status)) return;
    // Its body is one DATA frame where its length is known.
    const body = this.#frame(stream, way, HttpFrame.data, offset);
    this.#connection.batch.addPair(body, HttpFact.payload, fields.contentLength);
  }

  #frame(stream: number, way: Way, frame: number, offset: number): number {
    const { names } = this.#connection;
    const row = this.#connection.begin(
      names[way === 'request' ? 'http3 request' : 'http3 output header'],
      offset,
    );
    const { batch } = this.#connection;
    batch.addPair(row, HttpFact.stream, stream);
    batch.addPair(row, HttpFact.frame, frame);
    return row;
  }
}

/** `user-agent: curl` or `:status: 200`, up to the last quotation mark. @returns the value of `date`; null for any other field. */
function readField(message: Message, text: LineText): string | null {
  if (text.byte === 0x3a) {
    text.at++;
    if (text.word(MAX_HTTP_TEXT.word) === 'status') message.status = text.value();
    return null;
  }
  const name = text.word(MAX_HTTP_TEXT.word).toLowerCase();
  text.at += 2;
  if (name === 'content-length') message.contentLength = text.number();
  else if (name === 'priority') message.priority ??= text.quoted(MAX_HTTP_TEXT.word);
  else if (name === 'host') message.authority ??= text.quoted(MAX_HTTP_TEXT.path);
  return name === 'date' ? text.quoted(MAX_HTTP_TEXT.word) : null;
}
