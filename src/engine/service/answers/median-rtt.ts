/** The median smoothed RTT of a range, by time. */
import type { Series } from '../../base/columns/series';

/** Without a value before its end NaN. */
export function medianRttUs(
  smoothedRtt: Series,
  { fromUs, toUs }: { readonly fromUs: number; readonly toUs: number },
): number {
  return smoothedRtt.medianInTime(fromUs, toUs);
}
