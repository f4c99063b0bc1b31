/**
 * An export: the events of a range, read again from their source and written anew as a small qlog sequence by allow-list.
 * It goes through the range in batches, lets other messages in between, and keeps its text off the heap, so that a
 * range of any size costs the memory of one batch. Where the connection comes from is the pipeline's.
 */

import { StateNamer, type VantagePoint } from '../../../qlog-schema';
import { lowerBound, upperBound } from '../../columns/growable';
import type { Exported, ExportRequest } from '../../contract/export';
import { repairJson } from '../../formats/qlog/decode/tolerant-json';
import type { ConnectionInfo } from '../../formats/qlog/decode/trace-source';
import { isStateName, StateMask } from '../../redaction/state-names';
import type { TransportState } from '../../transport/transport';
import { type RowRecord, readRows } from '../events/record-runs';
import type { TextReader } from '../events/record-text';
import { ExportText } from './export-text';
import { type Before, headEvents, headRows } from './head';
import { exportHeader } from './header';
import { readInPieces } from './in-pieces';
import { LeftOut } from './left-out';
import { formOf } from './names';
import type { RecordWriter } from './record-writer';
import { type EventPlace, type ExportedEvent, recordText, rewrite } from './write-event';

/** A connection and the text that it stands in. */
export interface ExportSource {
  readonly info: ConnectionInfo;
  readonly role: VantagePoint;
  readonly originMs: number | null;
  readonly state: TransportState;
  readonly reader: TextReader;
}

export interface ExportTools {
  /** Lets waiting messages in. */
  readonly breathe: () => Promise<void>;
  readonly onProgress: (done: number, total: number) => void;
  readonly signal: AbortSignal;
}

/** Records rewritten between two breaths: some ten milliseconds of work. */
const BATCH_ROWS = 1024;

/**
 * @returns the file and its figures; null where the signal fired before the end.
 * Rejects on nothing: a record that cannot be read again is left out and counted.
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
  const leftOut = new LeftOut();
  const work = {
    source,
    tools,
    writer: penOf(source, request, first, leftOut),
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
    await tools.breathe();
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

/** Names of states are shown: a longer one is shortened, as the decoder does. */
const MAX_STATE_LENGTH = 64;

/** Any number with a flag of BBR in it: from there on the states of a connection are those of BBR. */
const BBR_FLAG = '256';

function penOf(
  { info, state }: ExportSource,
  { options }: ExportRequest,
  first: number,
  leftOut: LeftOut,
): RecordWriter {
  const { effects } = info;
  const namer = new StateNamer();
  if (state.states.names.some((name) => name.startsWith('bbr_'))) namer.name(BBR_FLAG, effects.stateNames);
  const states = new StateMask(options.reasonPhrases ? () => true : isStateName);
  const fromUs = state.events.timeUs.view()[first] ?? Number.POSITIVE_INFINITY;
  const counted = state.losses.of('counted');
  const lostBefore = counted.packets
    .subarray(0, lowerBound(counted.timesUs, fromUs))
    .reduce((sum, packets) => sum + packets, 0);
  return {
    options,
    leftOut,
    effects,
    unitsPerMs: info.header.unitsPerMs,
    rttFactor: state.rttRescaled?.factor ?? 1,
    lostBefore,
    states,
    stateName: (logged) => states.redact(namer.name(logged, effects.stateNames).slice(0, MAX_STATE_LENGTH)),
  };
}

/** What held before the first row; null where the signal fired. Nothing of it counts as left out. */
async function readHead(work: Work, firstRow: number): Promise<readonly ExportedEvent[] | null> {
  const { state } = work.source;
  const before: Before[] = [];
  const quiet = { ...work, writer: { ...work.writer, leftOut: new LeftOut() } };
  const isDone = await readEach(quiet, headRows(state, firstRow), (row, _, event) => {
    if (event !== null) before.push({ kind: state.events.kind.at(row), event });
  });
  return isDone ? headEvents(before) : null;
}

/** Reads and rewrites rows; a record that holds nothing to be let out comes as null. */
function readEach(
  { source: { info, state }, tools, writer, reader }: Work,
  rows: readonly number[],
  visit: (row: number, sizeBytes: number, event: ExportedEvent | null) => void,
): Promise<boolean> {
  const { events } = state;
  const offsets = { length: events.length, offsetAt: (row: number) => events.offset.at(row) };
  const base = { form: formOf(info.header.family), columns: info.header.eventFields };
  return readRows(reader, offsets, rows, { signal: tools.signal }, (read) => {
    const record = 'failure' in read ? repaired(read.text) : read;
    if (record === null) {
      writer.leftOut.unreadable();
      return;
    }
    const place: EventPlace = { ...base, kind: events.kind.at(read.row) };
    visit(read.row, read.sizeBytes, rewrite(record.record, place, writer));
  });
}

/** A record that is JSON but for NaN or a stray comma, as the decoder reads it too; null for any other. */
function repaired(text: string | null): Pick<RowRecord, 'record'> | null {
  const again = text === null ? null : repairJson(text);
  if (again === null) return null;
  try {
    return { record: JSON.parse(again) as unknown };
  } catch {
    return null;
  }
}
