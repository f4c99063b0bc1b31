/**
 * Packets of a handshake as arrows: each number space is a lane with the client's line above and the server's below, time runs to the
 * right as in all panels, and a bar stands where a log shows the packet.
 *
 *     client   ▮        ▮         ▮  ─ a packet that arrived: to the other end
 *               ╲      ╱           ╲
 *     Initial    ╲    ╱             ×  lost: to the middle
 *                 ╲  ╱
 *     server       ▮▮
 *
 * The log of one end does not hold the times of the other. An arrow is then as long as half the smallest RTT, what a packet takes where
 * both ways are alike, and the panel says so: whoever reads it sees how many round trips there were, which upright arrows would hide. An
 * ACK comes later than that by delays and queues, so nothing is read from where an estimated end lies. Where no RTT is measured arrows are
 * upright. The logs of both ends (lanes/handshake-ends.ts) give arrows their own slope.
 */
import { duration, plural } from '../../../engine/base/text/figures';
import type {
  Exchange,
  ExchangedPacket,
  LifePhase,
} from '../../../engine/sender/transport/connectivity/connectivity';
import { paintMarks } from '../../painters/paint-sequence';
import { BAR_STRIDE, type Stroke, type Surface } from '../../surface/surface';
import { timeToX, type Viewport } from '../../surface/viewport';
import { type LegendEntry, legendEntry } from '../panel';

export type Fate = ExchangedPacket['fate'];

/** A packet between the two ends, times in µs. */
export interface Arrow {
  readonly phase: LifePhase['phase'];
  /** By the end whose line is above. */
  readonly isFromAbove: boolean;
  readonly sentUs: number;
  /** The same as `sentUs` where nothing tells how long it took. */
  readonly arrivedUs: number;
  /** Which of its times a log shows. */
  readonly shown: 'sent' | 'received' | 'both';
  readonly fate: Fate;
  readonly isAgain: boolean;
  /** `#3`; empty for a packet without a number. */
  readonly name: string;
}

export const FATE_ENTRIES: readonly (LegendEntry & { readonly id: Fate })[] = [
  legendEntry('lost', 'lost', 'cross', '--loss'),
  legendEntry('unshown', 'no ACK seen', 'dash', '--ink', { width: 1.2, dash: [5, 3] }),
  legendEntry('unanswered', 'nothing came after it', 'dot', '--ink', { width: 1.2, dash: [2, 3] }),
];
const SOLID: readonly number[] = [];
const entryOf = (fate: Fate): LegendEntry | undefined => FATE_ENTRIES.find(({ id }) => id === fate);

/** Of a bar, CSS pixels. */
const BAR = { width: 2, height: 9 } as const;
const HEAD_PX = 5;
const AGAIN_PX = 10;
/** From a bar to the word. */
const AGAIN_GAP_PX = 4;
/** From one word to the next bar, at least. */
const AGAIN_ROOM_PX = 34;

/** What a log of one end shows. */
export function arrowsOf({ client, oneWayUs, packets }: Exchange): readonly Arrow[] {
  const tookUs = Number.isNaN(oneWayUs) ? 0 : oneWayUs;
  return packets.map(({ phase, timeUs, by, packetNumber, fate, isAgain }) => {
    const isSent = by === 'local';
    return {
      phase,
      isFromAbove: client === 'unknown' ? isSent : by === client,
      sentUs: isSent ? timeUs : timeUs - tookUs,
      arrivedUs: isSent ? timeUs + tookUs : timeUs,
      shown: isSent ? 'sent' : 'received',
      fate,
      isAgain,
      name: Number.isNaN(packetNumber) ? '' : `#${packetNumber}`,
    };
  });
}

/** `other end estimated: half the RTT, 14.0 ms`: of the smallest. */
export function estimateWords({ oneWayUs }: Exchange): string {
  return Number.isNaN(oneWayUs)
    ? 'other end not timed: no RTT measured'
    : `other end estimated: half the RTT, ${duration(oneWayUs)}`;
}

/** Lines of the two ends of a lane, CSS pixels from the upper edge. */
export interface LaneLines {
  readonly aboveY: number;
  readonly belowY: number;
}

