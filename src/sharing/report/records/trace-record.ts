/**
 * The output record of one trace, with its own versioned schema: the line of `check --json`, and the findings
 * as JSON that the page saves. It uses no internal type, so that a detector or the pipeline may change without
 * breaking consumers.
 *
 * A key is never left out: what the trace does not hold is null. Times are ms on the trace's own clock. A changed
 * meaning or a removed key raises `SCHEMA`; `docs/check-in-ci.md` describes every key.
 */
import { type ComparedModels, controllerWords, nearestFit } from '../../../engine/base/text/controller-words';
import { plural } from '../../../engine/base/text/figures';
import { type OriginMark, originMarks } from '../../../engine/base/text/origin-marks';
import type {
  CloseUp,
  Evidence as Measured,
  NotJudged,
  Verdicts,
} from '../../../engine/findings/finding/finding';
import type { SkippedRecord } from '../../../engine/reading/contract/quality';
import type { Message, TraceSummary } from '../../../engine/reading/contract/snapshot';
import type { RecordedTraffic } from '../../../engine/reading/contract/traffic';
import { type AccountRecord, accountRecord } from './account-record';
import { finite, ms } from './numbers';
import type { SegmentsRecord } from './segments-record';
import { type TrafficRecord, trafficRecord } from './traffic-record';

export const SCHEMA = 2;

export type SeverityName = 'critical' | 'warning' | 'info';

export interface EvidenceRecord {
  readonly id: string;
  readonly name: string;
  readonly value: number | null;
  /** `share` is 0 to 1, `us` µs, `rtt` round trips; `count`, `bytes`, `packets` are plain numbers. */
  readonly unit: Measured['unit'];
  /** What a trace without the finding shows; the alarm is from `threshold` on. */
  readonly normal: string;
  readonly threshold: string;
  readonly holds: boolean;
  /** False for a row that the finding does not require. */
  readonly needed: boolean;
  /** One of the rows, four at most, that decide. */
  readonly deciding: boolean;
}

/** A few round trips that show the finding; see `CloseUp` of the detectors. */
export interface CloseUpRecord {
  readonly startMs: number | null;
  readonly endMs: number | null;
  /** In order of time; `kind` is what each claims of the trace then. */
  readonly steps: readonly { readonly ms: number | null; readonly kind: string; readonly words: string }[];
}

/** What a finding cost by the account; see `Cost` of the detectors. */
export interface CostRecord {
  /** Time in which what its rule stands for held the sender, and what was lost in it; null where the path's rate is not known. */
  readonly heldMs: number | null;
  readonly lostMs: number | null;
  /** More may be lost: the path may carry more than is proved. */
  readonly isAtLeast: boolean;
}

/** How much sooner data arrives in a run without the defect; see `ClosedLoopCost` of the detectors. */
export interface ClosedLoopRecord {
  readonly ms: number | null;
  readonly bytes: number | null;
  /** How it was run. */
  readonly words: string;
}

/** A known defect with the cause of a finding; see `KnownDefect` of the detectors. */
export interface KnownDefectRecord {
  readonly implementation: string;
  readonly version: string | null;
  /** `affected`, `fixed`, `not-known`. */
  readonly standing: string;
  readonly versions: string | null;
  readonly fixedIn: string | null;
  readonly reference: string;
  readonly words: string;
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
  readonly knownDefect: KnownDefectRecord | null;
  readonly cost: CostRecord | null;
  /** Null where it was not asked for, and where no run is near. */
  readonly closedLoop: ClosedLoopRecord | null;
  /** Id of the rule whose finding brings it about. */
  readonly explainedBy: string | null;
  readonly verdict: string;
  readonly evidence: readonly EvidenceRecord[];
  readonly closeUp: CloseUpRecord | null;
}

/** A skipped or repaired record, or why reading stopped. */
export interface ErrorRecord {
  /** Path of its file where the trace has several; null where it has one. */
  readonly file: string | null;
  /** Byte of the inflated text; null where the error has no place in it. */
  readonly offset: number | null;
  /** Number of the record in its file, the header being 0; null where it concerns no single record. */
  readonly record: number | null;
  readonly reason: string;
}

