/** The record of `check --json`, made from the page's snapshot of a connection: the same keys and figures. */
import type { Snapshot } from '../../engine/contract/snapshot';
import type { Redacted } from '../../engine/redaction/redact';
import { recordErrors, type TraceRecord, traceRecord } from './trace-record';

/** Kinds of messages that say why reading stopped early. */
const ENDED = /^(?:truncated-|damaged-|inflation-limit$|unreadable$|trace-error$)/;

/** Name of an unnamed file, as for standard input. */
const UNNAMED = '-';

/**
 * @param name of the file; null for none.
 * @returns null until the trace is judged.
 */
export function snapshotRecord(name: string | null, snapshot: Redacted<Snapshot>): TraceRecord | null {
  const { phase, summary, models, findings, quality, messages, connection } = snapshot;
  if (phase !== 'ready' || models === null) return null;
  const failures = messages
    .filter(({ kind }) => ENDED.test(kind))
    .map(({ text }) => ({ offset: null, reason: text }));
  const errors = recordErrors(quality?.skipped ?? [], quality?.skippedTotal ?? 0, failures);
  return traceRecord({ file: name ?? UNNAMED, trace: connection, errors }, summary, models, findings);
}
