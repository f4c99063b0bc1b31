/**
 * What leaves the program for one trace, as a versioned schema of its own: the line of `check --json`, and the findings
 * as JSON that the page saves. No internal type appears in it, so that a detector or the pipeline may change without
 * breaking whoever reads these lines.
 *
 * A key is never left out: what the trace does not hold is null. Times are ms on the trace's own clock. A changed
 * meaning or a removed key raises `SCHEMA`; `docs/check-in-ci.md` describes every key.
 */

import type { ModelReport } from '../../engine/congestion';
import type { SkippedRecord } from '../../engine/contract/quality';
import type { TraceSummary } from '../../engine/contract/snapshot';
import type { NotJudged, Verdicts } from '../../engine/findings/detector';
import { plural } from '../../engine/text/figures';

export const SCHEMA = 1;

export type SeverityName = 'critical' | 'warning' | 'info';

export interface EvidenceRecord {
  readonly id: string;
  readonly name: string;
  readonly value: number | null;
  /** `share` is 0 to 1, `us` µs, `rtt` round trips; `count`, `bytes`, `packets` are plain numbers. */
  readonly unit: string;
  readonly threshold: string;
  readonly holds: boolean;
}

export interface FindingRecord {
  readonly id: string;
  readonly severity: SeverityName;
  readonly confidence: number | null;
  readonly startMs: number | null;
  readonly endMs: number | null;
  readonly variant: string | null;
  readonly exit: string | null;
  readonly cause: string | null;
  readonly verdict: string;
  readonly evidence: readonly EvidenceRecord[];
}

/** A record that was not read as it stands, or what ended the reading. */
export interface ErrorRecord {
  /** Byte of the inflated text; null where the error has no place in it. */
  readonly offset: number | null;
  /** Number of the record in its file, the header being 0; null where it is about no single record. */
  readonly record: number | null;
  readonly reason: string;
}

export interface TraceRecord {
  readonly schema: typeof SCHEMA;
  /** Path as given or found; an entry of a zip as `path.zip!/entry`; `-` for standard input. */
  readonly file: string;
  /** Number of the connection in its file, from 0; null where the file holds none. */
  readonly trace: number | null;
  readonly role: 'client' | 'server' | 'unknown';
  readonly side: 'sender' | 'receiver' | 'unknown';
  readonly dialect: string;
  readonly implementation: string | null;
  readonly durationMs: number | null;
  readonly events: number;
  readonly skipped: number;
  readonly packetsSent: number;
  readonly packetsLost: number | null;
  readonly cwndMinBytes: number | null;
  readonly cwndMaxBytes: number | null;
  readonly rttMinMs: number | null;
  readonly controller: { readonly best: readonly string[]; readonly fit: number | null };
  readonly findings: readonly FindingRecord[];
  readonly errors: readonly ErrorRecord[];
}

/** A record with what the reports need beside it; only `record` leaves the program as data. */
export interface TraceReport {
  readonly record: TraceRecord;
  /** Path of the file itself, without the entry of a zip. */
  readonly path: string;
  /** Beside `record.findings`: the rule that each comes from. */
  readonly rules: readonly string[];
  readonly notJudged: readonly Pick<NotJudged, 'id' | 'reason'>[];
  /** Why the input could not be read to its end; null where it was. */
  readonly failure: string | null;
  /** What reading and judging took. */
  readonly seconds: number;
}

/** JSON has no NaN: what could not be measured is null. */
export function finite(value: number): number | null {
  return Number.isFinite(value) ? value : null;
}

const ms = (us: number): number | null => finite(us / 1000);

/** The rule that a finding comes from: its key begins with the rule's id, also where the rule failed. */
export function ruleOf({ key }: { readonly key: string }): string {
  const dot = key.indexOf('.');
  return dot < 0 ? key : key.slice(0, dot);
}

