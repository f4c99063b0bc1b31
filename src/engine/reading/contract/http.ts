/**
 * What is asked and answered of the HTTP/3 requests of a connection. Types only; made by `answers/http.ts`, and for a window by
 * `answers/parts.ts`, from `engine/sender/http`.
 */
import type { HttpOrder, HttpRow } from '../../sender/http/http-row';
import type { ListedTotals } from './request-totals';

export interface HttpRequest {
  readonly connection: number;
  readonly order: HttpOrder;
  readonly from: number;
  readonly count: number;
}

/** A unidirectional stream with little data: control, QPACK encoder or decoder, or reserved (RFC 9114 §6.2, RFC 9204 §4.2). */
export interface ControlStream {
  readonly id: number;
  readonly sentBytes: number;
  readonly receivedBytes: number;
}

export interface HttpAnswer {
  readonly rows: readonly HttpRow[];
  readonly order: HttpOrder;
  readonly from: number;
  readonly total: number;
  /** Of all of them; null for none. */
  readonly totals: ListedTotals | null;
  /** Beside the requests, the first ones by id; left out in a digest. */
  readonly control?: readonly ControlStream[];
  /** HTTP/3 events that name no usable stream, or of kinds that are not read. */
  readonly unread: number;
}

/** Requests that a window holds; `FIRST_REQUESTS` where left out. */
export interface HttpInView {
  readonly order: HttpOrder;
  readonly from: number;
  readonly count: number;
}

/** Rows of a picture that nobody has scrolled. */
export const FIRST_REQUESTS: HttpInView = { order: 'start', from: 0, count: 30 };

/** Rows in one answer. */
export const MAX_HTTP_ROWS = 500;
