/**
 * The dialog about a trace under another controller. First the self-check: how near a run under its own controller comes to
 * it. Where that is near, a controller is chosen and run; the run can be laid over the trace, and saved. The worker
 * simulates it (src/engine/service/answers/what-if).
 */
import { type ReactNode, useEffect, useState } from 'react';
import { instant } from '../../../engine/base/text/figures';
import type { CandidateId } from '../../../engine/sender/congestion/candidates';
import { fileStem } from '../../../engine/service/redaction/redact';
import type { ControllerChoice, WhatIfAnswer } from '../../../engine/simulator/what-if/answer';
import { Button } from '../../controls/button';
import { FormHead } from '../../controls/form-head';
import { rememberName, saveFile, shareOptionsOf } from '../../controls/save-file';
import { useApp } from '../../controls/use-app';
import { useStore } from '../../controls/use-store';
import type { OpenTrace } from '../../state/traces/open-trace';
import type { DialogProps } from '../../workbench/slots';
import { controllerRemark, firstChoice, isFix } from './controller-words';
import { drawRun } from './draw-run';
import { runEnding } from './run-file';
import { type RunState, traceWhatIf } from './runs-of-trace';
import { whyNotAsked } from './why-not';
import '../../controls/form.css';
import './what-if.css';

export function WhatIfForm({ trace, onClose }: DialogProps): ReactNode {
  return (
    <>
      <FormHead title="What if: another controller" onClose={onClose} />
      {trace === null ? <p>No trace is open.</p> : <Offered trace={trace} onClose={onClose} />}
    </>
  );
}

interface OfTraceProps {
  readonly trace: OpenTrace;
  readonly onClose: () => void;
}

function Offered({ trace, onClose }: OfTraceProps): ReactNode {
  const why = whyNotAsked(trace, useStore(trace.snapshot));
  if (why !== null) return <p data-testid="what-if-refusal">{why}</p>;
  return <Asked key={trace.key} trace={trace} onClose={onClose} />;
}

function Asked({ trace, onClose }: OfTraceProps): ReactNode {
  const whatIf = trace.feature(traceWhatIf);
  const check = useStore(whatIf.check);
  useEffect(() => whatIf.begin(), [whatIf]);
  const answer = check?.state === 'answered' ? check.answer : null;
  const state = check?.state === 'failed' ? 'failed' : stateOf(answer);
  return (
    <div className="what-if-form" data-testid="what-if-form" data-state={state}>
      <p>
        The sender of this trace is simulated again under another controller, over the path, the losses and
        the data that the trace shows. Everything happens on this device.
      </p>
      {state === 'checking' && (
        <Progress words="Checking first: does a run under the trace’s own controller come near the trace?" />
      )}
      {check?.state === 'failed' && <Failure words={`The run could not be made. ${check.reason}`} />}
      {answer !== null && <Answered trace={trace} answer={answer} onClose={onClose} />}
    </div>
  );
}

function stateOf(answer: WhatIfAnswer | null): 'checking' | 'refused' | 'checked' {
  if (answer === null) return 'checking';
  return answer.refusal === null ? 'checked' : 'refused';
}

function Progress({ words }: { readonly words: string }): ReactNode {
  return (
    <div className="loading" data-testid="what-if-progress">
      <progress aria-label="Simulating" />
      <span role="status">{words} You can close this meanwhile.</span>
    </div>
  );
}

function Failure({ words }: { readonly words: string }): ReactNode {
  return (
    <p role="alert" data-testid="what-if-failed">
      {words} Close this and open it again to try once more.
    </p>
  );
}

interface AnsweredProps extends OfTraceProps {
  readonly answer: WhatIfAnswer;
}

function Answered({ trace, answer, onClose }: AnsweredProps): ReactNode {
  const { refusal, check, assumptions } = answer;
  return (
    <>
      {refusal !== null && (
        <p className="what-if-refusal" role="status" data-testid="what-if-refusal">
          <span aria-hidden="true">▲ </span>
          {refusal}
        </p>
      )}
      {refusal === null && check !== null && (
        <section aria-label="Check">
          <h3>Check: a run under the trace’s own controller</h3>
          <p data-testid="what-if-check" data-error={check.error}>
            {check.words} That is near enough to ask: it is within 10 %.
          </p>
        </section>
      )}
      {refusal === null && <Choice trace={trace} answer={answer} onClose={onClose} />}
      {assumptions.length > 0 && (
        <section aria-label="What a run assumes">
          <h3>What a run takes from the trace, and what it leaves out</h3>
          <ul className="what-if-assumptions" data-testid="what-if-assumptions">
            {assumptions.map((words) => (
              <li key={words}>{words}</li>
            ))}
          </ul>
        </section>
      )}
    </>
  );
}

