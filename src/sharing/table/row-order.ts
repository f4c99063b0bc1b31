/** Orders of rows by a column: the worst, or the largest, first where that is what is looked for. */

import type { TraceRow } from '../figures/figures';
import { lossShareOf } from '../figures/row';
import {
  controllerCell,
  defectWords,
  idleRuleWords,
  implementationCell,
  roleWords,
  severityOf,
  worstOf,
} from './row-words';

export const SORT_KEYS = [
  ...(['name', 'verdict', 'since', 'ill', 'goodput', 'bytes', 'duration', 'loss', 'rtt'] as const),
  ...(['controller', 'rule', 'defect', 'impl', 'role', 'recorded'] as const),
] as const;
export type SortKey = (typeof SORT_KEYS)[number];

export interface Order {
  readonly key: SortKey;
  /** Against the order that the column begins with. */
  readonly reversed: boolean;
}

export const WORST_FIRST: Order = { key: 'verdict', reversed: false };

/** Columns of which the smallest, or the first by name, comes first. */
export const ASCENDING: readonly SortKey[] = [
  ...(['name', 'since', 'goodput', 'controller', 'rule', 'impl', 'role', 'recorded'] as const),
];

/** What is no trace, and failures, behind all traces that were read. */
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

const NUMBERS: { readonly [key in SortKey]?: (row: TraceRow) => number | null } = {
  since: (row) => worstOf(row)?.startUs ?? null,
  ill: ({ illShare }) => illShare,
  goodput: ({ goodput }) => goodput,
  bytes: ({ sentBytes }) => sentBytes,
  duration: ({ durationUs }) => durationUs,
  loss: lossShareOf,
  rtt: ({ smoothedRttUs, minRttUs }) => smoothedRttUs ?? minRttUs,
  recorded: ({ recordedMs }) => recordedMs,
};

const TEXTS: { readonly [key in SortKey]?: (row: TraceRow) => string } = {
  name: ({ name }) => name,
  controller: controllerCell,
  rule: idleRuleWords,
  defect: defectWords,
  impl: implementationCell,
  role: roleWords,
};

const NAMES = new Intl.Collator('en', { numeric: true });

/** What is not known comes last, in either direction; equals by name, so that an order is one order. */
export function byOrder({ key, reversed }: Order): (a: TraceRow, b: TraceRow) => number {
  const sign = reversed ? -1 : 1;
  const byName = (a: TraceRow, b: TraceRow): number =>
    NAMES.compare(a.name, b.name) || (a.connection ?? 0) - (b.connection ?? 0);
  if (key === 'verdict') return (a, b) => sign * byVerdict(a, b) || byName(a, b);
  const direction = ASCENDING.includes(key) ? sign : -sign;
  const number = NUMBERS[key];
  if (number !== undefined)
    return (a, b) => {
      const [left, right] = [number(a), number(b)];
      if (left === null || right === null)
        return Number(left === null) - Number(right === null) || byName(a, b);
      return direction * (left - right) || byName(a, b);
    };
  const text = TEXTS[key] ?? (({ name }: TraceRow) => name);
  return (a, b) => {
    const [left, right] = [text(a), text(b)];
    if (left === '' || right === '') return Number(left === '') - Number(right === '') || byName(a, b);
    return direction * NAMES.compare(left, right) || byName(a, b);
  };
}
