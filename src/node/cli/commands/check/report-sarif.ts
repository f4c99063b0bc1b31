/**
 * `check --format sarif`: Static Analysis Results Interchange Format 2.1.0 (OASIS), which code scanning services read.
 * A finding is a result at its file; an input that could not be read is a notification of the invocation.
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

function resultsOf(report: TraceReport, ruleIndex: ReadonlyMap<string, number>) {
  const { record, path, rules } = report;
  const title = titleOf(report);
  return record.findings.map((finding, i) => {
    const rule = rules[i] ?? finding.id;
    const index = ruleIndex.get(rule);
    return {
      ruleId: rule,
      ...(index === undefined ? {} : { ruleIndex: index }),
      level: LEVELS[finding.severity],
      message: {
        text: `${markLead(record.marks)}${finding.id}: ${findingFacts(finding)}. ${finding.verdict}`,
      },
      locations: locationsOf(path, title),
      properties: { ...finding, file: record.file, trace: record.trace, marks: record.marks },
    };
  });
}

/** A result without what tells it from the others of the run, and what that is made of. */
interface Reported {
  readonly result: ReturnType<typeof resultsOf>[number];
  readonly report: TraceReport;
  /** `pto-storm:2`: the second of its rule in the trace, the severe ones first, else by time. */
  readonly ordinal: string;
}

/** The findings of a trace, numbered within their rules. Their own order is by cost too, which varies from run to run. */
function reportedOf(report: TraceReport, ruleIndex: ReadonlyMap<string, number>): readonly Reported[] {
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
  return resultsOf(report, ruleIndex).map((result, i) => ({
    result,
    report,
    ordinal: ordinals[i] as string,
  }));
}

/** The same finding of the same trace has the same fingerprint in every run, wherever the traces lie and however they are named. */
function withFingerprints(reported: readonly Reported[]) {
  const names = steadyNames([...new Set(reported.map(({ report }) => report.record.file))]);
  return reported.map(({ result, report: { record }, ordinal }) => {
    const name = `${names.get(record.file) ?? record.file}#${record.trace ?? 0}:${ordinal}`;
    // GitHub compares the first one only.
    return { ...result, partialFingerprints: { primaryLocationLineHash: name, 'qlogscope/v2': name } };
  });
}

export function sarifReporter({ rules, version }: ReportSettings): Reporter {
  const ruleIndex = new Map(rules.map(({ id }, index) => [id, index]));
  const reported: Reported[] = [];
  const unreadable = new Set<string>();
  const notifications: unknown[] = [];
  return {
    trace: (report) => {
      reported.push(...reportedOf(report, ruleIndex));
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
    end: ({ exit }) => {
      const driver = {
        name: 'qlogscope',
        version,
        rules: rules.map(({ id, title }) => ({ id, name: title, shortDescription: { text: title } })),
      };
      const invocation = {
        executionSuccessful: exit !== Exit.unreadable,
        exitCode: exit,
        toolExecutionNotifications: notifications,
      };
      const results = withFingerprints(reported);
      const run = { tool: { driver }, invocations: [invocation], columnKind: 'utf16CodeUnits', results };
      const log = { $schema: SCHEMA_URI, version: '2.1.0', runs: [run] };
      return `${printableJson(JSON.stringify(log, null, 2))}\n`;
    },
  };
}
