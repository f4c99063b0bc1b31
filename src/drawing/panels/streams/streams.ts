/**
 * Streams: a row each, with its bytes over time, what was acknowledged and sent again, and what it waited for: credit of
 * flow control (RFC 9000 §4), or data before a gap. stream-row-marks.ts draws a row, stream-row-words.ts tells of it.
 */
import { bytes, count, duration, plural } from '../../../engine/base/text/figures';
import type { StreamLanes } from '../../../engine/reading/contract/streams';
import type { StreamOrder, StreamRow } from '../../../engine/sender/streams/stream-row';
import type { TimeSpan } from '../../../engine/sender/transport/connectivity/connectivity';
import { laneSum } from '../../painters/paint-lanes';
import { visibleColumns } from '../../painters/pixel-columns';
import { cellAt } from '../../painters/stream-cells';
import { columnAt, columnsOf } from '../build/answer-values';
import { heightOfRow, heldWords, ROW_PX, rowsAxis, rowsHeight, USUAL_ROWS } from '../build/rows';
import { missingStreams } from '../multiplexing';
import {
  type HeldRows,
  isHidden,
  type LegendEntry,
  legendEntry,
  type PanelContext,
  type PanelDefinition,
} from '../panel';
import { streamLabel } from './stream-fills';
import { barsOf, finUs, mostOf, paintStreamRow, type StreamMark } from './stream-row-marks';
import { coveredUs, STREAM_HEAD, streamCells, streamWords } from './stream-row-words';

const ID = 'streams';

const ORDERS: readonly (readonly [StreamOrder, string])[] = [
  ['start', 'by start'],
  ['waited', 'by waiting time'],
  ['bytes', 'by bytes'],
];

const LEGEND: readonly (LegendEntry & { readonly id: StreamMark })[] = [
  legendEntry('data', 'data', 'area', '--slot-1'),
  legendEntry('again', 'resent', 'area', '--loss'),
  legendEntry('acked', 'acknowledged', 'area', '--slot-3'),
  legendEntry('stream-credit', 'waits for stream credit', 'area', '--slot-2', null, 'diagonal'),
  legendEntry('connection-credit', 'for connection credit', 'area', '--slot-2', null, 'cross'),
  legendEntry('opening', 'waits to be opened', 'area', '--slot-2', null, 'dots'),
  legendEntry('gap', 'behind a gap', 'area', '--slot-5', null, 'horizontal'),
  legendEntry('fin', 'FIN', 'mark', '--ink'),
  legendEntry('reset', 'reset', 'cross', '--loss'),
  legendEntry('stop', 'STOP_SENDING', 'triangle', '--slot-2'),
];

function lanesOf({ answer }: PanelContext): StreamLanes | null {
  return answer.parts.streamLanes;
}

function held(context: PanelContext): HeldRows | null {
  const lanes = lanesOf(context);
  return lanes && { from: lanes.from, count: lanes.rows.length, total: lanes.total };
}

type WaitWords = (spans: readonly (readonly TimeSpan[])[], fromUs: number, toUs: number) => string;

/** How long they waited, all together. */
const waitedFor: WaitWords = (spans, fromUs, toUs) =>
  duration(spans.reduce((sum, own) => sum + coveredUs(own, fromUs, toUs), 0));

/** How many of them waited. */
const waitingThen: WaitWords = (spans, fromUs, toUs) =>
  plural(spans.filter((own) => coveredUs(own, fromUs, toUs) > 0).length, 'stream');

/** Times of a digest are whole microseconds: a sum of lengths may be off by so much. */
const ROUNDED_US = 1000;

const blockedBy =
  (limit: 'stream' | 'connection' | 'opening') =>
  ({ blocked }: StreamRow): readonly TimeSpan[] =>
    blocked.filter(({ by }) => by === limit);

const DATA = ['data', 'again', 'acked'] as const;
const dataOf = ({ data, resent, acked }: StreamLanes) => ({ data, again: resent, acked });

const SPANS = {
  'stream-credit': blockedBy('stream'),
  'connection-credit': blockedBy('connection'),
  opening: blockedBy('opening'),
  gap: ({ gaps }: StreamRow): readonly TimeSpan[] => gaps,
} as const;

