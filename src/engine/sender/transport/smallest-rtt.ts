/** The smallest RTT of many: single samples that are far too small come from records that are out of order. */
import { upperBound } from '../../base/columns/growable';

/** A sample counts where so many others are at most so much larger. */
const ALIKE = { share: 0.6, others: 2 } as const;
/** Of the smallest RTTs so many are looked at. */
const MOST_SINGLE = 33;

/** The smallest RTT that two others are near; of fewer than three the smallest. NaN for none. */
export function smallestOf(rttUs: Float64Array): number {
  const least: number[] = [];
  let mostUs = Number.POSITIVE_INFINITY;
  for (let i = 0; i < rttUs.length; i++) {
    const us = rttUs[i];
    if (us >= mostUs) continue;
    least.splice(upperBound(least, us), 0, us);
    if (least.length > MOST_SINGLE) least.pop();
    if (least.length === MOST_SINGLE) mostUs = least[MOST_SINGLE - 1];
  }
  const isAlike = (us: number, i: number): boolean => least[i + ALIKE.others] * ALIKE.share <= us;
  return least.find(isAlike) ?? least[0] ?? Number.NaN;
}
