/**
 * Reads a written file back with JSON.parse and the platform's own decompressors, told by the dialect what to
 * expect: proof that the writer writes what it claims, without the reader that it is there to test.
 */
import { gunzipSync } from 'node:zlib';
import { unzipSync } from 'fflate';
import type { Dialect } from './dialect.ts';
import type { Json, JsonObject } from './model.ts';
import { START_MS } from './written-times.ts';

export interface ReadDocument {
  /** Header of a sequence, or the whole of another container; null where the file has none. */
  readonly outer: JsonObject | null;
  /** Events of each trace. */
  readonly traces: readonly (readonly Json[])[];
}

/** The texts of a stored file: one per entry of a zip, else one. */
export function storedTexts(bytes: Uint8Array, { compression, encoding }: Dialect): readonly string[] {
  const decoder = new TextDecoder(encoding === 'utf-8-bom' ? 'utf-8' : encoding, {
    fatal: true,
    ignoreBOM: true,
  });
  const texts = unpack(bytes, compression).map((plain) => decoder.decode(plain));
  if (encoding === 'utf-8') return texts;
  if (!texts.every((text) => text.startsWith('\ufeff'))) throw new Error('a byte order mark is missing');
  return texts.map((text) => text.slice(1));
}

function unpack(bytes: Uint8Array, compression: Dialect['compression']): readonly Uint8Array[] {
  switch (compression) {
    case 'none':
      return [bytes];
    case 'gzip':
    case 'gzip-members':
      return [gunzipSync(bytes)];
    case 'zip':
    case 'zip-two':
      return Object.values(unzipSync(bytes));
    case 'zstd':
      return [unpackRawZstd(bytes)];
  }
}

/** A frame of raw blocks after a header of 9 bytes (RFC 8878 §3.1.1.2). */
function unpackRawZstd(bytes: Uint8Array): Uint8Array {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  if (view.getUint32(0, true) !== 0xfd2fb528) throw new Error('no zstd magic number');
  const blocks: Uint8Array[] = [];
  for (let at = 9, last = false; !last; ) {
    const head = view.getUint16(at, true) | (view.getUint8(at + 2) << 16);
    last = (head & 1) === 1;
    if (((head >> 1) & 3) !== 0) throw new Error('the block is not raw');
    blocks.push(bytes.subarray(at + 3, at + 3 + (head >> 3)));
    at += 3 + (head >> 3);
  }
  const whole = new Uint8Array(Buffer.concat(blocks));
  if (whole.length !== view.getUint32(5, true)) throw new Error('the content size is wrong');
  return whole;
}

/** The documents of a text. @throws SyntaxError where it is not what the dialect says. */
export function documentsOf(text: string, dialect: Dialect): readonly ReadDocument[] {
  // A second document begins with the very words of the first.
  const second = text.indexOf(text.slice(0, 24), 1);
  const texts = dialect.copies === 'two-documents' ? [text.slice(0, second), text.slice(second)] : [text];
  return texts.map((one) => readDocument(one, dialect));
}

function readDocument(text: string, { container }: Dialect): ReadDocument {
  switch (container.kind) {
    case 'seq': {
      if (!text.startsWith('\x1e')) throw new Error('a sequence begins with RS');
      return sequence(
        text.split('\x1e').filter((record) => record.trim() !== ''),
        container.header,
      );
    }
    case 'lines': {
      // Pretty-printed, a record begins where a bracket stands at the beginning of a line.
      const ends = container.pretty ? /\r?\n(?=\{)/ : /\r?\n/;
      return sequence(
        text.split(ends).filter((record) => record.trim() !== ''),
        container.header,
      );
    }
    case 'bare-array':
      return { outer: null, traces: [JSON.parse(text)] };
    case 'contained':
    case 'bare-trace':
    case 'connections': {
      const outer: JsonObject = JSON.parse(text);
      const traces = (outer.traces ?? outer.connections ?? [outer]) as readonly JsonObject[];
      return {
        outer,
        traces: traces.filter(({ events }) => events !== undefined).map(({ events }) => listOf(events)),
      };
    }
  }
}

const listOf = (value: Json | undefined): readonly Json[] => value as readonly Json[];

function sequence(texts: readonly string[], withHeader: boolean): ReadDocument {
  const records: readonly JsonObject[] = texts.map((text) => JSON.parse(text));
  const [header] = records;
  return withHeader
    ? { outer: header ?? null, traces: [records.slice(1)] }
    : { outer: null, traces: [records] };
}

/** Time, name and data of an event that was read, whichever its shape. */
export interface ReadEvent {
  readonly time: number;
  readonly format: string | null;
  readonly name: string;
  readonly data: Json;
  readonly group: Json | null;
}

export function readEvent(event: Json, { shape }: Dialect): ReadEvent {
  const cells = shape.kind === 'array' ? (event as readonly Json[]) : [];
  const row = Object.fromEntries(
    shape.kind === 'array'
      ? shape.columns.map((column, i): [string, Json] => [column, cells[i] ?? null])
      : Object.entries(event as JsonObject),
  );
  const type = row.event ?? row.type;
  return {
    time: Number(row.time),
    format: typeof row.time_format === 'string' ? row.time_format : null,
    name: row.name === undefined ? `${row.category}:${type}` : String(row.name),
    data: row.data ?? null,
    group: row.group_id ?? row.group ?? null,
  };
}

/** Later than any time that counts from a trace's start: a date, in ms or µs. */
const EARLIEST_DATE = 1e11;

/** Times as the format says, µs from the trace's start. */
export function readTimesUs(events: readonly ReadEvent[], { time, units }: Dialect): readonly number[] {
  const unitsPerMs = units === 'us' ? 1000 : 1;
  let last = 0;
  return events.map((event) => {
    const format = event.format ?? time.format;
    const delta = format === 'delta' || format === 'relative_to_previous_event';
    const start = event.time > EARLIEST_DATE ? START_MS * unitsPerMs : 0;
    last = event.time - start + (delta ? last : 0);
    return (last / unitsPerMs) * 1000;
  });
}
