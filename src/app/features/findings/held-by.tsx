/**
 * What held the trace: the parts of its account, what lost most time first. A list beside the panels; where a window is too narrow for
 * that, a line beneath the sentence. Either opens to all of them.
 */
import type { CSSProperties, ReactNode } from 'react';
import { partStyle } from '../../../drawing/panels/limits/holder-styles';
import type { Account } from '../../../engine/findings/account/account';
import { type AccountRow, accountRows } from '../../../sharing/report/words/account-words';
import { useSelected } from '../../controls/use-store';
import type { TraceProps } from '../../workbench/slots';

/** So many parts at most are named at a glance. */
const NAMED = 5;
/** Each with what it means. */
const HEAD = {
  'held by': 'What kept the sender from sending, and why',
  share: 'Of the time of the transfer',
  lost: 'Time in which the path stood idle for it',
  longest: 'Its longest time without a break',
} as const;

interface Named {
  readonly named: readonly AccountRow[];
  readonly others: readonly AccountRow[];
}

function namedOf(account: Account): Named {
  const rows = accountRows(account);
  const named = rows.filter(({ isLarge }) => isLarge).slice(0, NAMED);
  return { named, others: rows.filter((row) => !named.includes(row)) };
}

/** Beneath the sentence. */
export function HeldByLine({ account }: { readonly account: Account }): ReactNode {
  const { named, others } = namedOf(account);
  if (named.length === 0) return null;
  return (
    <details className="held-by-line" data-testid="held-by-line">
      <summary>
        held by{' '}
        {named.map((row, at) => (
          <span key={row.heldBy}>
            {at > 0 && ' · '}
            <Swatch words={row.heldBy} /> {row.heldBy} <b>{row.share}</b>
            {row.lost && `, lost ${row.lost}`}
          </span>
        ))}
        {others.length > 0 && ` · ${others.length} more`}
      </summary>
      <Rows rows={[...named, ...others]} />
    </details>
  );
}

/** Beside the panels. */
export function HeldBy({ trace, snapshot }: TraceProps): ReactNode {
  const isSeveral = useSelected(trace.set.view, ({ lanes }) => lanes.length > 1);
  const { account } = snapshot.summary;
  if (isSeveral || account === undefined) return null;
  const { named, others } = namedOf(account);
  if (named.length === 0) return null;
  return (
    <section className="held-by" data-testid="held-by" aria-label="What held the sender">
      <Rows rows={named} />
      {others.length > 0 && (
        <details>
          <summary>{others.length} more</summary>
          <Rows rows={others} />
        </details>
      )}
    </section>
  );
}

function Rows({ rows }: { readonly rows: readonly AccountRow[] }): ReactNode {
  // Nothing is lost where the path's rate is not known.
  const hasLost = rows.some(({ lost }) => lost !== '');
  return (
    <table className="figures">
      <thead>
        <tr>
          {Object.entries(HEAD).map(
            ([name, title]) =>
              (hasLost || name !== 'lost') && (
                <th key={name} scope="col" title={title}>
                  {name}
                </th>
              ),
          )}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ heldBy, share, lost, longest }) => (
          <tr key={heldBy} data-testid="account-part">
            <th scope="row">
              <Swatch words={heldBy} /> {heldBy}
            </th>
            <td>{share}</td>
            {hasLost && <td>{lost}</td>}
            <td>{longest}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Swatch({ words }: { readonly words: string }): ReactNode {
  const { color, pattern } = partStyle(words);
  return (
    <span
      className={`swatch swatch-area pattern-${pattern}`}
      style={{ '--swatch': `var(${color})` } as CSSProperties}
    />
  );
}
