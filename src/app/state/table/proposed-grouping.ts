/** Which grouping is offered first: one with two to six groups of enough runs. */
import { LEAST_RUNS } from '../../../engine/service/compare/groups';
import { type Grouping, groupRows, type KeyedRow } from '../../../sharing/table/row-groups';

/** More are too many to be read at a glance. */
const MOST = 6;
const PROPOSED: readonly Grouping[] = ['name', 'folder', 'version', 'implementation'];

export function proposedGrouping(rows: readonly KeyedRow[]): Grouping {
  const wish = { patterns: '', hand: [], names: new Map(), withReceivers: false };
  const isGood = (by: Grouping): boolean => {
    const { groups } = groupRows(rows, { ...wish, by });
    return (
      groups.length >= 2 && groups.length <= MOST && groups.every((one) => one.rows.length >= LEAST_RUNS)
    );
  };
  return PROPOSED.find(isGood) ?? 'name';
}