/** @param color of the arrows. */
export function paintArrows(
  surface: Surface,
  viewport: Viewport,
  arrows: readonly Arrow[],
  { aboveY, belowY }: LaneLines,
  { color, loss, ink }: { readonly color: string; readonly loss: string; readonly ink: string },
): void {
  const paths = new Map<Fate, number[]>();
  const [bars, heads, crosses]: [number[], number[], number[]] = [[], [], []];
  const agains: { readonly x: number; readonly y: number }[] = [];
  for (const { isFromAbove, sentUs, arrivedUs, shown, fate, isAgain } of arrows) {
    const [x, endX] = [timeToX(viewport, sentUs), timeToX(viewport, arrivedUs)];
    const [y, endY] = isFromAbove ? [aboveY, belowY] : [belowY, aboveY];
    const isHalf = fate === 'lost' || fate === 'unanswered';
    const [toX, toY] = isHalf ? [(x + endX) / 2, (y + endY) / 2] : [endX, endY];
    const path = paths.get(fate) ?? [];
    paths.set(fate, path);
    path.push(Number.NaN, 0, x, y, toX, toY);
    if (fate === 'lost') crosses.push(toX, toY);
    if (!isHalf) heads.push(...headAt(toX, toY, x, y));
    if (shown !== 'received') bars.push(x - BAR.width / 2, y - BAR.height / 2, BAR.width, BAR.height);
    if (shown !== 'sent') bars.push(endX - BAR.width / 2, endY - BAR.height / 2, BAR.width, BAR.height);
    if (isAgain) agains.push({ x, y });
  }
  for (const [fate, path] of paths) surface.polyline(path, strokeOf(fate, color));
  if (heads.length > 0) surface.polyline(heads, { color, width: 1.2, dash: SOLID });
  surface.bars(bars, { color, pattern: 'solid' });
  paintMarks(surface, 'cross', crosses, loss);
  paintAgains(surface, agains, bars, ink);
}

const strokeOf = (fate: Fate, color: string): Stroke => ({
  color,
  width: 1.2,
  dash: entryOf(fate)?.line?.dash ?? SOLID,
});

/** Two strokes back from the point of an arrow, whatever its slope. */
function headAt(x: number, y: number, fromX: number, fromY: number): readonly number[] {
  const angle = Math.atan2(y - fromY, x - fromX);
  const back = (turn: number): readonly [number, number] => [
    x - HEAD_PX * Math.cos(angle + turn),
    y - HEAD_PX * Math.sin(angle + turn),
  ];
  return [Number.NaN, 0, ...back(0.45), x, y, ...back(-0.45)];
}

/** `again` beside what is sent again, where the next bar leaves room. */
function paintAgains(
  surface: Surface,
  places: readonly { readonly x: number; readonly y: number }[],
  bars: readonly number[],
  ink: string,
): void {
  const isBarBetween = (y: number, from: number, to: number): boolean =>
    bars.some(
      (barX, i) =>
        i % BAR_STRIDE === 0 && barX > from && barX < to && Math.abs(bars[i + 1] + BAR.height / 2 - y) < 1,
    );
  for (const { x, y } of places) {
    const to = x + AGAIN_ROOM_PX;
    if (to <= surface.width && !isBarBetween(y, x, to))
      surface.text(x + AGAIN_GAP_PX, y + AGAIN_PX * 0.36, 'again', { color: ink, size: AGAIN_PX });
  }
}

/** `client #0 again, lost`: a packet in words. @param ends names of the end above and of the one below. */
export function arrowWords(
  { isFromAbove, name, isAgain, fate }: Arrow,
  ends: readonly [above: string, below: string],
): string {
  const what = [isFromAbove ? ends[0] : ends[1], name, isAgain ? 'again' : ''].filter((part) => part !== '');
  return [what.join(' '), entryOf(fate)?.label ?? ''].filter((part) => part !== '').join(', ');
}

/** `6 packets from the client (5 sent again, 6 nothing came after it), none from the server` */
export function directionWords(
  arrows: readonly Arrow[],
  ends: readonly [above: string, below: string],
): string {
  return ends
    .map((end, i) => {
      const own = arrows.filter(({ isFromAbove }) => isFromAbove === (i === 0));
      if (own.length === 0) return `none from the ${end}`;
      const again = own.filter(({ isAgain }) => isAgain).length;
      const fates = FATE_ENTRIES.flatMap(({ id, label }) => {
        const many = own.filter(({ fate }) => fate === id).length;
        return many === 0 ? [] : [`${many} ${label}`];
      });
      const details = [...(again > 0 ? [`${again} sent again`] : []), ...fates];
      const packets = `${plural(own.length, 'packet')} from the ${end}`;
      return details.length === 0 ? packets : `${packets} (${details.join(', ')})`;
    })
    .join(', ');
}
