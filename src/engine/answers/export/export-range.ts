/**
 * Exports the events of a range: reads them again from their source and writes a small qlog sequence by allow-list.
 * It works in batches, handles other messages in between, and keeps its text off the heap, so that a
 * range of any size needs the memory of one batch. The pipeline provides the connection.
 */

import type { VantagePoint } from '../../../qlog-schema';
import { lowerBound, upperBound } from '../../columns/growable';
import type { Exported, ExportRequest } from '../../contract/export';
import type { TextReader } from '../../formats/qlog/access/record-text';
import type { ConnectionInfo } from '../../formats/qlog/decode/trace-source';
import type { RecordWriter } from '../../formats/qlog/write/record-writer';
import { type ExportedEvent, recordText, rewrite } from '../../formats/qlog/write/rewrite';
import type { TransportState } from '../../transport/transport';
import { readRows } from '../events/record-runs';
import { ExportText } from './export-text';
import { type Before, headEvents, headRows } from './head';
import { exportHeader } from './header';
import { readInPieces } from './in-pieces';
import { LeftOutCounter } from './left-out';
import { placeOf, repairedRecord, writerOf } from './rewriting';

/** A connection and a reader of its text. */
export interface ExportSource {
  readonly info: ConnectionInfo;
  readonly role: VantagePoint;
  readonly originMs: number | null;
  readonly state: TransportState;
  readonly reader: TextReader;
}

export interface ExportTools {
  /** Yields to waiting messages. */
  readonly yieldToEventLoop: () => Promise<void>;
  readonly onProgress: (done: number, total: number) => void;
  readonly signal: AbortSignal;
}

/** Records per batch: some ten milliseconds of work. */
const BATCH_ROWS = 1024;

/**
 * @returns the file and its figures; null where the signal fired before the end.
 * Never rejects: a record that cannot be read again is left out and counted.
 */
export async function exportRange(
  source: ExportSource,
  request: ExportRequest,
  tools: ExportTools,
): Promise<Exported | null> {
  const { state, info, role, originMs } = source;
  const { options, fileName, fromUs, toUs } = request;
  const times = state.events.timeUs.view();
  const first = lowerBound(times, fromUs);
  const end = Math.max(first, upperBound(times, toUs));
  const leftOut = new LeftOutCounter();
  const work = {
    source,
    tools,
    writer: writerOf(source, options, first, leftOut),
    reader: readInPieces(source.reader),
  };
  const head = await readHead(work, first);
  if (head === null) return null;
  const text = new ExportText();
  const carried = end > first ? head : [];
  text.add(
    `\x1e${JSON.stringify(exportHeader({ info, role, originMs, options, fileName, fromUs, toUs, carried: carried.length }))}\n`,
  );
  for (const event of carried) text.add(recordText(Math.ceil(fromUs), event));
  let sourceBytes = 0;
  let events = 0;
  for (let at = first; at < end; at += BATCH_ROWS) {
    const rows = rowsBetween(at, Math.min(at + BATCH_ROWS, end));
    const isDone = await readEach(work, rows, (row, sizeBytes, event) => {
      sourceBytes += sizeBytes;
      if (event === null) return;
      events++;
      text.add(recordText(times[row] as number, event));
    });
    if (!isDone) return null;
    tools.onProgress(Math.min(at + BATCH_ROWS, end) - first, end - first);
    await tools.yieldToEventLoop();
    if (tools.signal.aborted) return null;
  }
  const file = text.file();
  const sourceEvents = end - first;
  const counts = leftOut.counts;
  return {
    file,
    figures: {
      sourceEvents,
      sourceBytes,
      events,
      carried: carried.length,
      bytes: file.size,
      leftOut: counts,
    },
  };
}

interface Work {
  readonly source: ExportSource;
  readonly tools: ExportTools;
  readonly writer: RecordWriter;
  readonly reader: TextReader;
}

function rowsBetween(from: number, end: number): readonly number[] {
  return Array.from({ length: end - from }, (_, i) => from + i);
}

/** Events with the values in effect before the first row; null where the signal fired. Does not count as left out. */
async function readHead(work: Work, firstRow: number): Promise<readonly ExportedEvent[] | null> {
  const { state } = work.source;
  const before: Before[] = [];
  const uncounted = { ...work, writer: { ...work.writer, leftOut: new LeftOutCounter() } };
  const isDone = await readEach(uncounted, headRows(state, firstRow), (row, _, event) => {
    if (event !== null) before.push({ kind: state.events.kind.at(row), event });
  });
  return isDone ? headEvents(before) : null;
}

/** Reads and rewrites rows; passes null for a record without shareable fields. */
function readEach(
  { source, tools, writer, reader }: Work,
  rows: readonly number[],
  visit: (row: number, sizeBytes: number, event: ExportedEvent | null) => void,
): Promise<boolean> {
  const { events } = source.state;
  const offsets = { length: events.length, offsetAt: (row: number) => events.offset.at(row) };
  return readRows(reader, offsets, rows, { signal: tools.signal }, (read) => {
    const record = 'failure' in read ? repairedRecord(read.text) : read.record;
    if (record === undefined) writer.leftOut.unreadable();
    else visit(read.row, read.sizeBytes, rewrite(record, placeOf(source, read.row), writer));
  });
}
