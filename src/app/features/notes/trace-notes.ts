/**
 * The notes of one open trace: a notebook per connection, and what is being written. Where notes are drawn or listed is
 * left to the panels and the page; what a change is, to `src/sharing/notes`.
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
import type { FeatureState } from '../../state/feature-states';
import type { OpenTrace } from '../../state/open-trace';
import { createStore, type Store } from '../../state/store';

/** A note that is being written. */
export interface NoteDraft {
  /** The note that is written anew; null for a new one. */
  readonly id: string | null;
  readonly anchor: Anchor;
  readonly text: string;
}

export interface NotesState {
  readonly book: Notebook;
  readonly draft: NoteDraft | null;
  /** The note that was taken away last, until the next change: its way back is offered. */
  readonly removed: Note | null;
  /** How many notes came from a stranger's digest just now, until the next change: it is said, with the way back. */
  readonly brought: number;
}

export interface JoinedNotes {
  readonly book: Notebook;
  readonly renamed: ReadonlyMap<string, string>;
}

const NOTHING: NotesState = { book: EMPTY_NOTEBOOK, draft: null, removed: null, brought: 0 };

/** The notes of a trace, those of the connection that is looked at in front. */
export const traceNotes: FeatureState<OpenTrace, TraceNotes> = {
  create(trace) {
    const notes = new TraceNotes();
    const turn = (): void => notes.turnTo(trace.connection);
    trace.snapshot.subscribe(turn);
    turn();
    return notes;
  },
};

export class TraceNotes {
  readonly current: Store<NotesState> = createStore<NotesState>(NOTHING);
  /** By connection, those that are not looked at. */
  readonly #left = new Map<number, NotesState>();
  #connection = 0;

  /** Another connection is looked at: its notes are taken up as they were left, a draft too. */
  turnTo(connection: number): void {
    if (connection === this.#connection) return;
    this.#left.set(this.#connection, this.current.get());
    this.#connection = connection;
    this.current.set(this.#left.get(connection) ?? NOTHING);
  }

  /** All notes by connection, for a link, a file, or to be kept on this device. */
  all(): ReadonlyMap<number, readonly Note[]> {
    const states = [...this.#left, [this.#connection, this.current.get()] as const];
    return new Map(
      states
        .filter(([, { book }]) => book.notes.length > 0)
        .map(([connection, { book }]): [number, readonly Note[]] => [connection, book.notes])
        .sort(([a], [b]) => a - b),
    );
  }

  /** Puts notes from elsewhere (a link, a file, the last visit) in place of those of a connection. */
  load(connection: number, notes: readonly Note[]): void {
    this.#put(connection, { ...NOTHING, book: notebookOf(notes) });
  }

  /**
   * Takes up what became of the notes elsewhere, such as in another tab; the draft stays.
   * @param merge gives the notebook with both, and own notes that took another id, old → new.
   */
  join(connection: number, merge: (book: Notebook) => JoinedNotes): void {
    const before = this.#stateOf(connection);
    const { book, renamed } = merge(before.book);
    if (book === before.book) return;
    const { draft } = before;
    const id = draft?.id == null ? null : (renamed.get(draft.id) ?? draft.id);
    this.#put(connection, { ...before, book, draft: draft && { ...draft, id } });
  }

  /** Takes notes of somebody else beside those that are there, as a change that can be undone. */
  bring(connection: number, notes: readonly Note[]): void {
    const before = this.#stateOf(connection);
    const book = addNotes(before.book, notes);
    const brought = book.notes.length - before.book.notes.length;
    if (brought > 0) this.#put(connection, { ...before, book, removed: null, brought });
  }

  #stateOf(connection: number): NotesState {
    return connection === this.#connection ? this.current.get() : (this.#left.get(connection) ?? NOTHING);
  }

  #put(connection: number, state: NotesState): void {
    if (connection === this.#connection) this.current.set(state);
    else this.#left.set(connection, state);
  }

  /** Begins a new note, or a note anew. One that is being written already is kept. */
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

  /** Keeps what was written. An empty text stays a draft, and so does one for which there is no more room. */
  save(): void {
    const { draft, book } = this.current.get();
    if (draft === null || draft.text.trim() === '') return;
    const { id, anchor, text } = draft;
    // The note may have been undone while it was written anew: then it is a new one.
    const known = book.notes.some((note) => note.id === id);
    if (!known && book.notes.length >= MAX_NOTES) return;
    this.#change((before) =>
      known && id !== null ? editNote(before, id, text) : addNote(before, anchor, text),
    );
    this.cancel();
  }

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
