/** The list of notes beside the panels, below the findings, by time; a click goes to a note's place. */

import type { ReactNode } from 'react';
import { plural } from '../../../engine/base/text/figures';
import { withRemarks } from '../../../engine/base/text/remarks';
import type { Snapshot } from '../../../engine/reading/contract/snapshot';
import { placedNotes } from '../../../sharing/notes/note';
import { Button } from '../../controls/button';
import { FailureBoundary } from '../../controls/failure-boundary';
import { useListSight } from '../../controls/list-sight';
import { useStore } from '../../controls/use-store';
import { traceNotes } from '../../state/notes/file-notes';
import type { OpenTrace } from '../../state/traces/open-trace';
import { writeNote } from './note-actions';
import { NoteCard } from './note-card';
import { NoteEditor } from './note-editor';

interface NotesProps {
  readonly trace: OpenTrace;
  readonly snapshot: Snapshot;
}

/** So many notes have their texts in the page at once. */
const FEW = 20;

export function Notes({ trace, snapshot }: NotesProps): ReactNode {
  const { book, draft, removed, brought } = useStore(trace.feature(traceNotes).current);
  const sight = useListSight();
  return (
    <section className="notes" aria-label="Notes" data-testid="notes">
      <header className="notes-head">
        <h2>Notes</h2>
        <Button className="link" data-testid="add-note" onClick={() => writeNote(trace)}>
          Add a note (M)
        </Button>
      </header>
      {draft !== null && draft.id === null && <NoteEditor trace={trace} draft={draft} />}
      <ul>
        {placedNotes(book.notes, withRemarks(snapshot)).map((placed) =>
          draft !== null && draft.id === placed.note.id ? (
            <li key={placed.note.id}>
              <NoteEditor trace={trace} draft={draft} />
            </li>
          ) : (
            <FailureBoundary key={placed.note.id} isItem part="A note" resetOn={placed.note}>
              <NoteCard trace={trace} placed={placed} sight={sight} isOneOfMany={book.notes.length > FEW} />
            </FailureBoundary>
          ),
        )}
      </ul>
      {trace.digest !== null && (draft !== null || book.past.length > 0) && (
        <p className="fine" data-testid="notes-unkept">
          Notes on a digest are not kept on this device: share the digest again to put them into its link.
        </p>
      )}
      <p className="notes-removed" aria-live="polite">
        {removed !== null && (
          <>
            Note deleted. <UndoButton trace={trace} testId="undo-note" />
          </>
        )}
        {brought > 0 && (
          <span data-testid="notes-brought">
            {plural(brought, 'note')} added from a digest; {brought === 1 ? 'its' : 'their'} author is not
            known. <UndoButton trace={trace} testId="undo-brought" />
          </span>
        )}
      </p>
    </section>
  );
}

function UndoButton({ trace, testId }: { readonly trace: OpenTrace; readonly testId: string }): ReactNode {
  return (
    <Button
      className="link"
      data-testid={testId}
      onClick={(event) => {
        event.currentTarget.closest<HTMLElement>('main')?.focus({ preventScroll: true });
        trace.feature(traceNotes).undo();
      }}
    >
      Undo
    </Button>
  );
}
