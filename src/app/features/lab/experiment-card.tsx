/** An experiment as a card: where it is from, its claims and pictures, what its source leaves open, its fields and its runs. */
import { type ReactNode, useEffect, useId, useRef } from 'react';
import { plural } from '../../../engine/base/text/figures';
import type { ExperimentInfo } from '../../../engine/simulator/lab/contract';
import { formatLink } from '../../../sharing/link/format';
import { EMPTY_LINK } from '../../../sharing/link/state';
import { Button } from '../../controls/button';
import { CopyButton } from '../../controls/copy-button';
import { RunQuestion } from '../../controls/run-question';
import { useApp } from '../../controls/use-app';
import { pageLinks } from '../../navigation/page-link';
import {
  type ExperimentCard as CardState,
  type ExperimentOutcome,
  type ExperimentsState,
  MOST_EXPERIMENT_SEEDS,
} from '../../state/lab/experiments';
import type { Lab } from '../../state/lab/lab';
import { experimentLink } from '../../state/lab/lab-link';
import { ClaimTable } from './experiment-claims';
import { ExperimentRuns } from './experiment-runs';
import { commandOf, fullWords, outcomeWords, settingWords } from './experiment-words';
import { LabFields } from './lab-fields';
import { PlotFigure } from './plot-figure';

interface CardProps {
  readonly lab: Lab;
  readonly state: ExperimentsState;
  readonly info: ExperimentInfo;
}

export function ExperimentCard({ lab, state, info }: CardProps): ReactNode {
  const { id, title, source, about, leavesOpen } = info;
  const card = state.cards.get(id);
  if (card === undefined) return null;
  const { outcome, problem, lost } = card;
  const subtitle = outcome === null ? source : pictureSource(info, outcome);
  return (
    <article
      className="experiment"
      id={`experiment-${id}`}
      aria-labelledby={`experiment-${id}-title`}
      data-testid="experiment"
      data-experiment={id}
      data-state={stateOf(state, card, id)}
    >
      <h3 id={`experiment-${id}-title`} tabIndex={-1}>
        {title}
      </h3>
      <p className="experiment-source">{source}</p>
      <p>{about}</p>
      {lost.length > 0 && (
        <p className="message warning" role="alert" data-testid="experiment-lost">
          The link sets {lost.join(', ')}, which this experiment has not; the rest of it is used.
        </p>
      )}
      {problem !== null && (
        <p className="message error" role="alert" data-testid="experiment-problem">
          {problem}
        </p>
      )}
      <Actions lab={lab} state={state} info={info} card={card} />
      {outcome !== null && (
        <div className="experiment-plots">
          {outcome.result.plots.map((plot) => (
            <PlotFigure key={plot.id} plot={plot} name={id} subtitle={subtitle} />
          ))}
        </div>
      )}
      <ClaimTable claims={info.claims} answers={outcome?.result.answers ?? null} />
      {leavesOpen.length > 0 && (
        <section data-testid="experiment-open">
          <h4>What the source leaves open</h4>
          <ul>
            {leavesOpen.map((sentence) => (
              <li key={sentence}>{sentence}</li>
            ))}
          </ul>
        </section>
      )}
      <Setting lab={lab} state={state} info={info} card={card} />
      {outcome !== null && outcome.done > 0 && (
        <ExperimentRuns experiments={lab.experiments} id={id} outcome={outcome} />
      )}
    </article>
  );
}

function stateOf(
  { progress, queue }: ExperimentsState,
  { outcome }: CardState,
  id: string,
): 'running' | 'waiting' | 'done' | 'new' {
  if (progress?.id === id) return 'running';
  if (queue.includes(id)) return 'waiting';
  return outcome === null ? 'new' : 'done';
}

/** Under the title of a saved picture. */
function pictureSource({ source }: ExperimentInfo, outcome: ExperimentOutcome): string {
  const setting = settingWords(outcome.checked);
  return setting === '' ? source : `${source}; here with ${setting}`;
}

interface PartProps extends CardProps {
  readonly card: CardState;
}

