/**
 * HTTP/3 requests of a connection (RFC 9114 §4): what its HTTP/3 events say of each, and what the STREAM frames under them
 * tell of times, ends and aborts. Where a log has no such events, every bidirectional stream of the client is a request (§6.1), if
 * control streams show that the connection is one of HTTP/3.
 *
 * Sizes are those of bodies: of a message that is complete as its DATA frames say, of one that was broken off as far as it
 * came, because a frame is logged when its head is written or read.
 */
import { streamRowsOf } from '../streams/rows-of-state';
import type { StreamAbort } from '../streams/stream-row';
import type { StreamTable } from '../streams/stream-table';
import { isRequestStream } from '../transport/http-log';
import type { TransportState } from '../transport/transport';
import { bodiesWithin, exchangesOf, type HttpExchange, type HttpMessage } from './http-frames';
import type { HttpOutcome, HttpRow } from './http-row';
import { isOfClient, isOfRequests } from './request-count';
import { type StreamEnd, StreamEnds, stoppedUs } from './stream-ends';

/** Error codes of RFC 9114 §8.1. */
const H3_NO_ERROR = 0x100;
const H3_REQUEST_REJECTED = 0x10b;
const H3_REQUEST_CANCELLED = 0x10c;

export interface HttpRows {
  /** By stream id. */
  readonly rows: readonly HttpRow[];
  /** Events of HTTP/3 of which no row could be made. */
  readonly unread: number;
}

export function httpRowsOf(state: TransportState): HttpRows {
  const { http, streams } = state;
  const { table } = streamRowsOf(state);
  const exchanges = exchangesOf(http);
  const ends = new StreamEnds(table, readsOn(table, exchanges));
  const isClient = isClientLog(state, exchanges);
  const rows: HttpRow[] = [];
  let foreign = 0;
  const cut = { created: new Map<number, number>(), parsed: new Map<number, number>() };
  for (const [ordinal, exchange] of exchanges.entries()) {
    if (exchange === undefined) continue;
    if (!isRequestStream(exchange.id)) {
      foreign += exchange.created.frames + exchange.parsed.frames;
      continue;
    }
    for (const way of ['created', 'parsed'] as const) {
      const end = ends.of(exchange.id, way === 'created');
      if (Number.isNaN(end.completeUs) && !Number.isNaN(end.firstUs)) cut[way].set(ordinal, end.bytes);
    }
  }
  const bodies = {
    created: bodiesWithin(http, cut.created, true),
    parsed: bodiesWithin(http, cut.parsed, false),
  };
  for (const [ordinal, exchange] of exchanges.entries()) {
    if (exchange === undefined || !isRequestStream(exchange.id)) continue;
    const body = (way: 'created' | 'parsed'): number =>
      cut[way].has(ordinal) ? bodies[way][ordinal] : exchange[way].bodyBytes;
    rows.push(rowOf(exchange, { created: body('created'), parsed: body('parsed') }, ends, isClient));
  }
  const rawIds = isOfRequests(state) ? streams.ids : [];
  for (const id of rawIds) {
    if (isOfClient(id) && !http.carries(id)) rows.push(rowOfStream(id, ends, isClient));
  }
  rows.sort((a, b) => a.streamId - b.streamId);
  return { rows, unread: http.unread + http.leftOut + foreign };
}

/**
 * Whether the endpoint still delivers what comes after its own STOP_SENDING (RFC 9000 §3.5 leaves it free to): it read frames of
 * HTTP/3 there.
 */
function readsOn({ state, aborts }: StreamTable, exchanges: readonly (HttpExchange | undefined)[]): boolean {
  for (const exchange of exchanges) {
    if (exchange === undefined) continue;
    if (exchange.parsed.lastUs > stoppedUs(aborts.get(state.streams.find(exchange.id)))) return true;
  }
  return false;
}

/** Whether the log is the client's: requests are what it made. */
function isClientLog({ role }: TransportState, exchanges: readonly (HttpExchange | undefined)[]): boolean {
  for (const exchange of exchanges) {
    if (exchange === undefined) continue;
    const { created, parsed } = exchange;
    if (created.method !== null || !Number.isNaN(parsed.status)) return true;
    if (parsed.method !== null || !Number.isNaN(created.status)) return false;
  }
  return role === 'client';
}