const abortsOf =
  (kind: 'reset' | 'stop-sending') =>
  ({ aborts }: StreamRow): readonly number[] =>
    aborts.filter(({ what }) => what === kind).map(({ timeUs }) => timeUs);

/** When each mark of a row is, µs. */
const MARKS = {
  fin: (row: StreamRow): readonly number[] => [finUs(row)],
  reset: abortsOf('reset'),
  stop: abortsOf('stop-sending'),
} as const;

/** What the drawn rows have of each entry in columns [first, last), in the order of the legend. */
function amounts(
  { answer: { window } }: PanelContext,
  lanes: StreamLanes,
  [first, last]: readonly [number, number],
  waits: WaitWords,
): readonly string[] {
  const fromUs = window.fromUs + first * window.columnUs;
  const toUs = window.fromUs + last * window.columnUs;
  const sumOf = (kind: (typeof DATA)[number]): string => {
    const values = dataOf(lanes)[kind];
    return lanes.isSpread === true
      ? '–'
      : bytes(
          lanes.rows.reduce(
            (sum, _, row) => sum + Math.round(laneSum({ values, window }, row, first, last)),
            0,
          ),
        );
  };
  const isIn = (timeUs: number): boolean => timeUs >= fromUs && timeUs < toUs;
  const waited = (kind: keyof typeof SPANS, inAllUs: (row: StreamRow) => number): string => {
    const spansOf = SPANS[kind];
    const words = waits(lanes.rows.map(spansOf), fromUs, toUs);
    // A row holds its longest waits; a digest fewer of them.
    return lanes.rows.some(
      (row) =>
        coveredUs(spansOf(row), Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY) <
        inAllUs(row) - ROUNDED_US,
    )
      ? `≥ ${words}`
      : words;
  };
  return [
    ...DATA.map(sumOf),
    waited('stream-credit', ({ blockedByStreamUs }) => blockedByStreamUs),
    waited('connection-credit', ({ blockedByConnectionUs }) => blockedByConnectionUs),
    waited('opening', ({ openingUs }) => openingUs),
    waited('gap', ({ gapUs }) => gapUs),
    ...Object.values(MARKS).map((timesOf) => count(lanes.rows.flatMap(timesOf).filter(isIn).length)),
  ];
}

/** True where the drawn rows have something of an entry in view. */
function isInView(
  { answer: { window }, viewport }: PanelContext,
  lanes: StreamLanes,
  id: StreamMark,
): boolean {
  const [first, last] = columnsOf(window, viewport.fromUs, viewport.toUs);
  const fromUs = window.fromUs + first * window.columnUs;
  const toUs = window.fromUs + last * window.columnUs;
  const { rows } = lanes;
  switch (id) {
    case 'data':
    case 'again':
    case 'acked': {
      const values = dataOf(lanes)[id];
      return rows.some((_, row) => laneSum({ values, window }, row, first, last) > 0);
    }
    case 'fin':
    case 'reset':
    case 'stop':
      return rows.flatMap(MARKS[id]).some((timeUs) => timeUs >= fromUs && timeUs < toUs);
    default:
      return rows.some((row) => coveredUs(SPANS[id](row), fromUs, toUs) > 0);
  }
}

function valuesOf(
  context: PanelContext,
  part: readonly [number, number],
  waits: WaitWords,
): ReadonlyMap<string, string> {
  const lanes = lanesOf(context);
  if (lanes === null) return new Map();
  const texts = amounts(context, lanes, part, waits);
  return new Map(LEGEND.map(({ id }, i) => [id, texts[i]]));
}

