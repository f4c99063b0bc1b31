/** The record of `check --json`, made from the page's snapshot of a connection: the same keys and figures. */
import { marksOf } from '../../../engine/base/text/origin-marks';
import type { Snapshot } from '../../../engine/reading/contract/snapshot';
import type { Redacted } from '../../../engine/service/redaction/redact';
import { segmentsRecord } from './segments-record';
import { recordErrors, type TraceRecord, traceRecord } from './trace-record';

/** Kinds of messages that say why reading stopped early. */
const ENDED = /^(?:truncated-|damaged-|inflation-limit$|unreadable$|trace-error$)/;

/** Name of an unnamed file, as for standard input. */
const UNNAMED = '-';

/** @param name of the file; null for none. @returns null until the trace is judged. */
export function snapshotRecord(name: string | null, snapshot: Redacted<Snapshot>): TraceRecord | null {
  const { phase, summary, models, quality, messages, connection, segmentEvidence } = snapshot;
  if (phase !== 'ready' || models === null) return null;
  const failures = messages
    .filter(({ kind }) => ENDED.test(kind))
    .map(({ text, file }) => ({ file: nameOf(snapshot, file), offset: null, reason: text }));
  const errors = recordErrors(quality?.skipped ?? [], quality?.skippedTotal ?? 0, failures);
  const segments = segmentsRecord(snapshot.segments, segmentEvidence);
  const place = {
    file: segments?.files[0]?.file ?? name ?? UNNAMED,
    segments,
    trace: connection,
    marks: marksOf(snapshot),
    errors,
  };
  return traceRecord(place, summary, models, snapshot, null);
}

/** @param number of one of several files, from 1. */
function nameOf({ segments }: Snapshot, number: number | undefined): string | null {
  return number === undefined ? null : (segments[number - 1]?.name ?? null);
}
