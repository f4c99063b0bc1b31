/**
 * Delivery rate: one sample per ACK of new data (transport/delivery-rate.ts), beside the rate of sending. Samples are
 * drawn from the smallest to the largest per few pixels and never joined: where nothing is acknowledged there is none.
 * Application-limited ones are hollow, for the path may deliver more than the application sent.
 */
import { type SeriesSlice, SLICE_STRIDE } from '../../engine/base/columns/series';
import { bitRate } from '../../engine/base/text/bit-rate';
import type { Snapshot } from '../../engine/reading/contract/snapshot';
import { visibleColumns } from '../painters/pixel-columns';
import type { Fill, Surface } from '../surface/surface';
import { axisBitRate } from '../surface/ticks';
import { timeToX } from '../surface/viewport';
import {
  columnAt,
  columnsOf,
  type Extremes,
  extremesBetween,
  extremesOf,
  rangeText,
  rateTextOf,
  sliceOf,
  textOf,
  valueAt,
} from './build/answer-values';
import { heldLines } from './build/line-panel';
import {
  highestRate,
  isWithin,
  paintRates,
  rateLineOf,
  ratePoints,
  ratesInView,
  rateTextsAt,
  widthWords,
} from './build/rate-panel';
import {
  coarseUsOf,
  isHidden,
  type LegendEntry,
  legendEntry,
  type PanelContext,
  type PanelDefinition,
  type PanelFacts,
} from './panel';

const ID = 'delivery-rate';
const SENT: LegendEntry = legendEntry('sent-total', 'sent', 'line', '--slot-1', { width: 1.6, dash: [] });
const DELIVERED: LegendEntry = legendEntry(ID, 'delivered, per ACK', 'square', '--slot-3');
const LIMITED: LegendEntry = legendEntry(
  'delivery-rate-app-limited',
  'while little was sent (application-limited)',
  'hollow',
  '--slot-6',
);
const SAMPLES = [LIMITED, DELIVERED];
const FORMATS = { format: bitRate, axisFormat: axisBitRate };
const LOGGED: LegendEntry = legendEntry(
  'delivery-rate-logged',
  'delivery rate, as logged',
  'dash',
  '--slot-5',
  { width: 1.4, dash: [4, 2] },
);

const MARK_PX = 3;
/** A sample is shown at the cursor for at least so many columns. */
const HELD_COLUMNS = 4;
const HEADROOM = 1.15;

function missing({ summary, catalogue }: PanelFacts): string | null {
  const has = (id: string): boolean => catalogue.some((info) => info.id === id);
  if (SAMPLES.some(({ id }) => has(id)) && summary.side !== 'receiver') return null;
  if (summary.packetsSent === 0)
    return 'no sent packets are logged (packet_sent). Log packets (qlog importance "core") on the sender.';
  if (summary.side === 'receiver')
    return 'this is the log of the receiver, which sends little more than ACKs. Open the log of the sender.';
  if (!has('acked-total'))
    return 'no packet_received event holds an ACK of a sent packet. Log packets with their frames (qlog importance "core").';
  return 'its packet_sent events have no sizes, or times too inexact for a rate. Log both (qlog importance "core").';
}

const entriesOf = (snapshot: Snapshot): readonly LegendEntry[] =>
  heldLines([SENT, DELIVERED, LIMITED, LOGGED], snapshot);

/** Smallest and largest sample of columns [first, last); null for none. */
const samplesOf = (slice: SeriesSlice | undefined, first: number, last: number): Extremes | null =>
  slice === undefined ? null : extremesBetween(slice, first, last);

/** A text per entry: the rate of sending over the part, and the range of its samples. */
function textsOf(context: PanelContext, fromUs: number, toUs: number): readonly string[] {
  const { answer, snapshot } = context;
  const columns = columnsOf(answer.window, fromUs, toUs);
  return entriesOf(snapshot).map(({ id }) => {
    if (id === SENT.id) return rateTextOf(answer, id, { fromUs, toUs }, bitRate);
    if (id === LOGGED.id) return rangeText(extremesOf(answer, id, fromUs, toUs), bitRate);
    return rangeText(samplesOf(sliceOf(answer, id), ...columns), bitRate);
  });
}

/** The newest sample at a time, not older than a round trip, or than a few columns; NaN for none. */
function sampleAt(context: PanelContext, id: string, timeUs: number): number {
  const slice = sliceOf(context.answer, id);
  const column = columnAt(context.answer.window, timeUs);
  if (slice === undefined || Number.isNaN(column)) return Number.NaN;
  const { window, rttUs } = context.answer;
  const first = Math.max(0, column - Math.max(HELD_COLUMNS, Math.ceil((rttUs || 0) / window.columnUs)));
  for (let i = column; i >= first; i--) {
    const last = slice.values[i * SLICE_STRIDE + 3];
    if (!Number.isNaN(last)) return last;
  }
  return Number.NaN;
}

interface Mark extends Pick<Extremes, 'min' | 'max'> {
  readonly x: number;
}

/** Samples per three pixels, aligned to the window's grid. */
function marksOf({ answer, viewport }: PanelContext, id: string): readonly Mark[] {
  const slice = sliceOf(answer, id);
  const { window } = answer;
  const columnPx = (window.columnUs / (viewport.toUs - viewport.fromUs)) * viewport.width;
  const size = Math.max(1, Math.round(MARK_PX / columnPx));
  const [first, last] = visibleColumns(window, viewport);
  const marks: Mark[] = [];
  for (let from = Math.floor(first / size) * size; from < last; from += size) {
    const extremes = samplesOf(slice, from, Math.min(from + size, window.columns));
    if (extremes !== null)
      marks.push({ ...extremes, x: timeToX(viewport, window.fromUs + from * window.columnUs) });
  }
  return marks;
}

