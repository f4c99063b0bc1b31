/** The fleet on the screen: what was read, filter, findings, groups with their pictures, and the rows. */
import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react';
import { count, percent, plural } from '../../../engine/base/text/figures';
import {
  type FleetAnswer,
  type FleetOpened,
  type FleetQuery,
  GROUPINGS,
  type PartProblem,
} from '../../../sharing/fleet-rows/contract';
import { FLEET_FILTER_HELP } from '../../../sharing/fleet-rows/fields';
import {
  buildsNote,
  changeSentence,
  findingTitle,
  GROUPING_TITLES,
  shareWords,
} from '../../../sharing/fleet-rows/said';
import { Button } from '../../controls/button';
import { ROW_ICONS } from '../../controls/columns';
import { FilterField, FilterFoot, useFilterBox } from '../../controls/filter-box';
import { useApp } from '../../controls/use-app';
import { useStore } from '../../controls/use-store';
import type { AppState } from '../../state/app-state';
import type { FleetState, OpenFleet } from '../../state/fleet/fleet';
import { fleetStore } from '../../state/fleet/fleet-store';
import { closeFleet } from '../../state/fleet/open-fleet';
import { pressesKey, takesKey } from '../../workbench/keys';
import { FleetGrid } from './fleet-grid';
import { FleetGroups } from './fleet-groups';
import { RowLine } from './row-line';
import { BeforePlot, CostPlot, SharePlot } from './share-plot';
import './fleet.css';

export function FleetScreen(): ReactNode {
  const fleet = useStore(useApp().feature(fleetStore));
  return fleet === null ? null : <Screen fleet={fleet} />;
}

function useFleetKeys(app: AppState, field: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (app.dialog.get() !== null || takesKey(event) || !pressesKey({ code: 'Slash', letter: '/' }, event))
        return;
      field.current?.focus();
      event.preventDefault();
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [app, field]);
}

function Screen({ fleet }: { readonly fleet: OpenFleet }): ReactNode {
  const app = useApp();
  const state = useStore(fleet.state);
  const { opened, answer, query, problem } = state;
  const field = useRef<HTMLInputElement | null>(null);
  const grid = useRef<HTMLDivElement | null>(null);
  useFleetKeys(app, field);
  const hasRows = answer !== null;
  useEffect(() => {
    // Unless the user is somewhere else already.
    if (hasRows && (document.activeElement === document.body || document.activeElement?.tagName === 'MAIN'))
      grid.current?.focus({ preventScroll: true });
  }, [hasRows]);
  const toRows = (): void => grid.current?.focus({ preventScroll: true });
  return (
    <div className="fleet" data-testid="fleet" data-shown={answer?.shown ?? ''} data-asking={state.isAsking}>
      <Summary app={app} fleet={fleet} state={state} />
      {problem !== null && (
        <p className="message error" role="alert" data-testid="fleet-problem">
          {fleet.name} cannot be shown: {problem}.
        </p>
      )}
      {opened !== null && <Problems opened={opened} problems={state.problems} />}
      {answer !== null && (opened?.rows ?? 0) > 0 && (
        <>
          <Said fleet={fleet} answer={answer} />
          <Tools fleet={fleet} query={query} answer={answer} field={field} toRows={toRows} />
          <Findings fleet={fleet} query={query} answer={answer} />
          <div className="fleet-overview">
            <FleetGroups fleet={fleet} query={query} answer={answer} />
            <Plots query={query} answer={answer} />
          </div>
          <FleetGrid fleet={fleet} grid={grid} />
          <RowLine fleet={fleet} />
        </>
      )}
    </div>
  );
}

interface SummaryProps {
  readonly app: AppState;
  readonly fleet: OpenFleet;
  readonly state: FleetState;
}

const SEVERITY_WORDS = {
  critical: 'critical',
  warning: 'with a warning',
  none: 'without an alarm',
  unjudged: 'cannot be judged',
  failed: 'not read',
} as const;

