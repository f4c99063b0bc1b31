/**
 * `check --format sarif`: Static Analysis Results Interchange Format 2.1.0 (OASIS), which code scanning services read.
 * A finding is a result at its file; an input that could not be read is a notification of the invocation.
 *
 * With a baseline every result has its `baselineState`, and what is gone is a result too; with an ignore file every result has
 * `suppressions`, empty where it is not muted (§3.27.23, §3.27.24: all results of a run, or none).
 *
 * A trace has no lines, compressed or not: the region is the file's first line, because GitHub requires one. The times
 * are in the message and in the properties.
 */

import { isAbsolute, normalize } from 'node:path';
import { pathToFileURL } from 'node:url';
import { markLead } from '../../../../engine/base/text/origin-marks';
import { printableJson } from '../../../../engine/base/text/printable';
import { SEVERITIES } from '../../../../engine/base/text/severities';
import type { SeverityName, TraceReport } from '../../../../sharing/report/records/trace-record';
import { Exit } from '../../exit';
import { type Reporter, type ReportSettings, titleOf } from '../../report';
import {
  type BaselineState,
  type GateReport,
  type Mute,
  NO_GATE,
  PLAIN,
  type Standing,
  standingAt,
  type TraceStanding,
} from '../../standing';
import { muteWords, outcomeWords } from './gate-words';
import { findingFacts } from './report-text';
import { steadyNames } from './steady-names';

const SCHEMA_URI = 'https://json.schemastore.org/sarif-2.1.0.json';
const LEVELS: { readonly [severity in SeverityName]: string } = {
  critical: 'error',
  warning: 'warning',
  info: 'note',
};

/** A relative reference stays relative, so that it is independent of the checkout's location; `./x` and `x` are one. */
function uriOf(path: string): string {
  if (path === '-') return 'stdin';
  if (isAbsolute(path)) return pathToFileURL(path).href;
  return normalize(path)
    .replace(/\p{Cs}/gu, '\ufffd')
    .replaceAll('\\', '/')
    .split('/')
    .map(encodeURIComponent)
    .join('/');
}

function locationsOf(path: string, title: string) {
  return [
    {
      physicalLocation: { artifactLocation: { uri: uriOf(path) }, region: { startLine: 1 } },
      logicalLocations: [{ fullyQualifiedName: title, kind: 'resource' }],
    },
  ];
}

type RuleIndex = ReadonlyMap<string, number>;

function ruleOf(rule: string, ruleIndex: RuleIndex) {
  const index = ruleIndex.get(rule);
  return { ruleId: rule, ...(index === undefined ? {} : { ruleIndex: index }) };
}

function resultsOf(report: TraceReport, ruleIndex: RuleIndex) {
  const { record, path, rules } = report;
  const title = titleOf(report);
  return record.findings.map((finding, i) => ({
    ...ruleOf(rules[i] ?? finding.id, ruleIndex),
    level: LEVELS[finding.severity],
    message: {
      text: `${markLead(record.marks)}${finding.id}: ${findingFacts(finding)}. ${finding.verdict}`,
    },
    locations: locationsOf(path, title),
    properties: { ...finding, file: record.file, trace: record.trace, marks: record.marks },
  }));
}

/** What the trace had in the baseline, and nothing of its rule now. */
function absentOf(
  report: TraceReport,
  ruleIndex: RuleIndex,
  { baseline }: TraceStanding,
): readonly Reported[] {
  const { record, path } = report;
  const isLeft = (id: string): boolean => record.findings.some((finding) => finding.id === id);
  return (baseline?.gone ?? [])
    .filter(({ id }) => !isLeft(id))
    .map(({ id, severity, verdict }) => ({
      result: {
        ...ruleOf(id, ruleIndex),
        level: LEVELS[severity],
        message: { text: `${id}, gone since the baseline. ${verdict}` },
        locations: locationsOf(path, titleOf(report)),
        properties: { file: record.file, trace: record.trace, marks: record.marks },
      },
      report,
      ordinal: `${id}:1`,
      baselineState: 'absent',
      muted: null,
    }));
}

/** In words of SARIF: of an alarm that is gone a note may be left. */
function stateOf(id: string, { state }: Standing, { baseline }: TraceStanding): Reported['baselineState'] {
  if (state === null) return null;
  return baseline?.gone.some((gone) => gone.id === id) === true ? 'updated' : state;
}

/** A result without what tells it from the others of the run, and what that is made of. */
interface Reported {
  readonly result: object;
  readonly report: TraceReport;
  /** `pto-storm:2`: the second of its rule in the trace, the severe ones first, else by time. */
  readonly ordinal: string;
  /** Null without a baseline. */
  readonly baselineState: BaselineState | 'updated' | 'absent' | null;
  readonly muted: Mute | null;
}

