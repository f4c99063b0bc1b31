/**
 * Shares of time of a flag: a step series of 0 and 1 per pixel column, as `StateTimeline` gives those of states. Kept as a
 * series because a flag is exported as one.
 */
import { lowerBound } from './growable';
import type { ColumnWindow, Series } from './series';
import type { StateSlice } from './state-timeline';

/** Names of the slice, in its order. */
export const FLAG_NAMES = ['set', 'not set'] as const;
const [SET, NOT_SET] = [0, 1];

/**
 * Per column the share of its time, 0 to 1, in which the flag is set, and in which it is not. Time before the first value,
 * and after `endUs`, the end of the trace, has no share.
 * @param contradictedUs times that contradict it, ascending: while it is set around one of them it has no share either.
 */
export function flagShares(
  flag: Series,
  window: ColumnWindow,
  endUs: number,
  contradictedUs: readonly number[],
): StateSlice {
  const [timesUs, values] = [flag.timesUs.reader(), flag.values.reader()];
  const isContradicted = (fromUs: number, toUs: number): boolean =>
    (contradictedUs[lowerBound(contradictedUs, fromUs)] ?? Number.POSITIVE_INFINITY) < toUs;
  const shares = new Float64Array(window.columns * FLAG_NAMES.length);
  const changes = new Float64Array(window.columns);
  let next = timesUs.upperBound(window.fromUs);
  let atUs = window.fromUs;
  for (let column = 0; column < window.columns; column++) {
    const columnEndUs = window.fromUs + (column + 1) * window.columnUs;
    const untilUs = Math.min(columnEndUs, endUs);
    while (atUs < untilUs) {
      const nextUs = next < timesUs.length ? timesUs.at(next) : Number.POSITIVE_INFINITY;
      const toUs = Math.min(nextUs, untilUs);
      const isSet = next > 0 && values.at(next - 1) === 1;
      if (next > 0 && !(isSet && isContradicted(timesUs.at(next - 1), nextUs))) {
        const at = column * FLAG_NAMES.length + (isSet ? SET : NOT_SET);
        shares[at] = shares[at] + (toUs - atUs) / window.columnUs;
      }
      atUs = toUs;
      if (nextUs > untilUs || next >= timesUs.length) continue;
      // The first value is no change.
      if (next > 0) changes[column] = changes[column] + 1;
      next++;
    }
    atUs = Math.max(atUs, columnEndUs);
  }
  return { names: FLAG_NAMES, shares, changes };
}