/** Left edge, top and height of a mark; a single sample is a square. */
type Box = readonly [x: number, y: number, height: number];

function boxOf({ x, min, max: highest }: Mark, max: number, height: number): Box {
  const y = (rate: number): number => Math.max(-2, height - (rate / max) * height);
  const boxHeight = Math.max(MARK_PX, y(min) - y(highest));
  const middle = (y(min) + y(highest)) / 2;
  return [x, Math.max(-2, Math.min(middle - boxHeight / 2, height - boxHeight)), boxHeight];
}

function paintSolid(surface: Surface, boxes: readonly Box[], fill: Fill): void {
  const flat = boxes.flatMap(([x, y, height]) => [x, y, MARK_PX, height]);
  surface.bars(flat, fill);
}

function paintHollow(surface: Surface, boxes: readonly Box[], color: string): void {
  const outlines = boxes.flatMap(([x, y, height]) => {
    const [right, bottom] = [x + MARK_PX - 1, y + height - 1];
    return [Number.NaN, 0, x, y, right, y, right, bottom, x, bottom, x, y];
  });
  surface.polyline(outlines, { color, width: 1, dash: [] });
}

export const deliveryRate: PanelDefinition = {
  id: ID,
  fields: ['packets sent', 'packets received', 'ACK ranges'],
  title: 'Delivery rate (rebuilt)',
  about: {
    shows:
      'How fast the network delivered, one sample per ACK; hollow ones are limited by the application and say little about the path.',
    good: 'Samples gather at the rate of the path.',
    bad: 'They fall over time, or lie far below the rate of sending.',
    axis: 'bits per second',
  },
  height: 100,
  series: [SENT, DELIVERED, LIMITED, LOGGED].map(({ id }) => id),
  side: 'sender',
  digestRank: 2,
  parts: ['rates'],
  figure: widthWords,
  missing,
  legend: ({ snapshot }) => entriesOf(snapshot),
  inView(context) {
    const { answer, viewport, snapshot } = context;
    const columns = columnsOf(answer.window, viewport.fromUs, viewport.toUs);
    const samples = heldLines(SAMPLES, snapshot).map(({ id }) => id);
    return [
      ...ratesInView(context, heldLines([SENT], snapshot), heldLines([LOGGED], snapshot)),
      ...samples.filter((id) => samplesOf(sliceOf(answer, id), ...columns) !== null),
    ];
  },
  paint(context, tools) {
    const { surface, palette, lockedMax } = tools;
    const isShown = ({ id }: LegendEntry): boolean => !isHidden(context, ID, id);
    const shown = SAMPLES.filter(isShown).map(({ id }) => ({ id, marks: marksOf(context, id) }));
    const sent = isShown(SENT) ? rateLineOf(context, SENT.id) : null;
    const sentMost = sent === null ? 0 : highestRate(ratePoints(sent, context));
    const rates = [sentMost, ...shown.flatMap(({ marks }) => marks.map((mark) => mark.max))];
    const highest = rates.reduce((most, rate) => (rate > most ? rate : most), 0);
    const max = lockedMax ?? (highest > 0 ? highest * HEADROOM : 1);
    const entries = heldLines([SENT], context.snapshot);
    const logged = heldLines([LOGGED], context.snapshot);
    const painted = paintRates(ID, entries, context, { ...tools, lockedMax: max }, FORMATS, logged);
    const pattern = coarseUsOf(context) === null ? 'solid' : 'diagonal';
    for (const { id, marks } of shown) {
      const boxes = marks.map((mark) => boxOf(mark, max, surface.height));
      if (id === LIMITED.id) paintHollow(surface, boxes, palette.slots[5]);
      else paintSolid(surface, boxes, { color: palette.slots[2], pattern });
    }
    return painted;
  },
  values(context, timeUs) {
    if (!isWithin(context, timeUs)) return new Map();
    const { answer, snapshot } = context;
    const sent = rateTextsAt(context, heldLines([SENT], snapshot), timeUs, bitRate);
    const others = entriesOf(snapshot).flatMap(({ id }) => {
      if (id === SENT.id) return [];
      const value = id === LOGGED.id ? valueAt(answer, id, timeUs) : sampleAt(context, id, timeUs);
      return Number.isNaN(value) ? [] : [[id, textOf(sliceOf(answer, id), value, bitRate)] as const];
    });
    return new Map([...sent, ...others]);
  },
  sentence(context) {
    const { fromUs, toUs } = context.viewport;
    const texts = textsOf(context, fromUs, toUs);
    const textOf = new Map(entriesOf(context.snapshot).map(({ id }, i) => [id, texts[i]]));
    const limited = textOf.get(LIMITED.id) ?? '–';
    const beside = limited === '–' ? '' : `; application-limited ${limited}`;
    const logged = textOf.get(LOGGED.id);
    const byStack = logged === undefined ? '' : `; logged as ${logged}`;
    return `Delivery rate per ACK in view: ${textOf.get(ID) ?? '–'}${beside}${byStack}; sent ${textOf.get(SENT.id)} on average.`;
  },
  cells: textsOf,
};
