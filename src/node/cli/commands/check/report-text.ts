/** `check` as text: a line of figures per trace, its findings with their verdicts, what could not be judged. */

import {
  bytes,
  confidencePercent,
  count,
  duration,
  instant,
  plural,
  rtt,
} from '../../../../engine/base/text/figures';
import { markWords } from '../../../../engine/base/text/origin-marks';
import { printable } from '../../../../engine/base/text/printable';
import type {
  ErrorRecord,
  FindingRecord,
  TraceRecord,
  TraceReport,
} from '../../../../sharing/report/records/trace-record';
import { evidenceValue } from '../../../../sharing/report/words/evidence-value';
import { alarmWords, holdsWords } from '../../../../sharing/report/words/finding-words';
import { type Reporter, titleOf } from '../../report';

const INDENT = '    ';
/** Files of a trace that are named; `--json` names all. */
const MAX_FILES = 5;

/** `simulated, …`, of a plain recording `quiche 0.30.0, JSON-SEQ quic-12, server, sender, 9.99 s, 7,602 events, …` */
export function figuresLine(record: TraceRecord): string {
  const { cwndMinBytes, cwndMaxBytes } = record;
  const parts = [
    record.marks.length === 0 ? [] : markWords(record.marks),
    record.implementation ?? 'implementation unknown',
    record.dialect,
    `role ${record.role}`,
    `side ${record.side}`,
    record.durationMs === null ? [] : duration(record.durationMs * 1000),
    plural(record.events, 'event'),
    record.skipped === 0 ? [] : `${count(record.skipped)} skipped`,
    `${count(record.packetsSent)} sent`,
    record.packetsLost === null ? 'losses unknown' : `${count(record.packetsLost)} lost`,
    cwndMinBytes === null || cwndMaxBytes === null
      ? 'no cwnd'
      : `cwnd ${count(cwndMinBytes)} to ${bytes(cwndMaxBytes)}`,
    record.rttMinMs === null ? [] : `min RTT ${rtt(record.rttMinMs * 1000)}`,
  ];
  return parts.flat().join(', ');
}

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

export function errorLine({ file, record, offset, reason }: ErrorRecord): string {
  const places = [
    record === null ? [] : `record ${count(record)}`,
    offset === null ? [] : `byte ${count(offset)}`,
  ].flat();
  return [
    ...(file === null ? [] : [file]),
    ...(places.length === 0 ? [] : [places.join(' at ')]),
    reason,
  ].join(': ');
}

/** `3 files, same group id: a.0.qlog, a.1.qlog, a.2.qlog`; nothing for a trace of one file. */
function segmentLines({ segments }: TraceRecord): readonly string[] {
  if (segments === null) return [];
  const { sameId, files } = segments;
  const names = files.slice(0, MAX_FILES).map(({ file }) => file);
  const more = files.length > MAX_FILES ? [`and ${count(files.length - MAX_FILES)} more`] : [];
  const why = sameId === null ? 'assumed to be of one connection' : `same ${sameId}`;
  return [`${plural(files.length, 'file')}, ${why}: ${[...names, ...more].join(', ')}`];
}

/** The files of the trace, and what is missing between them. */
export function fileLines({ record, messages }: TraceReport): readonly string[] {
  return [...segmentLines(record), ...messages.map(({ level, text }) => `${level}: ${text}`)];
}

/** The rows that decide, a sentence each, as on the page; a note has none. */
function evidenceLines({ severity, evidence }: FindingRecord): readonly string[] {
  if (severity === 'info') return [];
  return evidence
    .filter(({ deciding }) => deciding)
    .map(({ name, value, unit, normal, ...row }) => {
      const found = evidenceValue({ ...row, value: value ?? Number.NaN, unit });
      return `${holdsWords(row)}: ${name}: found ${found} · normal: ${normal} · ${alarmWords(row)}`;
    });
}

function traceText(report: TraceReport): string {
  const { record, notJudged, failure } = report;
  const lines = [titleOf(report)];
  if (record.trace !== null) lines.push(INDENT + figuresLine(record));
  lines.push(...fileLines(report).map((line) => INDENT + line));
  if (failure !== null) lines.push(`${INDENT}could not be read${record.trace === null ? '' : ' to its end'}`);
  lines.push(...record.errors.map((error) => `${INDENT}error: ${errorLine(error)}`));
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
  return {
    trace: traceText,
    end: (tally) => `${tally.words}\n`,
  };
}