function Choice({ trace, answer, onClose }: AnsweredProps): ReactNode {
  const whatIf = trace.feature(traceWhatIf);
  const wanted = useStore(whatIf.chosen);
  const runs = useStore(whatIf.runs);
  const { check, controllers } = answer;
  const chosen = controllers.find(({ id }) => id === (wanted ?? firstChoice(answer)));
  if (check === null || chosen === undefined) return null;
  const own = check.own.id;
  const run = runs.get(chosen.id) ?? null;
  return (
    <section aria-label="Another controller">
      <h3>Another controller</h3>
      <p className="what-if-choice">
        <select
          className="field"
          aria-label="Controller"
          aria-describedby="what-if-remark"
          data-testid="what-if-controller"
          value={chosen.id}
          onChange={({ target }) => whatIf.chosen.set(target.value as CandidateId)}
        >
          {controllers.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
              {isFix(id, own) && ' (the fix)'}
            </option>
          ))}
        </select>
        <Button
          className={run?.state === 'made' ? 'button' : 'button primary'}
          data-testid="what-if-run"
          disabled={run !== null && run.state !== 'failed'}
          onClick={() => whatIf.run(chosen.id)}
        >
          Run it
        </Button>
      </p>
      <p className="fine" id="what-if-remark" data-testid="what-if-remark">
        {controllerRemark(chosen.id, own)}
      </p>
      {run !== null && (
        <Run trace={trace} controller={chosen} fromUs={check.fromUs} run={run} onClose={onClose} />
      )}
    </section>
  );
}

interface RunProps extends OfTraceProps {
  /** When a run begins, µs. */
  readonly fromUs: number;
  readonly controller: ControllerChoice;
  readonly run: RunState;
}

function Run({ trace, controller, fromUs, run, onClose }: RunProps): ReactNode {
  if (run.state === 'running') return <Progress words={`Simulating the sender under ${controller.name}.`} />;
  if (run.state === 'failed') {
    return (
      <p role="alert" data-testid="what-if-failed">
        The run could not be made. {run.reason}
      </p>
    );
  }
  return (
    <>
      <p
        className="what-if-outcome"
        role="status"
        data-testid="what-if-outcome"
        data-controller={controller.id}
      >
        {run.words}
      </p>
      <Actions trace={trace} controller={controller.id} fromUs={fromUs} run={run.trace} onClose={onClose} />
    </>
  );
}

interface ActionsProps extends OfTraceProps {
  readonly controller: CandidateId;
  readonly fromUs: number;
  readonly run: Blob;
}

function Actions({ trace, controller, fromUs, run, onClose }: ActionsProps): ReactNode {
  const app = useApp();
  const [options, setOptions] = useState(() => shareOptionsOf(trace));
  const ending = runEnding(controller);
  return (
    <>
      <p className="form-actions">
        <Button
          className="button primary"
          data-testid="what-if-draw"
          onClick={() => {
            onClose();
            void drawRun(app, trace, controller, run);
          }}
        >
          Draw it over the trace
        </Button>
        <Button data-testid="what-if-save" onClick={() => saveFile(trace, options, ending, run)}>
          Save the run
        </Button>
        <label className="what-if-name">
          <input
            type="checkbox"
            data-tick="fileName"
            checked={options.fileName}
            onChange={({ target }) => {
              const changed = { ...options, fileName: target.checked };
              rememberName(trace, changed);
              setOptions(changed);
            }}
          />
          Name of the trace in the name of the file
        </label>
      </p>
      <p className="fine">
        It is saved as {fileStem(trace.name, options)}
        {ending}, a qlog of the simulated sender with the times of this trace, and begins at {instant(fromUs)}
        . A link to this page does not hold it: save it to pass it on.
      </p>
    </>
  );
}
