/** The lab on the screen: the scenario, what to look for, its fields, and what came of its runs. */
import { type ReactNode, type RefObject, useEffect, useId, useRef } from 'react';
import type { ScenarioInfo } from '../../../engine/lab/contract';
import type { Field } from '../../../engine/simulate/scenario';
import { count, plural } from '../../../engine/text/figures';
import { useApp } from '../../controls/use-app';
import { useStore } from '../../controls/use-store';
import { type Lab, type LabState, MOST_SEEDS } from '../../state/lab';
import { LabResults } from './lab-results';
import { closeLab } from './open-lab';
import './lab.css';

export function LabScreen(): ReactNode {
  const lab = useStore(useApp().lab);
  return lab === null ? null : <Screen lab={lab} />;
}

function Screen({ lab }: { readonly lab: Lab }): ReactNode {
  const state = useStore(lab.state);
  const scenario = lab.chosen;
  return (
    <div className="lab" data-testid="lab" data-running={state.isRunning} data-done={state.runs?.done ?? 0}>
      <Head {...{ lab, state }} />
      {state.problem !== null && (
        <p className="message error" role="alert" data-testid="lab-problem">
          {state.problem}
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
            <Fields {...{ lab, state, scenario }} />
          </section>
          <LabResults lab={lab} />
        </div>
      )}
    </div>
  );
}

interface HeadProps {
  readonly lab: Lab;
  readonly state: LabState;
}

function Head({ lab, state }: HeadProps): ReactNode {
  const app = useApp();
  const id = useId();
  const { scenarios, scenario, isRunning, runs, checked } = state;
  const isValid = checked !== null && Object.keys(checked.problems).length === 0 && lab.seeds !== null;
  const { begin, end, begun } = useFocusKept(isRunning);
  return (
    <form
      className="lab-head"
      onSubmit={(event) => {
        event.preventDefault();
        begun();
        void lab.run();
      }}
    >
      <h2>Lab</h2>
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
          <button
            ref={end}
            type="button"
            className="button"
            data-testid="lab-cancel"
            onClick={() => lab.cancel()}
          >
            Cancel
          </button>
        </span>
      )}
      <button
        type="button"
        className="button lab-close"
        data-testid="close-lab"
        onClick={() => closeLab(app)}
      >
        Close lab
      </button>
    </form>
  );
}

interface FocusKept {
  readonly begin: RefObject<HTMLButtonElement | null>;
  readonly end: RefObject<HTMLButtonElement | null>;
  /** The runs were begun here, and not by a link. */
  readonly begun: () => void;
}

/** What had the focus is disabled while it runs, or goes at its end: the focus goes to the button that ends the runs, and back. */
function useFocusKept(isRunning: boolean): FocusKept {
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

interface FieldsProps extends HeadProps {
  readonly scenario: ScenarioInfo;
}

function Fields({ lab, state, scenario }: FieldsProps): ReactNode {
  const { texts, checked, isRunning, seeds } = state;
  const isChanged = Object.keys(texts).length > 0 || seeds !== null;
  const groups = [...new Set(scenario.fields.map(({ group }) => group))];
  return (
    <fieldset className="lab-fields" disabled={isRunning} data-testid="lab-fields">
      <legend>Fields</legend>
      {groups.map((group) => {
        const lines = scenario.fields
          .filter((field) => field.group === group)
          .map((field) => (
            <FieldLine
              key={`${scenario.id} ${field.id}`}
              {...{
                lab,
                field,
                text: texts[field.id] ?? String(field.initial),
                why: checked?.problems[field.id] ?? null,
              }}
            />
          ));
        return group === undefined ? (
          lines
        ) : (
          <fieldset key={group} className="lab-group">
            <legend>{group}</legend>
            {lines}
          </fieldset>
        );
      })}
      <button
        type="button"
        className="button"
        data-testid="lab-reset"
        disabled={!isChanged}
        onClick={() => lab.resetFields()}
      >
        Reset fields
      </button>
    </fieldset>
  );
}

interface FieldLineProps {
  readonly lab: Lab;
  readonly field: Field;
  readonly text: string;
  /** Why the text is no value; null where it is. */
  readonly why: string | null;
}

function FieldLine({ lab, field, text, why }: FieldLineProps): ReactNode {
  const id = useId();
  const isChanged = text !== String(field.initial);
  const label = field.kind === 'number' && field.unit !== '' ? `${field.title}, ${field.unit}` : field.title;
  const common = {
    id,
    'data-field': field.id,
    'aria-describedby': `${id}-about`,
    className: isChanged ? 'lab-number changed' : 'lab-number',
  };
  return (
    <div className="lab-field">
      <label htmlFor={id} title={field.about}>
        {label}
      </label>
      {field.kind === 'choice' ? (
        <select {...common} value={text} onChange={({ target }) => lab.setField(field.id, target.value)}>
          {field.choices.map(([value, title]) => (
            <option key={value} value={value}>
              {title}
            </option>
          ))}
        </select>
      ) : (
        <input
          {...common}
          inputMode="decimal"
          value={text}
          aria-invalid={why !== null}
          onChange={({ target }) => lab.setField(field.id, target.value)}
        />
      )}
      <span id={`${id}-about`} className={why === null ? 'visually-hidden' : 'lab-why'}>
        {why ?? field.about}
      </span>
    </div>
  );
}
