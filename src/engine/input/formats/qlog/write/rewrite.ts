/**
 * Rewrites one record of a log as an exported event: the shape of its dialect is read, and fields listed in the tables are
 * written. Times come from the columns, so that an event without a usable time has the time that the page shows.
 */
import { asNumber, asObject, asText, EventKind } from '../../../../../qlog-schema';
import { canonicalHttpName } from '../../../../../qlog-schema/http-fields';
import type { ExportedEvent } from '../../exporting';
import { emptyParts, shapeEvent } from '../decode/event-shape';
import { EXPORTED_FIELDS, EXPORTED_NAMED } from './event-fields';
import { eventNameIn, type Form, olderName } from './names';
import { ackedData, packetData } from './packet';
import { type RecordWriter, take, type Written } from './record-writer';

export interface EventPlace {
  readonly kind: number;
  readonly form: Form;
  /** Column names of the log's event arrays, null where events are objects. */
  readonly columns: readonly string[] | null;
}

/** Log lines: free text, written only with its option. */
const LOG_LINE = /^(?:loglevel|generic):(error|warning|info|debug|verbose)$/i;
const MAX_LINE = 1000;

/** One object, reused for each record. */
const parts = emptyParts();

/** @returns null where the event is left out, which is counted. Never throws, whatever the JSON. */
export function rewrite(
  record: unknown,
  { kind, form, columns }: EventPlace,
  writer: RecordWriter,
): ExportedEvent | null {
  if (shapeEvent(record, columns, parts) !== 'event' || parts.name === null) {
    writer.leftOut.unreadable();
    return null;
  }
  const { data, name: logged } = parts;
  if (kind === EventKind.other) {
    const canonical = canonicalHttpName(logged);
    const table = EXPORTED_NAMED.get(canonical);
    if (table === undefined) return logLine(logged, data.message, writer);
    return listed(olderName(form, canonical), take(data, table, writer));
  }
  const written = dataOf(kind, data, writer);
  const name = eventNameIn(form, kind);
  if (written === null || name === null) {
    writer.leftOut.event(logged);
    return null;
  }
  if (!isPacket(kind) || (written.path_id ?? asObject(written.header)?.path_id) !== undefined)
    return listed(name, written);
  const path = asNumber(parts.path);
  if (path !== null) written.path_id = path;
  const tuple = path === null ? writer.tupleNumber(parts.tuple) : undefined;
  return tuple === undefined ? listed(name, written) : { ...listed(name, written), tuple };
}

function isPacket(kind: number): boolean {
  return kind === EventKind.packetSent || kind === EventKind.packetReceived || kind === EventKind.packetLost;
}

function dataOf(
  kind: number,
  data: { readonly [key: string]: unknown },
  writer: RecordWriter,
): Written | null {
  switch (kind) {
    case EventKind.packetSent:
      return packetData(data, writer, writer.effects.packetSizeAddBytes);
    case EventKind.packetReceived:
    case EventKind.packetLost:
    case EventKind.packetDropped:
    case EventKind.packetBuffered:
      return packetData(data, writer);
    case EventKind.packetsAcked:
      return ackedData(data, writer);
    default:
      break;
  }
  const table = EXPORTED_FIELDS.get(kind);
  if (table === undefined) return null;
  const written = take(data, table, writer);
  // A state change without a new state is invalid.
  return kind === EventKind.congestionStateUpdated && written.new === undefined ? null : written;
}

function logLine(name: string, message: unknown, writer: RecordWriter): ExportedEvent | null {
  const level = LOG_LINE.exec(name)?.[1]?.toLowerCase();
  const line = asText(message);
  if (level === undefined || line === null) {
    writer.leftOut.event(name);
    return null;
  }
  if (writer.options.reasonPhrases) return listed(`loglevel:${level}`, { message: line.slice(0, MAX_LINE) });
  writer.leftOut.withheld('reasonPhrases');
  return null;
}

function listed(name: string, data: Written): ExportedEvent {
  return { name, data } as ExportedEvent;
}