export interface ControllerRecord {
  /** Ids of the models that the trace does not tell apart; empty where none fits. */
  readonly best: readonly string[];
  /** The best one fits well enough to be named. */
  readonly fits: boolean;
  /** How well the nearest model follows the window, 0 to 1; null where not judged. */
  readonly fit: number | null;
  /** The same in words. */
  readonly words: string;
}

/** `benign`: of a full queue or a burst that ended slow start or the transfer. */
export interface LossKindRecord {
  readonly queueFull: number;
  readonly policed: number;
  readonly burst: number;
  readonly random: number;
  readonly tooLarge: number;
  /** What dropped them does not follow from the log. */
  readonly unknown: number;
  readonly benign: number;
}

/** A time in which the path has one smallest RTT and carries one rate. */
export interface PathRecord {
  readonly fromMs: number | null;
  readonly toMs: number | null;
  readonly rttMinMs: number | null;
  /** What the path carries, as UDP payload; null where nothing is known. */
  readonly rateMbit: number | null;
  /** Null where nothing is known. */
  readonly proof: 'proved' | 'atLeast' | null;
  /** Why it begins: with the trace, with another path, because the RTT became longer or shorter, or because the rate changed. */
  readonly by: 'start' | 'path' | 'rtt' | 'rate';
}

/** `streams`, `http` and `connectivity` are null where they were not asked for, and where the log does not show them. */
export interface TraceRecord extends TrafficRecord {
  readonly schema: typeof SCHEMA;
  /**
   * Path as given or found; an entry of a zip as `path.zip!/entry`; `-` for standard input. The first one where the trace
   * has several files.
   */
  readonly file: string;
  /**
   * SHA-256 of the bytes of the file as they are stored, 64 hexadecimal digits; of several files that of their hashes, one after
   * the other. Null where the bytes are in no file.
   */
  readonly hash: string | null;
  /** Null where the trace is one file. */
  readonly segments: SegmentsRecord | null;
  /** Number of the connection in its file, from 0; null where the file holds none. */
  readonly trace: number | null;
  /**
   * Connections of the same text of which the log holds no event of transport, recovery or HTTP: counted, not judged, and
   * without a record of their own. In the first record of the text; 0 in the others.
   */
  readonly connectionsNotJudged: number;
  readonly role: 'client' | 'server' | 'unknown';
  readonly side: 'sender' | 'receiver' | 'unknown';
  /** How the trace came about: `simulated`, `what-if`, `range`, `digest`; empty for a plain recording. */
  readonly marks: readonly OriginMark[];
  readonly dialect: string;
  readonly implementation: string | null;
  readonly durationMs: number | null;
  readonly events: number;
  readonly skipped: number;
  /** UDP datagrams; null where the log has no events of them. */
  readonly datagramsSent: number | null;
  readonly packetsSent: number | null;
  readonly bytesSent: number | null;
  readonly packetsLost: number | null;
  /** Packets that were declared lost and acknowledged later. */
  readonly spuriousLosses: number;
  /** Samples of the RTT as logged, or as ACKs give them (RFC 9002 §5.1). */
  readonly rttSamples: number | null;
  /** Packets lost by kind, as far as their fate is known; null where nothing is known of it. */
  readonly lossKinds: LossKindRecord | null;
  /** The path in time; empty where the trace does not show it. */
  readonly path: readonly PathRecord[];
  /** Null where the trace does not show what held the sender. */
  readonly account: AccountRecord | null;
  readonly cwndMinBytes: number | null;
  readonly cwndMaxBytes: number | null;
  readonly rttMinMs: number | null;
  readonly controller: ControllerRecord;
  readonly findings: readonly FindingRecord[];
  /** What is said of the trace and is no finding: whose model the window follows or leaves, what limits the log. */
  readonly remarks: readonly FindingRecord[];
  /** Rules that the log holds too little for, and why: that they found nothing says nothing. */
  readonly notJudged: readonly Pick<NotJudged, 'id' | 'reason'>[];
  readonly errors: readonly ErrorRecord[];
}

