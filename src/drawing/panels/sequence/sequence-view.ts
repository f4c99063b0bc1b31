/**
 * Values of the visible part of a packet sequence: the numbers in a part, the highest number at a time, and the value
 * axis. sequence-marks.ts draws.
 */
import { lowerBound } from '../../../engine/base/columns/growable';
import type {
  NumberRanges,
  SequenceAnswer,
  SequenceKind,
  SpaceSequence,
} from '../../../engine/sender/transport/sequence';
import { MARK_REACH_PX } from '../../painters/paint-sequence';
import { visibleColumns } from '../../painters/pixel-columns';
import { isHidden, type PanelContext } from '../panel';

export const ID = 'sequence';
/** Late ACKs of old packets may extend the axis downwards by this share; below they are clipped, with a note. */
const STRETCH_LIMIT = 0.5;

export interface Numbers {
  readonly low: number;
  readonly high: number;
  readonly count: number;
}

/** The 1-RTT space, null without one; and the others, which have their own packet numbers. */
export function mainSpace({ answer }: PanelContext): SpaceSequence | null {
  return spacesOf(answer.parts.sequence).find(({ name }) => name === '1-RTT') ?? null;
}

export function earlySpaces({ answer }: PanelContext): readonly SpaceSequence[] {
  return spacesOf(answer.parts.sequence).filter(({ name }) => name !== '1-RTT');
}

function spacesOf(sequence: SequenceAnswer | null): readonly SpaceSequence[] {
  return sequence?.spaces ?? [];
}

/** Number of packets of a kind in the whole trace, in all number spaces. */
export function totalOf({ answer }: PanelContext, kind: SequenceKind): number {
  return spacesOf(answer.parts.sequence).reduce((sum, { totals }) => sum + totals[kind], 0);
}

/** The numbers in columns [first, last); null for none. */
export function numbersIn(ranges: NumberRanges, first: number, last: number): Numbers | null {
  let low = Number.POSITIVE_INFINITY;
  let high = Number.NEGATIVE_INFINITY;
  let count = 0;
  const { columns } = ranges;
  for (let i = lowerBound(columns, first); i < columns.length && columns[i] < last; i++) {
    low = Math.min(low, ranges.lows[i]);
    high = Math.max(high, ranges.highs[i]);
    count += ranges.counts[i];
  }
  return count === 0 ? null : { low, high, count };
}

/** The highest number sent or acknowledged before a column; NaN for none. */
export function highestBefore(space: SpaceSequence, kind: 'sent' | 'acked', column: number): number {
  const before = space.before[kind];
  const high = numbersIn(space.columns[kind], 0, column)?.high;
  return high === undefined ? before : Number.isNaN(before) ? high : Math.max(before, high);
}

/** Initial and Handshake, if shown and visible: each gets a strip at the bottom. */
export function stripsOf(context: PanelContext): readonly SpaceSequence[] {
  if (isHidden(context, ID, 'early')) return [];
  const [first, last] = visibleColumns(context.answer.window, context.viewport);
  return earlySpaces(context).filter(
    ({ columns }) =>
      numbersIn(columns.sent, first, last) !== null || numbersIn(columns.acked, first, last) !== null,
  );
}

export interface NumberAxis {
  readonly min: number;
  readonly max: number;
  /** Lowest number acknowledged in view if below the axis, else null. */
  readonly below: number | null;
  /** Highest number in view if above a locked axis, else null. */
  readonly above: number | null;
}

/**
 * The axis of the visible 1-RTT packets for a height in pixels, with space for the marks at its ends. A locked one
 * begins at 0, so that two times can be compared.
 */
export function numberAxis(context: PanelContext, heightPx: number, lockedMax: number | null): NumberAxis {
  const [first, last] = visibleColumns(context.answer.window, context.viewport);
  const room = Math.max(1, heightPx - 2 * MARK_REACH_PX);
  const seen: number[] = [];
  let lateLow = Number.POSITIVE_INFINITY;
  const main = mainSpace(context);
  if (main !== null) {
    const sent = numbersIn(main.columns.sent, first, last);
    const acked = numbersIn(main.columns.acked, first, last);
    seen.push(highestBefore(main, 'acked', first), highestBefore(main, 'sent', first));
    if (sent !== null) seen.push(sent.low, sent.high);
    lateLow = acked?.low ?? lateLow;
  }
  const numbers = seen.filter((number) => !Number.isNaN(number));
  const high = numbers.length === 0 ? 1 : Math.max(...numbers);
  const usual = numbers.length === 0 ? 0 : Math.min(...numbers);
  if (lockedMax !== null) {
    // Packet 0 is as far above the bottom as the marks extend.
    const min = -(lockedMax * MARK_REACH_PX) / room;
    return { min, max: lockedMax, below: null, above: high > lockedMax ? high : null };
  }
  const low = Math.min(usual, Math.max(lateLow, usual - (high - usual) * STRETCH_LIMIT));
  const span = Math.max(1, high - low);
  const margin = (span * MARK_REACH_PX) / room;
  const middle = (high + low) / 2;
  const min = middle - span / 2 - margin;
  return { min, max: middle + span / 2 + margin, below: lateLow < min ? lateLow : null, above: null };
}
