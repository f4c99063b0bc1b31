/** The stretches of what is chosen as they are shaded in a viewport: whole pixel columns, so that a thousand short ones are no wall. */
import type { TimeRange } from '../view/view';
import { timeToX, type Viewport, xToTime } from './viewport';

/** A column is shaded from this share of it on … */
const MOST = 0.5;
/** … or where no other stretch begins so near, px: a short one that is alone is seen. */
const ALONE_PX = 2;

/** @param timesUs from and to of each, ascending. */
export function shadedRanges(timesUs: ArrayLike<number>, viewport: Viewport): readonly TimeRange[] {
  const columns = Math.max(1, Math.ceil(viewport.width));
  const covered = new Float64Array(columns);
  const begun = new Uint32Array(columns);
  for (let i = 0; i + 1 < timesUs.length; i += 2) {
    const [from, to] = [Math.max(0, timeToX(viewport, timesUs[i])), timeToX(viewport, timesUs[i + 1])];
    if (!(from < columns)) break;
    if (to < 0) continue;
    const last = Math.min(columns - 1, Math.max(Math.floor(from), Math.ceil(to) - 1));
    begun[Math.floor(from)]++;
    for (let column = Math.floor(from); column <= last; column++)
      covered[column] += Math.max(Number.EPSILON, Math.min(to, column + 1) - Math.max(from, column));
  }
  const near = (column: number): number =>
    begun
      .subarray(Math.max(0, column - ALONE_PX), column + ALONE_PX + 1)
      .reduce((sum, count) => sum + count, 0);
  const ranges: TimeRange[] = [];
  for (let column = 0; column < columns; column++) {
    const isAlone = begun[column] === 1 && near(column) === 1 && !(covered[column + 1] >= MOST);
    if (covered[column] < MOST && !isAlone) continue;
    const [fromUs, toUs] = [xToTime(viewport, column), xToTime(viewport, column + 1)];
    const before = ranges.at(-1);
    if (before !== undefined && column > 0 && before.toUs === fromUs)
      ranges[ranges.length - 1] = { fromUs: before.fromUs, toUs };
    else ranges.push({ fromUs, toUs });
  }
  return ranges;
}
