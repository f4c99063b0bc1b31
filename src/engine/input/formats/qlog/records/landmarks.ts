/**
 * Landmarks: positions at which reading can continue after damage, recognised by their bytes: the next event, the next
 * trace, the end of the events, the next document. Only finds them; the splitter decides where to continue.
 */
import { type Match, matchEventArray } from './event-array';
import { EventSignatures } from './event-signature';
import { skipWhitespace } from './sink';

const QUOTE = 0x22;
const COMMA = 0x2c;
const OPEN_BRACE = 0x7b;
const OPEN_BRACKET = 0x5b;
const CLOSE_BRACE = 0x7d;
const CLOSE_BRACKET = 0x5d;
/** Maximum size of a landmark, a key and the white space around it. */
const MAX_BYTES = 4096;
const MAX_KEY_BYTES = 32;

/** First keys of a document or a sequential header, as written in the wild. */
const DOCUMENT_KEYS: ReadonlySet<string> = new Set([
  'qlog_version',
  'qlog_format',
  'file_schema',
  'serialization_format',
  'traces',
  'trace',
  'connections',
]);
/** First keys of a trace, and keys that follow its events. No event begins with one of them. */
const TRACE_KEYS: ReadonlySet<string> = new Set([
  'vantage_point',
  'vantagepoint',
  'common_fields',
  'event_fields',
  'event_schemas',
  'events',
  'title',
]);
/** First keys of a header beyond these; an event's data may begin with them, so they are weak evidence. */
const HEADER_KEYS: ReadonlySet<string> = new Set([
  'description',
  'summary',
  'configuration',
  'quic_version',
  'code_version',
]);

const EVENT_START = [...'{"time"'].map((character) => character.charCodeAt(0));

export type Landmark = 'event' | 'trace' | 'document' | 'end-of-events';

/** A landmark and its position, or the first byte that is still needed. */
export interface Found {
  readonly landmark: Landmark | null;
  readonly at: number;
}

export class Landmarks {
  readonly #signatures = new EventSignatures();

  /** Learns the first bytes of this file's events. See `EventSignatures.learn`. */
  learn(event: Uint8Array, whole: boolean): void {
    if (event[0] === OPEN_BRACE) this.#signatures.learn(event, whole);
  }

  /** See `EventSignatures.revision`. */
  get revision(): object {
    return this.#signatures.revision;
  }

  /** Does the object or array at `at` begin like the events of this file? */
  matchEvent(bytes: Uint8Array, at: number): Match {
    return bytes[at] === OPEN_BRACE ? this.#signatures.match(bytes, at) : matchEventArray(bytes, at);
  }

  /** The first landmark at or after `from`. */
  find(bytes: Uint8Array, from: number): Found {
    for (let at = mayBegin(bytes, from); at < bytes.length; at = mayBegin(bytes, at + 1)) {
      const landmark = this.#landmarkAt(bytes, at);
      if (landmark === 'more') return { landmark: null, at };
      if (landmark !== null) return { landmark, at };
    }
    return { landmark: null, at: bytes.length };
  }

  #landmarkAt(bytes: Uint8Array, at: number): Landmark | 'more' | null {
    switch (bytes[at]) {
      case OPEN_BRACE: {
        const event = this.#signatures.match(bytes, at);
        if (event === 'yes') return 'event';
        const key = keyAt(bytes, at + 1);
        if (key === null) return event === 'more' && bytes.length - at <= MAX_BYTES ? 'more' : null;
        if (key === 'more') return 'more';
        if (DOCUMENT_KEYS.has(key)) return 'document';
        return TRACE_KEYS.has(key) ? 'trace' : null;
      }
      case OPEN_BRACKET: {
        const event = matchEventArray(bytes, at);
        return event === 'no' ? null : event === 'yes' ? 'event' : 'more';
      }
      case CLOSE_BRACKET: {
        const comma = skipWhitespace(bytes, at + 1);
        if (comma >= bytes.length) return comma - at > MAX_BYTES ? null : 'more';
        if (bytes[comma] !== COMMA) return null;
        const key = keyAt(bytes, comma + 1);
        if (key === 'more') return 'more';
        return key !== null && TRACE_KEYS.has(key) ? 'end-of-events' : null;
      }
      default:
        return null;
    }
  }
}

/**
 * Does a record begin like a document or a header? `more` when more bytes are needed. An array counts when it holds
 * objects or arrays.
 */
export function beginsDocument(record: Uint8Array): 'yes' | 'no' | 'more' {
  // How nearly all events begin: checked without decoding the key.
  if (EVENT_START.every((byte, i) => record[i] === byte)) return 'no';
  const start = skipWhitespace(record, 0);
  if (start >= record.length) return 'more';
  if (record[start] === OPEN_BRACKET) {
    const first = skipWhitespace(record, start + 1);
    if (first >= record.length) return 'more';
    return record[first] === OPEN_BRACE || record[first] === OPEN_BRACKET ? 'yes' : 'no';
  }
  if (record[start] !== OPEN_BRACE) return 'no';
  const key = keyAt(record, start + 1);
  if (key === 'more') return 'more';
  if (key === null) return 'no';
  return DOCUMENT_KEYS.has(key) || TRACE_KEYS.has(key) || HEADER_KEYS.has(key) ? 'yes' : 'no';
}

/** Of each byte, what it is in a search: brackets that a landmark begins with, and the other one. */
const BEGINS = 1;
const CLASSES = new Uint8Array(256);
for (const byte of [OPEN_BRACE, OPEN_BRACKET, CLOSE_BRACKET]) CLASSES[byte] = BEGINS;
CLASSES[CLOSE_BRACE] = 2;

/**
 * The first byte at or after `from` that a landmark may begin with: a bracket with none after it, where neither an event nor a
 * key begins. A few kilobytes may decompress to a gigabyte of brackets: one look at each byte, and nothing else.
 */
function mayBegin(bytes: Uint8Array, from: number): number {
  const last = bytes.length - 1;
  if (from > last) return bytes.length;
  let at = from;
  let here = CLASSES[bytes[at]];
  while (at < last) {
    const next = CLASSES[bytes[at + 1]];
    if (here === BEGINS && next === 0) return at;
    here = next;
    at++;
  }
  return here === BEGINS ? at : bytes.length;
}

/**
 * The quoted key at or, after white space, after `from`: null for none, and empty when it cannot be one of the keys
 * above. Damaged files call this at every third byte: most keys are not decoded to text.
 */
function keyAt(bytes: Uint8Array, from: number): string | 'more' | null {
  const quote = skipWhitespace(bytes, from);
  if (quote - from > MAX_BYTES) return null;
  if (quote >= bytes.length) return 'more';
  if (bytes[quote] !== QUOTE) return null;
  const start = quote + 1;
  const most = Math.min(bytes.length, start + MAX_KEY_BYTES);
  let end = start;
  let isWord = true;
  for (; end < most && bytes[end] !== QUOTE; end++) isWord &&= isKeyByte(bytes[end]);
  if (end === most) return most - start < MAX_KEY_BYTES ? 'more' : null;
  return isWord ? String.fromCharCode(...bytes.subarray(start, end)) : '';
}

/** All keys above are lower-case words with underscores. */
const isKeyByte = (byte: number): boolean => (byte >= 0x61 && byte <= 0x7a) || byte === 0x5f;
