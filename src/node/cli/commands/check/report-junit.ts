/**
 * `check --format junit`: the XML format for test results in CI systems. A trace is a suite; reading it is a case, and
 * so is every rule. A rule fails with its findings that decide the exit status, is skipped if the trace lacks its input
 * and where it is muted, and is an error if it threw.
 *
 * There is no standard; this uses what Jenkins, GitLab and the GitHub actions all read.
 */
import { printableXml } from '../../../../engine/base/text/printable';
import { escapeXml } from '../../../../engine/base/text/xml';
import type { FindingRecord, TraceReport } from '../../../../sharing/report/records/trace-record';
import { type Reporter, type ReportSettings, titleOf } from '../../report';
import {
  decides,
  type GateReport,
  isFailure,
  NO_GATE,
  PLAIN,
  type Standing,
  standingAt,
  type TraceStanding,
} from '../../standing';
import { errorLine, figuresLine, fileLines } from '../../trace-lines';
import { baselineLines, listed, muteLines, muteWords, standingWords } from './gate-words';
import { besideLines, findingFacts } from './report-text';

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

/** A finding, and how it stands to the exit status. */
type Stood = FindingRecord & { readonly standing: Standing };

function lines(findings: readonly Stood[]): string {
  return findings
    .map((finding) => {
      const standing = standingWords(finding.standing).map((words) => ` (${words})`);
      return `${finding.severity} ${finding.id}${standing.join('')}: ${findingFacts(finding)}. ${finding.verdict}`;
    })
    .join('\n');
}

function testCase(name: string, suite: string, content: string): string {
  const open = `    <testcase name="${escaped(name)}" classname="${escaped(suite)}"`;
  return content === '' ? `${open}/>` : `${open}>${content}</testcase>`;
}

function suiteOf(report: TraceReport, { rules, failOn }: ReportSettings, standing: TraceStanding): Suite {
  const { record, failure, seconds } = report;
  const name = titleOf(report);
  const counts = { tests: 1, failures: 0, errors: failure === null ? 0 : 1, skipped: 0 };
  const errors = [...fileLines(report), ...record.errors.map(errorLine), ...besideLines(standing)].join('\n');
  const read =
    failure !== null
      ? `<error type="unreadable" message="${escaped(failure)}">${escaped(errors)}</error>`
      : errors === ''
        ? ''
        : `<system-out>${escaped(errors)}</system-out>`;
  const cases = [testCase('the trace can be read', name, read)];
  const stood = record.findings.map(
    (finding, i): Stood => ({ ...finding, standing: standingAt(standing, i) }),
  );
  for (const rule of record.trace === null ? [] : rules) {
    counts.tests++;
    const findings = stood.filter((_, i) => report.rules[i] === rule.id);
    const stopped = findings.find(({ id }) => id === RULE_FAILED);
    const failures = findings.filter((finding) => decides(finding.severity, finding.standing, failOn));
    const muted = findings.find(
      ({ severity, standing: own }) => own.muted !== null && isFailure(severity, failOn),
    )?.standing.muted;
    const lacking = record.notJudged.find(({ id }) => id === rule.id);
    const skipped = muted ? `muted ${muteWords(muted)}` : lacking?.reason;
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
    } else if (skipped !== undefined) {
      counts.skipped++;
      content = `<skipped message="${escaped(skipped)}"/>${content}`;
    }
    cases.push(testCase(rule.id, name, content));
  }
  const figures =
    record.trace === null ? '' : `\n    <system-out>${escaped(figuresLine(record))}</system-out>`;
  const all = { ...counts, seconds };
  return { ...all, xml: suiteXml(name, all, cases, figures) };
}

const ALL_TRACES = 'all traces';

/** What came of the baseline and of the ignore file: a suite of its own, whose cases never fail. */
function gateSuites(gate: GateReport): readonly Suite[] {
  const said = (lines: readonly string[]): string => `<system-out>${escaped(lines.join('\n'))}</system-out>`;
  const { baseline, ignored } = gate;
  const missing = baseline?.onlyThere ?? [];
  const skipped =
    missing.length === 0 ? '' : `<skipped message="${escaped(`not in this check: ${listed(missing)}`)}"/>`;
  const cases = [
    baseline === null
      ? []
      : testCase('every trace of the baseline is checked', ALL_TRACES, skipped + said(baselineLines(gate))),
    ignored === null ? [] : testCase('what is muted', ALL_TRACES, said(muteLines(gate))),
  ].flat();
  if (cases.length === 0) return [];
  const counts = {
    tests: cases.length,
    failures: 0,
    errors: 0,
    skipped: missing.length === 0 ? 0 : 1,
    seconds: 0,
  };
  return [{ ...counts, xml: suiteXml(ALL_TRACES, counts, cases) }];
}

function suiteXml(name: string, counts: Omit<Suite, 'xml'>, cases: readonly string[], after = ''): string {
  return `  <testsuite name="${escaped(name)}" ${attributes(counts)}>\n${cases.join('\n')}${after}\n  </testsuite>`;
}

function attributes({ tests, failures, errors, skipped, seconds }: Omit<Suite, 'xml'>): string {
  return `tests="${tests}" failures="${failures}" errors="${errors}" skipped="${skipped}" time="${seconds.toFixed(3)}"`;
}

export function junitReporter(settings: ReportSettings): Reporter {
  const suites: Suite[] = [];
  return {
    trace: (report, standing = PLAIN) => {
      suites.push(suiteOf(report, settings, standing));
      return '';
    },
    end: (_, gate = NO_GATE) => {
      suites.push(...gateSuites(gate));
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
