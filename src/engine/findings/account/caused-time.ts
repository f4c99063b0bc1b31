/** Holders with their causes by time: the same cells that the parts of the account are sums of, and no partition of its own. */
import { StateTimeline } from '../../base/columns/state-timeline';
import { heldByWords } from '../../base/text/account-names';
import type { HeldTime } from '../partition/partition';
import type { Charged, PartOfCells, Parts } from './parts';

/** Its states are named by the words of their parts, `congestion window: random loss`. */
export function causedTimeOf(
  { cells, endUs }: Pick<Charged, 'cells' | 'endUs'>,
  { partAt }: Parts,
): HeldTime {
  const timeline = new StateTimeline();
  const starts = cells.startUs.view();
  let last: PartOfCells | null = null;
  for (let cell = 0; cell < cells.length; cell++) {
    const part = partAt(cell);
    if (part !== last) timeline.push(starts[cell], heldByWords(part));
    last = part;
  }
  return { timeline, endUs };
}
