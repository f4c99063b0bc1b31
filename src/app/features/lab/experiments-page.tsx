/** All experiments: a list with what came of each, and their cards. */
import { type ReactNode, useEffect, useRef } from 'react';
import { count, plural } from '../../../engine/base/text/figures';
import type { ExperimentInfo } from '../../../engine/simulator/lab/contract';
import { Button } from '../../controls/button';
import { useStore } from '../../controls/use-store';
import type { ExperimentsState } from '../../state/lab/experiments';
import type { Lab } from '../../state/lab/lab';
import { ExperimentCard } from './experiment-card';
import { verdictCounts } from './experiment-words';
import './experiments.css';

export function ExperimentsHead({ lab: { experiments } }: { readonly lab: Lab }): ReactNode {
  const state = useStore(experiments.state);
  const { progress, queue } = state;
  const infos = state.experiments ?? [];
  const isBusy = progress !== null;
  const title = infos.find(({ id }) => id === progress?.id)?.title ?? '';
  return (
    <>
      <Button
        className={isBusy ? 'button' : 'button primary'}
        data-testid={isBusy ? 'experiments-cancel' : 'experiments-run'}
        disabled={!isBusy && !infos.some(({ id }) => experiments.canRun(id))}
        onClick={() => (isBusy ? experiments.cancel() : experiments.runAll())}
      >
        {isBusy ? 'Cancel all' : 'Run all'}
      </Button>
      {progress !== null && (
        <span className="lab-progress" role="status">
          <progress aria-label="Runs done" max={progress.total || 1} value={progress.done} />
          <span data-testid="experiments-progress">
            {title}: {count(progress.done)} of {plural(progress.total, 'run')}
            {queue.length > 0 &&
              `; ${plural(queue.length, 'more experiment')} ${queue.length === 1 ? 'waits' : 'wait'}`}
          </span>
        </span>
      )}
    </>
  );
}

export function ExperimentsPage({ lab }: { readonly lab: Lab }): ReactNode {
  const state = useStore(lab.experiments.state);
  const { experiments, problem, current } = state;
  const first = useRef(current);
  const isThere = experiments !== null;
  // A card that a link asked for, or whose run was opened as a trace.
  useEffect(() => {
    if (isThere && first.current !== null) cardOf(first.current)?.scrollIntoView({ block: 'start' });
    first.current = null;
  }, [isThere]);
  return (
    <>
      {problem !== null && (
        <p className="message error" role="alert" data-testid="experiments-problem">
          {problem}
        </p>
      )}
      <div
        className="lab-body"
        data-testid="experiments"
        data-running={state.progress?.id ?? ''}
        data-waiting={state.queue.length}
      >
        <nav className="experiment-list" aria-label="Experiments">
          <p>
            Figures and benchmarks that others published, made again on this device. What differs is said,
            with the reason as far as it is known.
          </p>
          <ol>
            {experiments?.map((info) => (
              <ListLine key={info.id} state={state} info={info} />
            ))}
          </ol>
        </nav>
        <div className="experiments">
          {experiments?.map((info) => (
            <ExperimentCard key={info.id} lab={lab} state={state} info={info} />
          ))}
        </div>
      </div>
    </>
  );
}

const cardOf = (id: string): HTMLElement | null => document.getElementById(`experiment-${id}`);

function goTo(id: string): void {
  cardOf(id)?.scrollIntoView({ block: 'start' });
  document.getElementById(`experiment-${id}-title`)?.focus({ preventScroll: true });
}

function ListLine({
  state,
  info,
}: {
  readonly state: ExperimentsState;
  readonly info: ExperimentInfo;
}): ReactNode {
  const { id, title } = info;
  const outcome = state.cards.get(id)?.outcome ?? null;
  const words =
    state.progress?.id === id
      ? 'runs'
      : state.queue.includes(id)
        ? 'waits'
        : outcome === null
          ? 'not run yet'
          : verdictCounts(outcome.result.answers);
  return (
    <li>
      <Button className="link" data-testid="experiment-entry" onClick={() => goTo(id)}>
        {title}
      </Button>
      <span className="fine">{words}</span>
    </li>
  );
}
