/** The median smoothed RTT of a range. */
import type { Series } from '../../base/columns/series';

/** Without a new value inside, the one at the start. */
export function medianRttUs(
  smoothedRtt: Series,
  { fromUs, toUs }: { readonly fromUs: number; readonly toUs: number },
): number {
  return smoothedRtt.medianOf(fromUs, toUs) || smoothedRtt.valueAt(fromUs);
}
