/**
 * `check --format junit`: the XML format for test results in CI systems. A trace is a suite; reading it is a case, and
 * so is every rule. A rule fails with its findings from the threshold upwards, is skipped if the trace lacks its input,
 * and is an error if it threw.
 *
 * There is no standard; this uses what Jenkins, GitLab and the GitHub actions all read.
 */
import { printableXml } from '../../../../engine/base/text/printable';
import { escapeXml } from '../../../../engine/base/text/xml';
import type { FindingRecord, TraceReport } from '../../../../sharing/report/records/trace-record';
import { isFailure, type Reporter, type ReportSettings, titleOf } from '../../report';
import { errorLine, figuresLine, fileLines } from '../../trace-lines';
import { findingFacts } from './report-text';

interface Suite {
  readonly xml: string;
  readonly tests: number;
  readonly failures: number;
  readonly errors: number;
  readonly skipped: number;
  readonly seconds: number;
}

/** Id of the finding of a detector that threw. */
const RULE_FAILED = 'detector-failed';

/** Line ends and tabs stay, also in attributes. */
function escaped(text: string): string {
  return escapeXml(text).replace(/[\t\n]/g, (white) => `&#${white.charCodeAt(0)};`);
}

function lines(findings: readonly FindingRecord[]): string {
  return findings
    .map((finding) => `${finding.severity} ${finding.id}: ${findingFacts(finding)}. ${finding.verdict}`)
    .join('\n');
}

function testCase(name: string, suite: string, content: string): string {
  const open = `    <testcase name="${escaped(name)}" classname="${escaped(suite)}"`;
  return content === '' ? `${open}/>` : `${open}>${content}</testcase>`;
}

function suiteOf(report: TraceReport, { rules, failOn }: ReportSettings): Suite {
  const { record, failure, seconds } = report;
  const name = titleOf(report);
  const counts = { tests: 1, failures: 0, errors: failure === null ? 0 : 1, skipped: 0 };
  const errors = [...fileLines(report), ...record.errors.map(errorLine)].join('\n');
  const read =
    failure !== null
      ? `<error type="unreadable" message="${escaped(failure)}">${escaped(errors)}</error>`
      : errors === ''
        ? ''
        : `<system-out>${escaped(errors)}</system-out>`;
  const cases = [testCase('the trace can be read', name, read)];
  for (const rule of record.trace === null ? [] : rules) {
    counts.tests++;
    const findings = record.findings.filter((_, i) => report.rules[i] === rule.id);
    const stopped = findings.find(({ id }) => id === RULE_FAILED);
    const failures = findings.filter(({ severity }) => isFailure(severity, failOn));
    const lacking = report.notJudged.find(({ id }) => id === rule.id);
    const said = [
      lines(findings),
      ...record.remarks.filter(({ id }) => id === rule.id).map(({ verdict }) => verdict),
    ];
    const words = said.filter((line) => line !== '').join('\n');
    let content = words === '' ? '' : `<system-out>${escaped(words)}</system-out>`;
    if (stopped !== undefined) {
      counts.errors++;
      content = `<error type="${RULE_FAILED}" message="${escaped(stopped.verdict)}"/>`;
    } else if (failures[0] !== undefined) {
      counts.failures++;
      const { severity, verdict } = failures[0];
      content = `<failure type="${severity}" message="${escaped(verdict)}">${escaped(lines(findings))}</failure>`;
    } else if (lacking !== undefined) {
      counts.skipped++;
      content = `<skipped message="${escaped(lacking.reason)}"/>`;
    }
    cases.push(testCase(rule.id, name, content));
  }
  const figures =
    record.trace === null ? '' : `\n    <system-out>${escaped(figuresLine(record))}</system-out>`;
  const xml = `  <testsuite name="${escaped(name)}" ${attributes({ ...counts, seconds })}>\n${cases.join('\n')}${figures}\n  </testsuite>`;
  return { ...counts, seconds, xml };
}

function attributes({ tests, failures, errors, skipped, seconds }: Omit<Suite, 'xml'>): string {
  return `tests="${tests}" failures="${failures}" errors="${errors}" skipped="${skipped}" time="${seconds.toFixed(3)}"`;
}

export function junitReporter(settings: ReportSettings): Reporter {
  const suites: Suite[] = [];
  return {
    trace: (report) => {
      suites.push(suiteOf(report, settings));
      return '';
    },
    end: () => {
      const sum = (pick: (suite: Suite) => number): number =>
        suites.reduce((all, suite) => all + pick(suite), 0);
      const all = attributes({
        tests: sum(({ tests }) => tests),
        failures: sum(({ failures }) => failures),
        errors: sum(({ errors }) => errors),
        skipped: sum(({ skipped }) => skipped),
        seconds: sum(({ seconds }) => seconds),
      });
      const body = suites.map(({ xml }) => `${xml}\n`).join('');
      return printableXml(
        `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites name="qlogscope check" ${all}>\n${body}</testsuites>\n`,
      );
    },
  };
}
