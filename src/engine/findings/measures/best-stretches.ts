/**
 * The best stretches of a flat span: runs of cycles that match the pattern, where the whole span does not because the
 * application paused in it. A good cycle scores +1; a bad one −9 and, if silence counts, a round trip without ACK −3,
 * so that a stretch with a positive sum keeps 90 % good cycles and 75 % of its round trips acknowledged.
 *
 *   cycles   + + + + + + + + ····pause···· + + +
 *   found    [──────────────]              [───]
 */
import type { TransportState } from '../../sender/transport/transport';
import { type Interval, lengthOf } from './intervals';
import { roundTripAt } from './round-trips';
import type { Cycle } from './send-cycles';

const BAD_CYCLE = -9;
const SILENT_ROUND_TRIP = -3;

/** Cycles by index, both ends included. */
interface Run {
  readonly from: number;
  readonly to: number;
}

/**
 * Of the totals of a part: where the least and the greatest stand, the two between which they rise most, and how much; -1 and 0
 * where they do not rise.
 */
type Totals = readonly [least: number, greatest: number, from: number, end: number, rise: number];

const NONE: Totals = [-1, -1, -1, -1, 0];
const NODE = NONE.length;

/**
 * Best runs of any part of the scores: a tree over their running totals, so that a part of a part is not gone through again. Of
 * equal runs the one that ends first, of those that end there the shortest.
 */
class BestRuns {
  /** Before each score, and after the last. */
  readonly #totals: Float64Array;
  readonly #nodes: Float64Array;
  readonly #leaves: number;

  constructor(scores: readonly number[]) {
    this.#totals = new Float64Array(scores.length + 1);
    // What outweighs all other cycles stands in no run, however much it does: totals stay whole numbers.
    const least = -scores.length - 1;
    for (const [i, score] of scores.entries())
      this.#totals[i + 1] = this.#totals[i] + (score > least ? score : least);
    this.#leaves = 2 ** Math.ceil(Math.log2(this.#totals.length));
    this.#nodes = new Float64Array(2 * this.#leaves * NODE).fill(-1);
    for (let i = 0; i < this.#totals.length; i++)
      this.#nodes.set([i, i, -1, -1, 0], (this.#leaves + i) * NODE);
    for (let node = this.#leaves - 1; node > 0; node--)
      this.#nodes.set(this.#joined(this.#at(2 * node), this.#at(2 * node + 1)), node * NODE);
  }

  /** The run of [first, last] with the largest sum; null when none is above 0. */
  best(first: number, last: number): Run | null {
    let left: Totals | null = null;
    let right: Totals | null = null;
    let low = this.#leaves + first;
    let high = this.#leaves + last + 2;
    for (; low < high; low >>>= 1, high >>>= 1) {
      if (low % 2 === 1) left = this.#joined(left, this.#at(low++));
      if (high % 2 === 1) right = this.#joined(this.#at(--high), right);
    }
    const [, , from, end] = this.#joined(left, right);
    return end < 0 ? null : { from, to: end - 1 };
  }

  /** Null for a node without totals. */
  #at(node: number): Totals | null {
    const [least = -1, ...rest] = this.#nodes.subarray(node * NODE, (node + 1) * NODE);
    return least < 0 ? null : ([least, ...rest] as unknown as Totals);
  }

  #joined(left: Totals | null, right: Totals | null): Totals {
    if (left === null || right === null) return left ?? right ?? NONE;
    const at = (i: number): number => this.#totals[i];
    const [leftLeast, leftGreatest, leftFrom, leftEnd, leftRise] = left;
    const [rightLeast, rightGreatest, rightFrom, rightEnd, rightRise] = right;
    const least = at(rightLeast) <= at(leftLeast) ? rightLeast : leftLeast;
    const greatest = at(rightGreatest) > at(leftGreatest) ? rightGreatest : leftGreatest;
    const across = at(rightGreatest) - at(leftLeast);
    // Of two that end after the middle and rise alike, the one that ends first; of those the shorter.
    const isAcross = across > rightRise || (across === rightRise && rightGreatest < rightEnd);
    if (leftRise >= (isAcross ? across : rightRise)) return [least, greatest, leftFrom, leftEnd, leftRise];
    if (isAcross) return [least, greatest, leftLeast, rightGreatest, across];
    return [least, greatest, rightFrom, rightEnd, rightRise];
  }
}

/**
 * @param minCycles shorter runs are not returned.
 * @param silence whether round trips without an ACK count: a stall ends a stretch only where it must.
 * @returns non-overlapping runs, in order of time.
 */
export function bestStretches(
  state: TransportState,
  cycles: readonly Cycle[],
  isGood: (cycle: Cycle) => boolean,
  minCycles: number,
  silence: 'counts' | 'ignored' = 'counts',
): readonly Interval[] {
  const scores = cycles.map((cycle) => {
    const quality = isGood(cycle) ? 1 : BAD_CYCLE;
    if (silence === 'ignored') return quality;
    const roundTrips = lengthOf(cycle) / roundTripAt(state, cycle.startUs);
    return quality + Math.max(0, Math.round(roundTrips) - 1) * SILENT_ROUND_TRIP;
  });
  const best = new BestRuns(scores);
  const runs: Run[] = [];
  const open: Run[] = [{ from: 0, to: cycles.length - 1 }];
  for (let part = open.pop(); part !== undefined; part = open.pop()) {
    if (part.to - part.from + 1 < minCycles) continue;
    const run = best.best(part.from, part.to);
    if (run === null || run.to - run.from + 1 < minCycles) continue;
    runs.push(run);
    open.push({ from: part.from, to: run.from - 1 }, { from: run.to + 1, to: part.to });
  }
  return runs
    .sort((a, b) => a.from - b.from)
    .map(({ from, to }) => ({ startUs: cycles[from].startUs, endUs: cycles[to].endUs }));
}