function Actions({ lab, state, info, card }: PartProps): ReactNode {
  const app = useApp();
  const { experiments } = lab;
  const { id } = info;
  const { checked, outcome } = card;
  const seeds = experiments.seedsOf(id);
  const now = stateOf(state, card, id);
  const isBusy = now === 'running' || now === 'waiting';
  const runs = (checked?.variants.length ?? 0) * (seeds ?? 0);
  const button = useRef<HTMLButtonElement>(null);
  return (
    <>
      <p className="lab-actions">
        {info.seeds !== null && (
          // One button, so that the focus stays on it.
          <Button
            ref={button}
            className={isBusy ? 'button' : 'button primary'}
            data-testid={isBusy ? 'experiment-cancel' : 'experiment-run'}
            disabled={!isBusy && !experiments.canRun(id)}
            onClick={() => (isBusy ? experiments.cancel(id) : experiments.run(id))}
          >
            {isBusy
              ? 'Cancel'
              : outcome === null
                ? `Run (${plural(runs, 'run')})`
                : `Run again (${plural(runs, 'run')})`}
          </Button>
        )}
        {now === 'running' && state.progress !== null && (
          <progress
            aria-label={`Runs of ${info.title} done`}
            max={state.progress.total || 1}
            value={state.progress.done}
          />
        )}
        {now === 'waiting' && <span>waits for the runs before it</span>}
        <CopyButton
          label="Copy command"
          testId="experiment-command"
          title="What makes the same on the command line"
          text={checked === null || seeds === null ? null : () => commandOf(info, checked, seeds)}
        />
        <CopyButton
          label="Copy link"
          testId="experiment-link"
          title="Opens this card with its fields, and runs it"
          text={() =>
            app
              .feature(pageLinks)
              .linkToCopy({ text: formatLink({ ...EMPTY_LINK, lab: experimentLink(lab.experiments, id) }) })
          }
        />
      </p>
      {card.question !== null && (
        <RunQuestion
          question={card.question}
          asker={button}
          onRun={() => experiments.run(id, true)}
          onCancel={() => experiments.dismissQuestion(id)}
        />
      )}
      {outcome !== null && (
        <p className="fine" data-testid="experiment-what">
          {outcomeWords(outcome)}
          {isChangedSince(card, seeds) && ' Its fields were changed since: run it again.'}
        </p>
      )}
    </>
  );
}

function isChangedSince({ checked, outcome }: CardState, seeds: number | null): boolean {
  if (outcome === null || checked === null) return false;
  return outcome.checked.args !== checked.args || (outcome.total > 0 && outcome.seeds !== seeds);
}

function Setting({ lab, state, info, card }: PartProps): ReactNode {
  const { experiments } = lab;
  const { id } = info;
  const field = useId();
  const { texts, checked, seeds } = card;
  const isRunning = state.progress?.id === id;
  const hasProblem = Object.keys(checked?.problems ?? {}).length > 0;
  const full = fullWords(info);
  const details = useRef<HTMLDetailsElement>(null);
  // What a link set wrongly is seen.
  useEffect(() => {
    if (hasProblem && details.current !== null) details.current.open = true;
  }, [hasProblem]);
  return (
    <details className="experiment-more" data-testid="experiment-setting" ref={details}>
      <summary>{info.seeds === null ? 'Other parameters' : 'Run with other parameters'}</summary>
      <p className="fine">
        Claims are held against these fields as they are at first: of others nothing holds or fails. Reasons
        tell of runs that were made once, in the quick form.
      </p>
      {info.seeds !== null && (
        <p className="experiment-variant">
          <label htmlFor={field}>Runs of each variant</label>
          <input
            id={field}
            className="lab-number"
            data-testid="experiment-seeds"
            inputMode="numeric"
            value={seeds ?? String(info.seeds)}
            disabled={isRunning}
            aria-invalid={experiments.seedsOf(id) === null}
            onChange={({ target }) => experiments.setSeeds(id, target.value)}
          />
          {experiments.seedsOf(id) === null && (
            <span className="lab-why">a number from 1 to {MOST_EXPERIMENT_SEEDS}</span>
          )}
        </p>
      )}
      <LabFields
        owner={info}
        texts={texts}
        checked={checked}
        isDisabled={isRunning}
        isChanged={Object.keys(texts).length > 0 || seeds !== null}
        onField={(one, text) => experiments.setField(id, one, text)}
        onReset={() => experiments.resetFields(id)}
      />
      {full !== null && (
        <p className="fine" data-testid="experiment-full">
          The full size ({full.what}) takes minutes to hours, on the command line: <code>{full.command}</code>
        </p>
      )}
    </details>
  );
}
