/**
 * The groups of the table on the screen: the verdict in words, shares of findings and figures of each group, then the
 * bands of their windows.
 */
import { type ReactNode, useEffect, useMemo } from 'react';
import { laneLetter } from '../../../../drawing/surface/lane-styles';
import { count, plural } from '../../../../engine/base/text/figures';
import { groupsVerdict } from '../../../../sharing/table/groups-verdict';
import { type GroupOfRows, originOf, sharesOf } from '../../../../sharing/table/run-groups';
import { Button } from '../../../controls/button';
import { useApp } from '../../../controls/use-app';
import { useStore } from '../../../controls/use-store';
import { groupsShown } from '../../../state/table/groups-shown';
import { MOST_GROUPS, type TableGroups, tableGroups } from '../../../state/table/table-groups';
import { GroupBands } from './group-bands';
import { GroupsCopyMenu } from './groups-copy-menu';
import { LeftOut } from './groups-form';
import { GroupsTables } from './groups-tables';
import { useProposal } from './use-proposal';
import '../../../workbench/styles';
import './groups.css';

export function GroupsScreen(): ReactNode {
  const app = useApp();
  const groups = app.feature(tableGroups);
  useProposal(groups);
  const grouped = useStore(groups.grouped);
  const figures = useStore(groups.figures);
  // biome-ignore lint/correctness/useExhaustiveDependencies: both are what the groups are made of
  const shown = useMemo(() => groups.shown, [groups, grouped, figures]);
  const shares = useMemo(() => sharesOf(shown), [shown]);
  const sentences = useMemo(() => groupsVerdict(shown, shares), [shown, shares]);
  useEffect(() => {
    if (grouped.groups.length > 0) groups.read();
  }, [groups, grouped]);
  const [verdict, ...more] = sentences;
  const hidden = grouped.groups.length - shown.length;
  return (
    <section className="groups" data-testid="groups" data-groups={shown.length} aria-label="Groups of traces">
      <div className="groups-head">
        <Button data-testid="groups-back" onClick={() => app.feature(groupsShown).set(null)}>
          ‹ All rows
        </Button>
        <h2>{shown.map((group, i) => `${laneLetter(i)} ${group.name} (${runsWords(group)})`).join(' · ')}</h2>
        <Reading groups={groups} />
        <Button data-testid="change-groups" onClick={() => app.toggleDialog('groups')}>
          Change groups…
        </Button>
        <GroupsCopyMenu groups={groups} />
      </div>
      <div className="groups-verdict" data-testid="groups-verdict">
        {verdict !== undefined && <p className="groups-worst">{verdict}</p>}
        {more.map((sentence) => (
          <p key={sentence}>{sentence}</p>
        ))}
      </div>
      <LeftOut grouped={grouped} />
      {hidden > 0 && (
        <p className="fine">
          {plural(hidden, 'further group')} {hidden === 1 ? 'is' : 'are'} not shown: {count(MOST_GROUPS)} at
          most.
        </p>
      )}
      <GroupsTables groups={shown} shares={shares} />
      <GroupBands groups={groups} shown={shown} />
    </section>
  );
}

/** `30`, `30, simulated` */
function runsWords(group: GroupOfRows): string {
  const origin = originOf(group);
  return `${count(group.rows.length)}${origin === '' ? '' : `, ${origin}`}`;
}

/** How many files were read again, and of which runs there is no picture. */
function Reading({ groups }: { readonly groups: TableGroups }): ReactNode {
  const { read, total } = useStore(groups.progress);
  const figures = useStore(groups.figures);
  const wasCancelled = useStore(groups.wasCancelled);
  const unread = [...figures.values()].filter((run) => run === null).length;
  const { absent } = groups;
  return (
    <div className="groups-reading" role="status">
      {total > 0 && (
        <>
          <span data-testid="groups-progress" data-read={read} data-total={total}>
            Median and band: {count(read)} of {plural(total, 'file')} read
          </span>
          <progress aria-label="Files read" max={total} value={read} />
          <Button onClick={() => groups.cancel()}>Cancel</Button>
        </>
      )}
      {wasCancelled && (
        <>
          <span>Reading was cancelled: the bands are of what was read.</span>
          <Button onClick={() => groups.read()}>Read the others</Button>
        </>
      )}
      {absent > 0 && (
        <span data-testid="groups-absent">
          The files of {plural(absent, 'run')} are not here:{' '}
          {groups.linkedBands === null
            ? 'they count in the shares, not in the bands.'
            : 'the bands are those of the link.'}
        </span>
      )}
      {unread > 0 && <span>{plural(unread, 'run')} could not be read again, and are not in the bands.</span>}
    </div>
  );
}
