/**
 * Requests: a row for each HTTP/3 request (RFC 9114), from its start to the first byte of the response and to its end, with
 * what it waited for. request-row-marks.ts draws a row, request-row-words.ts tells of it,
 * request-total-words.ts of all of them.
 */
import { HOLDER_NAMES, HOLDERS } from '../../../engine/base/text/account-names';
import { count, percent, plural } from '../../../engine/base/text/figures';
import { FIRST_REQUESTS, type HttpAnswer } from '../../../engine/reading/contract/http';
import { isFailed } from '../../../engine/reading/contract/request-totals';
import type { HttpOrder, HttpRow } from '../../../engine/sender/http/http-row';
import type { TimeSpan } from '../../../engine/sender/transport/connectivity/connectivity';
import { visibleColumns } from '../../painters/pixel-columns';
import { cellAt } from '../../painters/stream-cells';
import { columnAt, columnsOf } from '../build/answer-values';
import { heightOfRow, heldWords, ROW_PX, rowsAxis, rowsHeight } from '../build/rows';
import { holderStyle } from '../limits/holder-styles';
import {
  type HeldRows,
  isHidden,
  type LegendEntry,
  legendEntry,
  type PanelContext,
  type PanelDefinition,
} from '../panel';
import { coveredUs } from '../streams/stream-row-words';
import {
  creditSpans,
  heldSpans,
  paintRequestRow,
  type RequestMark,
  receiving,
  waiting,
} from './request-row-marks';
import { REQUEST_HEAD, requestCells, requestLabel, requestWords } from './request-row-words';
import { controlWords, sharedWords, totalSentence, totalWords } from './request-total-words';

const ID = 'requests';
/** Rows of a panel that nobody has resized. */
const MOST_ROWS = FIRST_REQUESTS.count;

const ORDERS: readonly (readonly [HttpOrder, string])[] = [
  ['start', 'by start'],
  ['duration', 'by duration'],
  ['waiting', 'by waiting'],
  ['bytes', 'by bytes'],
];

type Entry = LegendEntry & { readonly id: RequestMark };

const UNTIL: readonly Entry[] = [
  legendEntry('waiting', 'until the first byte', 'area', '--slot-6', null, 'dots'),
  legendEntry('receiving', 'response', 'area', '--slot-1'),
];
const FIRST_BYTE: Entry = legendEntry('first-byte', 'first byte', 'mark', '--ink');
const CREDIT: Entry = legendEntry('blocked', 'waits for credit', 'area', '--slot-2', null, 'diagonal');
/** Where colours are what held it, credit is one of them, and what is left is the time before it. */
const OPENING: Entry = legendEntry('blocked', 'waits to be opened', 'area', '--slot-2', null, 'dots');
const MARKS: readonly Entry[] = [
  legendEntry('gap', 'behind a gap', 'area', '--slot-5', null, 'horizontal'),
  legendEntry('failed', 'cancelled or reset', 'cross', '--loss'),
];

/** What held the drawn requests; where that does not show, until when they waited. */
function legendOf(context: PanelContext): readonly Entry[] {
  const held = new Set(
    (answerOf(context)?.rows ?? []).flatMap((row) => heldSpans(row).map(({ holder }) => holder)),
  );
  if (held.size === 0) return [...UNTIL, CREDIT, ...MARKS];
  const entries = HOLDERS.filter((holder) => held.has(holder)).map((holder): Entry => {
    const { color, pattern } = holderStyle(HOLDER_NAMES[holder]);
    return legendEntry(holder, HOLDER_NAMES[holder], 'area', color, null, pattern);
  });
  return [...entries, FIRST_BYTE, OPENING, ...MARKS];
}

function answerOf({ answer }: PanelContext): HttpAnswer | null {
  return answer.parts.http;
}

function held(context: PanelContext): HeldRows | null {
  const requests = answerOf(context);
  return requests && { from: requests.from, count: requests.rows.length, total: requests.total };
}

/** Requests of the drawn rows with an entry in columns [first, last). */
function amount(
  { answer: { window }, snapshot }: PanelContext,
  { rows }: HttpAnswer,
  [first, last]: readonly [number, number],
  mark: RequestMark,
): number {
  const fromUs = window.fromUs + first * window.columnUs;
  const toUs = window.fromUs + last * window.columnUs;
  const isIn = (timeUs: number): boolean => timeUs >= fromUs && timeUs < toUs;
  const endUs = snapshot.extent.toUs;
  const has = (row: HttpRow): boolean => {
    switch (mark) {
      case 'first-byte':
        return isIn(row.firstByteUs);
      case 'failed':
        return isFailed(row) && isIn(row.endUs);
      default:
        return coveredUs(spansOf(row, mark, endUs), fromUs, toUs) > 0;
    }
  };
  return rows.filter(has).length;
}

