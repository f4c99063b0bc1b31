/**
 * The figures of a trace: what a row of a table of traces holds, one entry each. An entry names where its value comes from, in a trace that
 * was read here and in a record of `check --json`, and its kind, which is its form in links, in saved tables and as it leaves the page
 * (`kinds.ts`). What is shown of them is in `views.ts`, what a fleet holds of them in `fleet-figures.ts`.
 *
 * Times are µs on the trace's own clock.
 */
import * as v from 'valibot';
import { controllerWords, idleRulesOf, nearestFit } from '../../engine/base/text/controller-words';
import { marksOf, originMarks } from '../../engine/base/text/origin-marks';
import type { ShareOptions } from '../../engine/reading/contract/share-options';
import type { FileSurvey, TraceSurvey } from '../../engine/reading/contract/survey';
import { dottedVersion, redactOriginMs } from '../../engine/service/redaction/redact';
import { type Codec, record } from '../digest/codec';
import type { Kind } from './kinds';
import * as kinds from './kinds';
import {
  defectOf,
  goodputOf,
  idleRuleOf,
  illShareOf,
  isJudged,
  MOST_FINDINGS,
  type RowFinding,
  type RowProblem,
  titleOfRule,
} from './row';
import { count, figure, id, listOf, text, words } from './row-parts';

/** What a file says of its traces. */
interface SurveyedFile {
  readonly name: string;
  readonly connections: number;
}

/** What is taken of a record of `check --json`: fields with what they must be, and the value of them. */
interface RecordPart<T> {
  readonly fields: v.ObjectEntries;
  // biome-ignore lint/suspicious/noExplicitAny: each entry reads the fields that it names
  readonly value: (fields: any) => T;
}

function ofRecord<Fields extends v.ObjectEntries, T>(
  fields: Fields,
  value: (fields: v.InferOutput<v.ObjectSchema<Fields, undefined>>) => T,
): RecordPart<T> {
  return { fields, value };
}

interface Figure<T> {
  readonly kind: Kind<T>;
  readonly value: (trace: TraceSurvey, file: SurveyedFile) => T;
  /** Left out where a record does not tell it. */
  readonly recorded?: RecordPart<T>;
  /** In place of what the kind says. */
  readonly share?: Kind<T>['share'];
  /** Of the rows of links from which on it is in them; 1 where left out. */
  readonly since?: number;
}

const of = <T>(
  kind: Kind<T>,
  value: Figure<T>['value'],
  recorded?: RecordPart<T>,
  more: Pick<Figure<T>, 'share' | 'since'> = {},
): Figure<T> => ({ kind, value, ...(recorded !== undefined && { recorded }), ...more });

const finite = (value: number): number | null => (Number.isFinite(value) ? value : null);
const us = (ms: number | null): number | null => (ms === null ? null : Math.round(ms * 1000));

/** As `check` names an entry of an archive. */
const inArchive = (name: string, entry: string | null | undefined): string =>
  entry == null ? name : `${name}!/${entry}`;

function findingsOf({ findings }: TraceSurvey): readonly RowFinding[] {
  return findings.slice(0, MOST_FINDINGS).map(({ id: rule, title, severity, startUs, endUs }) => ({
    ...{ id: rule, title, severity },
    ...{ startUs: finite(startUs), endUs: finite(endUs) },
  }));
}

const FINDINGS_OF_RECORD = {
  findings: listOf(
    v.object({
      id,
      severity: v.picklist(['critical', 'warning', 'info']),
      startMs: figure,
      endMs: figure,
      cause: v.fallback(v.nullable(id), null),
      knownDefect: v.fallback(v.nullable(kinds.DEFECT.saved), null),
    }),
  ),
};
type RecordFindings = v.InferOutput<v.ObjectSchema<typeof FINDINGS_OF_RECORD, undefined>>['findings'];

function recordFindings(findings: RecordFindings): readonly RowFinding[] {
  return findings.slice(0, MOST_FINDINGS).map(({ id: rule, severity, startMs, endMs }) => ({
    ...{ id: rule, title: titleOfRule(rule), severity },
    ...{ startUs: us(startMs), endUs: us(endMs) },
  }));
}

const CONTROLLER_OF_RECORD = {
  controller: v.fallback(
    v.nullable(
      v.object({
        best: listOf(id),
        fits: v.fallback(v.boolean(), false),
        fit: figure,
        words: v.fallback(words, ''),
      }),
    ),
    null,
  ),
};

const LENGTH_OF_RECORD = { durationMs: count };
const SIDE_OF_RECORD = { side: v.fallback(v.picklist(['sender', 'receiver', 'unknown']), 'unknown') };
const IMPLEMENTATION_OF_RECORD = { implementation: text };

