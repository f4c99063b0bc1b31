/**
 * Events of HTTP/3: stream, frame and payload of each as pairs, what HEADERS and PRIORITY_UPDATE say as an object by row. DATA
 * frames, of which there are many, are numbers only, and their records are recognised (plan-http.ts).
 */
import {
  asArray,
  asNumber,
  asObject,
  asText,
  EventKind,
  HTTP_KEYS,
  HttpFact,
  HttpFrame,
  httpFrameOf,
  type JsonObject,
  type LoggedHttp,
  MAX_HTTP_TEXT,
  NO_HTTP,
} from '../../../../../qlog-schema';
import type { EventBatch } from '../../../../base/columns/event-batch';
import { beginningOf, plainLine } from '../../../../base/text/plain';

/** A request has few fields that are read, among as many as these. */
const MAX_FIELDS = 512;

export function firstOf(object: JsonObject | null, keys: readonly string[]): unknown {
  if (object === null) return undefined;
  for (const key of keys) if (object[key] !== undefined && object[key] !== null) return object[key];
  return undefined;
}

/** The frame's own object: files of the first drafts have its fields in the event. */
export function frameIn(data: JsonObject): JsonObject {
  return asObject(firstOf(data, HTTP_KEYS.frame)) ?? data;
}

/** Where a length of the frame may stand, in the order in which they are tried. */
export function lengthsOf(
  data: JsonObject,
  frame: JsonObject,
): readonly { readonly object: JsonObject; readonly key: string; readonly fact: number }[] {
  const raws = [asObject(frame.raw), asObject(data.raw)].filter((raw) => raw !== null);
  return [
    ...raws.map((object) => ({ object, key: 'payload_length', fact: HttpFact.payload })),
    ...[frame, data].flatMap((object) =>
      HTTP_KEYS.payload.map((key) => ({ object, key, fact: HttpFact.payload })),
    ),
    ...raws.map((object) => ({ object, key: 'length', fact: HttpFact.whole })),
  ];
}

/** Adds what is read of an event of HTTP/3 to its row. */
export function decodeHttp(batch: EventBatch, row: number, kind: number, data: JsonObject): void {
  const stream = amount(firstOf(data, HTTP_KEYS.stream));
  if (!Number.isNaN(stream)) batch.addPair(row, HttpFact.stream, stream);
  if (kind === EventKind.httpPriorityUpdated) {
    batch.addPair(row, HttpFact.frame, HttpFrame.priorityUpdate);
    const priority = cut(firstOf(data, HTTP_KEYS.priority), MAX_HTTP_TEXT.word);
    if (priority !== null) batch.http.set(row, { ...NO_HTTP, priority, about: stream });
    return;
  }
  const frame = frameIn(data);
  const type = httpFrameOf(firstOf(frame, HTTP_KEYS.type));
  batch.addPair(row, HttpFact.frame, type);
  for (const { object, key, fact } of lengthsOf(data, frame)) {
    const length = amount(object[key]);
    if (Number.isNaN(length)) continue;
    batch.addPair(row, fact, length);
    break;
  }
  if (type === HttpFrame.headers || type === HttpFrame.pushPromise)
    batch.http.set(row, headersOf(frame, data));
  else if (type === HttpFrame.priorityUpdate) {
    const about = amount(firstOf(frame, HTTP_KEYS.about));
    batch.http.set(row, {
      ...NO_HTTP,
      priority: cut(firstOf(frame, HTTP_KEYS.priority), MAX_HTTP_TEXT.word),
      about,
    });
  }
}

/** Headers as logged: in the frame, or in the event; none where they are no list. */
export function fieldsIn(frame: JsonObject, data: JsonObject): readonly unknown[] {
  return asArray(firstOf(frame, HTTP_KEYS.headers) ?? firstOf(data, HTTP_KEYS.headers)) ?? [];
}

export function headersOf(frame: JsonObject, data: JsonObject): LoggedHttp {
  const fields = fieldsIn(frame, data);
  const http: { -readonly [key in keyof LoggedHttp]: LoggedHttp[key] } = { ...NO_HTTP };
  for (let i = 0; i < Math.min(fields.length, MAX_FIELDS); i++) {
    const [name, value] = nameAndValue(fields[i]);
    switch (typeof name === 'string' && name.length < MAX_HTTP_TEXT.word ? name.toLowerCase() : null) {
      case ':method':
        http.method ??= cut(value, MAX_HTTP_TEXT.word);
        break;
      case ':authority':
      case 'host':
        http.authority ??= cut(value, MAX_HTTP_TEXT.path);
        break;
      case ':path':
        http.path ??= cut(value, MAX_HTTP_TEXT.path);
        break;
      case ':status':
        http.status = amount(value);
        break;
      case 'content-length':
        http.contentLength = amount(value);
        break;
      case 'priority':
        http.priority ??= cut(value, MAX_HTTP_TEXT.word);
        break;
      default:
        break;
    }
  }
  return http;
}

/** A field as an object, or as a pair. */
function nameAndValue(field: unknown): readonly unknown[] {
  const pair = asArray(field);
  if (pair !== null) return pair;
  const object = asObject(field);
  return [object?.name, object?.value];
}

/** A text up to this length, cleaned. A cut one is copied: as a part of it, it would hold the whole one in memory. */
function cut(value: unknown, longest: number): string | null {
  const text = asText(value);
  if (text === null) return null;
  return plainLine(text.length <= longest ? text : [...beginningOf(text, longest)].join(''));
}

/** A number that is not negative, and exact; NaN for none. */
export function amount(value: unknown): number {
  const number = asNumber(value);
  return number !== null && number >= 0 && number <= Number.MAX_SAFE_INTEGER ? number : Number.NaN;
}
