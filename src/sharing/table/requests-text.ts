/**
 * HTTP/3 requests as JSON and as CSV: a record per request, from one list of fields. Times are ms of the trace, sizes bytes; what
 * is not known is null, and an empty cell. Hosts, paths and priorities are in it only where the redaction leaves them.
 */
import { csvCell } from '../../engine/base/text/csv';
import type { HttpAnswer } from '../../engine/reading/contract/http';
import type { HttpRow } from '../../engine/sender/http/http-row';
import type { TimeSpan } from '../../engine/sender/transport/connectivity/connectivity';
import type { Redacted } from '../../engine/service/redaction/redact';
import { heldRecord, othersRecord } from '../report/records/traffic-record';
import { harmless } from './table-text';

type Value = string | number | null;
type Row = Redacted<HttpAnswer>['rows'][number];

export const orNull = (value: number): number | null => (Number.isFinite(value) ? value : null);
export const ms = (us: number): number | null => orNull(us / 1000);

/** Time within any of these spans, ms; those of an answer are the longest ones. */
function waitedMs(spans: readonly TimeSpan[]): number | null {
  let [sumUs, endUs] = [0, Number.NEGATIVE_INFINITY];
  for (const { fromUs, toUs } of [...spans].sort((a, b) => a.fromUs - b.fromUs)) {
    sumUs += Math.max(0, toUs - Math.max(fromUs, endUs));
    endUs = Math.max(endUs, toUs);
  }
  return ms(sumUs);
}

/** Name in JSON, heading in CSV, and the value of a row. */
const FIELDS: readonly (readonly [name: string, heading: string, value: (row: HttpRow) => Value])[] = [
  ['streamId', 'stream_id', ({ streamId }) => streamId],
  ['method', 'method', ({ method }) => method],
  ['authority', 'authority', ({ authority }) => authority],
  ['path', 'path', ({ path }) => path],
  ['status', 'status', ({ status }) => orNull(status)],
  ['outcome', 'outcome', ({ outcome }) => outcome],
  ['abortedBy', 'aborted_by', ({ abortedBy }) => abortedBy],
  ['errorCode', 'error_code', ({ code }) => orNull(code)],
  ['priority', 'priority', ({ priority }) => priority],
  ['requestBytes', 'request_bytes', ({ requestBytes }) => orNull(requestBytes)],
  ['responseBytes', 'response_bytes', ({ responseBytes }) => orNull(responseBytes)],
  ['bytesAreOf', 'bytes_are_of', ({ isBody }) => (isBody ? 'bodies' : 'streams')],
  ['announcedBytes', 'announced_bytes', ({ announcedBytes }) => orNull(announcedBytes)],
  ['startMs', 'start_ms', ({ startUs }) => ms(startUs)],
  ['firstByteMs', 'first_byte_ms', ({ firstByteUs }) => ms(firstByteUs)],
  ['endMs', 'end_ms', ({ endUs }) => ms(endUs)],
  ['timeToFirstByteMs', 'time_to_first_byte_ms', ({ startUs, firstByteUs }) => ms(firstByteUs - startUs)],
  ['durationMs', 'duration_ms', ({ startUs, endUs }) => ms(endUs - startUs)],
  ['blockedMs', 'blocked_ms', ({ blocked }) => waitedMs(blocked)],
  ['behindGapsMs', 'behind_gaps_ms', ({ gaps }) => waitedMs(gaps)],
  ['source', 'source', ({ source }) => source],
];

/** In CSV, after the fields: `behindStreams 11200.5; window 1900`, ms, and the streams that were sent while it waited. */
const HELD_FIELDS: readonly (readonly [heading: string, value: (row: Row) => Value])[] = [
  ['held_ms', ({ held }) => held?.parts.map(({ holder, us }) => `${holder} ${us / 1000}`).join('; ') ?? null],
  ['other_streams', ({ held }) => held?.others.map(({ id }) => id).join(' ') ?? null],
];

/** The record of a request, as JSON has it. */
export function requestRecord(row: Row) {
  const fields: { [name: string]: Value } = Object.fromEntries(
    FIELDS.map(([name, , value]) => [name, value(row)]),
  );
  return Object.assign(fields, { held: heldRecord(row.held), others: othersRecord(row.held) });
}

/** `{ "qlogscope-requests": 1, "total": …, "unread": …, "requests": [ … ] }`, a request per line. */
export function requestsAsJson({ rows, total, unread }: Redacted<HttpAnswer>): string {
  const lines = rows.map((row) => JSON.stringify(requestRecord(row))).join(',\n');
  return `{ "qlogscope-requests": 1, "total": ${total}, "unread": ${unread}, "requests": [\n${lines}\n] }\n`;
}

/** RFC 4180, but for line ends; a cell that a spreadsheet would take for a formula begins with an apostrophe. */
export function requestsAsCsv({ rows }: Redacted<HttpAnswer>): string {
  const columns = [...FIELDS.map(([, heading, value]) => [heading, value] as const), ...HELD_FIELDS];
  const head = columns.map(([heading]) => heading);
  const body = rows.map((row) => columns.map(([, value]) => csvCell(harmless(value(row)))));
  return [head, ...body].map((cells) => `${cells.join(',')}\n`).join('');
}
