/**
 * Chooser of the connections of all open files: grouped by connection, so that client and server of
 * one are together, the worst first. Shown where there are more connections than tabs. The menu is in
 * `menu-details.tsx`, the order in `ranking.ts`.
 */
import { type ReactNode, useEffect, useReducer, useState } from 'react';
import { amount, count, duration, plural } from '../../engine/base/text/figures';
import type { ConnectionSummary } from '../../engine/reading/contract/quality';
import { Button } from '../controls/button';
import { MenuDetails } from '../controls/menu-details';
import { severityIcon } from '../controls/severity';
import { useApp } from '../controls/use-app';
import type { AppState } from '../state/app-state';
import {
  type ConnectionEntry,
  type ConnectionGroup,
  connectionGroups,
  counterpartOf,
} from '../state/traces/connection-groups';
import type { OpenFile } from '../state/traces/open-file';
import { rankedGroups } from '../state/traces/ranking';
import './connections.css';

/** Maximum entries in the list; the rest is found by search. */
const MAX_ENTRIES = 100;
/** Number of connections from which a search field is shown. */
const FILTER_FROM = 8;

/** `2b6c12fc…48`: a shortened connection id. */
export function shortId(id: string): string {
  const letters = [...id];
  return letters.length <= 14 ? id : `${letters.slice(0, 8).join('')}…${letters.slice(-4).join('')}`;
}

export function roleWords({ role, side }: Pick<ConnectionSummary, 'role' | 'side'>): string {
  const words = [role, side].filter((word) => word !== 'unknown');
  return words.length === 0 ? 'role unknown' : words.join(', ');
}

/** Identifies the connection; the distinguishing part comes first, since the line may be cut. */
function placeWords({ file, summary }: ConnectionEntry, heading: boolean): string {
  const { entry, title, index, odcid, groupId } = summary;
  const wholeId = odcid ?? groupId;
  const id = heading || wholeId === null ? null : shortId(wholeId);
  const several = connectionCount(file) > 1;
  const words = several
    ? [entry, `connection ${count(index + 1)}`, id, title, file.name]
    : [entry ?? file.name, title, id];
  return words.filter((word) => word !== null).join(' · ');
}

function showConnection(app: AppState, { file, summary }: ConnectionEntry): void {
  void app.files.choose(file, summary.index);
}

function connectionCount({ current }: OpenFile): number {
  return current.snapshot.get()?.connectionCount ?? 0;
}

function matches({ file, summary }: ConnectionEntry, query: string): boolean {
  const text = [file.name, summary.entry, summary.title, summary.groupId, summary.odcid, summary.role];
  return text.join(' ').toLowerCase().includes(query.trim().toLowerCase());
}

interface ChooserProps {
  readonly files: readonly OpenFile[];
  readonly shown: OpenFile;
}

export function ConnectionChooser({ files, shown }: ChooserProps): ReactNode {
  const app = useApp();
  const [, renderAgain] = useReducer((times: number) => times + 1, 0);
  useEffect(() => {
    const ends = files.map((file) => file.onChange(renderAgain));
    return () => {
      for (const end of ends) end();
    };
  }, [files]);
  const snapshot = shown.current.snapshot.get();
  const groups = connectionGroups(files);
  const total = files.reduce((sum, file) => sum + connectionCount(file), 0);
  if (
    snapshot === null ||
    total <= 1 ||
    (snapshot.connectionCount <= 1 && total === files.length && groups.length === total)
  ) {
    return null;
  }
  const label =
    snapshot.connectionCount > 1
      ? `Connection ${count(snapshot.connection + 1)} of ${count(snapshot.connectionCount)} ▾`
      : `${plural(total, 'log')} ▾`;
  const other = counterpartOf(shown, files);
  return (
    <div className="connections" data-testid="connections">
      <MenuDetails className="page-menu" label={label} name="Choose a connection">
        <ConnectionList groups={groups} shown={shown} total={total} />
      </MenuDetails>
      {other !== null && (
        <Button
          data-testid="counterpart"
          title={`The same connection, logged by the ${other.summary.role}: ${other.file.name}`}
          onClick={() => showConnection(app, other)}
        >
          ⇄ {other.summary.role === 'unknown' ? 'other side' : `${other.summary.role}’s log`}
        </Button>
      )}
    </div>
  );
}

interface ConnectionListProps {
  readonly groups: readonly ConnectionGroup[];
  readonly shown: OpenFile;
  readonly total: number;
}

function ConnectionList({ groups, shown, total }: ConnectionListProps): ReactNode {
  const [query, setQuery] = useState('');
  const matching = rankedGroups(groups)
    .map(({ id, entries }) => ({ id, entries: entries.filter((entry) => matches(entry, query)) }))
    .filter(({ entries }) => entries.length > 0);
  let room = MAX_ENTRIES;
  const listed = matching.map(({ id, entries }) => {
    const part = entries.slice(0, room);
    room -= part.length;
    return { id, entries: part };
  });
  const fit = matching.reduce((sum, { entries }) => sum + entries.length, 0);
  const left = (query === '' ? total : fit) - (MAX_ENTRIES - room);
  return (
    <>
      {total >= FILTER_FROM && (
        <input
          type="search"
          aria-label="Find a connection"
          placeholder="File, title, id or role"
          value={query}
          onChange={(event) => setQuery(event.target.value)}
        />
      )}
      <p className="none">Sorted by worst finding, then bytes sent</p>
      {listed
        .filter(({ entries }) => entries.length > 0)
        .map(({ id, entries }) => (
          <section key={`${entries[0]?.file.id}-${entries[0]?.summary.index}`}>
            {entries.length > 1 && id !== null && <h3>Connection {shortId(id)}</h3>}
            {entries.map((entry) => (
              <ConnectionButton
                key={`${entry.file.id}-${entry.summary.index}`}
                entry={entry}
                place={placeWords(entry, entries.length > 1)}
                shown={entry.current && entry.file === shown}
              />
            ))}
          </section>
        ))}
      {left > 0 && (
        <p className="none">
          {count(left)} more; {query === '' ? 'type' : 'type more'} to find them.
        </p>
      )}
      {listed.length === 0 && <p className="none">No connection matches.</p>}
    </>
  );
}

interface ConnectionButtonProps {
  readonly entry: ConnectionEntry;
  readonly place: string;
  readonly shown: boolean;
}

/** Two lines: role and bytes, then the connection's place, duration and events. */
function ConnectionButton({ entry, place, shown }: ConnectionButtonProps): ReactNode {
  const app = useApp();
  const { summary } = entry;
  const { worst, sentBytes, receivedBytes, durationUs, events } = summary;
  return (
    <Button
      className="connection"
      aria-current={shown ? 'true' : undefined}
      data-testid="connection"
      data-index={summary.index}
      data-role={summary.role}
      data-side={summary.side}
      title={place}
      onClick={() => showConnection(app, entry)}
    >
      <span className="connection-line">
        <span className={`tab-status status-${worst ?? 'no-finding'}`}>
          {worst === null ? '○' : severityIcon(worst)}
          <span className="visually-hidden"> {worst ?? 'no finding'}</span>
        </span>{' '}
        <strong>{roleWords(summary)}</strong>{' '}
        <span className="connection-bytes">
          {amount(sentBytes)} sent, {amount(receivedBytes)} received
        </span>
      </span>
      <span className="connection-line connection-file">
        <span>{place}</span>
        <span>
          {' '}
          {duration(durationUs)}, {count(events)} events
        </span>
      </span>
    </Button>
  );
}