function rowOf(
  exchange: HttpExchange,
  bodies: { readonly created: number; readonly parsed: number },
  ends: StreamEnds,
  isClient: boolean,
): HttpRow {
  const { id } = exchange;
  const [asked, answered] = isClient ? (['created', 'parsed'] as const) : (['parsed', 'created'] as const);
  const request = exchange[asked];
  const response = exchange[answered];
  const [up, down] = [ends.of(id, isClient), ends.of(id, !isClient)];
  const isPush = !isOfClient(id);
  const life = lifeOf(id, ends, doneOf(response, down, isClient), isClient);
  return {
    streamId: id,
    method: request.method,
    authority: request.authority,
    path: request.path,
    status: response.status,
    priority: exchange.priority ?? request.priority,
    requestBytes: isPush ? 0 : orOfStream(bodies[asked], up),
    responseBytes: orOfStream(bodies[answered], down),
    isBody: !Number.isNaN(bodies.created + bodies.parsed),
    announcedBytes: response.contentLength,
    startUs: isPush ? Number.NaN : earliest(request.firstUs, up.firstUs),
    firstByteUs: Number.isNaN(down.firstUs) ? response.firstUs : down.firstUs,
    ...life,
    blocked: [],
    gaps: [],
    held: null,
    source: 'http-events',
  };
}

function rowOfStream(id: number, ends: StreamEnds, isClient: boolean): HttpRow {
  const [up, down] = [ends.of(id, isClient), ends.of(id, !isClient)];
  return {
    streamId: id,
    method: null,
    authority: null,
    path: null,
    status: Number.NaN,
    priority: null,
    requestBytes: up.bytes,
    responseBytes: down.bytes,
    isBody: false,
    announcedBytes: Number.NaN,
    startUs: up.firstUs,
    firstByteUs: down.firstUs,
    ...lifeOf(id, ends, streamDone(down), isClient),
    blocked: [],
    gaps: [],
    held: null,
    source: 'stream-frames',
  };
}

/** When a response was whole, µs; NaN where it was not. `sent`: that it arrived does not show. */
type Done = readonly [timeUs: number, outcome: 'done' | 'sent'];

function streamDone({ completeUs, isSentOnly }: StreamEnd): Done {
  return [completeUs, isSentOnly ? 'sent' : 'done'];
}

/**
 * A client may read a response later than it arrived, after HEADERS that wait for their table (RFC 9204 §2.1.2); where no STREAM frame
 * is logged, its content-length tells.
 */
function doneOf({ contentLength, bodyBytes, lastUs }: HttpMessage, down: StreamEnd, isClient: boolean): Done {
  if (Number.isNaN(down.firstUs))
    return [bodyBytes >= contentLength ? lastUs : Number.NaN, isClient ? 'done' : 'sent'];
  return isClient && lastUs > down.completeUs ? [lastUs, 'done'] : streamDone(down);
}

function orOfStream(body: number, { bytes }: StreamEnd): number {
  return Number.isNaN(body) ? bytes : body;
}

function earliest(a: number, b: number): number {
  if (Number.isNaN(a)) return b;
  return Number.isNaN(b) ? a : Math.min(a, b);
}

type Life = Pick<HttpRow, 'outcome' | 'endUs' | 'abortedBy' | 'code'>;

/**
 * How a request ended. What arrived whole is done, whatever is aborted later; a response that was sent whole may still have
 * been given up by its client.
 */
function lifeOf(id: number, ends: StreamEnds, [doneUs, outcome]: Done, isClient: boolean): Life {
  const abort = ends.aborts(id).find((one) => isAbort(one, doneUs, isClient));
  if (abort !== undefined)
    return { outcome: outcomeOf(abort), endUs: abort.timeUs, abortedBy: abort.by, code: abort.code };
  const isDone = !Number.isNaN(doneUs);
  return { outcome: isDone ? outcome : 'open', endUs: doneUs, abortedBy: null, code: Number.NaN };
}

function isAbort({ what, by, timeUs, code }: StreamAbort, doneUs: number, isClient: boolean): boolean {
  const isByClient = (by === 'local') === isClient;
  // A server that needs no more of a request stops it so, and answers (RFC 9114 §4.1).
  if (!isByClient && what === 'stop-sending' && code === H3_NO_ERROR) return false;
  if (Number.isNaN(doneUs)) return true;
  return isClient ? timeUs < doneUs : isByClient && code !== H3_NO_ERROR;
}

function outcomeOf({ code }: StreamAbort): HttpOutcome {
  if (code === H3_REQUEST_REJECTED) return 'refused';
  return code === H3_REQUEST_CANCELLED ? 'cancelled' : 'reset';
}
