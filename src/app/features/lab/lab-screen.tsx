/** The lab on the screen: the scenario, what to look for, its fields, and what came of its runs. */
import { type ReactNode, type RefObject, useEffect, useId, useRef } from 'react';
import { count, plural } from '../../../engine/base/text/figures';
import type { ScenarioInfo } from '../../../engine/simulator/lab/contract';
import { Button } from '../../controls/button';
import { RunQuestion } from '../../controls/run-question';
import { useApp } from '../../controls/use-app';
import { useStore } from '../../controls/use-store';
import { type Lab, type LabPage, type LabState, MOST_SEEDS } from '../../state/lab/lab';
import { labStore } from '../../state/lab/lab-store';
import { ExperimentsHead, ExperimentsPage } from './experiments-page';
import { LabFields } from './lab-fields';
import { LabResults } from './lab-results';
import { closeLab } from './open-lab';
import './lab.css';

export function LabScreen(): ReactNode {
  const lab = useStore(useApp().feature(labStore));
  return lab === null ? null : <Screen lab={lab} />;
}

function Screen({ lab }: { readonly lab: Lab }): ReactNode {
  const state = useStore(lab.state);
  const page = useStore(lab.page);
  const app = useApp();
  const { begin, end, begun } = useHeldFocus(state.isRunning);
  return (
    <div
      className="lab"
      data-testid="lab"
      data-page={page}
      data-running={state.isRunning}
      data-done={state.runs?.done ?? 0}
    >
      <div className="lab-head">
        <h2>Lab</h2>
        <PageSwitch lab={lab} page={page} />
        {page === 'scenarios' ? (
          <RunForm lab={lab} state={state} begin={begin} begun={begun} end={end} />
        ) : (
          <ExperimentsHead lab={lab} />
        )}
        <Button className="button lab-close" data-testid="close-lab" onClick={() => closeLab(app)}>
          Close lab
        </Button>
      </div>
      {page === 'scenarios' && state.question !== null && (
        <RunQuestion
          question={state.question}
          asker={begin}
          onRun={() => {
            begun();
            void lab.run(true);
          }}
          onCancel={() => lab.dismissQuestion()}
        />
      )}
      {page === 'scenarios' ? <Scenario lab={lab} state={state} /> : <ExperimentsPage lab={lab} />}
    </div>
  );
}

const PAGES: readonly (readonly [page: LabPage, title: string])[] = [
  ['scenarios', 'Scenarios'],
  ['experiments', 'Experiments'],
];

function PageSwitch({ lab, page }: { readonly lab: Lab; readonly page: LabPage }): ReactNode {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for a form.
    <div className="lab-pages" role="group" aria-label="Page of the lab">
      {PAGES.map(([id, title]) => (
        <Button
          key={id}
          data-testid={`lab-page-${id}`}
          aria-pressed={id === page}
          onClick={() => lab.show(id)}
        >
          {title}
        </Button>
      ))}
    </div>
  );
}

function Scenario({ lab, state }: HeadProps): ReactNode {
  const scenario = lab.chosen;
  return (
    <>
      {state.problem !== null && (
        <p className="message error" role="alert" data-testid="lab-problem">
          {state.problem}
        </p>
      )}
      {state.lost.length > 0 && (
        <p className="message warning" role="alert" data-testid="lab-lost">
          The link sets {state.lost.join(', ')}, which this scenario has not; the rest of it is used.
        </p>
      )}
      {scenario !== null && (
        <div className="lab-body">
          <section className="lab-setting" aria-label="Setting">
            <ul className="lab-look">
              {scenario.look.map((sentence) => (
                <li key={sentence}>{sentence}</li>
              ))}
            </ul>
            <ScenarioFields lab={lab} state={state} scenario={scenario} />
          </section>
          <LabResults lab={lab} />
        </div>
      )}
    </>
  );
}

function ScenarioFields({
  lab,
  state: { texts, checked, isRunning, seeds },
  scenario,
}: HeadProps & { readonly scenario: ScenarioInfo }): ReactNode {
  return (
    <LabFields
      owner={scenario}
      texts={texts}
      checked={checked}
      isDisabled={isRunning}
      isChanged={Object.keys(texts).length > 0 || seeds !== null}
      onField={(id, text) => lab.setField(id, text)}
      onReset={() => lab.resetFields()}
    />
  );
}

interface HeadProps {
  readonly lab: Lab;
  readonly state: LabState;
}

function RunForm({ lab, state, begin, end, begun }: HeadProps & HeldFocus): ReactNode {
  const id = useId();
  const { scenarios, scenario, isRunning, runs, checked } = state;
  const isValid = checked !== null && Object.keys(checked.problems).length === 0 && lab.seeds !== null;
  return (
    <form
      className="lab-run-form"
      onSubmit={(event) => {
        event.preventDefault();
        begun();
        void lab.run();
      }}
    >
      <label htmlFor={`${id}-scenario`}>Scenario</label>
      <select
        id={`${id}-scenario`}
        data-testid="lab-scenario"
        value={scenario}
        disabled={isRunning}
        onChange={({ target }) => lab.choose(target.value)}
      >
        {(scenarios ?? []).map((one) => (
          <option key={one.id} value={one.id}>
            {one.title}
          </option>
        ))}
      </select>
      <label htmlFor={`${id}-seeds`}>Runs of each variant</label>
      <input
        id={`${id}-seeds`}
        className="lab-number"
        data-testid="lab-seeds"
        inputMode="numeric"
        value={state.seeds ?? String(lab.chosen?.seeds ?? '')}
        disabled={isRunning}
        aria-invalid={lab.seeds === null && scenarios !== null}
        onChange={({ target }) => lab.setSeeds(target.value)}
      />
      {lab.seeds === null && scenarios !== null && (
        <span className="lab-why">a number from 1 to {count(MOST_SEEDS)}</span>
      )}
      <button
        ref={begin}
        type="submit"
        className="button primary"
        data-testid="lab-run"
        disabled={isRunning || !isValid}
      >
        Run
      </button>
      {isRunning && runs !== null && (
        <span className="lab-progress" role="status">
          <progress aria-label="Runs done" max={runs.total} value={runs.done} />
          <span data-testid="lab-progress">
            {count(runs.done)} of {plural(runs.total, 'run')}
          </span>
          <Button ref={end} data-testid="lab-cancel" onClick={() => lab.cancel()}>
            Cancel
          </Button>
        </span>
      )}
    </form>
  );
}

interface HeldFocus {
  readonly begin: RefObject<HTMLButtonElement | null>;
  readonly end: RefObject<HTMLButtonElement | null>;
  /** The runs were begun here, and not by a link. */
  readonly begun: () => void;
}

/** What had the focus is disabled while it runs, or goes at its end: the focus goes to the button that ends the runs, and back. */
function useHeldFocus(isRunning: boolean): HeldFocus {
  const begin = useRef<HTMLButtonElement>(null);
  const end = useRef<HTMLButtonElement>(null);
  const isOurs = useRef(false);
  useEffect(() => {
    const { activeElement, body } = document;
    const isLost = activeElement === body || activeElement?.matches(':disabled') === true;
    if (isOurs.current && isLost) (isRunning ? end : begin).current?.focus();
  }, [isRunning]);
  const begun = (): void => {
    isOurs.current = true;
  };
  return { begin, end, begun };
}
