/**
 * The best stretches of a flat span: runs of cycles that match the pattern, where the whole span does not because the
 * application paused in it. A good cycle scores +1; a bad one −9 and, if silence counts, a round trip without ACK −3,
 * so that a stretch with a positive sum keeps 90 % good cycles and 75 % of its round trips acknowledged.
 *
 *   cycles   + + + + + + + + ····pause···· + + +
 *   found    [──────────────]              [───]
 */
import type { TransportState } from '../transport/transport';
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

/** The run of cycles [from, to] with the largest sum of scores within [first, last]; null when none is above 0. */
function bestRun(scores: readonly number[], first: number, last: number): Run | null {
  let best = 0;
  let run: Run | null = null;
  let sum = 0;
  let from = first;
  for (let i = first; i <= last; i++) {
    if (sum <= 0) {
      sum = 0;
      from = i;
    }
    sum += scores[i] as number;
    if (sum > best) {
      best = sum;
      run = { from, to: i };
    }
  }
  return run;
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
  const runs: Run[] = [];
  const open: Run[] = [{ from: 0, to: cycles.length - 1 }];
  for (let part = open.pop(); part !== undefined; part = open.pop()) {
    if (part.to - part.from + 1 < minCycles) continue;
    const run = bestRun(scores, part.from, part.to);
    if (run === null || run.to - run.from + 1 < minCycles) continue;
    runs.push(run);
    open.push({ from: part.from, to: run.from - 1 }, { from: run.to + 1, to: part.to });
  }
  return runs
    .sort((a, b) => a.from - b.from)
    .map(({ from, to }) => ({
      startUs: (cycles[from] as Cycle).startUs,
      endUs: (cycles[to] as Cycle).endUs,
    }));
}
