/** The dialog that puts traces beside the shown one: those of other tabs, other connections of its file, or files to be opened. */
import { type ReactNode, useState } from 'react';
import { amount, count, duration } from '../../../engine/base/text/figures';
import { Button } from '../../controls/button';
import { FormHead } from '../../controls/form-head';
import { filePicker } from '../../controls/open-button';
import { severityIcon } from '../../controls/severity';
import { useApp } from '../../controls/use-app';
import { useStore } from '../../controls/use-store';
import { compareAll, compareWith, compareWithFiles, MOST_COMPARED } from '../../state/compare/actions';
import type { OpenTrace } from '../../state/traces/open-trace';
import type { DialogProps } from '../../workbench/slots';
import { type Candidate, candidatesOf } from './candidates';
import { nameOf } from './compared-names';
import '../../controls/form.css';
import './compare.css';

/** A search field is shown for more. */
const SEARCH_FROM = 8;
/** More are found by typing. */
const MOST_LISTED = 60;

export function CompareForm({ trace, onClose }: DialogProps): ReactNode {
  return (
    <>
      <FormHead title="Compare with another trace" onClose={onClose} />
      {trace !== null && <OfTrace trace={trace} onClose={onClose} />}
    </>
  );
}

function OfTrace({ trace, onClose }: { readonly trace: OpenTrace; readonly onClose: () => void }): ReactNode {
  const app = useApp();
  const { files } = useStore(app.files.list);
  const view = useStore(trace.home.view);
  const [query, setQuery] = useState('');
  const candidates = candidatesOf(files, trace.home);
  const matches = candidates.filter(({ name }) => name.toLowerCase().includes(query.trim().toLowerCase()));
  const listed = matches.slice(0, MOST_LISTED);
  const isFull = view.lanes.length >= MOST_COMPARED;
  const act = (run: () => void): void => {
    onClose();
    run();
  };
  return (
    <div className="compare-form" data-testid="compare-form">
      <p>
        Beside <strong>{nameOf(trace)}</strong>, on one time axis, aligned at the last loss where both have
        one. {count(MOST_COMPARED)} traces at most.
      </p>
      {isFull && <p role="status">The comparison is full. Remove a trace first.</p>}
      <ManyButtons openFiles={files.length} isFull={isFull} act={act} />
      {candidates.length > SEARCH_FROM && (
        <input
          className="field"
          type="search"
          aria-label="Find a trace"
          placeholder="Name"
          value={query}
          onChange={({ target }) => setQuery(target.value)}
        />
      )}
      <ul>
        {listed.map((candidate) => (
          <li key={candidate.key}>
            <CandidateButton
              candidate={candidate}
              isDisabled={isFull}
              onChoose={() => act(() => compareWith(app, candidate.file, candidate.connection))}
            />
          </li>
        ))}
      </ul>
      {candidates.length === 0 && <p className="none">No other trace is open.</p>}
      {matches.length > listed.length && (
        <p className="none">{count(matches.length - listed.length)} more: type to find them.</p>
      )}
    </div>
  );
}

interface ManyButtonsProps {
  readonly openFiles: number;
  readonly isFull: boolean;
  readonly act: (run: () => void) => void;
}

/** Several at once: files to be opened, or all that are open. */
function ManyButtons({ openFiles, isFull, act }: ManyButtonsProps): ReactNode {
  const app = useApp();
  return (
    <p className="form-actions">
      <Button
        data-testid="compare-file"
        disabled={isFull}
        onClick={() =>
          act(() => app.feature(filePicker).pick((picked) => void compareWithFiles(app, picked)))
        }
      >
        Open a file to compare with…
      </Button>
      {openFiles > 1 && (
        <Button
          data-testid="compare-all"
          disabled={openFiles > MOST_COMPARED}
          onClick={() => act(() => compareAll(app))}
        >
          Compare all {count(openFiles)} open traces
        </Button>
      )}
    </p>
  );
}

interface CandidateButtonProps {
  readonly candidate: Candidate;
  readonly isDisabled: boolean;
  readonly onChoose: () => void;
}

function CandidateButton({ candidate, isDisabled, onChoose }: CandidateButtonProps): ReactNode {
  const { name, summary, status } = candidate;
  const worst = summary?.worst ?? null;
  return (
    <Button
      className="compare-candidate"
      data-testid="add-lane"
      data-name={name}
      disabled={isDisabled || status === 'failed'}
      onClick={onChoose}
    >
      <span className={`tab-status status-${worst ?? 'no-finding'}`}>
        {worst === null ? '○' : severityIcon(worst)}
        <span className="visually-hidden"> {worst ?? 'no finding'}</span>
      </span>{' '}
      {name}
      <span className="compare-facts">
        {status === 'failed' && 'could not be read'}
        {status === 'loading' && 'is being read: compared once that has ended'}
        {status === 'ready' &&
          summary !== null &&
          `${summary.side === 'unknown' ? 'side unknown' : summary.side}, ${duration(summary.durationUs)}, ${amount(summary.sentBytes)} sent`}
      </span>
    </Button>
  );
}
