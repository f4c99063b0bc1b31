/** The columns of the table: what each cell says, and by what it is sorted. The less important ones stand further right. */
import type { CSSProperties, ReactNode } from 'react';
import { count } from '../../engine/base/text/figures';
import type { TraceRow } from '../../sharing/figures/figures';
import type { SortKey } from '../../sharing/table/row-order';
import {
  controllerCell,
  defectWords,
  durationWords,
  goodputWords,
  idleRuleWords,
  illWords,
  implementationCell,
  lossWords,
  recordedWords,
  roleWords,
  rttWords,
  sentWords,
  severityOf,
  sinceWords,
  verdictCell,
  verdictWords,
} from '../../sharing/table/row-words';
import { severityIcon } from './severity';
import { Sparkline } from './sparkline';

export interface TableColumn {
  readonly id: string;
  readonly title: string;
  /** What the heading does not say. */
  readonly about: string;
  /** Null for a column that is no order. */
  readonly sort: SortKey | null;
  readonly isNumber: boolean;
  readonly text: (row: TraceRow) => string;
  /** Drawn in place of the text. */
  readonly draw?: (row: TraceRow) => ReactNode;
}

const words = (id: SortKey, title: string, about: string, text: TableColumn['text']): TableColumn => ({
  id,
  title,
  about,
  sort: id,
  isNumber: false,
  text,
});

const figure = (id: SortKey, title: string, about: string, text: TableColumn['text']): TableColumn => ({
  id,
  title,
  about,
  sort: id,
  isNumber: true,
  text,
});

/** Behind the check box and the name. */
export const TABLE_COLUMNS: readonly TableColumn[] = [
  {
    ...words('verdict', 'Verdict', 'The worst finding and how long it lasts; worst first', verdictWords),
    draw: (row) => <Verdict row={row} />,
  },
  figure('since', 'Since', 'When the worst finding begins, on the clock of the trace', sinceWords),
  figure('ill', 'Ill', 'Share of the time that critical findings and warnings cover', illWords),
  {
    ...{ id: 'window', title: 'cwnd and findings', sort: null, isNumber: false, text: () => '' },
    about:
      'The congestion window over the trace; below it critical findings (unbroken) and warnings (broken)',
    draw: (row) => <Sparkline row={row} />,
  },
  figure('goodput', 'Goodput', 'Payload that arrived for the first time, over the whole log', goodputWords),
  figure('duration', 'Duration', 'Length of the log', durationWords),
  figure('loss', 'Lost', 'Packets lost, and their share of those sent', lossWords),
  figure('rtt', 'RTT min / srtt', 'The smallest RTT, and the median smoothed one', rttWords),
  words(
    'rule',
    'Idle rule',
    'How idle time is counted, and how well a model with this rule fits',
    idleRuleWords,
  ),
  words('controller', 'Behaves like', 'The controller whose model follows the window', controllerCell),
  words('impl', 'Implementation', 'As the log names it', implementationCell),
  words('defect', 'Known defect', 'A defect that is known, and shown by a finding', defectWords),
  figure('bytes', 'Sent', 'Bytes of all packets sent', sentWords),
  words('role', 'Logged by', 'The endpoint that logged, and whether it sent the data', roleWords),
  words('recorded', 'Recorded', 'The first event, UTC', recordedWords),
];

/**
 * The columns of figures are as wide as their longest one in any row, and at least as `features/triage/triage.css` says: no figure is cut, and no
 * column moves while rows are scrolled, sorted or filtered.
 * @returns custom properties of the grid, such as `--ill-width`.
 */
export function figureWidths(rows: readonly (TraceRow | null)[]): CSSProperties {
  const widths = TABLE_COLUMNS.filter(({ isNumber }) => isNumber).map(({ id, text }) => {
    const lengths = rows.map((row) => (row === null || row.failure !== null ? 0 : text(row).length));
    const longest = lengths.reduce((most, length) => Math.max(most, length), 0);
    return [`--${id}-width`, `calc(${longest}ch + 2 * var(--space-3))`];
  });
  return Object.fromEntries(widths);
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
