/**
 * `check --format sarif`: Static Analysis Results Interchange Format 2.1.0 (OASIS), which code scanning services read.
 * A finding is a result at its file; an input that could not be read is a notification of the invocation.
 *
 * A trace has no lines, compressed or not: the region is the file's first line, because GitHub requires one. The times
 * are in the message and in the properties.
 */
import { isAbsolute } from 'node:path';
import { pathToFileURL } from 'node:url';
import { markLead } from '../../engine/text/origin-marks';
import { printableJson } from '../../engine/text/printable';
import type { SeverityName, TraceReport } from '../../sharing/report/trace-record';
import { Exit, type Reporter, type ReportSettings, titleOf } from './report';
import { findingFacts } from './report-text';

const SCHEMA_URI = 'https://json.schemastore.org/sarif-2.1.0.json';
const LEVELS: { readonly [severity in SeverityName]: string } = {
  critical: 'error',
  warning: 'warning',
  info: 'note',
};

/** A relative reference stays relative, so that it is independent of the checkout's location. */
function uriOf(path: string): string {
  if (path === '-') return 'stdin';
  if (isAbsolute(path)) return pathToFileURL(path).href;
  return path
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
      partialFingerprints: { 'qlogscope/v1': `${title}:${finding.id}:${finding.startMs}` },
      properties: { ...finding, file: record.file, trace: record.trace, marks: record.marks },
    };
  });
}

export function sarifReporter({ rules, version }: ReportSettings): Reporter {
  const ruleIndex = new Map(rules.map(({ id }, index) => [id, index]));
  const results: ReturnType<typeof resultsOf> = [];
  const notifications: unknown[] = [];
  return {
    trace: (report) => {
      results.push(...resultsOf(report, ruleIndex));
      if (report.failure !== null) {
        const title = titleOf(report);
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
      const run = { tool: { driver }, invocations: [invocation], columnKind: 'utf16CodeUnits', results };
      const log = { $schema: SCHEMA_URI, version: '2.1.0', runs: [run] };
      return `${printableJson(JSON.stringify(log, null, 2))}\n`;
    },
  };
}
