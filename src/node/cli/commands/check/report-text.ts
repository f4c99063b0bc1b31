/**
 * `check` as text: a line of figures per trace, what held it in a sentence and its parts, remarks on its model and its log, its
 * findings with their verdicts, what could not be judged; at the end what came of a baseline and of what is muted.
 */
import { confidencePercent, instant } from '../../../../engine/base/text/figures';
import { printable } from '../../../../engine/base/text/printable';
import type { AccountRecord } from '../../../../sharing/report/records/account-record';
import type { FindingRecord, TraceReport } from '../../../../sharing/report/records/trace-record';
import { accountRows, partsHeading } from '../../../../sharing/report/words/account-words';
import { evidenceValue } from '../../../../sharing/report/words/evidence-value';
import { alarmWords, holdsWords } from '../../../../sharing/report/words/finding-words';
import type { Reporter } from '../../report';
import { type BaselineFinding, NO_GATE, PLAIN, standingAt, type TraceStanding } from '../../standing';
import { INDENT, traceLines } from '../../trace-lines';
import { baselineLines, gateCounts, muteLines, muteWords, stateWords } from './gate-words';

/** `2.044 s to 9.987 s, confidence 95 %, oscillating, ended: trace-ended` */
export function findingFacts(finding: FindingRecord): string {
  const { startMs, endMs, confidence, variant, exit, cause, explainedBy } = finding;
  const parts = [
    startMs === null || endMs === null ? [] : `${instant(startMs * 1000)} to ${instant(endMs * 1000)}`,
    variant ?? [],
    confidence === null ? [] : `confidence ${confidencePercent(confidence)}`,
    exit === null ? [] : `ended: ${exit}`,
    cause === null ? [] : `cause: ${cause}`,
    explainedBy === null ? [] : `explained by ${explainedBy}`,
  ];
  return parts.flat().join(', ');
}

/** The rows that decide, a sentence each, as on the page; a note has none. */
function evidenceLines({ severity, evidence }: FindingRecord): readonly string[] {
  if (severity === 'info') return [];
  return evidence
    .filter(({ deciding }) => deciding)
    .map(({ name, value, unit, normal, ...row }) => {
      const words = evidenceValue({ ...row, value: value ?? Number.NaN, unit });
      return `${holdsWords(row)}: ${name}: found ${words} · normal: ${normal} · ${alarmWords(row)}`;
    });
}

/** The sentence, and the parts that held, or lost, a hundredth of the span: `held by loss detection 12.0 %, lost ≥ 1.20 s · …`. */
function heldLines(
  { sentence, spanMs, parts }: AccountRecord,
  side: TraceReport['record']['side'],
): readonly string[] {
  const us = (ms: number | null): number => (ms ?? Number.NaN) * 1000;
  const rows = accountRows({
    startUs: 0,
    endUs: us(spanMs),
    parts: parts.map(({ heldMs, lostMs, longestMs, ...part }) => ({
      ...part,
      heldUs: us(heldMs),
      lostUs: lostMs === null ? null : us(lostMs),
      longestUs: us(longestMs),
    })),
  });
  const held = rows
    .filter(({ isLarge }) => isLarge)
    .map(({ heldBy, share, lost }) => `${heldBy} ${share}${lost === '' ? '' : `, lost ${lost}`}`);
  return [sentence, ...(held.length === 0 ? [] : [`${partsHeading(side).within} ${held.join(' · ')}`])];
}

/** Alarms that the trace had in the baseline and has no longer; that it is not in it. */
export function besideLines({ baseline }: TraceStanding): readonly string[] {
  if (baseline === null) return [];
  const { isNew, gone, notJudged } = baseline;
  const lines = (what: string, findings: readonly BaselineFinding[]): readonly string[] =>
    findings
      .filter(({ severity }) => severity !== 'info')
      .map(({ severity, id }) => `${what}: ${severity} ${id}`);
  return [
    ...(isNew ? ['not in the baseline'] : []),
    ...lines('gone since the baseline', gone),
    ...lines('in the baseline, not judged any more', notJudged),
  ];
}

function traceText(report: TraceReport, standing: TraceStanding = PLAIN): string {
  const { record } = report;
  const { notJudged } = record;
  const lines = [...traceLines(report)];
  if (record.account !== null)
    lines.push(...heldLines(record.account, record.side).map((line) => INDENT + line));
  for (const { id, verdict } of record.remarks) lines.push(`${INDENT}${id}: ${verdict}`);
  for (const [i, finding] of record.findings.entries()) {
    const own = standingAt(standing, i);
    const severity = `${own.muted === null ? '' : 'MUTED '}${finding.severity.toUpperCase()}`;
    const facts = [findingFacts(finding), ...stateWords(own)].join(', ');
    lines.push(`${INDENT}${severity} ${finding.id}: ${facts}`);
    if (own.muted !== null) lines.push(`${INDENT}${INDENT}muted ${muteWords(own.muted)}`);
    lines.push(INDENT + INDENT + finding.verdict);
    if (finding.knownDefect !== null) lines.push(INDENT + INDENT + finding.knownDefect.words);
    lines.push(...evidenceLines(finding).map((line) => INDENT + INDENT + line));
  }
  lines.push(...besideLines(standing).map((line) => INDENT + line));
  for (const why of new Set(notJudged.map(({ reason }) => reason))) {
    const rules = notJudged.filter(({ reason }) => reason === why).map(({ id }) => id);
    lines.push(`${INDENT}not judged, ${why}: ${rules.join(', ')}`);
  }
  if (record.findings.length === 0 && record.trace !== null) lines.push(`${INDENT}no finding`);
  return `${lines.map(printable).join('\n')}\n`;
}

export function textReporter(): Reporter {
  return {
    trace: traceText,
    end: (tally, gate = NO_GATE) => {
      const lines = [baselineLines(gate), muteLines(gate)].flatMap(([head, ...below]) =>
        head === undefined ? [] : [head, ...below.map((line) => INDENT + line)],
      );
      return `${[...lines, tally.words + gateCounts(gate)].map(printable).join('\n')}\n`;
    },
  };
}