/** The findings of a trace, numbered within their rules. Their own order is by cost too, which varies from run to run. */
function reportedOf(report: TraceReport, ruleIndex: RuleIndex, standing: TraceStanding): readonly Reported[] {
  const { findings } = report.record;
  const ruleAt = (i: number): string => {
    const [rule, id] = [report.rules[i], findings[i]?.id ?? ''];
    return rule === undefined || rule === id ? id : `${rule}/${id}`;
  };
  // A note that comes and goes leaves an alarm its number.
  const rankOf = (i: number): number => SEVERITIES.indexOf(findings[i]?.severity ?? 'info');
  const startOf = (i: number): number => findings[i]?.startMs ?? 0;
  const inOrder = findings
    .map((_, i) => i)
    .sort((a, b) => rankOf(a) - rankOf(b) || startOf(a) - startOf(b) || a - b);
  const counts = new Map<string, number>();
  const ordinals: string[] = [];
  for (const i of inOrder) {
    const rule = ruleAt(i);
    const count = (counts.get(rule) ?? 0) + 1;
    counts.set(rule, count);
    ordinals[i] = `${rule}:${count}`;
  }
  const results = resultsOf(report, ruleIndex).map((result, i) => {
    const own = standingAt(standing, i);
    const baselineState = stateOf(findings[i]?.id ?? '', own, standing);
    return { result, report, ordinal: ordinals[i] as string, baselineState, muted: own.muted };
  });
  return [...results, ...absentOf(report, ruleIndex, standing)];
}

/** The same finding of the same trace has the same fingerprint in every run, wherever the traces lie and however they are named. */
function withFingerprints(reported: readonly Reported[], { ignored }: GateReport) {
  const names = steadyNames([...new Set(reported.map(({ report }) => report.record.file))]);
  return reported.map(({ result, report: { record }, ordinal, baselineState, muted }) => {
    const name = `${names.get(record.file) ?? record.file}#${record.trace ?? 0}:${ordinal}`;
    return {
      ...result,
      ...(baselineState !== null && { baselineState }),
      ...(ignored !== null && { suppressions: suppressionsOf(muted) }),
      // GitHub compares the first one only.
      partialFingerprints: { primaryLocationLineHash: name, 'qlogscope/v2': name },
    };
  });
}

function suppressionsOf(muted: Mute | null) {
  if (muted === null) return [];
  return [{ kind: 'external', status: 'accepted', justification: muteWords(muted) }];
}

/** What concerns no trace of this check. */
function gateNotes({ baseline, ignored }: GateReport): readonly unknown[] {
  const note = (text: string) => ({ level: 'note', message: { text } });
  const ranOut = ignored?.entries.filter(({ hasRunOut }) => hasRunOut) ?? [];
  return [
    ...(baseline?.onlyThere ?? []).map((title) => note(`${title} of the baseline is not in this check`)),
    ...ranOut.map((entry) => note(`${entry.id}, muted ${muteWords(entry)}, ${outcomeWords(entry)}`)),
  ];
}

export function sarifReporter({ rules, version }: ReportSettings): Reporter {
  const ruleIndex = new Map(rules.map(({ id }, index) => [id, index]));
  const reported: Reported[] = [];
  const unreadable = new Set<string>();
  const notifications: unknown[] = [];
  return {
    trace: (report, standing = PLAIN) => {
      reported.push(...reportedOf(report, ruleIndex, standing));
      const title = report.record.file;
      // The traces of a file fail together.
      if (report.failure !== null && !unreadable.has(title)) {
        unreadable.add(title);
        notifications.push({
          level: 'error',
          message: { text: `${title} could not be read: ${report.failure}` },
          locations: locationsOf(report.path, title),
        });
      }
      return '';
    },
    end: ({ exit }, gate = NO_GATE) => {
      const driver = {
        name: 'qlogscope',
        version,
        rules: rules.map(({ id, title }) => ({ id, name: title, shortDescription: { text: title } })),
      };
      const invocation = {
        executionSuccessful: exit !== Exit.unreadable,
        exitCode: exit,
        toolExecutionNotifications: [...notifications, ...gateNotes(gate)],
      };
      const results = withFingerprints(reported, gate);
      const run = { tool: { driver }, invocations: [invocation], columnKind: 'utf16CodeUnits', results };
      const log = { $schema: SCHEMA_URI, version: '2.1.0', runs: [run] };
      return `${printableJson(JSON.stringify(log, null, 2))}\n`;
    },
  };
}
