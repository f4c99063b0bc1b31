/**
 * Evidence, a sentence per row: what was found, what is normal, from where on it is an alarm, and whether it holds. The
 * rows that decide stand first, the others on demand.
 */
import type { ReactNode } from 'react';
import type { Evidence } from '../../../engine/findings/detector';
import { count } from '../../../engine/text/figures';
import { alarmWords, evidenceValue, splitEvidence } from '../../../sharing/report/finding-words';

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

function RowList({ rows, onPanel }: EvidenceRowsProps): ReactNode {
  return (
    <ul className="evidence">
      {rows.map((row) => (
        <li key={row.id} data-evidence={row.id} data-holds={row.holds}>
          <span className={row.holds ? 'holds' : 'fails'}>
            <span aria-hidden="true">{row.holds ? '✓' : '✕'}</span>
            <span className="visually-hidden">{row.holds ? 'Holds: ' : 'Fails: '}</span>
          </span>
          <span className="evidence-name">
            {row.panel === null ? (
              row.name
            ) : (
              <button
                type="button"
                className="link"
                title="Show it on its panel"
                onClick={() => onPanel(row.panel ?? '')}
              >
                {row.name}
              </button>
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
