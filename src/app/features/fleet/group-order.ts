/** In which order groups of a fleet stand, and the filter for one of them. */
import type { FleetGroup, FleetGrouping } from '../../../sharing/fleet-rows/contract';

export type GroupOrder = 'id' | 'traces' | 'share' | 'first' | 'firstHit' | 'cost';

/** What each grouping begins with: dates and versions in their order, so that one sees where something began. */
export const FIRST_ORDER: { readonly [by in FleetGrouping]: GroupOrder } = {
  version: 'first',
  day: 'id',
  controller: 'share',
  rule: 'share',
  host: 'share',
  role: 'share',
  quality: 'share',
};

const NAMES = new Intl.Collator('en', { numeric: true });

/** What has no date stands last. */
const dated = (ms: number): number => (Number.isNaN(ms) ? Number.MAX_VALUE : ms);

const COMPARE: { readonly [order in GroupOrder]: (a: FleetGroup, b: FleetGroup) => number } = {
  id: (a, b) => NAMES.compare(a.id, b.id),
  traces: (a, b) => b.traces - a.traces,
  // By the lower end of the interval: one hit of one is not the worst group.
  share: (a, b) => (b.low || 0) - (a.low || 0) || b.hits - a.hits,
  first: (a, b) => dated(a.firstMs) - dated(b.firstMs) || NAMES.compare(a.id, b.id),
  firstHit: (a, b) => dated(a.firstHitMs) - dated(b.firstHitMs) || NAMES.compare(a.id, b.id),
  cost: (a, b) => b.costMs - a.costMs,
};

export function inOrder(groups: readonly FleetGroup[], order: GroupOrder): readonly FleetGroup[] {
  return groups.toSorted(COMPARE[order]);
}

/** Names and days stand from the first on, figures from the largest on. */
export function isAscending(order: GroupOrder): boolean {
  return order === 'id' || order === 'first' || order === 'firstHit';
}

/** A filter for what matches both. */
export function withFilter(before: string, added: string): string {
  const text = before.trim();
  if (text === '' || text === added) return added;
  return `${/\bor\b|\|\|/i.test(text) ? `(${text})` : text} and ${added}`;
}
