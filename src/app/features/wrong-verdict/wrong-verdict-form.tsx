/** The dialog about a verdict that the user calls wrong: what the trace shows instead, and the file that says so. */
import { type ReactNode, useState } from 'react';
import { instant } from '../../../engine/base/text/figures';
import type { Finding } from '../../../engine/findings/finding/finding';
import { SHARE_NOTHING } from '../../../engine/reading/contract/share-options';
import type { Snapshot } from '../../../engine/reading/contract/snapshot';
import { type Expected, MAX_BECAUSE_LENGTH } from '../../../sharing/report/records/disputed-verdict';
import { intervalWords } from '../../../sharing/report/words/finding-words';
import { Button } from '../../controls/button';
import { FormHead } from '../../controls/form-head';
import { saveFile } from '../../controls/save-file';
import { useStore } from '../../controls/use-store';
import type { OpenTrace } from '../../state/traces/open-trace';
import type { DialogProps } from '../../workbench/slots';
import '../../controls/form.css';
import './wrong-verdict.css';
import { askedFinding, type GivenAnswer, givenAnswers } from './asked-finding';
import { type Answer, disputedEnding, disputedFile, disputedRange } from './save-disputed';

const CHOICES: readonly { readonly id: Expected; readonly words: string }[] = [
  { id: 'death-spiral', words: 'A death spiral' },
  { id: 'recovered', words: 'Losses, and a window that recovered from them' },
  { id: 'healthy', words: 'Nothing that is wrong' },
  { id: 'other', words: 'Something else' },
];

export function WrongVerdictForm({ trace, onClose }: DialogProps): ReactNode {
  return (
    <>
      <FormHead title="This verdict is wrong" onClose={onClose} />
      {trace === null ? <p>No trace is open.</p> : <Asked trace={trace} />}
    </>
  );
}

function Asked({ trace }: { readonly trace: OpenTrace }): ReactNode {
  const snapshot = useStore(trace.snapshot);
  const key = useStore(trace.feature(askedFinding));
  const finding = snapshot?.findings.find((one) => one.key === key);
  if (trace.digest !== null) return <p>A digest holds no events to save: open the trace itself.</p>;
  if (snapshot === null || finding === undefined) return <p>The trace has no such finding.</p>;
  return <Form key={key} trace={trace} snapshot={snapshot} finding={finding} />;
}

interface FormProps {
  readonly trace: OpenTrace;
  readonly snapshot: Snapshot;
  readonly finding: Finding;
}

const NO_ANSWER: GivenAnswer = { expected: null, because: '' };

type SaveState = 'open' | 'busy' | 'saved' | { readonly failed: string };

function Form({ trace, snapshot, finding }: FormProps): ReactNode {
  const given = trace.feature(givenAnswers);
  const [answer, setAnswer] = useState(given.get(finding.key) ?? NO_ANSWER);
  const { expected, because } = answer;
  const change = (changed: GivenAnswer): void => {
    given.set(finding.key, changed);
    setAnswer(changed);
  };
  const [state, setState] = useState<SaveState>('open');
  const save = (chosen: Answer): void => {
    setState('busy');
    const source = { name: trace.name, snapshot };
    disputedFile((request) => trace.request('export', request), source, finding, chosen).then(
      (file) => {
        saveFile(trace, SHARE_NOTHING, disputedEnding(finding), file);
        setState('saved');
      },
      (error: unknown) => setState({ failed: error instanceof Error ? error.message : String(error) }),
    );
  };
  return (
    <div
      className="wrong-verdict-form"
      data-testid="wrong-verdict-form"
      data-state={typeof state === 'string' ? state : 'failed'}
    >
      <p>
        <strong>{finding.title}</strong>, {intervalWords(finding, snapshot)}: {finding.verdict}
      </p>
      <AnswerFields answer={answer} onChange={change} />
      <Contents snapshot={snapshot} finding={finding} />
      <p className="form-actions">
        <Button
          className="button primary"
          data-testid="wrong-verdict-save"
          disabled={expected === null || state === 'busy'}
          onClick={() => expected !== null && save({ expected, because })}
        >
          Save as a test case
        </Button>
        <span role="status">{stateWords(state)}</span>
      </p>
      {typeof state !== 'string' && (
        <p role="alert" data-testid="wrong-verdict-failed">
          The file could not be made. {state.failed} Nothing was saved.
        </p>
      )}
    </div>
  );
}

interface AnswerFieldsProps {
  readonly answer: GivenAnswer;
  readonly onChange: (answer: GivenAnswer) => void;
}

/** What the trace shows instead, and why. */
function AnswerFields({ answer, onChange }: AnswerFieldsProps): ReactNode {
  return (
    <>
      <fieldset className="tick-boxes">
        <legend>What does the trace show there?</legend>
        {CHOICES.map(({ id, words }) => (
          <label key={id}>
            <input
              type="radio"
              name="expected"
              value={id}
              checked={answer.expected === id}
              onChange={() => onChange({ ...answer, expected: id })}
            />
            {words}
          </label>
        ))}
      </fieldset>
      <label className="wrong-verdict-because">
        Why? (optional)
        <textarea
          className="field"
          rows={3}
          maxLength={MAX_BECAUSE_LENGTH}
          value={answer.because}
          onChange={({ target }) => onChange({ ...answer, because: target.value })}
        />
      </label>
    </>
  );
}

function stateWords(state: SaveState): string {
  if (state === 'busy') return 'Reading the events again';
  return state === 'saved' ? 'Saved.' : '';
}

/** What the file holds, and what becomes of it. */
function Contents({ snapshot, finding }: Omit<FormProps, 'trace'>): ReactNode {
  const { fromUs, toUs } = disputedRange(finding, snapshot);
  const length = toUs - fromUs;
  return (
    <p className="fine">
      The file is a qlog of the events from {instant(fromUs, length)} to {instant(toUs, length)}, known fields
      only: without file name, addresses, connection IDs, time of day and free text of the log. Its header
      holds the finding and your answer. It is made on this device; nothing is sent. Attach it to an issue, or
      put it into <code>tests/corpus/disputed</code> of qlogscope, where it is a test.
    </p>
  );
}
