/**
 * Runs of packets of which every one was lost.
 *
 * Losses that hit packets one by one leave runs of n packets with probability pⁿ, where p is the share lost nearby. A
 * run that is too long for that is one event. If packets are lost in it half a round trip after its beginning and later,
 * no queue and no rate limit explains it, because both have room for a packet by then: the path carried nothing.
 */
import type { FlightRows } from './flight-rows';

/** Fewer packets in a row are no run. */
const MIN_PACKETS = 3;
/** Packets on either side of a run from which the share lost nearby is taken. */
const NEARBY_PACKETS = 32;
/** Expected number of such runs in the trace if every packet were lost independently. */
const MAX_EXPECTED = 0.01;
/** In an outage this many packets are lost later than this share of the smallest RTT after the first. */
const OUTAGE = { rtts: 0.5, packets: 2 } as const;

export interface LostRun {
  /** First row, and the row after the last. */
  readonly from: number;
  readonly to: number;
  /** It lasts too long for a queue or a rate limit. */
  readonly isOutage: boolean;
}

/** Number of lost packets before each row. */
function lostBefore(lost: Uint8Array): Uint32Array {
  const before = new Uint32Array(lost.length + 1);
  for (let i = 0; i < lost.length; i++) before[i + 1] = before[i] + lost[i];
  return before;
}

/** The runs that independent losses do not explain, in order. */
export function lostRuns({ lost, sentUs, losses, delays }: FlightRows): readonly LostRun[] {
  const before = lostBefore(lost);
  const rows = lost.length;
  const runs: LostRun[] = [];
  for (let at = 0; at < losses.length; ) {
    const from = losses[at];
    let to = from;
    while (to < rows && lost[to] === 1) to++;
    at += to - from;
    if (to - from < MIN_PACKETS) continue;
    const low = Math.max(0, from - NEARBY_PACKETS);
    const high = Math.min(rows, to + NEARBY_PACKETS);
    const lostBy = (a: number, b: number): number => before[b] - before[a];
    // One loss and one delivery are added, so that a run without any loss nearby has a share as well.
    const share = (lostBy(low, from) + lostBy(to, high) + 1) / (from - low + (high - to) + 2);
    if (share ** (to - from) * rows >= MAX_EXPECTED) continue;
    const lateUs = sentUs[from] + OUTAGE.rtts * delays.minRttUs;
    const isOutage = sentUs[to - OUTAGE.packets] > lateUs;
    runs.push({ from, to, isOutage });
  }
  return runs;
}