/** How many are ill: each number is a filter. */
function Summary({ app, fleet, state }: SummaryProps): ReactNode {
  const { opened, progress, answer, query, isComplete, problem } = state;
  const isReading = problem === null && !isComplete;
  return (
    <div className="table-summary" data-testid="fleet-summary" data-rows={opened?.rows ?? ''}>
      <h2>
        {opened === null ? `Reads ${fleet.name}` : plural(opened.rows, 'trace')}
        {answer !== null && answer.copies > 0 && (
          <span className="fine"> {plural(answer.copies, 'copy', 'copies')}, not counted</span>
        )}
        {opened !== null && opened.again > 0 && (
          <span className="fine"> {plural(opened.again, 'row')} there already, left out</span>
        )}
      </h2>
      {answer !== null &&
        Object.entries(SEVERITY_WORDS).map(([severity, words]) => {
          const rows = answer.severities[severity] ?? 0;
          const filter = `severity = ${severity}`;
          return rows === 0 && query.filter !== filter ? null : (
            <Button
              key={severity}
              className="button quick"
              data-severity={severity}
              aria-pressed={query.filter === filter}
              title={`Filter: ${filter}`}
              onClick={() => fleet.setFilter(query.filter === filter ? '' : filter)}
            >
              <span className={`severity-${severity}`} aria-hidden="true">
                {ROW_ICONS[severity as keyof typeof SEVERITY_WORDS]}
              </span>{' '}
              {count(rows)} {words}
            </Button>
          );
        })}
      {isReading && (
        <span className="table-progress">
          <span data-testid="fleet-progress">
            {opened !== null
              ? 'Reads further columns'
              : progress === null
                ? 'Looks at the files'
                : `${count(progress.rows)} of ${plural(progress.total, 'row')} read`}
          </span>
          <progress
            aria-label="Rows read"
            {...(progress !== null && { max: Math.max(1, progress.total), value: progress.rows })}
          />
        </span>
      )}
      <span className="fleet-name fine">{opened !== null && (fleet.url ?? fleet.name)}</span>
      <Button data-testid="close-fleet" onClick={() => closeFleet(app)}>
        Close fleet
      </Button>
    </div>
  );
}

/** Most sentences that are shown at once. */
const MOST_SENTENCES = 3;

/** Which builds have a finding more often than the one before, or less: each leads to what it is about. */
function Said({ fleet, answer }: Omit<PartProps, 'query'>): ReactNode {
  const { changes } = answer.builds;
  const note = buildsNote(answer.builds);
  const [isWhole, setWhole] = useState(false);
  if (note === '') return null;
  const shown = isWhole ? changes : changes.slice(0, MOST_SENTENCES);
  return (
    <section className="fleet-said" aria-label="What differs from before" data-testid="fleet-said">
      {shown.map((change) => {
        const { finding, implementation, build } = change;
        const picked = `${implementation} ${build.version}`;
        return (
          <p key={`${picked} ${finding}`} data-build={picked}>
            <Button
              className="link"
              title={`Compare ${picked} with what was before it`}
              onClick={() => fleet.look({ by: 'version', finding, picked })}
            >
              {changeSentence(change, true)}
            </Button>
          </p>
        );
      })}
      <p className="fine">
        {note}
        {changes.length > shown.length && (
          <Button className="link" onClick={() => setWhole(true)}>
            {plural(changes.length - shown.length, 'more finding')}
          </Button>
        )}
      </p>
    </section>
  );
}

/** Most files that are named. */
const MOST_NAMED = 5;

interface ProblemsProps {
  readonly opened: FleetOpened;
  readonly problems: readonly PartProblem[];
}

function Problems({ opened, problems }: ProblemsProps): ReactNode {
  const { rows, others } = opened;
  if (problems.length === 0)
    return rows > 0 ? null : (
      <p className="message note" data-testid="fleet-problems">
        No row:{' '}
        {others > 0
          ? `${plural(others, 'file')} of findings, which are for other engines. Drop the folder traces beside it.`
          : 'the files hold no trace.'}
      </p>
    );
  const leftOut = problems.filter((one) => one.leftOut);
  const inPart = problems.filter((one) => !one.leftOut);
  return (
    <div
      className="message warning"
      role="status"
      data-testid="fleet-problems"
      data-files={leftOut.length}
      data-damaged={inPart.length}
    >
      <ProblemList
        words={`${plural(leftOut.length, 'file')} left out${rows > 0 ? '; all others are shown' : ''}`}
        problems={leftOut}
      />
      <ProblemList
        words={`Of ${plural(inPart.length, 'file')} some columns are damaged, and empty in their rows`}
        problems={inPart}
      />
    </div>
  );
}

function ProblemList({
  words,
  problems,
}: {
  readonly words: string;
  readonly problems: readonly PartProblem[];
}): ReactNode {
  if (problems.length === 0) return null;
  return (
    <>
      {words}:
      <ul>
        {problems.slice(0, MOST_NAMED).map(({ name, why }) => (
          <li key={name}>
            {name}: {why}.
          </li>
        ))}
      </ul>
      {problems.length > MOST_NAMED && `And ${count(problems.length - MOST_NAMED)} more.`}
    </>
  );
}

