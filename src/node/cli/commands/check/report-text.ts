/** `check` as text: a line of figures per trace, what held it in a sentence and its parts, remarks on its model and its log, its findings with their verdicts, what could not be judged. */
import { confidencePercent, instant } from '../../../../engine/base/text/figures';
import { printable } from '../../../../engine/base/text/printable';
import type { AccountRecord } from '../../../../sharing/report/records/account-record';
import type { FindingRecord, TraceReport } from '../../../../sharing/report/records/trace-record';
import { accountRows, partsHeading } from '../../../../sharing/report/words/account-words';
import { evidenceValue } from '../../../../sharing/report/words/evidence-value';
import { alarmWords, holdsWords } from '../../../../sharing/report/words/finding-words';
import type { Reporter } from '../../report';
import { INDENT, traceLines } from '../../trace-lines';

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

function traceText(report: TraceReport): string {
  const { record, notJudged } = report;
  const lines = [...traceLines(report)];
  if (record.account !== null)
    lines.push(...heldLines(record.account, record.side).map((line) => INDENT + line));
  for (const { id, verdict } of record.remarks) lines.push(`${INDENT}${id}: ${verdict}`);
  for (const finding of record.findings) {
    lines.push(`${INDENT}${finding.severity.toUpperCase()} ${finding.id}: ${findingFacts(finding)}`);
    lines.push(INDENT + INDENT + finding.verdict);
    if (finding.knownDefect !== null) lines.push(INDENT + INDENT + finding.knownDefect.words);
    lines.push(...evidenceLines(finding).map((line) => INDENT + INDENT + line));
  }
  for (const why of new Set(notJudged.map(({ reason }) => reason))) {
    const rules = notJudged.filter(({ reason }) => reason === why).map(({ id }) => id);
    lines.push(`${INDENT}not judged, ${why}: ${rules.join(', ')}`);
  }
  if (record.findings.length === 0 && record.trace !== null) lines.push(`${INDENT}no finding`);
  return `${lines.map(printable).join('\n')}\n`;
}

export function textReporter(): Reporter {
  return { trace: traceText, end: (tally) => `${tally.words}\n` };
}
