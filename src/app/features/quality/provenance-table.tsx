/** The table of logged, rebuilt and inferred quantities in the trace quality. Its words come from provenance-words.ts. */
import type { ReactNode } from 'react';
import type { Snapshot } from '../../../engine/reading/contract/snapshot';
import { provenanceRows } from '../../../sharing/report/words/provenance-words';

const HEAD = ['quantity', 'logged', 'rebuilt from packets', 'shown', 'difference'];

export function ProvenanceTable({ snapshot }: { readonly snapshot: Snapshot }): ReactNode {
  const rows = provenanceRows(snapshot);
  if (rows.length === 0) return null;
  return (
    <section className="provenance">
      <h3>Logged, rebuilt, inferred</h3>
      <table className="figures" data-testid="quality-provenance">
        <thead>
          <tr>
            {HEAD.map((name) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ quantity, name, logged, rebuilt, shown, difference }) => (
            <tr key={quantity} data-quantity={quantity}>
              <th scope="row">{name}</th>
              <td>{logged}</td>
              <td>{rebuilt}</td>
              <td>{shown}</td>
              <td>{difference}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className="none">
        A value logged twice in a row counts once. Differences are |logged − rebuilt| where the logged value
        changes.
      </p>
    </section>
  );
}
