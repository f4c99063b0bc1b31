/** What `check` and `doctor` say of a trace before their own: its name, its figures, its files, what could not be read. */
import { bytes, count, duration, plural, rtt } from '../../engine/base/text/figures';
import { markWords } from '../../engine/base/text/origin-marks';
import type { ErrorRecord, TraceRecord, TraceReport } from '../../sharing/report/records/trace-record';
import { titleOf } from './report';

export const INDENT = '    ';
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
    record.packetsSent === null ? 'sent packets not logged' : `${count(record.packetsSent)} sent`,
    record.packetsLost === null ? 'losses unknown' : `${count(record.packetsLost)} lost`,
    cwndMinBytes === null || cwndMaxBytes === null
      ? 'no cwnd'
      : `cwnd ${count(cwndMinBytes)} to ${bytes(cwndMaxBytes)}`,
    record.rttMinMs === null ? [] : `min RTT ${rtt(record.rttMinMs * 1000)}`,
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

/** The name, and indented below it all that is the same in both answers. */
export function traceLines(report: TraceReport): readonly string[] {
  const { record, failure } = report;
  const below = [
    ...(record.trace === null ? [] : [figuresLine(record)]),
    ...fileLines(report),
    ...(failure === null ? [] : [`could not be read${record.trace === null ? '' : ' to its end'}`]),
    ...record.errors.map((error) => `error: ${errorLine(error)}`),
  ];
  return [titleOf(report), ...below.map((line) => INDENT + line)];
}
