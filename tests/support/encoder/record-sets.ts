/**
 * Real records of every stack as text, with the header they stood after: what mutants are made of. Traces whose
 * events are arrays can only be contained; all others stand in every container.
 */
import { readFileSync } from 'node:fs';
import { readTrace } from '../load.ts';
import { corpusPath } from '../raw-trace.ts';
import type { Json, JsonObject } from './model.ts';

export interface RecordSet {
  readonly name: string;
  /** Keys of the file object besides its traces. */
  readonly file: JsonObject;
  /** Keys of the trace object besides its events. */
  readonly trace: JsonObject;
  /** Events as JSON text, in the order of the trace. */
  readonly records: readonly string[];
  /** The events are arrays, which only a trace with `event_fields` explains. */
  readonly arrays: boolean;
}

/** Records kept of each trace: enough to hold every kind of event. */
const RECORDS = 600;

const OTHER = new URL('../../corpus/other/', import.meta.url);
const QUICHE = [
  'rtt100-l4s-cubic-buggy-s01.server.sqlog.gz',
  'rate-026-cubic-s05.server.sqlog.gz',
  'rate-024-cubic-s02.server.sqlog.gz',
] as const;

export function readRecordSets(): readonly RecordSet[] {
  const others: readonly { readonly file: string }[] = JSON.parse(
    readFileSync(new URL('manifest.json', OTHER), 'utf8'),
  );
  const paths = [
    ...others.map(({ file }) => new URL(file, OTHER).pathname),
    ...QUICHE.map((file) => corpusPath(file)),
  ];
  return paths.map(readRecordSet);
}

/** @throws SyntaxError where the file is neither a sequence, lines nor a contained file. */
export function readRecordSet(path: string): RecordSet {
  const text = new TextDecoder().decode(readTrace(path));
  const name = path.slice(path.lastIndexOf('/') + 1);
  const lines = text.split(text.startsWith('\x1e') ? '\x1e' : '\n').filter((line) => line.trim() !== '');
  const header = headerOf(lines[0] ?? '');
  return header === null ? fromContained(name, JSON.parse(text)) : fromSequence(name, header, lines);
}

interface SequenceHeader {
  readonly trace: JsonObject;
  readonly [key: string]: Json;
}

/** The first line as the header of a sequence; null where it is a contained file, whole or in part. */
function headerOf(line: string): SequenceHeader | null {
  try {
    const header = JSON.parse(line);
    return header.trace === undefined ? null : header;
  } catch {
    return null;
  }
}

function fromSequence(name: string, header: SequenceHeader, lines: readonly string[]): RecordSet {
  const { trace, ...file } = header;
  const records = lines.slice(1, RECORDS).map((line) => line.trim());
  return { name, file, trace, records, arrays: false };
}

function fromContained(name: string, outer: ContainedFile): RecordSet {
  const { traces, ...file } = outer;
  const { events, ...trace } = traces[0] ?? { events: [] };
  const records = events.slice(0, RECORDS).map((event) => JSON.stringify(event));
  return { name, file, trace, records, arrays: Array.isArray(events[0]) };
}

interface ContainedFile {
  readonly traces: readonly { readonly events: readonly Json[]; readonly [key: string]: Json }[];
  readonly [key: string]: Json;
}
