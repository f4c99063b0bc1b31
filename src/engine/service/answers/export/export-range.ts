/**
 * Exports the events of a range: reads them again from their source and writes a small qlog sequence by allow-list.
 * It works in batches, handles other messages in between, and keeps its text off the heap, so that a
 * range of any size needs the memory of one batch. The pipeline provides the connection.
 */
import type { VantagePoint } from '../../../../qlog-schema';
import { lowerBound, upperBound } from '../../../base/columns/growable';
import { type Resolution, resolutionWord } from '../../../input/formats/clock-resolution';
import type { ConnectionFacts } from '../../../input/formats/connection-facts';
import type { ExportedEvent, LeftOut, RecordExporter } from '../../../input/formats/exporting';
import type { RecordAccess } from '../../../input/formats/record-access';
import { isMissing, type Missing } from '../../../input/formats/records';
import {
  type CarriedForward,
  carriedForwardEvents,
  ExportFile,
  type LoggedBefore,
} from '../../../input/formats/write';
import type { Exported, ExportRequest } from '../../../reading/contract/export';
import { RequestFailed } from '../../../reading/contract/request-failed';
import type { TransportState } from '../../../sender/transport/transport';
import { readRows } from '../records/record-runs';
import type { TextReader } from '../records/text-reader';
import { exportContext, exportedRow } from './export-context';
import { headRows } from './head';
import { redactedHeader } from './header';
import { readInPieces } from './in-pieces';
import { LeftOutCounter } from './left-out';
import { rangeState } from './range-state';

/** A connection, a reader of its text, and its records. */
export interface ExportSource {
  readonly info: ConnectionFacts;
  readonly role: VantagePoint;
  readonly originMs: number | null;
  readonly resolution: Resolution;
  readonly state: TransportState;
  readonly reader: TextReader;
  readonly records: RecordAccess | Missing;
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
 * @returns the file and its figures; null where the signal fired before the end. A record that cannot be read again is
 * left out and counted. Rejects with `RequestFailed` where the format cannot export its records.
 */
export async function exportRange(
  source: ExportSource,
  request: ExportRequest,
  tools: ExportTools,
): Promise<Exported | null> {
  const { state, info, role, originMs, resolution } = source;
  const { options, version = 'as-logged', fileName, fromUs, toUs } = request;
  const times = state.events.timeUs.reader();
  const first = lowerBound(times, fromUs);
  const end = Math.max(first, upperBound(times, toUs));
  const leftOut = new LeftOutCounter();
  const reader = readInPieces(source.reader);
  const workWith = (counts: LeftOut): Work => {
    const { records } = source;
    if (isMissing(records)) throw cannotExport(records);
    const exporter = records.exporter(exportContext(source, options, version, first, counts));
    if (isMissing(exporter)) throw cannotExport(exporter);
    return { state, records, tools, leftOut: counts, exporter, reader };
  };
  const work = workWith(leftOut);
  // What the head leaves out does not count.
  const head = await readHead(workWith(new LeftOutCounter()), first);
  if (head === null) return null;
  const before = end > first ? head.events : [];
  const { target, family } = work.exporter;
  const range = rangeState(
    state,
    { fromUs: Math.ceil(fromUs), toUs },
    {
      family,
      resolution: resolutionWord(resolution),
      ptoCount: head.ptoCount,
    },
  );
  const text = new ExportFile(
    redactedHeader({
      target,
      info,
      role,
      originMs,
      options,
      fileName,
      fromUs,
      toUs,
      carriedForward: before.length,
      range,
    }),
  );
  for (const event of before) text.add(Math.ceil(fromUs), event);
  let sourceBytes = 0;
  let events = 0;
  for (let at = first; at < end; at += BATCH_ROWS) {
    const rows = rowsBetween(at, Math.min(at + BATCH_ROWS, end));
    const isDone = await readEach(work, rows, (row, sizeBytes, event) => {
      sourceBytes += sizeBytes;
      if (event === null) return;
      events++;
      text.add(times.at(row), event);
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
      carriedForward: before.length,
      bytes: file.size,
      leftOut: counts,
    },
  };
}

interface Work {
  readonly state: TransportState;
  readonly records: RecordAccess;
  readonly tools: ExportTools;
  readonly leftOut: LeftOut;
  readonly exporter: RecordExporter;
  readonly reader: TextReader;
}

function cannotExport({ missing }: Missing): RequestFailed {
  return new RequestFailed(`The events cannot be exported: ${missing}.`);
}

function rowsBetween(from: number, end: number): readonly number[] {
  return Array.from({ length: end - from }, (_, i) => from + i);
}

/** Events with the values in effect before the first row; null where the signal fired. */
async function readHead(work: Work, firstRow: number): Promise<CarriedForward | null> {
  const { state } = work;
  const before: LoggedBefore[] = [];
  const isDone = await readEach(work, headRows(state, firstRow), (row, _, event) => {
    if (event !== null) before.push({ kind: state.events.kind.at(row), event });
  });
  return isDone ? carriedForwardEvents(before) : null;
}

/** Reads rows and makes events of them; passes null for a record without shareable fields. */
function readEach(
  { state, records, tools, leftOut, exporter, reader }: Work,
  rows: readonly number[],
  visit: (row: number, sizeBytes: number, event: ExportedEvent | null) => void,
): Promise<boolean> {
  const { events } = state;
  const offsets = { length: events.length, offsetAt: (row: number) => events.offset.at(row) };
  return readRows({ rows: offsets, reader, records }, rows, { signal: tools.signal }, (read) => {
    if ('failure' in read) leftOut.unreadable();
    else {
      const { row, record } = read;
      visit(row, record.sizeBytes, exporter.event(record, exportedRow(state, row)));
    }
  });
}
