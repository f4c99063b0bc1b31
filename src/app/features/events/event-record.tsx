/**
 * The raw record of one event, with its byte offset. Rendered as text, never markup; reading, indenting and
 * redacting it is left to the worker.
 */
import { type ReactNode, useEffect, useRef } from 'react';
import { bytes, count, percent } from '../../../engine/base/text/figures';
import type { RecordAnswer } from '../../../engine/reading/contract/events';
import { Button } from '../../controls/button';
import { CopyButton } from '../../controls/copy-button';
import type { RecordView } from '../../state/events/record-view';
import type { OpenTrace } from '../../state/traces/open-trace';
import { DecidingWords } from './deciding-records';
import { placeWords } from './place-words';

/** Above what is marked, CSS pixels. */
const LINES_ABOVE_PX = 32;

interface EventRecordProps {
  readonly trace: OpenTrace;
  readonly record: RecordView;
  readonly onClose: () => void;
}

export function EventRecord({ trace, record, onClose }: EventRecordProps): ReactNode {
  const { event, answer } = record;
  const section = useRef<HTMLElement | null>(null);
  // Focus the record: Escape goes back to the list.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another record is the reason to run
  useEffect(() => section.current?.focus({ preventScroll: true }), [event]);
  return (
    <section
      ref={section}
      className="event-record"
      data-testid="event-record"
      data-row={event.row}
      tabIndex={-1}
      aria-label={`Record of event ${count(event.row + 1)}`}
      onKeyDown={(key) => {
        if (key.key !== 'Escape') return;
        key.preventDefault();
        key.stopPropagation();
        onClose();
      }}
    >
      <header>
        <strong>Event {count(event.row + 1)}</strong>
        {answer !== null && (
          <span data-testid="event-place">
            {placeWords(answer.place)}, {bytes(answer.sizeBytes)}
          </span>
        )}
        {answer?.shown && <code data-testid="event-shown">{answer.shown.words}</code>}
        <DecidingWords trace={trace} row={event.row} />
        {answer !== null && <CopyRecord text={answer.text} shared={answer.shared} />}
        <Button onClick={onClose}>Close</Button>
      </header>
      <RecordText record={record} />
    </section>
  );
}

function RecordText({ record: { answer, error, share } }: { readonly record: RecordView }): ReactNode {
  if (error !== null) return <p className="filter-error">{error}</p>;
  if (answer === null) {
    return (
      <p className="events-progress">
        <progress aria-label="Reading the source again" value={share} max={1} />
        Reading the source again to reach this record: {percent(share)}
      </p>
    );
  }
  return (
    <>
      {answer.shortened && <p className="fine">Only the beginning is shown; the record is longer.</p>}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, and so must be reached by keys */}
      <pre tabIndex={0}>
        <MarkedText answer={answer} />
      </pre>
    </>
  );
}

/** The field that decides what is chosen is marked, and scrolled to within the text alone: its words stay in sight. */
function MarkedText({ answer: { text, shown } }: { readonly answer: RecordAnswer }): ReactNode {
  const mark = useRef<HTMLElement | null>(null);
  useEffect(() => {
    const lines = mark.current?.parentElement;
    if (shown !== null && mark.current && lines) lines.scrollTop = mark.current.offsetTop - LINES_ABOVE_PX;
  }, [shown]);
  if (shown === null) return text;
  return (
    <>
      {text.slice(0, shown.from)}
      <mark ref={mark}>{text.slice(shown.from, shown.to)}</mark>
      {text.slice(shown.to)}
    </>
  );
}

/** Two buttons: one copies the raw record, the other the fields that an export writes. */
function CopyRecord({ text, shared }: Pick<RecordAnswer, 'text' | 'shared'>): ReactNode {
  return (
    <>
      {shared !== null && (
        <CopyButton label="Copy known fields" testId="copy-known-fields" text={() => shared} />
      )}
      <CopyButton
        label="Copy raw record"
        testId="copy-record"
        title="As logged: it may hold addresses, tokens, connection ids and other text of the log"
        text={() => text}
      />
    </>
  );
}
