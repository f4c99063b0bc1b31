/**
 * Evidence, a sentence per row: what was found, what is normal, from where on it is an alarm, and whether it holds. The
 * rows that decide stand first, the others on demand.
 */
import type { ReactNode } from 'react';
import { count } from '../../../engine/base/text/figures';
import type { Evidence } from '../../../engine/findings/finding/finding';
import { evidenceValue } from '../../../sharing/report/words/evidence-value';
import { alarmWords, splitEvidence } from '../../../sharing/report/words/finding-words';
import { Button } from '../../controls/button';

interface EvidenceRowsProps {
  readonly rows: readonly Evidence[];
  /** Shows the range of the evidence on a panel. */
  readonly onPanel: (panel: string) => void;
}

export function EvidenceRows({ rows, onPanel }: EvidenceRowsProps): ReactNode {
  const { deciding, others } = splitEvidence(rows);
  return (
    <>
      <RowList rows={deciding} onPanel={onPanel} />
      {others.length > 0 && (
        <details className="evidence-rest">
          <summary>All {count(rows.length)}</summary>
          <RowList rows={others} onPanel={onPanel} />
        </details>
      )}
    </>
  );
}

/** Whether the row holds, or need not. */
function Mark({ row }: { readonly row: Evidence }): ReactNode {
  const [sign, words, look] = row.holds
    ? ['✓', 'Holds: ', 'holds']
    : row.needed
      ? ['✕', 'Fails: ', 'fails']
      : ['–', 'Does not hold, not required: ', 'open'];
  return (
    <span className={look}>
      <span aria-hidden="true">{sign}</span>
      <span className="visually-hidden">{words}</span>
    </span>
  );
}

function RowList({ rows, onPanel }: EvidenceRowsProps): ReactNode {
  return (
    <ul className="evidence">
      {rows.map((row) => (
        <li key={row.id} data-evidence={row.id} data-holds={row.holds}>
          <Mark row={row} />
          <span className="evidence-name">
            {row.panel === null ? (
              row.name
            ) : (
              <Button className="link" title="Show it on its panel" onClick={() => onPanel(row.panel ?? '')}>
                {row.name}
              </Button>
            )}
          </span>
          <span className="evidence-figures">
            found <strong className="figure">{evidenceValue(row)}</strong>
            {row.normal !== '' && <> · normal: {row.normal}</>} · {alarmWords(row)}
          </span>
        </li>
      ))}
    </ul>
  );
}