/** A record and further data for the reports; only `record` is written as data. */
export interface TraceReport {
  readonly record: TraceRecord;
  /** Path of the file itself, without the entry of a zip. */
  readonly path: string;
  /** The rule of each of `record.findings`, at the same index. */
  readonly rules: readonly string[];
  /** What is missing between the files of the trace, in words. */
  readonly messages: readonly Pick<Message, 'level' | 'text'>[];
  /** Why reading stopped early; null where it did not. */
  readonly failure: string | null;
  /** Time spent on reading and judging. */
  readonly seconds: number;
}

/** The rule that a finding comes from: its key begins with the rule's id, also where the rule failed. */
export function ruleOf({ key }: { readonly key: string }): string {
  const dot = key.indexOf('.');
  return dot < 0 ? key : key.slice(0, dot);
}

function defectRecord({ knownDefect }: Verdicts['findings'][number]): KnownDefectRecord | null {
  if (knownDefect === undefined) return null;
  const { implementation, version, standing, versions, fixedIn, reference, words } = knownDefect;
  return { implementation, version, standing, versions, fixedIn, reference, words };
}

function closeUpRecord({ fromUs, toUs, steps }: CloseUp): CloseUpRecord {
  const words = steps.map(({ timeUs, kind, text }) => ({ ms: ms(timeUs), kind, words: text }));
  return { startMs: ms(fromUs), endMs: ms(toUs), steps: words };
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
    knownDefect: defectRecord(finding),
    cost: finding.cost && {
      heldMs: ms(finding.cost.heldUs),
      lostMs: ms(finding.cost.lostUs ?? Number.NaN),
      isAtLeast: finding.cost.provedShare < 1,
    },
    closedLoop: finding.closedLoop && {
      ms: ms(finding.closedLoop.us),
      bytes: finite(finding.closedLoop.bytes),
      words: finding.closedLoop.words,
    },
    explainedBy: finding.explainedBy === undefined ? null : ruleOf(finding.explainedBy),
    verdict: finding.verdict,
    evidence: finding.evidence.map(
      ({ id, name, value, unit, normal, threshold, holds, needed, deciding }) => ({
        id,
        name,
        value: finite(value),
        unit,
        normal,
        threshold,
        holds,
        needed,
        deciding,
      }),
    ),
    closeUp: finding.closeUp && closeUpRecord(finding.closeUp),
  }));
}

/** File and trace of a record, how it came about, and its errors. */
export interface RecordPlace {
  readonly file: string;
  readonly segments: SegmentsRecord | null;
  readonly trace: number;
  readonly marks: readonly OriginMark[];
  /** Left out where the bytes are in no file. */
  readonly hash?: string | null;
  /** See `TraceRecord.connectionsNotJudged`; left out for none. */
  readonly connectionsNotJudged?: number;
  readonly errors: readonly ErrorRecord[];
}

/** Most errors listed one by one; the rest is one line with the count. */
const MAX_ERRORS = 20;

/**
 * The first skipped or repaired records, and why reading stopped.
 * @param skipped total number of skipped records. @param failures why reading stopped early, if it did.
 */
export function recordErrors(
  problems: readonly SkippedRecord[],
  skipped: number,
  failures: readonly Omit<ErrorRecord, 'record'>[],
): readonly ErrorRecord[] {
  const listed = problems.filter(({ reason }) => reason !== 'large');
  const errors: ErrorRecord[] = listed
    .slice(0, MAX_ERRORS)
    .map(({ file, offset, record, reason, detail }) => ({
      file: file ?? null,
      offset,
      record,
      reason: `${reason}: ${detail}`,
    }));
  if (listed.length > MAX_ERRORS) {
    const reason = `more records than the first ${MAX_ERRORS} are concerned; ${plural(skipped, 'record')} skipped in all`;
    errors.push({ file: null, offset: null, record: null, reason });
  }
  return [...errors, ...failures.map(({ file, offset, reason }) => ({ file, offset, record: null, reason }))];
}

