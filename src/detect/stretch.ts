/**
 * The best stretch of a flat span: the run of cycles that shows the pattern, where the whole span does not
 * because the application paused in it. A good cycle scores +1; a bad one −9 and a silent round trip −3, so
 * that a stretch with a positive sum keeps 90 % good cycles and 75 % of its round trips acknowledged.
 *
 *   cycles   + + + + + + + + ····pause···· + + +
 *   best     [──────────────]
 */
import type { Cycle } from './cycles';

const BAD_CYCLE = -9;
const SILENT_ROUND_TRIP = -3;

/** @returns the interval of the run with the largest sum, or null when no cycle is good. */
export function bestStretch(
  cycles: readonly Cycle[],
  isGood: (cycle: Cycle) => boolean,
  rttUs: number,
): { readonly startUs: number; readonly endUs: number } | null {
  let best = 0;
  let bestFrom = -1;
  let bestTo = -1;
  let sum = 0;
  let from = 0;
  cycles.forEach((cycle, index) => {
    if (sum <= 0) {
      sum = 0;
      from = index;
    }
    const silent = Math.max(0, Math.round((cycle.endUs - cycle.startUs) / rttUs) - 1);
    sum += (isGood(cycle) ? 1 : BAD_CYCLE) + silent * SILENT_ROUND_TRIP;
    if (sum > best) {
      best = sum;
      bestFrom = from;
      bestTo = index;
    }
  });
  const first = cycles[bestFrom];
  const last = cycles[bestTo];
  return first === undefined || last === undefined ? null : { startUs: first.startUs, endUs: last.endUs };
}