const FIGURES = {
  /** Path of the file; an entry of an archive as `path.zip!/entry`. */
  name: of(kinds.FILE_NAME, (trace, { name }) => inArchive(name, trace.of.entry)),
  /** Number of the connection in its file, from 0; null where the file holds none. */
  connection: of(kinds.AMOUNT, ({ connection }) => connection),
  connections: of(kinds.NUMBER_OF, (_, { connections }) => connections),
  /** Null for a trace that was read. Everything below is unknown otherwise. */
  failure: of<RowProblem | null>(kinds.PROBLEM, () => null),
  /** Why the file was read in part only. */
  ended: of(kinds.PROBLEM, ({ ended }) => ended && { kind: ended.kind, text: ended.text }),
  role: of(
    kinds.oneWordOf(['client', 'server', 'network']),
    (trace) => trace.of.role,
    ofRecord(
      { role: v.fallback(v.picklist(['client', 'server', 'unknown']), 'unknown') },
      ({ role }) => role,
    ),
  ),
  side: of(
    kinds.oneWordOf(['sender', 'receiver']),
    (trace) => trace.of.side,
    ofRecord(SIDE_OF_RECORD, ({ side }) => side),
  ),
  implementation: of(
    kinds.TEXT,
    ({ summary }) => summary.implementation,
    ofRecord(IMPLEMENTATION_OF_RECORD, ({ implementation }) => implementation?.split(' ')[0] ?? null),
  ),
  version: of(
    kinds.TEXT,
    ({ summary }) => summary.implementationVersion,
    ofRecord(
      IMPLEMENTATION_OF_RECORD,
      ({ implementation }) => implementation?.split(' ').slice(1).join(' ') || null,
    ),
    {
      share: (version, { reasonPhrases }) =>
        version === null || reasonPhrases ? version : dottedVersion(version),
    },
  ),
  /** The first event as ms since 1970. */
  recordedMs: of(
    kinds.INSTANT,
    ({ originMs, extent }) => (originMs === null ? null : originMs + extent.fromUs / 1000),
    undefined,
    { share: redactOriginMs },
  ),
  startUs: of(
    kinds.INSTANT,
    ({ extent }) => extent.fromUs,
    ofRecord({}, () => 0),
  ),
  durationUs: of(
    kinds.AMOUNT,
    ({ summary }) => summary.durationUs,
    ofRecord(LENGTH_OF_RECORD, ({ durationMs }) => us(durationMs)),
  ),
  sentBytes: of(kinds.AMOUNT, ({ summary }) => (summary.packetsSent > 0 ? summary.sentBytes : null)),
  /** Payload that arrived for the first time, or what a receiver received, over the whole log; bytes per second. */
  goodput: of(kinds.AMOUNT, goodputOf),
  packetsSent: of(
    kinds.AMOUNT,
    ({ summary }) => (summary.packetsSent > 0 ? summary.packetsSent : null),
    ofRecord({ packetsSent: count }, ({ packetsSent }) => (packetsSent === 0 ? null : packetsSent)),
  ),
  packetsLost: of(
    kinds.AMOUNT,
    ({ summary }) => (summary.lossesKnown ? summary.packetsLost : null),
    ofRecord({ packetsLost: count }, ({ packetsLost }) => packetsLost),
  ),
  minRttUs: of(
    kinds.AMOUNT,
    ({ summary }) => finite(summary.minRttUs),
    ofRecord({ rttMinMs: count }, ({ rttMinMs }) => us(rttMinMs)),
  ),
  smoothedRttUs: of(kinds.AMOUNT, ({ summary }) => finite(summary.smoothedRttUs)),
  /** Which controller the window follows, in words; empty where that is not known. */
  controller: of(
    kinds.WORDING,
    ({ models }) => (models === null || models.notJudged !== null ? '' : controllerWords(models)),
    ofRecord(CONTROLLER_OF_RECORD, ({ controller }) => controller?.words ?? ''),
  ),
  idleRule: of(
    kinds.IDLE_RULE,
    ({ findings, models }) =>
      idleRuleOf(
        findings,
        idleRulesOf(models?.fits === true ? models.best : []),
        models && finite(nearestFit(models)),
      ),
    ofRecord({ ...FINDINGS_OF_RECORD, ...CONTROLLER_OF_RECORD }, ({ findings, controller }) =>
      idleRuleOf(
        findings,
        controller?.fits === true ? idleRulesOf(controller.best) : [],
        controller?.fit ?? null,
      ),
    ),
  ),
  defect: of(
    kinds.DEFECT,
    ({ findings }) => defectOf(findings),
    ofRecord(FINDINGS_OF_RECORD, ({ findings }) => defectOf(findings)),
  ),
  /** The worst first. */
  findings: of(
    kinds.FINDINGS,
    findingsOf,
    ofRecord(FINDINGS_OF_RECORD, ({ findings }) => recordFindings(findings)),
  ),
  /** Share of the time that critical findings and warnings cover, 0 to 1; null where the trace could not be judged. */
  illShare: of(
    kinds.SHARE,
    (trace) =>
      isJudged(trace.of.side, trace.notJudged)
        ? illShareOf(findingsOf(trace), trace.extent.fromUs, trace.extent.toUs)
        : null,
    ofRecord(
      {
        ...{ ...LENGTH_OF_RECORD, ...SIDE_OF_RECORD, ...FINDINGS_OF_RECORD },
        notJudged: listOf(v.object({ id })),
      },
      ({ durationMs, side, findings, notJudged }) => {
        const durationUs = us(durationMs);
        return durationUs === null || !isJudged(side, notJudged)
          ? null
          : illShareOf(recordFindings(findings), 0, durationUs);
      },
    ),
  ),
  window: of(
    kinds.WINDOW,
    ({ window }) => window && { ...window, low: window.low.map(finite), high: window.high.map(finite) },
  ),
  /** How the trace came about, where it is no plain recording. */
  marks: of(
    kinds.ORIGIN,
    ({ summary }) => marksOf({ summary }),
    ofRecord({ marks: listOf(id) }, ({ marks }) => originMarks(marks)),
    { since: 2 },
  ),
} as const;