function kindRecord({ lossKinds }: TraceSummary): LossKindRecord | null {
  if (lossKinds === undefined) return null;
  const { counts, benign } = lossKinds;
  const { policed, burst, random, unknown } = counts;
  return {
    queueFull: counts['queue-full'],
    policed,
    burst,
    random,
    tooLarge: counts['too-large'],
    unknown,
    benign,
  };
}

/** 1 byte per µs is 8 Mbit/s. */
function pathRecords({ path = [] }: TraceSummary): readonly PathRecord[] {
  return path.map(({ fromUs, toUs, rttMinUs, rate, proof, by }) => ({
    fromMs: ms(fromUs),
    toMs: ms(toUs),
    rttMinMs: ms(rttMinUs),
    rateMbit: finite(rate * 8),
    proof,
    by,
  }));
}

export function traceRecord(
  { file, hash = null, segments, trace, marks, connectionsNotJudged = 0, errors }: RecordPlace,
  summary: TraceSummary,
  models: ComparedModels,
  { findings, remarks, notJudged }: Pick<Verdicts, 'findings' | 'remarks' | 'notJudged'>,
  traffic: RecordedTraffic | null,
): TraceRecord {
  const { vantagePoint, implementation, implementationVersion } = summary;
  return {
    schema: SCHEMA,
    file,
    hash,
    segments,
    trace,
    connectionsNotJudged,
    role: vantagePoint === 'network' ? 'unknown' : vantagePoint,
    side: summary.side,
    marks: originMarks(marks),
    dialect: `${summary.container ?? 'unknown'} ${summary.qlogVersion}`,
    implementation:
      implementation === null ? null : [implementation, implementationVersion ?? []].flat().join(' '),
    durationMs: summary.events === 0 ? null : ms(summary.durationUs),
    events: summary.events,
    skipped: summary.skippedRecords,
    datagramsSent: summary.datagramsSent ?? null,
    packetsSent: summary.packetsSent || null,
    bytesSent: summary.sentBytes || null,
    packetsLost: summary.lossesKnown ? summary.packetsLost : null,
    spuriousLosses: summary.spuriousLosses,
    rttSamples: summary.rttSamples ?? null,
    lossKinds: kindRecord(summary),
    path: pathRecords(summary),
    account: accountRecord(summary),
    cwndMinBytes: finite(summary.cwndMinBytes),
    cwndMaxBytes: finite(summary.cwndMaxBytes),
    rttMinMs: ms(summary.minRttUs),
    ...trafficRecord(traffic, summary.ending),
    controller: {
      best: [...models.best],
      fits: models.fits,
      fit: finite(nearestFit(models)),
      words: controllerWords(models),
    },
    findings: findingRecords(findings),
    remarks: findingRecords(remarks),
    notJudged: notJudged.map(({ id, reason }) => ({ id, reason })),
    errors,
  };
}

/** The record of an input that holds no trace, or none that could be read. */
export function emptyRecord(
  file: string,
  segments: SegmentsRecord | null,
  skipped: number,
  errors: readonly ErrorRecord[],
  hash: string | null = null,
): TraceRecord {
  return {
    schema: SCHEMA,
    file,
    hash,
    segments,
    trace: null,
    connectionsNotJudged: 0,
    role: 'unknown',
    side: 'unknown',
    marks: [],
    dialect: 'unknown',
    implementation: null,
    durationMs: null,
    events: 0,
    skipped,
    datagramsSent: null,
    packetsSent: null,
    bytesSent: null,
    packetsLost: null,
    spuriousLosses: 0,
    rttSamples: null,
    lossKinds: null,
    path: [],
    account: null,
    cwndMinBytes: null,
    cwndMaxBytes: null,
    rttMinMs: null,
    ...trafficRecord(null, undefined),
    controller: { best: [], fits: false, fit: null, words: 'not compared with models' },
    findings: [],
    remarks: [],
    notJudged: [],
    errors,
  };
}
