/**
 * Marks of a sequence's packets, singly and in pixel columns.
 *
 * Singly: a mark per packet where it was sent and one where it was acknowledged; a lost packet is connected to the time
 * at which it was declared lost. In columns: two lines, the highest number sent and acknowledged so far, the ranges
 * beneath them, and marks for rare kinds at the send time, at most one per few pixels.
 */
import type { PacketFate } from '../../../engine/sender/transport/packet-fate';
import type { NumberRanges, SequencePacket, SpaceSequence } from '../../../engine/sender/transport/sequence';
import { MARK_REACH_PX, type MarkShape, onePerCell, paintMarks } from '../../painters/paint-sequence';
import { visibleColumns } from '../../painters/pixel-columns';
import type { Stroke } from '../../surface/surface';
import { timeToX } from '../../surface/viewport';
import type { PaintTools, PanelContext } from '../panel';
import { highestBefore } from './sequence-view';

/** The worker's numbers of fates; the type holds both equal. */
const FATE: typeof PacketFate = {
  outstanding: 0,
  acked: 1,
  lost: 2,
  discarded: 3,
  notInFlight: 4,
  spurious: 5,
};

export type MarkKind = 'sent' | 'acked' | 'lost' | 'spurious' | 'resent' | 'aside' | 'early';

/** Positions of packet numbers, in CSS pixels. */
export interface NumberScale {
  /** Infinity for a number below the axis. */
  readonly y: (packetNumber: number) => number;
  /** Bottom of the axis. */
  readonly footY: number;
  /** Distance from one number to the next; 0 where all are in one row. */
  readonly rowPx: number;
}

/** A packet's sent and ACK marks are connected if rows are at least this far apart. */
const ROW_PX = 4;
const RANGE_OPACITY = 0.25;
const CELL_PX = MARK_REACH_PX;
/** Painting order: rare kinds on top. */
const ORDER: readonly MarkKind[] = ['aside', 'early', 'sent', 'acked', 'resent', 'spurious', 'lost'];

export function colorOf(kind: MarkKind, { palette }: PaintTools): string {
  const colors: { readonly [kind in MarkKind]: string } = {
    sent: palette.slots[0],
    acked: palette.slots[2],
    lost: palette.loss,
    spurious: palette.slots[1],
    resent: palette.slots[3],
    aside: palette.faint,
    early: palette.slots[5],
  };
  return colors[kind];
}

/** Centres of marks by kind and shape, x and y alternating. */
class MarkBook {
  readonly #points = new Map<MarkKind, Map<MarkShape, number[]>>();

  add(kind: MarkKind, shape: MarkShape, x: number, y: number): void {
    const shapes = this.#points.get(kind) ?? new Map<MarkShape, number[]>();
    this.#points.set(kind, shapes);
    const points = shapes.get(shape) ?? [];
    shapes.set(shape, points);
    points.push(x, y);
  }

  paint(tools: PaintTools, isShown: (kind: MarkKind) => boolean): void {
    for (const kind of ORDER) {
      if (!isShown(kind)) continue;
      this.#points.get(kind)?.forEach((points, shape) => {
        paintMarks(tools.surface, shape, points, colorOf(kind, tools));
      });
    }
  }
}

function sentMark({ fate }: SequencePacket, early: boolean): readonly [MarkKind, MarkShape] {
  if (fate === FATE.lost) return ['lost', 'cross'];
  if (fate === FATE.spurious) return ['spurious', 'diamond'];
  if (early) {
    if (fate === FATE.acked) return ['early', 'triangle'];
    return ['early', fate === FATE.discarded ? 'triangle-down' : 'triangle-hollow'];
  }
  if (fate === FATE.notInFlight) return ['aside', 'stub'];
  return ['sent', fate === FATE.acked ? 'square' : 'hollow'];
}

export function paintPackets(
  { viewport }: PanelContext,
  tools: PaintTools,
  space: SpaceSequence,
  packets: readonly SequencePacket[],
  { y, rowPx }: NumberScale,
  isShown: (kind: MarkKind) => boolean,
): void {
  const early = space.name !== '1-RTT';
  const book = new MarkBook();
  const flights: number[] = [];
  const declared: number[] = [];
  for (const packet of packets) {
    const { fate, sentUs, settledUs, packetNumber, resent } = packet;
    const x = timeToX(viewport, sentUs);
    const settledX = timeToX(viewport, settledUs);
    const row = y(packetNumber);
    const [kind, shape] = sentMark(packet, early);
    book.add(kind, shape, x, row);
    if (resent) book.add('resent', 'ring', x, row);
    if (fate === FATE.acked || fate === FATE.spurious) {
      book.add('acked', 'tick', settledX, row);
      if (isShown(kind)) flights.push(Number.NaN, 0, x, row, settledX, row);
    } else if (fate === FATE.lost) {
      book.add('lost', 'bar', settledX, row);
      // Lines of a burst declared lost at once would fill the space between: some of them are enough.
      const apart = Math.abs(row - (declared.at(-1) ?? Number.NEGATIVE_INFINITY)) >= ROW_PX;
      if (apart || declared.at(-2) !== settledX) declared.push(Number.NaN, 0, x, row, settledX, row);
    }
  }
  const { palette } = tools;
  if (rowPx >= ROW_PX && isShown('acked'))
    paintInside(tools, flights, { color: palette.faint, width: 0.6, dash: [] });
  if (isShown('lost')) paintInside(tools, declared, { color: palette.loss, width: 1, dash: [3, 2] });
  book.paint(tools, isShown);
}

