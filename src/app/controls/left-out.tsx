/** What an export leaves out, by name and count: one line that opens into the list of names. */
import type { ReactNode } from 'react';
import { count, plural } from '../../engine/base/text/figures';
import type { LeftOutCount, LeftOutCounts } from '../../engine/reading/contract/export';

const total = (counts: readonly LeftOutCount[]): number => counts.reduce((sum, item) => sum + item.count, 0);

/** `2 kinds of events (14 events), 3 fields`; empty where nothing is left out. */
export function leftOutWords({ events, fields }: Pick<LeftOutCounts, 'events' | 'fields'>): string {
  const kinds = events.length === 1 ? '1 kind of event' : `${count(events.length)} kinds of events`;
  return [
    ...(events.length === 0 ? [] : [`${kinds} (${plural(total(events), 'event')})`]),
    ...(fields.length === 0 ? [] : [`${plural(fields.length, 'field')} (${plural(total(fields), 'value')})`]),
  ].join(', ');
}

export function LeftOut({ leftOut }: { readonly leftOut: LeftOutCounts }): ReactNode {
  return (
    <>
      <Unreadable records={leftOut.unreadable} />
      <LeftOutNames leftOut={leftOut} />
    </>
  );
}

function Unreadable({ records }: { readonly records: number }): ReactNode {
  if (records === 0) return null;
  return (
    <p role="alert" data-testid="cut-unreadable">
      {plural(records, 'record')} could not be read again and {records === 1 ? 'is' : 'are'} not in the
      export. If the file was changed or moved since it was opened, open it again and repeat the export.
    </p>
  );
}

function LeftOutNames({ leftOut }: { readonly leftOut: LeftOutCounts }): ReactNode {
  const words = leftOutWords(leftOut);
  if (words === '') return <p data-testid="cut-left-out">Nothing else is left out.</p>;
  return (
    <details className="cut-left-out" data-testid="cut-left-out">
      <summary>Left out: {words}</summary>
      <Names title="Events" counts={leftOut.events} />
      <Names title="Fields" counts={leftOut.fields} />
    </details>
  );
}

function Names({
  title,
  counts,
}: {
  readonly title: string;
  readonly counts: readonly LeftOutCount[];
}): ReactNode {
  if (counts.length === 0) return null;
  return (
    <>
      <h3>{title}</h3>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a long list scrolls, by keys too */}
      <ul tabIndex={0}>
        {counts.map(({ name, count: times }) => (
          <li key={name}>
            <code>{name}</code> {count(times)}
          </li>
        ))}
      </ul>
    </>
  );
}