export function findingRecords(findings: Verdicts['findings']): readonly FindingRecord[] {
  return findings.map((finding) => ({
    id: finding.id,
    severity: finding.severity,
    confidence: finite(finding.confidence),
    startMs: ms(finding.startUs),
    endMs: ms(finding.endUs),
    variant: finding.variant,
    exit: finding.exit,
    cause: finding.cause,
    verdict: finding.verdict,
    evidence: finding.evidence.map(({ id, name, value, unit, threshold, holds }) => ({
      id,
      name,
      value: finite(value),
      unit,
      threshold,
      holds,
    })),
  }));
}

/** Where a record belongs, and what went wrong in its text. */
export interface RecordPlace {
  readonly file: string;
  readonly trace: number;
  readonly errors: readonly ErrorRecord[];
}

/** What a record says of the controllers. */
type Judged = Pick<ModelReport, 'best' | 'notJudged'> & {
  readonly candidates: readonly { readonly fit: number }[];
};

/** Errors told of one text one by one; the rest is one line with the count. */
const MAX_ERRORS = 20;

/**
 * The first records that were not read as they stand, and what ended the reading.
 * @param skipped how many were skipped in all. @param failures what ended the reading, if anything did.
 */
export function recordErrors(
  problems: readonly SkippedRecord[],
  skipped: number,
  failures: readonly Omit<ErrorRecord, 'record'>[],
): readonly ErrorRecord[] {
  const told = problems.filter(({ reason }) => reason !== 'large');
  const errors: ErrorRecord[] = told.slice(0, MAX_ERRORS).map(({ offset, record, reason, detail }) => ({
    offset,
    record,
    reason: `${reason}: ${detail}`,
  }));
  if (told.length > MAX_ERRORS) {
    const reason = `more records than the first ${MAX_ERRORS} are concerned; ${plural(skipped, 'record')} skipped in all`;
    errors.push({ offset: null, record: null, reason });
  }
  return [...errors, ...failures.map(({ offset, reason }) => ({ offset, record: null, reason }))];
}

export function traceRecord(
  { file, trace, errors }: RecordPlace,
  summary: TraceSummary,
  models: Judged,
  findings: Verdicts['findings'],
): TraceRecord {
  const { vantagePoint, implementation, implementationVersion } = summary;
  return {
    schema: SCHEMA,
    file,
    trace,
    role: vantagePoint === 'network' ? 'unknown' : vantagePoint,
    side: summary.side,
    dialect: `${summary.container ?? 'unknown'} ${summary.qlogVersion}`,
    implementation:
      implementation === null ? null : [implementation, implementationVersion ?? []].flat().join(' '),
    durationMs: summary.events === 0 ? null : ms(summary.durationUs),
    events: summary.events,
    skipped: summary.skippedRecords,
    packetsSent: summary.packetsSent,
    packetsLost: summary.lossesKnown ? summary.packetsLost : null,
    cwndMinBytes: finite(summary.cwndMinBytes),
    cwndMaxBytes: finite(summary.cwndMaxBytes),
    rttMinMs: ms(summary.minRttUs),
    controller: {
      best: [...models.best],
      fit: models.notJudged === null ? finite(models.candidates[0]?.fit ?? Number.NaN) : null,
    },
    findings: findingRecords(findings),
    errors,
  };
}

/** The record of an input that holds no trace, or none that could be read. */
export function emptyRecord(file: string, skipped: number, errors: readonly ErrorRecord[]): TraceRecord {
  return {
    schema: SCHEMA,
    file,
    trace: null,
    role: 'unknown',
    side: 'unknown',
    dialect: 'unknown',
    implementation: null,
    durationMs: null,
    events: 0,
    skipped,
    packetsSent: 0,
    packetsLost: null,
    cwndMinBytes: null,
    cwndMaxBytes: null,
    rttMinMs: null,
    controller: { best: [], fit: null },
    findings: [],
    errors,
  };
}
