/** Groups of a fleet: how many traces of each have the finding, with the interval of their share, and what it cost. */
import { type CSSProperties, type ReactNode, useState } from 'react';
import { count, plural } from '../../../engine/base/text/figures';
import { LEAST_RUNS } from '../../../engine/service/compare/groups';
import type {
  FleetAnswer,
  FleetGroup,
  FleetGrouping,
  FleetQuery,
} from '../../../sharing/fleet-rows/contract';
import {
  day,
  findingTitle,
  GROUPING_TITLES,
  groupName,
  longTime,
  shareWords,
} from '../../../sharing/fleet-rows/said';
import { Button } from '../../controls/button';
import type { OpenFleet } from '../../state/fleet/fleet';
import { FIRST_ORDER, type GroupOrder, inOrder, isAscending, withFilter } from './group-order';
import { lineStyle } from './share-plot';
import '../../controls/share-bar.css';

interface FleetGroupsProps {
  readonly fleet: OpenFleet;
  readonly query: FleetQuery;
  readonly answer: FleetAnswer;
}

/** The heading of a column, by which the groups can be ordered. */
interface GroupHeading {
  readonly id: GroupOrder;
  readonly title: string;
  readonly about: string;
  readonly isNumber?: boolean;
}

function headings(by: FleetGrouping, finding: FleetQuery['finding']): readonly GroupHeading[] {
  return [
    { id: 'id', title: GROUPING_TITLES[by], about: 'A click on a group compares it with what was before it' },
    {
      id: 'traces',
      title: 'Traces',
      about: 'Rows, without copies; those that could not be judged among them',
      isNumber: true,
    },
    {
      id: 'share',
      title: `Share with ${findingTitle(finding)}`,
      about: `Of the traces that could be judged, from ${LEAST_RUNS} on; bars from 0 to 100 %, the line is the 95 % interval (Wilson)`,
    },
    { id: 'first', title: 'First seen', about: 'First trace of the group, by the date in its log' },
    {
      id: 'firstHit',
      title: 'First with it',
      about: `First trace with ${findingTitle(finding)}, by the date in its log`,
    },
    {
      id: 'cost',
      title: 'Cost',
      about: 'Time that these alarms cost, where they are the worst of their trace: in all, and the median',
      isNumber: true,
    },
  ];
}

interface HeadingProps {
  readonly heading: GroupHeading;
  /** The groups are in its order. */
  readonly isOrder: boolean;
  readonly onOrder: () => void;
}

function Heading({ heading, isOrder, onOrder }: HeadingProps): ReactNode {
  const { id, title, about, isNumber = false } = heading;
  return (
    <th
      className={isNumber ? 'table-number' : undefined}
      scope="col"
      aria-sort={isOrder ? (isAscending(id) ? 'ascending' : 'descending') : undefined}
      title={about}
    >
      <Button className={null} data-order={id} onClick={onOrder}>
        {title}
        {isOrder && <span aria-hidden="true"> {isAscending(id) ? '▲' : '▼'}</span>}
      </Button>
    </th>
  );
}

export function FleetGroups({ fleet, query, answer }: FleetGroupsProps): ReactNode {
  const { by, finding, picked } = query;
  const [chosen, setChosen] = useState<{ readonly by: FleetGrouping; readonly order: GroupOrder } | null>(
    null,
  );
  const order = chosen?.by === by ? chosen.order : FIRST_ORDER[by];
  const groups = inOrder(answer.groups, order);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it is scrolled by keys
    <section className="fleet-groups" aria-label="Groups" tabIndex={0}>
      <table data-testid="fleet-groups" data-by={by}>
        <thead>
          <tr>
            {headings(by, finding).map((heading) => (
              <Heading
                key={heading.id}
                heading={heading}
                isOrder={order === heading.id}
                onOrder={() => setChosen({ by, order: heading.id })}
              />
            ))}
            <th scope="col">
              <span className="visually-hidden">Filter</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {groups.map((group) => (
            <Group
              key={group.id}
              fleet={fleet}
              by={by}
              group={group}
              line={answer.groups.indexOf(group)}
              isPicked={picked === group.id}
            />
          ))}
        </tbody>
      </table>
      {groups.length === 0 && <p className="none">No trace matches.</p>}
      {answer.furtherGroups > 0 && (
        <p className="fine">{plural(answer.furtherGroups, 'smaller group')} left out: a filter shows them.</p>
      )}
    </section>
  );
}

interface GroupProps {
  readonly fleet: OpenFleet;
  readonly by: FleetGrouping;
  readonly group: FleetGroup;
  /** Place among the lines of the plot over time. */
  readonly line: number;
  readonly isPicked: boolean;
}

function Group({ fleet, by, group, line, isPicked }: GroupProps): ReactNode {
  const { id, traces, judged, hits, share, low, high, firstMs, firstHitMs, costMs, medianCostMs, filter } =
    group;
  const name = groupName(by, id);
  const style = { '--share': share, '--low': low, '--high': high, ...lineStyle(line) };
  return (
    <tr
      className={isPicked ? 'picked' : undefined}
      data-testid="fleet-group"
      data-group={id}
      data-hits={hits}
      data-judged={judged}
    >
      <th scope="row">
        <Button
          className={null}
          aria-pressed={isPicked}
          title={`Compare ${name} with what was before it`}
          onClick={() => fleet.look({ picked: isPicked ? null : id })}
        >
          {name}
        </Button>
      </th>
      <td className="table-number">{count(traces)}</td>
      <td className="fleet-share" title={`${count(hits)} of ${count(judged)} judged: ${shareWords(group)}`}>
        {!Number.isNaN(share) && (
          <span className="share-bar" style={style as CSSProperties} aria-hidden="true">
            <span className="share-fill" />
            <span className="share-interval" />
          </span>
        )}{' '}
        {shareWords(group)}{' '}
        <span className="fine">
          {count(hits)} of {count(judged)}
        </span>
      </td>
      <td title={Number.isNaN(firstMs) ? 'Its logs tell no date' : undefined}>{day(firstMs)}</td>
      <td>{day(firstHitMs)}</td>
      <td
        className="table-number"
        title={Number.isNaN(medianCostMs) ? undefined : `Median: ${longTime(medianCostMs)}`}
      >
        {longTime(costMs)}
      </td>
      <td>
        <Button
          className="link"
          title={`Filter: ${filter}`}
          onClick={() => fleet.setFilter(withFilter(fleet.state.get().query.filter, filter))}
        >
          only
        </Button>
      </td>
    </tr>
  );
}
