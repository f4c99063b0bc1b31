/**
 * The notes of one open trace: its notebook, and the draft. Those of all traces of a file are in `file-notes.ts`;
 * drawing and listing notes is left to the panels and the page, changing a notebook to `src/sharing/notes`.
 */
import { type Anchor, MAX_NOTES, type Note } from '../../../sharing/notes/note';
import {
  addNote,
  addNotes,
  EMPTY_NOTEBOOK,
  editNote,
  moveNote,
  type Notebook,
  notebookOf,
  redoNotes,
  removeNote,
  undoNotes,
} from '../../../sharing/notes/notebook';
import { createStore, type Store } from '../../state/store';

export interface NoteDraft {
  /** Id of the note being edited; null for a new one. */
  readonly id: string | null;
  readonly anchor: Anchor;
  readonly text: string;
}

export interface NotesState {
  readonly book: Notebook;
  readonly draft: NoteDraft | null;
  /** The note deleted last, until the next change: Undo is offered. */
  readonly removed: Note | null;
  /** How many notes were just added from a digest, until the next change: Undo is offered. */
  readonly brought: number;
}

export interface JoinedNotes {
  readonly book: Notebook;
  readonly renamed: ReadonlyMap<string, string>;
}

const NOTHING: NotesState = { book: EMPTY_NOTEBOOK, draft: null, removed: null, brought: 0 };

export class TraceNotes {
  readonly current: Store<NotesState> = createStore<NotesState>(NOTHING);

  /** Replaces the notes by those of a link, a file or the last visit. */
  load(notes: readonly Note[]): void {
    this.current.set({ ...NOTHING, book: notebookOf(notes) });
  }

  /**
   * Merges changes made elsewhere, such as in another tab; the draft stays.
   * @param merge returns the merged notebook, and own notes that got another id, old → new.
   */
  join(merge: (book: Notebook) => JoinedNotes): void {
    const before = this.current.get();
    const { book, renamed } = merge(before.book);
    if (book === before.book) return;
    const { draft } = before;
    const id = draft?.id == null ? null : (renamed.get(draft.id) ?? draft.id);
    this.current.set({ ...before, book, draft: draft && { ...draft, id } });
  }

  /** Adds notes from a digest to those that exist, as a change that can be undone. */
  bring(notes: readonly Note[]): void {
    const before = this.current.get();
    const book = addNotes(before.book, notes);
    const brought = book.notes.length - before.book.notes.length;
    if (brought > 0) this.current.set({ ...before, book, removed: null, brought });
  }

  /** Opens a draft of a new note, or of an existing one. An open draft stays instead. */
  begin(anchor: Anchor, note: Note | null = null): void {
    this.current.update((state) =>
      state.draft === null
        ? { ...state, draft: { id: note?.id ?? null, anchor, text: note?.text ?? '' } }
        : state,
    );
  }

  write(text: string): void {
    this.current.update((state) =>
      state.draft === null ? state : { ...state, draft: { ...state.draft, text } },
    );
  }

  /** Saves the draft. An empty text stays a draft, and so does one beyond `MAX_NOTES`. */
  save(): void {
    const { draft, book } = this.current.get();
    if (draft === null || draft.text.trim() === '') return;
    const { id, anchor, text } = draft;
    // The note may have been undone while it was edited: then it is saved as a new one.
    const exists = book.notes.some((note) => note.id === id);
    if (!exists && book.notes.length >= MAX_NOTES) return;
    this.#change((before) =>
      exists && id !== null ? editNote(before, id, text) : addNote(before, anchor, text),
    );
    this.cancel();
  }

  /** Closes a draft in which nothing was changed; else it stays open. */
  leave(): void {
    if (!this.isChanged) this.cancel();
  }

  /** There is a draft that is not what is saved. */
  get isChanged(): boolean {
    const { draft, book } = this.current.get();
    if (draft === null) return false;
    const saved = book.notes.find(({ id }) => id === draft.id)?.text ?? '';
    return draft.text.trim() !== saved.trim();
  }

  /** Throws the draft away. */
  cancel(): void {
    this.current.update((state) => ({ ...state, draft: null }));
  }

  move(id: string, anchor: Anchor): void {
    this.#change((book) => moveNote(book, id, anchor));
  }

  remove(id: string): void {
    const { book, draft } = this.current.get();
    const removed = book.notes.find((note) => note.id === id) ?? null;
    this.#change((before) => removeNote(before, id));
    this.current.update((state) => ({ ...state, removed, draft: draft?.id === id ? null : draft }));
  }

  undo(): void {
    this.#change(undoNotes);
  }

  redo(): void {
    this.#change(redoNotes);
  }

  #change(change: (book: Notebook) => Notebook): void {
    this.current.update((state) => {
      const book = change(state.book);
      return book === state.book ? state : { ...state, book, removed: null, brought: 0 };
    });
  }
}
