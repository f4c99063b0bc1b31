/** The dialog that makes groups: by what, of how many runs, under which names; and what is left out. */
import type { ReactNode } from 'react';
import { laneLetter } from '../../../../drawing/surface/lane-styles';
import { count, plural } from '../../../../engine/base/text/figures';
import { MAX_ID } from '../../../../sharing/link/state';
import { letterName } from '../../../../sharing/table/group-names';
import { GROUPINGS, type GroupedRows, type Grouping, groupRows } from '../../../../sharing/table/row-groups';
import { Button } from '../../../controls/button';
import { FormHead } from '../../../controls/form-head';
import { useApp } from '../../../controls/use-app';
import { useStore } from '../../../controls/use-store';
import { groupsShown } from '../../../state/table/groups-shown';
import { MOST_GROUPS, type TableGroups, tableGroups } from '../../../state/table/table-groups';
import { isRead, type ReadRow, tableView } from '../../../state/table/table-view';
import type { DialogProps } from '../../../workbench/slots';
import { useProposal } from './use-proposal';
import '../../../controls/form.css';
import './groups.css';

const WORDS: { readonly [by in Grouping]: string } = {
  name: 'Name before its seed (buggy-s1 … buggy-s30 are one group)',
  implementation: 'Implementation',
  version: 'Implementation and version',
  folder: 'Folder',
  pattern: 'Patterns of names',
  hand: 'By hand: selected rows',
};

export function GroupsForm({ onClose }: DialogProps): ReactNode {
  const app = useApp();
  const groups = app.feature(tableGroups);
  useProposal(groups);
  const wish = useStore(groups.wish);
  const grouped = useStore(groups.grouped);
  const { filter } = useStore(app.feature(tableView).state);
  const { rows } = groups;
  return (
    <>
      <FormHead title="Groups of traces" onClose={onClose} />
      <form
        className="groups-form"
        data-testid="groups-form"
        onSubmit={(event) => {
          event.preventDefault();
          if (grouped.groups.length === 0) return;
          app.feature(groupsShown).set(true);
          onClose();
        }}
      >
        <p>
          Runs of one case in a group: how many of them have each finding, and what their windows did.{' '}
          {filter === '' ? 'All' : 'The filter leaves'} {plural(rows.length, 'row')}.
        </p>
        <fieldset className="groups-by">
          <legend>Group by</legend>
          {GROUPINGS.map((by) => (
            <label key={by}>
              <input
                type="radio"
                name="groups-by"
                data-by={by}
                checked={wish.by === by}
                onChange={() => groups.change({ by })}
              />
              {WORDS[by]}
              {by !== 'pattern' && by !== 'hand' && (
                <span className="fine">
                  {' '}
                  {plural(groupRows(rows, { ...wish, by }).groups.length, 'group')}
                </span>
              )}
            </label>
          ))}
        </fieldset>
        {wish.by === 'pattern' && <Patterns groups={groups} patterns={wish.patterns} />}
        {wish.by === 'hand' && <ByHand groups={groups} />}
        <Preview groups={groups} grouped={grouped} />
        <p className="form-actions">
          <button
            type="submit"
            className="button"
            data-testid="show-groups"
            disabled={grouped.groups.length === 0}
          >
            Show {plural(Math.min(MOST_GROUPS, grouped.groups.length), 'group')}
          </button>
        </p>
      </form>
    </>
  );
}

function Patterns({
  groups,
  patterns,
}: {
  readonly groups: TableGroups;
  readonly patterns: string;
}): ReactNode {
  return (
    <label className="groups-patterns">
      One pattern per line; * stands for any characters, ? for one. A name belongs to the first that it
      matches.
      <textarea
        className="field"
        rows={4}
        data-testid="group-patterns"
        placeholder={'buggy-*\nfixed-*'}
        spellCheck={false}
        value={patterns}
        onChange={({ target }) => groups.change({ patterns: target.value })}
      />
    </label>
  );
}

function ByHand({ groups }: { readonly groups: TableGroups }): ReactNode {
  const view = useApp().feature(tableView);
  useStore(view.state);
  const { hand } = useStore(groups.wish);
  const taken = new Set(hand.flatMap(({ keys }) => [...keys]));
  const picked = view.picked.filter(isRead).filter(({ key }) => !taken.has(key));
  const free = Array.from({ length: hand.length + 1 }, (_, i) => letterName(i));
  const name = free.find((one) => !hand.some((group) => group.name === one)) ?? '';
  return (
    <p className="form-actions">
      <Button
        data-testid="add-group"
        disabled={picked.length === 0 || hand.length >= MOST_GROUPS}
        onClick={() =>
          groups.change({
            hand: [...hand, { name, keys: new Set(picked.map(({ key }) => key)), pattern: null }],
          })
        }
      >
        Make the {plural(picked.length, 'selected row')} {name}
      </Button>
      {hand.length > 0 && <Button onClick={() => groups.change({ hand: [] })}>Remove all groups</Button>}
      {picked.length === 0 && (
        <span className="none">Select rows in the table first; rows that are in a group are taken.</span>
      )}
    </p>
  );
}

interface PreviewProps {
  readonly groups: TableGroups;
  readonly grouped: GroupedRows<ReadRow>;
}

/** The groups with their numbers; each can be named. */
function Preview({ groups, grouped }: PreviewProps): ReactNode {
  const { groups: made } = grouped;
  const { withReceivers, names } = useStore(groups.wish);
  const listed = made.slice(0, MOST_GROUPS);
  return (
    <>
      <ol className="groups-preview" data-testid="groups-preview" data-groups={made.length}>
        {listed.map(({ id, name, rows }, place) => (
          <li key={id} data-group={id} data-runs={rows.length}>
            <span className="group-letter">{laneLetter(place)}</span>
            <input
              className="field"
              type="text"
              aria-label={`Name of group ${laneLetter(place)}`}
              maxLength={MAX_ID}
              value={names.get(id) ?? name}
              onChange={({ target }) => groups.rename(id, target.value)}
            />
            <span>{plural(rows.length, 'run')}</span>
          </li>
        ))}
      </ol>
      {made.length === 0 && <p className="none">No group yet.</p>}
      {made.length > MOST_GROUPS && (
        <p role="status">
          {count(made.length - MOST_GROUPS)} more are not shown: {count(MOST_GROUPS)} at most. Filter the
          table, or name those you want by patterns.
        </p>
      )}
      <LeftOut grouped={grouped} />
      <label>
        <input
          type="checkbox"
          checked={withReceivers}
          onChange={({ target }) => groups.change({ withReceivers: target.checked })}
        />
        Receivers too
      </label>
    </>
  );
}

export function LeftOut({ grouped }: Pick<PreviewProps, 'grouped'>): ReactNode {
  const { receivers, failures, others } = grouped;
  const copies = grouped.groups.reduce((sum, group) => sum + group.copies, 0);
  const words = [
    receivers === 0 ? '' : plural(receivers, 'receiver'),
    failures === 0 ? '' : `${plural(failures, 'row')} that could not be read`,
    copies === 0 ? '' : `${plural(copies, 'copy', 'copies')} of a run of the same group`,
    others === 0 ? '' : `${plural(others, 'run')} in no group`,
  ].filter((one) => one !== '');
  return words.length === 0 ? null : (
    <p className="fine" data-testid="groups-left-out">
      Left out: {words.join(', ')}.
    </p>
  );
}
