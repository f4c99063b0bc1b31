/**
 * Reads a file for a table of traces and keeps nothing of it: one session per file, of which only what rows show is
 * taken. A worker does this for one file after another.
 */
import type { Severity } from '../../findings/finding/finding';
import { sha256OfBlob, sha256OfBytes } from '../../input/bytes/sha256';
import { localFiles, type SourceSpec } from '../../input/bytes/source';
import type { ConnectionSummary } from '../../reading/contract/quality';
import type { Message, Snapshot } from '../../reading/contract/snapshot';
import type { FileSurvey, TraceSurvey, WindowSketch } from '../../reading/contract/survey';
import { goodputBytesOf } from '../../reading/stages/arrivals';
import type { TransportState } from '../../sender/transport/transport';
import { whyCut } from '../compare/damage';
import { TraceSession } from './session';

/** Most traces of one file that a table lists. */
const MOST_TRACES = 200;
const SKETCH_COLUMNS = 96;
/** Columns have a width of a power of two, as those of panels. */
const LEAST_COLUMN_US = 1;

const RANK: { readonly [severity in Severity]: number } = { critical: 0, warning: 1, info: 2 };

const NOTHING_READ: Message = {
  kind: 'no-events',
  level: 'error',
  text: 'No event could be read.',
  places: [],
};

/** Reads the whole source. Never rejects for what the source holds: what could not be read is among the failures. */
export async function surveyFile(source: SourceSpec): Promise<FileSurvey> {
  let newest: Snapshot | null = null;
  const session = new TraceSession((snapshot) => {
    newest = snapshot;
  });
  await session.open(source);
  const file = newest as Snapshot | null;
  if (file === null || file.phase !== 'ready')
    return { traces: [], hash: null, connectionCount: 0, failures: [fileFailure(file)], ends: null };
  const traces = listed(file.connections).map((of): TraceSurvey => {
    session.watch(of.index);
    return traceSurvey(newest as unknown as Snapshot, of, session.connection(of.index).connection.state);
  });
  const connectionCount = file.connections.length;
  const hash = await hashOf(localFiles(source));
  return { traces, hash, connectionCount, failures: entryFailures(file), ends: file.ends };
}

/** Null for none, and where one can no longer be read. */
async function hashOf(files: readonly File[]): Promise<string | null> {
  try {
    const hashes: string[] = [];
    for (const file of files) hashes.push(await sha256OfBlob(file));
    const [first = null] = hashes;
    return hashes.length < 2 ? first : sha256OfBytes(new TextEncoder().encode(hashes.join('')));
  } catch {
    return null;
  }
}

/** Why nothing of a file could be read. @param file its newest snapshot; null where there is none. */
export function fileFailure(file: Snapshot | null): Message {
  return file?.messages.find(({ level }) => level === 'error') ?? file?.messages[0] ?? NOTHING_READ;
}

/** Of entries of an archive that gave no trace. */
export function entryFailures({ connections, messages }: Snapshot): readonly Message[] {
  const entries = new Set(connections.map(({ entry }) => entry));
  return messages.filter(
    ({ level, entry }) => level !== 'note' && entry !== undefined && !entries.has(entry),
  );
}

/** All in the order of the file, or the worst of more than a table lists. */
function listed(connections: readonly ConnectionSummary[]): readonly ConnectionSummary[] {
  if (connections.length <= MOST_TRACES) return connections;
  const rank = ({ worst }: ConnectionSummary): number => (worst === null ? 3 : RANK[worst]);
  return connections
    .toSorted((a, b) => rank(a) - rank(b) || b.sentBytes - a.sentBytes)
    .slice(0, MOST_TRACES)
    .sort((a, b) => a.index - b.index);
}

/** @param snapshot of the connection, judged. */
export function traceSurvey(snapshot: Snapshot, of: ConnectionSummary, state: TransportState): TraceSurvey {
  const { connection, extent, summary, findings, remarks, models, notJudged, quality, messages } = snapshot;
  const isOwn = ({ entry }: Message): boolean => entry === undefined || entry === of.entry;
  return {
    connection,
    extent,
    summary,
    findings,
    remarks,
    models,
    notJudged,
    of,
    ended: whyCut(messages.filter(isOwn)) ?? null,
    goodputBytes: goodputBytesOf(state),
    originMs: quality?.decode.originMs ?? null,
    window: sketchOf(state, extent),
  };
}

/** A window is held until it changes: of a column without a change it is both the least and the most. */
function sketchOf(
  { series: { congestionWindow } }: TransportState,
  { fromUs, toUs }: Snapshot['extent'],
): WindowSketch | null {
  if (congestionWindow.length === 0 || !(toUs > fromUs)) return null;
  let columnUs = LEAST_COLUMN_US;
  while (columnUs * SKETCH_COLUMNS < toUs - fromUs) columnUs *= 2;
  const columns = Math.floor((toUs - fromUs) / columnUs) + 1;
  const { values, entry } = congestionWindow.query({ fromUs, columnUs, columns });
  const [low, high]: [number[], number[]] = [[], []];
  let held = entry;
  for (let i = 0; i < values.length; i += 4) {
    const [, min, max, last] = values.subarray(i, i + 4) as unknown as [number, number, number, number];
    const isEmpty = Number.isNaN(last);
    low.push(isEmpty ? held : Number.isNaN(held) ? min : Math.min(min, held));
    high.push(isEmpty ? held : Number.isNaN(held) ? max : Math.max(max, held));
    if (!isEmpty) held = last;
  }
  return { fromUs, columnUs, low, high };
}
