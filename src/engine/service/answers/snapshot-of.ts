/** What a snapshot of an open file tells of one of its connections. */
import type { Evidence } from '../../input/bytes/source';
import type { ModelSummary } from '../../reading/contract/parts';
import type { Phase, Snapshot } from '../../reading/contract/snapshot';
import { qualityOf } from '../../reading/facts/quality';
import { emptySummary, summarise } from '../../reading/facts/summary';
import { type FileConnection, summariseConnection } from '../../reading/stages/connection-list';
import { recordedOf } from '../../reading/stages/recorded';
import type { ModelReport } from '../../sender/congestion';
import type { TransportState } from '../../sender/transport/transport';
import type { FileJudging } from './file-judging';
import type { FileReading } from './file-reading';

/** Maximum connections listed in a snapshot while the file is read: more would slow down reading. */
const LISTED_WHILE_READING = 64;

/** The open file as snapshots see it. It may grow between them. */
export interface SnapshotFile {
  readonly phase: Phase;
  readonly reading: FileReading;
  readonly judging: FileJudging;
  /** What shows that its files are of one connection; null for a single one. */
  readonly evidence: Evidence | null;
}

/** @param index of the connection. @param elapsedMs since reading began. */
export function snapshotOf(file: SnapshotFile, index: number, revision: number, elapsedMs: number): Snapshot {
  const { phase, reading, judging } = file;
  const { compression } = reading;
  const isRead = phase !== 'opening' && phase !== 'reading';
  // Nothing is shown of what only looks like events.
  const isRefused = isRead && reading.isForeign;
  const connections = isRefused ? [] : reading.connections;
  const shown = connections[index] ?? null;
  const analysis = judging.analyses[index];
  const soFar = analysis === undefined && index === 0 ? judging.soFar : null;
  return {
    phase,
    revision,
    progress: progressOf(reading, isRefused, elapsedMs),
    extent: shown === null ? { fromUs: 0, toUs: 0 } : extentOf(shown.connection.state),
    summary: shown === null ? emptySummary(compression) : summarise(shown, compression, isRead, analysis),
    catalogue: [...(shown?.connection.state.allSeries() ?? []), ...(analysis?.series ?? [])].map(
      ({ info }) => info,
    ),
    findings: analysis?.verdicts.findings ?? [],
    remarks: analysis?.verdicts.remarks ?? [],
    ...(soFar !== null && { soFar }),
    models: analysis === undefined ? null : modelSummary(analysis.models),
    noBoundary: analysis?.noBoundary ?? null,
    notJudged: analysis?.verdicts.notJudged ?? [],
    notFound: analysis?.verdicts.notFound ?? [],
    connections: listed(connections, isRead).map((i) =>
      summariseConnection(connections[i], i, judging.analyses[i]),
    ),
    connectionCount: connections.length,
    connection: index,
    quality: shown === null ? null : qualityOf(shown, compression, analysis),
    messages: judging.messagesAbout(shown, isRead),
    segments: shown?.text.segments ?? [],
    segmentEvidence: file.evidence,
    ends: phase === 'ready' ? endsOf(connections) : null,
  };
}

function progressOf(
  { readBytes, totalBytes, texts }: FileReading,
  isRefused: boolean,
  elapsedMs: number,
): Snapshot['progress'] {
  const { inflatedBytes, skippedRecords, events } = texts;
  return {
    readBytes,
    totalBytes,
    inflatedBytes,
    megabytesPerSecond: inflatedBytes / 1e6 / (Math.max(elapsedMs, 1) / 1000),
    events: isRefused ? 0 : events,
    skippedRecords,
    columnBytes: Math.ceil(texts.columnBytes),
  };
}

/** Indexes of the connections in a snapshot: of those that are not judged only what is shown. */
function listed(connections: readonly FileConnection[], isRead: boolean): readonly number[] {
  if (!isRead) return [...connections.slice(0, LISTED_WHILE_READING).keys()];
  return recordedOf(connections.map(({ connection }) => connection));
}

/**
 * From the trace's start to its last event. An exported range, and a trace that begins long after its reference time (a ring
 * buffer, a log that was switched on late), begin with their first event: otherwise all of it would be in the last pixel.
 */
function extentOf({ firstUs, lastUs, isRange }: TransportState): Snapshot['extent'] {
  if (Number.isNaN(firstUs)) return { fromUs: 0, toUs: 0 };
  const late = isRange || firstUs > lastUs - firstUs;
  return { fromUs: late ? firstUs : Math.min(0, firstUs), toUs: lastUs };
}

/** Of a file of one connection: another log may continue it. */
function endsOf([only, another]: readonly FileConnection[]): Snapshot['ends'] {
  return only === undefined || another !== undefined ? null : only.text.ends;
}

function modelSummary({ epochStartsUs: _, candidates, ...report }: ModelReport): ModelSummary {
  return { ...report, candidates: candidates.map(({ epochScores: __, ...candidate }) => candidate) };
}
