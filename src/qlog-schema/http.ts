/**
 * What is read of HTTP/3 events: frames (RFC 9114 §7.2, RFC 9218 §7.1) with their stream and payload as numbers, and of few of
 * them texts. Names of fields as in draft-ietf-quic-qlog-h3-events-00 to -14, their older ones as in
 * draft-marx-qlog-event-definitions-quic-h3-00 to -02 and in files of quic-go, aioquic and quiche.
 */
import type { FieldDefinition } from './field';
import { each } from './field-lists';

/** First numbers of the pairs of an event of HTTP/3. */
export const HttpFact = {
  /** Id of the stream that carries the frame. */
  stream: 1,
  /** An `HttpFrame`. */
  frame: 2,
  /** Bytes of the payload, without the frame's type and length; where only that is logged, of the whole frame. */
  payload: 3,
  whole: 4,
} as const;

export const HttpFrame = {
  /** Known, and of no request: SETTINGS, GOAWAY, reserved ones (RFC 9114 §7.2.8). */
  other: 0,
  data: 1,
  headers: 2,
  pushPromise: 3,
  /** About the stream in its text, whatever stream carries it. */
  priorityUpdate: 4,
  unknown: 5,
} as const;

/** What HEADERS, PUSH_PROMISE and PRIORITY_UPDATE say; null and NaN for what they do not. */
export interface LoggedHttp {
  readonly method: string | null;
  readonly authority: string | null;
  /** The first characters of it. */
  readonly path: string | null;
  readonly status: number;
  /** Bytes, as the content-length header says. */
  readonly contentLength: number;
  /** Priority header, or priority field value (RFC 9218 §4). */
  readonly priority: string | null;
  /** The stream that a PRIORITY_UPDATE is about; NaN for the frame's own. */
  readonly about: number;
}

/** A frame that says none of it. */
export const NO_HTTP: LoggedHttp = {
  method: null,
  authority: null,
  path: null,
  status: Number.NaN,
  contentLength: Number.NaN,
  priority: null,
  about: Number.NaN,
};

/** Longer texts of it are cut, UTF-16 units. */
export const MAX_HTTP_TEXT = { path: 200, word: 64 } as const;

/** Names of frames by their number, and the names that have none. */
export const HTTP_FRAME_NAMES: ReadonlyMap<string, number> = new Map<string, number>([
  ['data', HttpFrame.data],
  ['headers', HttpFrame.headers],
  ['push_promise', HttpFrame.pushPromise],
  ['priority_update', HttpFrame.priorityUpdate],
  ...[
    'cancel_push',
    'settings',
    'goaway',
    'max_push_id',
    'duplicate_push',
    'origin',
    'reserved',
    'priority',
    'webtransport_stream',
    'metadata',
    'altsvc',
  ].map((name): [string, number] => [name, HttpFrame.other]),
]);

/** RFC 9114 §11.2.1, RFC 9218 §7.2; 0x2, 0x6, 0x8 and 0x9 are reserved, as are those of the form 0x1f * N + 0x21. */
const NUMBERS: ReadonlyMap<number, number> = new Map<number, number>([
  [0x0, HttpFrame.data],
  [0x1, HttpFrame.headers],
  [0x5, HttpFrame.pushPromise],
  [0xf0700, HttpFrame.priorityUpdate],
  [0xf0701, HttpFrame.priorityUpdate],
  ...[0x2, 0x3, 0x4, 0x6, 0x7, 0x8, 0x9, 0xc, 0xd].map((type): [number, number] => [type, HttpFrame.other]),
]);

/** @param type of a frame as logged, by its name in any case or its number. */
export function httpFrameOf(type: unknown): number {
  if (typeof type === 'number') {
    const isReserved = type >= 0x21 && (type - 0x21) % 0x1f === 0;
    return NUMBERS.get(type) ?? (isReserved ? HttpFrame.other : HttpFrame.unknown);
  }
  return (
    (typeof type === 'string' ? HTTP_FRAME_NAMES.get(type.toLowerCase()) : undefined) ?? HttpFrame.unknown
  );
}

/** Keys of what an event of HTTP/3 holds, in the order in which they are tried; the first is that of the newest draft. */
export const HTTP_KEYS = {
  stream: ['stream_id', 'id'],
  frame: ['frame'],
  type: ['frame_type', 'type'],
  /** Of the payload, in the frame, then in the event; both may also have it in `raw`, with the length of the whole frame. */
  payload: ['length', 'payload_length', 'byte_length'],
  headers: ['headers', 'fields'],
  about: ['prioritized_element_id', 'prioritized_id'],
  priority: ['priority_field_value', 'new'],
} as const;

const STREAM: FieldDefinition = {
  keys: HTTP_KEYS.stream,
  type: 'amount',
  pair: HttpFact.stream,
  exported: true,
};

export const HTTP_FRAME_EVENT: readonly FieldDefinition[] = [
  STREAM,
  { keys: HTTP_KEYS.frame, type: 'httpFrame', fact: 'httpFrame', exported: true },
  { keys: ['raw.payload_length'], type: 'amount', pair: HttpFact.payload, exported: true },
  { keys: HTTP_KEYS.payload, type: 'amount', pair: HttpFact.payload, exported: true },
  { keys: ['raw.length'], type: 'amount', pair: HttpFact.whole, exported: true },
];

/** RFC 9218. */
export const HTTP_PRIORITY_EVENT: readonly FieldDefinition[] = [
  STREAM,
  { keys: HTTP_KEYS.priority, type: 'text', fact: 'httpPriority', exported: 'requestTexts' },
  ...each('amount', 'push_id'),
];
