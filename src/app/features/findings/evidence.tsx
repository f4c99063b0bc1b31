/** Evidence as a table: what was measured, the threshold, whether it holds, and the panel that shows it. */
import type { ReactNode } from 'react';
import type { Evidence } from '../../../engine/findings/detector';
import { evidenceNeeded, evidenceValue } from '../../../sharing/report/finding-words';

interface EvidenceTableProps {
  readonly rows: readonly Evidence[];
  /** Shows the range of the evidence on a panel. */
  readonly onPanel: (panel: string) => void;
}

export function EvidenceTable({ rows, onPanel }: EvidenceTableProps): ReactNode {
  return (
    <table className="figures evidence">
      <thead>
        <tr>
          <th scope="col">Evidence</th>
          <th scope="col">Value</th>
          <th scope="col">Needed</th>
          <th scope="col">Holds</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.id} data-evidence={row.id} data-holds={row.holds}>
            <th scope="row">
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
            </th>
            <td className="figure">{evidenceValue(row)}</td>
            <td>{evidenceNeeded(row)}</td>
            <td className={row.holds ? 'holds' : 'fails'}>{row.holds ? '✓ holds' : '✕ fails'}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
