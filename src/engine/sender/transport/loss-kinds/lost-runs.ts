/**
 * Runs of packets of which every one was lost.
 *
 * Losses that hit packets one by one leave runs of n packets with probability pⁿ, where p is the share lost nearby. A
 * run that is too long for that is one event. If packets are lost in it half a round trip after its beginning and later,
 * no queue and no rate limit explains it, because both have room for a packet by then: the path carried nothing.
 */
import { type PathLevel, rttMinAt } from '../path/path-levels';
import type { FlightRows } from './flight-rows';

/** Fewer packets in a row are no run. */
const MIN_PACKETS = 3;
/** Packets nearby, half on either side, and how probable it is at the most that chance makes a run among so many. */
export const CHANCE = { packets: 120, most: 0.02 } as const;
/** In an outage this many packets are lost later than this share of the path's smallest RTT after the first. */
const OUTAGE = { rtts: 0.5, packets: 2 } as const;

export interface LostRun {
  /** First row, and the row after the last. */
  readonly from: number;
  readonly to: number;
  /** It lasts too long for a queue or a rate limit. */
  readonly isOutage: boolean;
}

/** Shares of packets that are lost near rows. */
export class LostShares {
  /** Number of lost packets before each row. */
  readonly #before: Uint32Array;

  constructor(lost: Uint8Array) {
    this.#before = new Uint32Array(lost.length + 1);
    for (let i = 0; i < lost.length; i++) this.#before[i + 1] = this.#before[i] + lost[i];
  }

  /**
   * Of the packets in and around [from, to) but for some that are lost in it. One loss and one delivery are added, so that where
   * nothing else is lost there is a share as well.
   */
  around(from: number, to: number, but: number): number {
    const low = Math.max(0, from - CHANCE.packets / 2);
    const high = Math.min(this.#before.length - 1, to + CHANCE.packets / 2);
    return (this.#before[high] - this.#before[low] - but + 1) / (high - low - but + 2);
  }
}

/** The runs that independent losses do not explain, in order. */
export function lostRuns(
  { lost, sentUs, losses }: FlightRows,
  levels: readonly PathLevel[],
): readonly LostRun[] {
  const shares = new LostShares(lost);
  const rows = lost.length;
  const runs: LostRun[] = [];
  for (let at = 0; at < losses.length; ) {
    const from = losses[at];
    let to = from;
    while (to < rows && lost[to] === 1) to++;
    at += to - from;
    if (to - from < MIN_PACKETS) continue;
    if (shares.around(from, to, to - from) ** (to - from) * CHANCE.packets >= CHANCE.most) continue;
    const lateUs = sentUs[from] + OUTAGE.rtts * rttMinAt(levels, sentUs[from]);
    const isOutage = sentUs[to - OUTAGE.packets] > lateUs;
    runs.push({ from, to, isOutage });
  }
  return runs;
}