/** Paints horizontal lines (NaN, from, to) that are on the surface. */
function paintInside({ surface }: PaintTools, lines: readonly number[], stroke: Stroke): void {
  const inside: number[] = [];
  for (let i = 0; i < lines.length; i += 6) {
    const row = lines[i + 3];
    if (row >= 0 && row <= surface.height) inside.push(...lines.slice(i, i + 6));
  }
  if (inside.length > 0) surface.polyline(inside, stroke);
}

/** Paints a space as lines, ranges and rare marks. */
export function paintColumns(
  context: PanelContext,
  tools: PaintTools,
  space: SpaceSequence,
  scale: NumberScale,
  isShown: (kind: MarkKind) => boolean,
): void {
  const { columns } = space;
  if (space.name !== '1-RTT') {
    paintRare(context, tools, columns.sent, 'early', 'triangle', scale);
    paintRare(context, tools, columns.discarded, 'early', 'triangle-down', scale);
  } else {
    if (isShown('aside')) paintRare(context, tools, columns.aside, 'aside', 'stub', scale);
    const sent: Stroke = { color: colorOf('sent', tools), width: 1.6, dash: [] };
    if (isShown('sent')) paintHighest(context, tools, space, 'sent', sent, scale);
    const acked: Stroke = { color: colorOf('acked', tools), width: 1.6, dash: [6, 3] };
    if (isShown('acked')) paintHighest(context, tools, space, 'acked', acked, scale);
  }
  if (isShown('resent')) paintRare(context, tools, columns.resent, 'resent', 'hollow', scale);
  if (isShown('spurious')) paintRare(context, tools, columns.spurious, 'spurious', 'diamond', scale);
  if (isShown('lost')) paintRare(context, tools, columns.lost, 'lost', 'cross', scale);
}

/** The highest number so far as steps, and in a light tint beneath it the range of every column. */
function paintHighest(
  { answer: { window }, viewport, snapshot }: PanelContext,
  { surface }: PaintTools,
  space: SpaceSequence,
  kind: 'sent' | 'acked',
  stroke: Stroke,
  { y, footY }: NumberScale,
): void {
  const { columns, lows, highs } = space.columns[kind];
  const [first, last] = visibleColumns(window, viewport);
  const columnX = (column: number): number => timeToX(viewport, window.fromUs + column * window.columnUs);
  const clamped = (packetNumber: number): number => Math.min(footY, Math.max(0, y(packetNumber)));
  const width = Math.max(1, columnX(1) - columnX(0));
  const fill = { color: stroke.color, pattern: 'solid' } as const;
  let held = highestBefore(space, kind, first);
  const line = Number.isNaN(held) ? [] : [columnX(first), clamped(held)];
  for (let i = 0; i < columns.length; i++) {
    const column = columns[i];
    if (column < first) continue;
    if (column >= last) break;
    const x = columnX(column);
    const low = clamped(lows[i]);
    const high = clamped(highs[i]);
    if (low - high >= 1) surface.rect(x, high, width, low - high, fill, RANGE_OPACITY);
    // A trace may begin at any number: the line starts at the lowest of its first column.
    line.push(x, Number.isNaN(held) ? low : clamped(held));
    held = Number.isNaN(held) ? highs[i] : Math.max(held, highs[i]);
    line.push(x, clamped(held));
  }
  if (line.length === 0) return;
  line.push(Math.min(columnX(last), timeToX(viewport, snapshot.extent.toUs)), clamped(held));
  surface.polyline(line, stroke);
}

/** Marks of one kind per column: its lowest and highest number, connected if there are more. */
function paintRare(
  { answer: { window }, viewport }: PanelContext,
  tools: PaintTools,
  ranges: NumberRanges,
  kind: MarkKind,
  shape: MarkShape,
  { y, footY }: NumberScale,
): void {
  const { surface } = tools;
  const [first, last] = visibleColumns(window, viewport);
  const points: number[] = [];
  const joined: number[] = [];
  ranges.columns.forEach((column, i) => {
    if (column < first || column >= last) return;
    const x = timeToX(viewport, window.fromUs + (column + 0.5) * window.columnUs);
    const low = y(ranges.lows[i]);
    const high = y(ranges.highs[i]);
    points.push(x, low, x, high);
    const inside = high >= 0 && low <= footY;
    if (ranges.counts[i] > 2 && low - high > CELL_PX && inside) joined.push(Number.NaN, 0, x, low, x, high);
  });
  const color = colorOf(kind, tools);
  if (joined.length > 0) surface.polyline(joined, { color, width: 1, dash: [] });
  paintMarks(surface, shape, onePerCell(points, CELL_PX, timeToX(viewport, 0)), color);
}
