/**
 * The best stretches of a flat span: runs of cycles that match the pattern, where the whole span does not because the
 * application paused in it. A good cycle scores +1; a bad one −9 and, if silence counts, a round trip without ACK −3,
 * so that a stretch with a positive sum has 90 % good cycles and 75 % of its round trips acknowledged.
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
 * Numbers of a node, of the totals of a part: where the least and the greatest stand, the two between which they rise most, and how
 * much; -1 and 0 where they do not rise. -1 for the least in a part without totals.
 */
const [LEAST, GREATEST, FROM, END, RISE] = [0, 1, 2, 3, 4];
const NODE = 5;

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
    // Node 0 is none of the tree, nor is the last one: they hold what `best` joins.
    this.#nodes = new Float64Array((2 * this.#leaves + 1) * NODE).fill(-1);
    for (let i = 0; i < this.#totals.length; i++) this.#write(this.#leaves + i, i, i, -1, -1, 0);
    for (let node = this.#leaves - 1; node > 0; node--) this.#join(2 * node, 2 * node + 1, node);
  }

  /** The run of [first, last] with the largest sum; null when none is above 0. */
  best(first: number, last: number): Run | null {
    const [left, right] = [0, 2 * this.#leaves];
    this.#write(left, -1, -1, -1, -1, 0);
    this.#write(right, -1, -1, -1, -1, 0);
    let low = this.#leaves + first;
    let high = this.#leaves + last + 2;
    for (; low < high; low >>>= 1, high >>>= 1) {
      if (low % 2 === 1) this.#join(left, low++, left);
      if (high % 2 === 1) this.#join(--high, right, right);
    }
    this.#join(left, right, left);
    const [from, end] = [this.#nodes[FROM], this.#nodes[END]];
    return end < 0 ? null : { from, to: end - 1 };
  }

  #write(node: number, least: number, greatest: number, from: number, end: number, rise: number): void {
    const [nodes, at] = [this.#nodes, node * NODE];
    nodes[at + LEAST] = least;
    nodes[at + GREATEST] = greatest;
    nodes[at + FROM] = from;
    nodes[at + END] = end;
    nodes[at + RISE] = rise;
  }

  /** Writes what two parts in a row are as one, into a node that may be one of them. */
  #join(left: number, right: number, into: number): void {
    const [nodes, totals, a, b] = [this.#nodes, this.#totals, left * NODE, right * NODE];
    const [leftLeast, rightLeast] = [nodes[a + LEAST], nodes[b + LEAST]];
    if (leftLeast < 0 || rightLeast < 0) {
      const from = leftLeast < 0 ? b : a;
      nodes.copyWithin(into * NODE, from, from + NODE);
      return;
    }
    const [leftGreatest, rightGreatest] = [nodes[a + GREATEST], nodes[b + GREATEST]];
    const least = totals[rightLeast] <= totals[leftLeast] ? rightLeast : leftLeast;
    const greatest = totals[rightGreatest] > totals[leftGreatest] ? rightGreatest : leftGreatest;
    const [leftRise, rightRise] = [nodes[a + RISE], nodes[b + RISE]];
    const across = totals[rightGreatest] - totals[leftLeast];
    // Of two that end after the middle and rise alike, the one that ends first; of those the shorter.
    const isAcross = across > rightRise || (across === rightRise && rightGreatest < nodes[b + END]);
    if (leftRise >= (isAcross ? across : rightRise))
      this.#write(into, least, greatest, nodes[a + FROM], nodes[a + END], leftRise);
    else if (isAcross) this.#write(into, least, greatest, leftLeast, rightGreatest, across);
    else this.#write(into, least, greatest, nodes[b + FROM], nodes[b + END], rightRise);
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