type FigureId = keyof typeof FIGURES;

/**
 * A row of a table of traces, as a record with its own version: what it shows of one trace, whether the trace was read here or is named by
 * a record of `check --json`. What is not known is null, or empty.
 */
export type TraceRow = {
  readonly [id in FigureId]: (typeof FIGURES)[id] extends Figure<infer T> ? T : never;
};

const ENTRIES = Object.entries(FIGURES) as readonly (readonly [FigureId, Figure<unknown>])[];

function rowOf(value: (figure: Figure<unknown>, id: FigureId) => unknown): TraceRow {
  return Object.fromEntries(ENTRIES.map(([id, entry]) => [id, value(entry, id)])) as TraceRow;
}

/** A file, or an entry of an archive, of which nothing could be read. */
export function failedRow(name: string, failure: RowProblem): TraceRow {
  return { ...rowOf(({ kind }) => kind.unknown), name, failure };
}

/** Rows of a file that was read: one per trace, and one per failure. @param name of the file. */
export function surveyRows(
  name: string,
  { traces, connectionCount: connections, failures }: FileSurvey,
): readonly TraceRow[] {
  const file = { name, connections };
  return [
    ...traces.map((trace) => rowOf(({ value }) => value(trace, file))),
    ...failures.map(({ kind, text: why, entry }) => failedRow(inArchive(name, entry), { kind, text: why })),
  ];
}

/** What is read of a record of `check --json`, beside its version, file, number and errors. */
export const RECORD_FIELDS: v.ObjectEntries = Object.assign(
  {},
  ...ENTRIES.map(([, { recorded }]) => recorded?.fields ?? {}),
);

/** @param fields as `RECORD_FIELDS` says. @param trace number of the connection. */
export function recordRow(file: string, trace: number, fields: object): TraceRow {
  const row = rowOf(({ kind, recorded }) => (recorded === undefined ? kind.unknown : recorded.value(fields)));
  return { ...row, name: file, connection: trace, connections: trace + 1 };
}

/** Of a row in a saved table. */
export const SAVED_FIELDS: v.ObjectEntries = Object.fromEntries(
  ENTRIES.map(([id, { kind }]) => [id, kind.saved]),
);

/** New values, by the options of everything that is shared. @param name that it has then. */
export function sharedFigures(row: TraceRow, name: string, options: ShareOptions): TraceRow {
  return { ...rowOf(({ kind, share = kind.share }, id) => share(row[id], options)), name };
}

/** Version of the rows in a link: it grows with each figure that is added. */
export const ROW_VERSION = Math.max(...ENTRIES.map(([, { since = 1 }]) => since));

/**
 * A row of a table as bytes, for a link: times are whole µs, figures whole, shares in thousandths; `packed-rows.ts` stacks the rows and
 * bounds them. @param hasWindow with the sketch of the window. @param version of the rows.
 */
export function rowForm(hasWindow: boolean, version: number): Codec<TraceRow> {
  const forms = ENTRIES.map(([id, { kind, since = 1 }]) => {
    const isIn = since <= version && (hasWindow || id !== 'window');
    return [id, isIn ? kind.link : { write: () => undefined, read: () => kind.unknown }];
  });
  return record(Object.fromEntries(forms));
}
