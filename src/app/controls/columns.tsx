/** The columns of the table: what each cell says, and by what it is sorted. The less important ones stand further right. */
import type { ReactNode } from 'react';
import { count } from '../../engine/base/text/figures';
import type { TraceRow } from '../../sharing/figures/rows';
import { isOrder } from '../../sharing/table/row-order';
import { severityOf, verdictCell } from '../../sharing/table/row-words';
import { VIEWS } from '../../sharing/table/views';
import { columnWidths } from './column-widths';
import { severityIcon } from './severity';
import { Sparkline } from './sparkline';

export interface TableColumn {
  readonly id: string;
  readonly title: string;
  /** What the heading does not say. */
  readonly about: string;
  /** Null for a column that is no order. */
  readonly sort: string | null;
  readonly isNumber: boolean;
  readonly text: (row: TraceRow) => string;
  /** Drawn in place of the text. */
  readonly draw?: (row: TraceRow) => ReactNode;
}

/** In this order; a column of a figure that is not named here comes last. */
// biome-ignore format: a table
const FIRST = [
  'verdict', 'held', 'timelost', 'since', 'ill', 'window', 'goodput', 'duration', 'loss', 'rtt', 'rule',
  'controller', 'answer', 'impl', 'defect', 'bytes', 'role', 'recorded',
];

const DRAWN: { readonly [id: string]: TableColumn['draw'] } = { verdict: (row) => <Verdict row={row} /> };

const COLUMNS: { readonly [id: string]: TableColumn } = {
  window: {
    id: 'window',
    title: 'cwnd and findings',
    sort: null,
    isNumber: false,
    text: () => '',
    about:
      'The congestion window over the trace; below it critical findings (unbroken) and warnings (broken)',
    draw: (row) => <Sparkline row={row} />,
  },
  ...Object.fromEntries(
    [...VIEWS].flatMap(([view, { column, order }]): [string, TableColumn][] => {
      if (column === undefined) return [];
      const id = order?.key ?? view;
      const draw = DRAWN[id];
      const sort = isOrder(id) ? id : null;
      return [[id, { ...column, id, sort, isNumber: column.isNumber === true, ...(draw && { draw }) }]];
    }),
  ),
};

/** After the check box and the name. */
export const TABLE_COLUMNS: readonly TableColumn[] = [
  ...new Set([...FIRST, ...Object.keys(COLUMNS)]),
].flatMap((id) => COLUMNS[id] ?? []);

/**
 * The columns of figures are as wide as their longest one in any row, and at least as `features/triage/triage.css` or their kind says: no figure
 * is cut, and no column moves while rows are scrolled, sorted or filtered.
 */
export function tableWidths(rows: readonly (TraceRow | null)[]): string {
  const read = rows.flatMap((row) => (row === null || row.failure !== null ? [] : [row]));
  return columnWidths(TABLE_COLUMNS, ({ text }) =>
    read.reduce((most, row) => Math.max(most, text(row).length), 0),
  );
}

/** Beside words that say the same. */
export const ROW_ICONS: { readonly [state in ReturnType<typeof severityOf>]: string } = {
  critical: severityIcon('critical'),
  warning: severityIcon('warning'),
  none: '○',
  unjudged: '?',
  digest: '◇',
  failed: '✕',
};

function Verdict({ row }: { readonly row: TraceRow }): ReactNode {
  const severity = severityOf(row);
  const alarms = row.findings.filter((finding) => finding.severity !== 'info').length;
  return (
    <>
      <span className={`table-icon severity-${severity}`} aria-hidden="true">
        {ROW_ICONS[severity]}
      </span>{' '}
      {(severity === 'critical' || severity === 'warning') && (
        <span className="visually-hidden">{severity}: </span>
      )}
      {verdictCell(row)}
      {alarms > 1 && <span className="fine"> +{count(alarms - 1)}</span>}
    </>
  );
}
