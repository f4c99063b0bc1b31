/** Orders of rows by a column: the worst, or the largest, first where that is what is looked for. */
import type { TraceRow } from '../figures/rows';
import { severityOf, worstOf } from './row-words';
import { VIEW_ORDERS } from './views';

/** Of severity, and of columns that have an order (`views.ts`). */
const BY_VERDICT = 'verdict';

export interface Order {
  readonly key: string;
  /** Against the order that the column begins with. */
  readonly reversed: boolean;
}

export const WORST_FIRST: Order = { key: BY_VERDICT, reversed: false };

export const isOrder = (key: string): boolean => key === BY_VERDICT || VIEW_ORDERS.has(key);

/** The smallest, or the first by name, comes first in the order that the column begins with. */
export const isAscending = (key: string): boolean => VIEW_ORDERS.get(key)?.isAscending === true;

/** What is no trace, and failures, after all traces that were read. */
const RANK = { critical: 0, warning: 1, none: 2, unjudged: 3, digest: 4, failed: 5 } as const;

/** By severity, then the share of time that is ill, then the length of the worst finding. */
function byVerdict(a: TraceRow, b: TraceRow): number {
  const lasts = (row: TraceRow): number => {
    const worst = worstOf(row);
    return (worst?.endUs ?? 0) - (worst?.startUs ?? 0);
  };
  return (
    RANK[severityOf(a)] - RANK[severityOf(b)] || (b.illShare ?? 0) - (a.illShare ?? 0) || lasts(b) - lasts(a)
  );
}

const NAMES = new Intl.Collator('en', { numeric: true });

/** What is not known comes last, in either direction; equals by name, so that an order is one order. */
export function byOrder({ key, reversed }: Order): (a: TraceRow, b: TraceRow) => number {
  const sign = reversed ? -1 : 1;
  const byName = (a: TraceRow, b: TraceRow): number =>
    NAMES.compare(a.name, b.name) || (a.connection ?? 0) - (b.connection ?? 0);
  const order = VIEW_ORDERS.get(key);
  if (order === undefined) return (a, b) => sign * byVerdict(a, b) || byName(a, b);
  const direction = order.isAscending === true ? sign : -sign;
  return 'number' in order
    ? byValue(
        order.number,
        (value) => value === null,
        (a, b) => direction * ((a ?? 0) - (b ?? 0)),
        byName,
      )
    : byValue(
        order.text,
        (value) => value === '',
        (a, b) => direction * NAMES.compare(a, b),
        byName,
      );
}

function byValue<T>(
  value: (row: TraceRow) => T,
  isUnknown: (value: T) => boolean,
  compare: (a: T, b: T) => number,
  byName: (a: TraceRow, b: TraceRow) => number,
): (a: TraceRow, b: TraceRow) => number {
  return (a, b) => {
    const [left, right] = [value(a), value(b)];
    if (isUnknown(left) || isUnknown(right))
      return Number(isUnknown(left)) - Number(isUnknown(right)) || byName(a, b);
    return compare(left, right) || byName(a, b);
  };
}