function spansOf(row: HttpRow, mark: RequestMark, endUs: number): readonly TimeSpan[] {
  switch (mark) {
    case 'waiting':
      return waiting(row, endUs);
    case 'receiving':
      return receiving(row, endUs);
    case 'blocked':
      return creditSpans(row);
    case 'gap':
      return row.gaps;
    default:
      return heldSpans(row).filter(({ holder }) => holder === mark);
  }
}

function valuesOf(context: PanelContext, part: readonly [number, number]): ReadonlyMap<string, string> {
  const requests = answerOf(context);
  if (requests === null) return new Map();
  return new Map(legendOf(context).map(({ id }) => [id, count(amount(context, requests, part, id))]));
}

export const requests: PanelDefinition = {
  id: ID,
  fields: ['packets sent', 'packets received'],
  digestRank: 4,
  title: 'Requests',
  about: {
    shows:
      'A row per HTTP/3 request, with the number of its stream at the left. Its colours are what held it longest in each pixel, as in the account of time, and time in which other streams were sent while its data waited; an upright line is the first byte of the response. Dotted is the time before that in which it waited to be opened, for a higher limit of streams. Where what held it does not show it is dotted until the first byte, then filled, and hatched while it waited for credit (flow control); striped that in which data had arrived and waited behind a lost packet.',
    good: 'Short times until the first byte, and responses that end.',
    bad: 'Small responses long behind other streams; many rows that end late together; crosses.',
    axis: 'stream number and method',
  },
  height: MOST_ROWS * ROW_PX,
  heightFor: ({ summary }) => rowsHeight(summary.requests ?? MOST_ROWS, MOST_ROWS),
  series: [],
  parts: ['http'],
  side: 'both',
  missing: ({ summary }) =>
    summary.requests === undefined
      ? 'no HTTP/3 requests are logged, neither as http or h3 events nor as STREAM frames of a connection that negotiated h3 (in the frames of packet_sent, packet_received).'
      : null,
  legend: legendOf,
  inView(context) {
    const answer = answerOf(context);
    const { fromUs, toUs } = context.viewport;
    const part = columnsOf(context.answer.window, fromUs, toUs);
    const ids = answer === null ? [] : legendOf(context).map(({ id }) => id);
    return ids.filter((id) => answer !== null && amount(context, answer, part, id) > 0);
  },
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
    streamOf(context, row) {
      const request = answerOf(context)?.rows[row];
      if (request === undefined) return null;
      const { streamId, startUs, endUs } = request;
      return { streamId, fromUs: startUs, toUs: endUs >= startUs ? endUs : context.snapshot.extent.toUs };
    },
    totals: (context) => {
      const answer = answerOf(context);
      const shared = answer === null ? '' : sharedWords(answer, context.snapshot.summary);
      return [...totalWords(answer), ...(shared === '' ? [] : [shared])];
    },
    folded: (context) => controlWords(answerOf(context)),
    words: (context, row) => requestWords(answerOf(context)?.rows[row]),
    table: (context) => ({ head: REQUEST_HEAD, rows: (answerOf(context)?.rows ?? []).map(requestCells) }),
  },
  sentence(context) {
    const answer = answerOf(context);
    if (answer === null || answer.rows.length === 0) return 'No request is shown.';
    const [, order = ''] = ORDERS.find(([id]) => id === answer.order) ?? [];
    const unread = answer.unread > 0 ? ` ${plural(answer.unread, 'HTTP/3 event')} could not be read.` : '';
    return `${heldWords(held(context), 'request')}, ${order}. ${totalSentence(answer)}${holderWords(answer)}${sharedSentence(context, answer)}${unread}`;
  },
  cells(context, fromUs, toUs) {
    const answer = answerOf(context);
    const part = columnsOf(context.answer.window, fromUs, toUs);
    return legendOf(context).map(({ id }) =>
      answer === null ? '–' : count(amount(context, answer, part, id)),
    );
  },
};

function sharedSentence({ snapshot }: PanelContext, answer: HttpAnswer): string {
  const words = sharedWords(answer, snapshot.summary);
  return words === '' ? '' : ` ${words}.`;
}

/** What held the drawn ones in all, the two largest; empty where that does not show. A digest has it of the slowest alone. */
function holderWords({ rows }: HttpAnswer): string {
  const shown = rows.filter(({ held: of }) => of !== null);
  const parts = shown.flatMap((row) => row.held?.parts ?? []);
  const allUs = parts.reduce((sum, { us }) => sum + us, 0);
  if (!(allUs > 0)) return '';
  const words = HOLDERS.map((holder) => {
    const us = parts.reduce((sum, part) => (part.holder === holder ? sum + part.us : sum), 0);
    return { holder, us };
  })
    .sort((a, b) => b.us - a.us)
    .slice(0, 2)
    .filter(({ us }) => us > 0)
    .map(({ holder, us }) => `${HOLDER_NAMES[holder]} ${percent(us / allUs)}`);
  return ` Of ${shown.length < rows.length ? `the time of ${shown.length} of them` : 'their time'}: ${words.join(', ')}.`;
}
