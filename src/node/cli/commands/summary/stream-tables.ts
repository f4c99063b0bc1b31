/** `qlogscope summary --streams`: tables of the streams and requests of a trace, and the same as one JSON object. */
import { HOLDER_NAMES } from '../../../../engine/base/text/account-names';
import { count, duration, fixed, instant, plural } from '../../../../engine/base/text/figures';
import { printable, printableJson } from '../../../../engine/base/text/printable';
import type { HttpAnswer } from '../../../../engine/reading/contract/http';
import type { ShareOptions } from '../../../../engine/reading/contract/share-options';
import type { HttpRow } from '../../../../engine/sender/http/http-row';
import type { StreamRow } from '../../../../engine/sender/streams/stream-row';
import { type Redacted, redactRequests } from '../../../../engine/service/redaction/redact';
import type { TrafficRows } from '../../../../sharing/report/records/traffic-record';
import { rowsRecord } from '../../../../sharing/table/stream-record';
import type { Outcome } from '../../reading/traces';
import { titleOf } from '../../report';

const NONE = '–';
const INDENT = '  ';

type Reported = Extract<Outcome, { readonly kind: 'report' }>;

/** A column: its name, its cell, and whether it is a figure. */
type Column<Row> = readonly [name: string, cell: (row: Row) => string, side: 'left' | 'right'];

const lasting = (us: number): string => (us > 0 ? duration(us) : NONE);
const bytesOf = (value: number): string => (value > 0 ? count(value) : NONE);

/** `behind other streams 11.2 s`: what held it longest. */
function heldWords({ held }: Pick<StreamRow, 'held'>): string {
  const [first] = held?.parts ?? [];
  return first === undefined ? NONE : `${HOLDER_NAMES[first.holder]} ${duration(first.us)}`;
}

const STREAM_COLUMNS: readonly Column<StreamRow>[] = [
  ['stream', ({ id }) => String(id), 'right'],
  ['kind', ({ kind }) => kind, 'left'],
  ['start', ({ firstUs }) => instant(firstUs), 'right'],
  ['last', ({ lastUs }) => instant(lastUs), 'right'],
  ['sent B', ({ sent }) => bytesOf(sent.bytes), 'right'],
  ['acked B', ({ sent }) => bytesOf(sent.ackedBytes), 'right'],
  ['lost B', ({ sent }) => bytesOf(sent.lostBytes), 'right'],
  ['resent B', ({ sent }) => bytesOf(sent.resentBytes), 'right'],
  ['received B', ({ received }) => bytesOf(received.bytes), 'right'],
  ['again B', ({ received }) => bytesOf(received.repeatedBytes), 'right'],
  ['to open', ({ openingUs }) => lasting(openingUs), 'right'],
  ['no credit', (row) => lasting(row.blockedByStreamUs + row.blockedByConnectionUs), 'right'],
  ['behind gaps', ({ gapUs }) => lasting(gapUs), 'right'],
  ['held by', heldWords, 'left'],
  ['end', endWords, 'left'],
];

/** `fin`, `reset by the peer`, `open, stopped by this side`. */
function endWords({ end, aborts, beginsMidway }: StreamRow): string {
  const by = { local: 'by this side', remote: 'by the peer' } as const;
  const all = aborts.map((abort) => `${abort.what === 'reset' ? 'reset' : 'stopped'} ${by[abort.by]}`);
  const first = end === 'reset' ? [] : [end];
  return [...first, ...all, ...(beginsMidway ? ['begins before the log'] : [])].join(', ') || end;
}

const REQUEST_COLUMNS: readonly Column<HttpRow>[] = [
  ['stream', ({ streamId }) => String(streamId), 'right'],
  ['method', ({ method }) => method ?? NONE, 'left'],
  ['status', ({ status }) => fixed(status, 0), 'right'],
  ['request B', ({ requestBytes }) => count(requestBytes), 'right'],
  ['response B', ({ responseBytes }) => count(responseBytes), 'right'],
  ['start', ({ startUs }) => instant(startUs), 'right'],
  ['first byte', ({ startUs, firstByteUs }) => duration(firstByteUs - startUs), 'right'],
  ['duration', ({ startUs, endUs }) => duration(endUs - startUs), 'right'],
  ['held by', heldWords, 'left'],
  ['outcome', outcomeWords, 'left'],
];
const PATH_COLUMN: Column<HttpRow> = [
  'path',
  ({ authority, path }) => (path === null ? NONE : `${authority ?? ''}${path}`),
  'left',
];

function outcomeWords({ outcome, abortedBy }: HttpRow): string {
  if (abortedBy === null) return outcome;
  return `${outcome} by ${abortedBy === 'local' ? 'this side' : 'the peer'}`;
}

function tableText<Row>(columns: readonly Column<Row>[], rows: readonly Row[]): readonly string[] {
  const cells = rows.map((row) => columns.map(([, cell]) => printable(cell(row))));
  const all = [columns.map(([name]) => name), ...cells];
  const widths = columns.map((_, i) =>
    all.reduce((most, row) => Math.max(most, (row[i] as string).length), 0),
  );
  return all.map((row) => {
    const padded = row.map((cell, i) =>
      columns[i]?.[2] === 'right' ? cell.padStart(widths[i] as number) : cell.padEnd(widths[i] as number),
    );
    return (INDENT + padded.join('  ')).trimEnd();
  });
}

function unreadWords({ streams, http }: TrafficRows): readonly string[] {
  return [
    ...(streams.unusable === 0
      ? []
      : [`${plural(streams.unusable, 'frame')} of no usable stream id or packet`]),
    ...(streams.beyond === 0 ? [] : [`${plural(streams.beyond, 'frame')} beyond what is kept`]),
    ...(http.unread === 0 ? [] : [`${plural(http.unread, 'HTTP/3 event')} not read`]),
  ].map((words) => `${INDENT}${words}`);
}

export function streamTables({ report, rows }: Reported, options: ShareOptions): string {
  const title = printable(titleOf(report));
  if (rows === null) return `${title}\n${INDENT}could not be read: ${printable(report.failure ?? '')}\n`;
  const { streams, http } = redacted(rows(), options);
  const columns = options.requestTexts ? [...REQUEST_COLUMNS, PATH_COLUMN] : REQUEST_COLUMNS;
  const lines = [
    title,
    ...(streams.rows.length === 0
      ? [`${INDENT}no frames of streams are logged`]
      : tableText(STREAM_COLUMNS, streams.rows)),
    ...(http.rows.length === 0 ? [] : ['', ...tableText(columns, http.rows)]),
    ...unreadWords({ streams, http }),
  ];
  return `${lines.join('\n')}\n`;
}

const NO_ROWS: TrafficRows = {
  streams: { rows: [], from: 0, total: 0, unusable: 0, beyond: 0 },
  http: { rows: [], order: 'start', from: 0, total: 0, totals: null, unread: 0 },
};

/** The same as a line of JSON; see `rowsRecord`. */
export function streamLine({ report: { record }, rows }: Reported, options: ShareOptions): string {
  const shown = redacted(rows?.() ?? NO_ROWS, options);
  return `${printableJson(JSON.stringify(rowsRecord(record, shown, record)))}\n`;
}

interface SharedRows extends TrafficRows {
  readonly http: Redacted<HttpAnswer>;
}

function redacted({ streams, http }: TrafficRows, options: ShareOptions): SharedRows {
  return { streams, http: redactRequests(http, options) };
}