interface PartProps {
  readonly fleet: OpenFleet;
  readonly query: FleetQuery;
  readonly answer: FleetAnswer;
}

interface ToolsProps extends PartProps {
  readonly field: RefObject<HTMLInputElement | null>;
  readonly toRows: () => void;
}

function Tools({ fleet, query, answer, field, toRows }: ToolsProps): ReactNode {
  const box = useFilterBox(query.filter, fleet, field);
  return (
    <div className="table-tools">
      <div className="table-filter">
        <FilterField
          box={box}
          name="fleet"
          label="Filter traces"
          placeholder='Filter: finding = death-spiral and impl ~ "quiche 0.30"'
          isInvalid={answer.filterError !== null}
          onLeave={toRows}
        />
      </div>
      <fieldset className="fleet-by">
        <legend>Group by</legend>
        {GROUPINGS.map((by) => (
          <Button
            key={by}
            className="button quick"
            data-by={by}
            aria-pressed={query.by === by}
            onClick={() => fleet.look({ by, picked: null })}
          >
            {GROUPING_TITLES[by]}
          </Button>
        ))}
      </fieldset>
      <FilterFoot
        box={box}
        filter={query.filter}
        error={answer.filterError}
        name="fleet"
        meanwhile="All traces are counted meanwhile."
        help={FLEET_FILTER_HELP}
      />
    </div>
  );
}

/** Most findings that have a button. */
const MOST_FINDINGS = 8;

/** What the groups and pictures show the share of. */
function Findings({ fleet, query, answer }: PartProps): ReactNode {
  const { findings, total, shown, rows } = answer;
  const listed = findings.slice(0, MOST_FINDINGS);
  const others = findings.slice(MOST_FINDINGS);
  const chosen = query.finding;
  const button = (id: string | null, traces: number | null): ReactNode => (
    <Button
      key={id ?? ''}
      className="button quick"
      data-finding={id ?? 'any'}
      aria-pressed={chosen === id}
      onClick={() => fleet.look({ finding: chosen === id ? null : id })}
    >
      {findingTitle(id)}
      {traces !== null && <span className="fine"> {count(traces)}</span>}
    </Button>
  );
  return (
    <div className="fleet-findings">
      <span>Share with</span>
      {button(null, null)}
      {listed.map(({ id, traces }) => button(id, traces))}
      {chosen !== null &&
        !listed.some(({ id }) => id === chosen) &&
        button(chosen, others.find(({ id }) => id === chosen)?.traces ?? 0)}
      {others.length > 0 && (
        <select
          aria-label="Further findings"
          value=""
          onChange={({ target }) => fleet.look({ finding: target.value })}
        >
          <option value="">{count(others.length)} more…</option>
          {others.map(({ id, traces }) => (
            <option key={id} value={id}>
              {findingTitle(id)} ({count(traces)})
            </option>
          ))}
        </select>
      )}
      <span
        className="fleet-total"
        role="status"
        data-testid="fleet-total"
        data-hits={total.hits}
        data-judged={total.judged}
      >
        {shown < rows && `${count(shown)} of ${count(rows)} match. `}
        {total.judged > 0
          ? `${findingTitle(chosen)}: ${count(total.hits)} of ${count(total.judged)} judged, ${shareWords(total)}${total.infos === 0 ? '' : `; ${count(total.infos)} more as info`}`
          : `No trace that matches can be judged for ${findingTitle(chosen)}`}
        {total.judged > 0 &&
          total.judged < shown - answer.copies &&
          `; ${percent(total.judged / (shown - answer.copies))} of all could be judged`}
      </span>
    </div>
  );
}

function Plots({ query, answer }: Omit<PartProps, 'fleet'>): ReactNode {
  const { timeline, cost, beforeAfter } = answer;
  const title = `Share with ${findingTitle(query.finding)}`;
  return (
    <div className="fleet-plots">
      {beforeAfter !== null && <BeforePlot compared={beforeAfter} by={query.by} title={title} />}
      {timeline !== null ? (
        <SharePlot
          timeline={timeline}
          undated={answer.undated}
          by={query.by}
          picked={query.picked}
          title={title}
        />
      ) : (
        <p className="none">
          No trace that matches says when it was recorded: dates of files are no such dates.
        </p>
      )}
      {cost !== null && beforeAfter === null && <CostPlot cost={cost} title={findingTitle(query.finding)} />}
    </div>
  );
}
