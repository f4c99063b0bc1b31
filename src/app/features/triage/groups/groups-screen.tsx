/**
 * The groups of the table on the screen: the verdict in words, shares of findings and figures of each group, then the
 * bands of their windows.
 */
import { type ReactNode, useEffect, useMemo } from 'react';
import { laneLetter } from '../../../../drawing/surface/lane-styles';
import { count, plural } from '../../../../engine/base/text/figures';
import { type RunGroup, runMarkWords } from '../../../../engine/service/compare/groups';
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
  // biome-ignore lint/correctness/useExhaustiveDependencies: the groups are what it is said of
  const said = useMemo(() => groups.said, [groups, shown]);
  useEffect(() => {
    if (grouped.groups.length > 0) groups.read();
  }, [groups, grouped]);
  const [verdict, ...more] = said.verdict;
  const hidden = grouped.groups.length - shown.length;
  return (
    <section className="groups" data-testid="groups" data-groups={shown.length} aria-label="Groups of traces">
      <div className="groups-head">
        <Button data-testid="groups-back" onClick={() => app.feature(groupsShown).set(null)}>
          ‹ All rows
        </Button>
        <h2>
          {said.counted.map((group, i) => `${laneLetter(i)} ${group.name} (${runsWords(group)})`).join(' · ')}
        </h2>
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
      <GroupsTables said={said} />
      <GroupBands groups={groups} shown={shown} />
    </section>
  );
}

/** `30`, `30, simulated` */
function runsWords({ runs }: RunGroup): string {
  const origin = runMarkWords(runs);
  return `${count(runs.length)}${origin === '' ? '' : `, ${origin}`}`;
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
          {(groups.linked?.bands ?? null) === null
            ? 'they count in the shares, not in the bands.'
            : 'the bands are those of the link.'}
        </span>
      )}
      {groups.linked !== null && !groups.linked.isWhole && (
        <span data-testid="groups-linked">
          The link holds {count(groups.linked?.rows ?? 0)} of the runs: verdict, shares and figures are of all
          of them, as they were when it was made.
        </span>
      )}
      {unread > 0 && <span>{plural(unread, 'run')} could not be read again, and are not in the bands.</span>}
    </div>
  );
}
