/**
 * What held the trace: the parts of its account, what lost most time first. A list beside the panels; where a window is too narrow for
 * that, a line beneath the sentence. Either opens to all of them.
 */
import type { CSSProperties, ReactNode } from 'react';
import { partStyle } from '../../../drawing/panels/limits/holder-styles';
import { isSeveral } from '../../../drawing/view/set-view';
import type { Account } from '../../../engine/findings/account/account';
import type { TraceSummary } from '../../../engine/reading/contract/snapshot';
import { heldKey } from '../../../engine/reading/contract/stretches';
import { type AccountRow, accountRows, partsHeading } from '../../../sharing/report/words/account-words';
import { Button } from '../../controls/button';
import { PatternMarks } from '../../controls/pattern-marks';
import { useSelected } from '../../controls/use-store';
import type { OpenTrace } from '../../state/traces/open-trace';
import type { TraceProps } from '../../workbench/slots';

/** So many parts at most are named at a glance. */
const NAMED = 5;
/** Of the time of the transfer, each with what it means. */
const HEAD = {
  share: 'Of the time of the transfer',
  lost: 'Time in which the path stood idle for it',
  longest: 'Its longest time without a break',
} as const;

/** What the heading of the list means. */
const MEANINGS = {
  'held by': 'What kept the sender from sending, and why',
  'receiver saw': 'What came, and what kept more from coming as far as the receiver shows it',
} as const;
const NAMES = { 'held by': 'What held the sender', 'receiver saw': 'What the receiver saw' } as const;

interface Named {
  readonly named: readonly AccountRow[];
  readonly others: readonly AccountRow[];
}

function namedOf(account: Account): Named {
  const rows = accountRows(account);
  const named = rows.filter(({ isLarge }) => isLarge).slice(0, NAMED);
  return { named, others: rows.filter((row) => !named.includes(row)) };
}

interface HeldByProps {
  readonly trace: OpenTrace;
  readonly summary: TraceSummary;
}

const NONE: Named = { named: [], others: [] };

/** Beneath the sentence. */
export function HeldByLine({ trace, summary }: HeldByProps): ReactNode {
  const chosen = useSelected(trace.view, (view) => view.chosen);
  const { account } = summary;
  if (account === undefined) return null;
  const { named, others } = namedOf(account);
  if (named.length === 0) return null;
  const heading = partsHeading(summary.side).within;
  return (
    <details className="held-by-line" data-testid="held-by-line">
      <summary>
        {heading}{' '}
        {named.map((row, at) => (
          <span key={row.heldBy} className={heldKey(row.part) === chosen ? 'chosen' : undefined}>
            {at > 0 && ' · '}
            <Swatch words={row.heldBy} /> {row.heldBy} <b>{row.share}</b>
            {row.lost && `, lost ${row.lost}`}
          </span>
        ))}
        {others.length > 0 && ` · ${others.length} more`}
      </summary>
      <Rows trace={trace} rows={[...named, ...others]} heading={heading} />
    </details>
  );
}

/** Beside the panels: its place is there before its rows. */
export function HeldBy({ trace, snapshot }: TraceProps): ReactNode {
  const ofSeveral = useSelected(trace.set.view, isSeveral);
  const { account } = snapshot.summary;
  const heading = partsHeading(snapshot.summary.side).within;
  const isComing = snapshot.phase !== 'ready' && snapshot.phase !== 'failed';
  if (ofSeveral || (account === undefined && !isComing)) return null;
  const { named, others } = account === undefined ? NONE : namedOf(account);
  if (named.length === 0 && !isComing) return null;
  return (
    <section className="held-by" data-testid="held-by" aria-label={NAMES[heading]}>
      {named.length > 0 && <Rows trace={trace} rows={named} heading={heading} isBrief />}
      {others.length > 0 && (
        <details>
          <summary>{others.length} more</summary>
          <Rows trace={trace} rows={others} heading={heading} isBrief />
        </details>
      )}
    </section>
  );
}

interface RowsProps {
  readonly trace: OpenTrace;
  readonly rows: readonly AccountRow[];
  readonly heading: keyof typeof NAMES;
  /** Without their longest times. */
  readonly isBrief?: true;
}

/** Each chooses its part. */
function Rows({ trace, rows, heading, isBrief }: RowsProps): ReactNode {
  const chosen = useSelected(trace.view, (view) => view.chosen);
  // Nothing is lost where the path's rate is not known.
  const hasLost = rows.some(({ lost }) => lost !== '');
  const heads = Object.entries(HEAD).filter(
    ([head]) => (hasLost || head !== 'lost') && !(isBrief && head === 'longest'),
  );
  return (
    <table className="figures">
      <thead>
        <tr>
          {[[heading, MEANINGS[heading]], ...heads].map(([head, title]) => (
            <th key={head} scope="col" title={title}>
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ part, heldBy, share, lost, longest }) => (
          <tr
            key={heldBy}
            data-testid="account-part"
            className={heldKey(part) === chosen ? 'chosen' : undefined}
          >
            <th scope="row">
              <Button
                className="line-button"
                aria-pressed={heldKey(part) === chosen}
                title={`Shade when it held, go to the longest time (${longest}), and show the panels that tell why (H: the next one)`}
                onClick={() =>
                  heldKey(part) === chosen ? trace.setChosen(null) : trace.choose(heldKey(part))
                }
              >
                <Swatch words={heldBy} /> {heldBy}
              </Button>
            </th>
            <td>{share}</td>
            {hasLost && <td>{lost}</td>}
            {!isBrief && <td>{longest}</td>}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Swatch({ words }: { readonly words: string }): ReactNode {
  const { color, pattern } = partStyle(words);
  return (
    <span className="swatch swatch-area" style={{ '--swatch': `var(${color})` } as CSSProperties}>
      <PatternMarks pattern={pattern} />
    </span>
  );
}
