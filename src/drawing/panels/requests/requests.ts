/**
 * Requests: a row for each HTTP/3 request (RFC 9114), from its start to the first byte of the response and to its end, with
 * what it waited for. request-row-marks.ts draws a row, request-row-words.ts tells of it.
 */
import { count, duration, plural } from '../../../engine/base/text/figures';
import type { HttpAnswer } from '../../../engine/reading/contract/http';
import type { HttpOrder, HttpRow } from '../../../engine/sender/http/http-row';
import type { TimeSpan } from '../../../engine/sender/transport/connectivity/connectivity';
import { visibleColumns } from '../../painters/pixel-columns';
import { cellAt } from '../../painters/stream-cells';
import { columnAt, columnsOf } from '../build/answer-values';
import { heightOfRow, heldWords, ROW_PX, rowsAxis, rowsHeight, USUAL_ROWS } from '../build/rows';
import {
  type HeldRows,
  isHidden,
  type LegendEntry,
  legendEntry,
  type PanelContext,
  type PanelDefinition,
} from '../panel';
import { coveredUs } from '../streams/stream-row-words';
import { paintRequestRow, type RequestMark, receiving, waiting } from './request-row-marks';
import { isFailed, REQUEST_HEAD, requestCells, requestLabel, requestWords } from './request-row-words';

const ID = 'requests';

const ORDERS: readonly (readonly [HttpOrder, string])[] = [
  ['start', 'by start'],
  ['duration', 'by duration'],
  ['bytes', 'by size'],
];

const LEGEND: readonly (LegendEntry & { readonly id: RequestMark })[] = [
  legendEntry('waiting', 'until the first byte', 'area', '--slot-6', null, 'dots'),
  legendEntry('receiving', 'response', 'area', '--slot-1'),
  legendEntry('credit', 'waits for credit', 'area', '--slot-2', null, 'diagonal'),
  legendEntry('gap', 'behind a gap', 'area', '--slot-5', null, 'horizontal'),
  legendEntry('failed', 'cancelled or reset', 'cross', '--loss'),
];

function answerOf({ answer }: PanelContext): HttpAnswer | null {
  return answer.parts.http;
}

function held(context: PanelContext): HeldRows | null {
  const requests = answerOf(context);
  return requests && { from: requests.from, count: requests.rows.length, total: requests.total };
}

/** Requests of the drawn rows with each entry in columns [first, last), as text. */
function amounts(
  { answer: { window }, snapshot }: PanelContext,
  { rows }: HttpAnswer,
  [first, last]: readonly [number, number],
): readonly string[] {
  const fromUs = window.fromUs + first * window.columnUs;
  const toUs = window.fromUs + last * window.columnUs;
  const withSpans = (spansOf: (row: HttpRow) => readonly TimeSpan[]): string =>
    count(rows.filter((row) => coveredUs(spansOf(row), fromUs, toUs) > 0).length);
  const endUs = snapshot.extent.toUs;
  return [
    withSpans((row) => waiting(row, endUs)),
    withSpans((row) => receiving(row, endUs)),
    withSpans(({ blocked }) => blocked),
    withSpans(({ gaps }) => gaps),
    count(rows.filter((row) => isFailed(row) && row.endUs >= fromUs && row.endUs < toUs).length),
  ];
}

function valuesOf(context: PanelContext, part: readonly [number, number]): ReadonlyMap<string, string> {
  const requests = answerOf(context);
  if (requests === null) return new Map();
  const texts = amounts(context, requests, part);
  return new Map(LEGEND.map(({ id }, i) => [id, texts[i]]));
}

export const requests: PanelDefinition = {
  id: ID,
  fields: ['packets sent', 'packets received'],
  digestRank: 4,
  title: 'Requests',
  about: {
    shows:
      'A row per HTTP/3 request, with the number of its stream at the left: dotted until the first byte of the response, then filled until its last one. Hatched is the time in which it waited for credit (flow control), before it begins: to be opened, for a higher limit of streams; striped that in which data had arrived and waited behind a lost packet.',
    good: 'Short dotted parts, and responses that end.',
    bad: 'Long dotted parts before small responses; many rows that end late together; crosses.',
    axis: 'stream number and method',
  },
  height: USUAL_ROWS * ROW_PX,
  heightFor: ({ summary }) => rowsHeight(summary.requests ?? USUAL_ROWS),
  series: [],
  parts: ['http'],
  side: 'both',
  missing: ({ summary }) =>
    summary.requests === undefined
      ? 'no HTTP/3 requests are logged, neither as http or h3 events nor as STREAM frames of a connection that negotiated h3 (in the frames of packet_sent, packet_received).'
      : null,
  legend: () => LEGEND,
  paint(context, tools) {
    const rows = answerOf(context)?.rows ?? [];
    const max = rowsAxis(tools, rows.length, (row) => requestLabel(rows[row]));
    const height = heightOfRow(tools.surface.height, rows.length);
    const isShown = (mark: RequestMark): boolean => !isHidden(context, ID, mark);
    rows.forEach((request, row) => {
      paintRequestRow(context, tools, request, { top: row * height, height }, isShown);
    });
    return { max };
  },
  figure: (context) => heldWords(held(context), 'request'),
  values(context, timeUs) {
    const { answer, viewport } = context;
    const column = columnAt(answer.window, timeUs);
    return Number.isNaN(column) ? new Map() : valuesOf(context, cellAt(answer.window, viewport, column));
  },
  resting: (context) => valuesOf(context, visibleColumns(context.answer.window, context.viewport)),
  rows: {
    of: 'httpRows',
    noun: 'request',
    orders: ORDERS,
    held,
    words: (context, row) => requestWords(answerOf(context)?.rows[row]),
    table: (context) => ({ head: REQUEST_HEAD, rows: (answerOf(context)?.rows ?? []).map(requestCells) }),
  },
  sentence(context) {
    const answer = answerOf(context);
    if (answer === null || answer.rows.length === 0) return 'No request is shown.';
    const [, order = ''] = ORDERS.find(([id]) => id === answer.order) ?? [];
    const unread = answer.unread > 0 ? ` ${plural(answer.unread, 'HTTP/3 event')} could not be read.` : '';
    return `${heldWords(held(context), 'request')}, ${order}. ${outcomeWords(answer)}${unread}`;
  },
  cells(context, fromUs, toUs) {
    const answer = answerOf(context);
    return answer === null
      ? LEGEND.map(() => '–')
      : amounts(context, answer, columnsOf(context.answer.window, fromUs, toUs));
  },
};

/** How the drawn ones ended, and which took the longest. */
function outcomeWords({ rows }: HttpAnswer): string {
  const failed = rows.filter(isFailed).length;
  const open = rows.filter(({ outcome }) => outcome === 'open').length;
  const sent = rows.filter(({ outcome }) => outcome === 'sent').length;
  const counts = [
    `${count(rows.length - failed - open - sent)} complete`,
    ...(sent > 0 ? [`${count(sent)} sent`] : []),
    ...(failed > 0 ? [`${count(failed)} cancelled or reset`] : []),
    ...(open > 0 ? [`${count(open)} not complete in this log`] : []),
  ];
  const timed = rows.filter(({ startUs, endUs }) => endUs >= startUs);
  const [first] = timed;
  if (first === undefined) return `${counts.join(', ')}.`;
  const took = ({ startUs, endUs }: HttpRow): number => endUs - startUs;
  const longest = timed.reduce((a, b) => (took(b) > took(a) ? b : a), first);
  return `${counts.join(', ')}; the longest took ${duration(took(longest))} (stream ${count(longest.streamId)}).`;
}
