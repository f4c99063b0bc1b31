/** The editor of a note with a preview below. Ctrl+Enter saves; Esc leaves it, and keeps a changed text as a draft. */
import { type ReactNode, type RefObject, useEffect, useLayoutEffect, useRef } from 'react';
import { count } from '../../../engine/base/text/figures';
import { parseNote } from '../../../sharing/notes/markdown';
import { MAX_NOTE_LENGTH, MAX_NOTES } from '../../../sharing/notes/note';
import { Button } from '../../controls/button';
import { traceNotes } from '../../state/notes/file-notes';
import type { NoteDraft, TraceNotes } from '../../state/notes/trace-notes';
import type { OpenTrace } from '../../state/traces/open-trace';
import { anchorWords } from './note-actions';
import { NoteText } from './note-text';

interface NoteEditorProps {
  readonly trace: OpenTrace;
  readonly draft: NoteDraft;
}

/** Moves the focus to the trace: the focused element is removed. */
function leave(element: HTMLElement): void {
  element.closest<HTMLElement>('main')?.focus({ preventScroll: true });
}

/** It grows with its preview, at the end of a scrolling list: it stays in view. */
function useInView(text: string): RefObject<HTMLDivElement | null> {
  const box = useRef<HTMLDivElement | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the text is the reason to run
  useLayoutEffect(() => {
    box.current?.scrollIntoView({ block: 'nearest', behavior: 'auto' });
  }, [text]);
  return box;
}

/** The browser asks before it throws a written text away. */
function useAskBeforeUnload(notes: TraceNotes): void {
  useEffect(() => {
    const ask = (event: BeforeUnloadEvent): void => {
      if (notes.isChanged) event.preventDefault();
    };
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [notes]);
}

export function NoteEditor({ trace, draft }: NoteEditorProps): ReactNode {
  const notes = trace.feature(traceNotes);
  const box = useInView(draft.text);
  useAskBeforeUnload(notes);
  const isEmpty = draft.text.trim() === '';
  const isFull = draft.id === null && notes.current.get().book.notes.length >= MAX_NOTES;
  const save = (element: HTMLElement): void => {
    if (isEmpty || isFull) return;
    leave(element);
    notes.save();
  };
  const cancel = (element: HTMLElement): void => {
    leave(element);
    notes.cancel();
  };
  return (
    <div className="note-editor" data-testid="note-editor" ref={box}>
      <label>
        <span className="note-place">
          {draft.id === null ? 'New note at' : 'Note at'} {anchorWords(draft.anchor, trace)}
        </span>
        <textarea
          className="field"
          rows={4}
          maxLength={MAX_NOTE_LENGTH}
          value={draft.text}
          aria-describedby="note-help"
          onChange={(event) => notes.write(event.target.value)}
          onKeyDown={(event) => {
            if (event.key === 'Escape') {
              leave(event.currentTarget);
              notes.leave();
            } else if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) save(event.currentTarget);
            else return;
            event.preventDefault();
            event.stopPropagation();
          }}
        />
      </label>
      <p className="fine" id="note-help">
        *emphasis*, **strong**, `code`, - lists, [words](https://…). Ctrl+Enter saves, Esc leaves the text as
        a draft.
      </p>
      {draft.text.length >= MAX_NOTE_LENGTH && (
        <p role="status" data-testid="note-long">
          A note holds {count(MAX_NOTE_LENGTH)} characters: what was typed or pasted beyond them is not in it.
        </p>
      )}
      {isFull && <p role="alert">There are {count(MAX_NOTES)} notes already; delete one to save this one.</p>}
      {!isEmpty && (
        <section className="note-preview" aria-label="Preview" data-testid="note-preview">
          <NoteText blocks={parseNote(draft.text)} />
        </section>
      )}
      <EditorButtons canSave={!isEmpty && !isFull} onSave={save} onCancel={cancel} />
    </div>
  );
}

interface EditorButtonsProps {
  readonly canSave: boolean;
  /** With the button, which is removed. */
  readonly onSave: (button: HTMLElement) => void;
  readonly onCancel: (button: HTMLElement) => void;
}

function EditorButtons({ canSave, onSave, onCancel }: EditorButtonsProps): ReactNode {
  return (
    <p className="note-actions">
      <Button
        className="button primary"
        data-testid="note-save"
        disabled={!canSave}
        onClick={(event) => onSave(event.currentTarget)}
      >
        Save
      </Button>
      <Button onClick={(event) => onCancel(event.currentTarget)}>Cancel</Button>
    </p>
  );
}