export const streams: PanelDefinition = {
  id: ID,
  fields: ['packets sent', 'packets received'],
  digestRank: 3,
  title: 'Streams',
  about: {
    shows:
      'A row per stream, with its number and kind (bidirectional, unidirectional) at the left: bars are the bytes of its packets, red what was sent again, the line below them what was acknowledged. Hatched is the time in which it had data and no credit (flow control), dotted, before it begins, that in which it waited to be opened, for a higher limit of streams; striped, along the upper edge, that in which data had arrived and waited behind a lost packet (head-of-line blocking).',
    good: 'Bars up to FIN, and nothing hatched.',
    bad: 'Long hatched stretches; a row that stops without FIN.',
    axis: 'stream number; bars: bytes (square root), the most of the rows in view as high as its row',
  },
  height: USUAL_ROWS * ROW_PX,
  heightFor: ({ summary }) => rowsHeight(summary.streams ?? USUAL_ROWS),
  series: [],
  parts: ['streamLanes'],
  side: 'both',
  missing: missingStreams,
  legend: () => LEGEND,
  inView(context) {
    const lanes = lanesOf(context);
    return lanes === null ? [] : LEGEND.map(({ id }) => id).filter((id) => isInView(context, lanes, id));
  },
  paint(context, tools) {
    const lanes = lanesOf(context);
    const rows = lanes?.rows ?? [];
    const max = rowsAxis(tools, rows.length, (row) => streamLabel(rows[row]));
    if (lanes === null) return { max };
    const height = heightOfRow(tools.surface.height, rows.length);
    const isShown = (mark: StreamMark): boolean => !isHidden(context, ID, mark);
    const bars = rows.map((_, row) => barsOf(context, lanes, row));
    const most = mostOf(bars.flatMap(({ data }) => data));
    rows.forEach((stream, row) => {
      const place = { top: row * height, height };
      paintStreamRow(context, tools, { stream, bars: bars[row], most, place }, isShown);
    });
    return { max };
  },
  figure: (context) => heldWords(held(context), 'stream'),
  values(context, timeUs) {
    const { answer, viewport } = context;
    const column = columnAt(answer.window, timeUs);
    if (Number.isNaN(column)) return new Map();
    return valuesOf(context, cellAt(answer.window, viewport, column), waitingThen);
  },
  resting: (context) => valuesOf(context, visibleColumns(context.answer.window, context.viewport), waitedFor),
  rows: {
    of: 'streamRows',
    noun: 'stream',
    orders: ORDERS,
    held,
    streamOf(context, row) {
      const stream = lanesOf(context)?.rows[row];
      return stream === undefined
        ? null
        : { streamId: stream.id, fromUs: stream.firstUs, toUs: stream.lastUs };
    },
    words: (context, row) => streamWords(lanesOf(context)?.rows[row]),
    table: (context) => ({ head: STREAM_HEAD, rows: (lanesOf(context)?.rows ?? []).map(streamCells) }),
  },
  sentence(context) {
    const lanes = lanesOf(context);
    if (lanes === null || lanes.rows.length === 0) return 'No stream is shown.';
    const [, order = ''] = ORDERS.find(([id]) => id === lanes.order) ?? [];
    const first = `${heldWords(held(context), 'stream')}, ${order}`;
    const unusable =
      lanes.unusable > 0 ? ` ${plural(lanes.unusable, 'frame')} of no usable stream id or packet.` : '';
    const beyond = lanes.beyond > 0 ? ` ${plural(lanes.beyond, 'frame')} beyond what is kept.` : '';
    return `${first}. ${waitWords(lanes)}${unusable}${beyond}`;
  },
  cells(context, fromUs, toUs) {
    const lanes = lanesOf(context);
    return lanes === null
      ? LEGEND.map(() => '–')
      : amounts(context, lanes, columnsOf(context.answer.window, fromUs, toUs), waitedFor);
  },
};

/** The longest waits of the drawn rows. */
function waitWords({ rows }: StreamLanes): string {
  const most = (waitedUs: (row: StreamRow) => number) =>
    rows.reduce((a, b) => (waitedUs(b) > waitedUs(a) ? b : a), rows[0]);
  const creditUs = (row: StreamRow): number =>
    row.blockedByStreamUs + row.blockedByConnectionUs + row.openingUs;
  const gapUs = (row: StreamRow): number => row.gapUs;
  const longest = [
    [most(creditUs), creditUs, 'for credit'],
    [most(gapUs), gapUs, 'behind gaps'],
  ] as const;
  const words = longest.flatMap(([row, waitedUs, what]) =>
    waitedUs(row) > 0 ? `stream ${count(row.id)}, ${duration(waitedUs(row))} ${what}` : [],
  );
  if (words.length === 0) return 'None of them waited for credit, or behind a gap.';
  return `The longest waits of these: ${words.join('; ')}.`;
}
