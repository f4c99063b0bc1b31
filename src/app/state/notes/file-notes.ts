/** The notes of all traces of an open file, by connection: a link, a digest and the store on this device hold them so. */
import type { Note } from '../../../sharing/notes/note';
import type { FeatureState } from '../../state/feature-states';
import { createStore, type ReadonlyStore } from '../../state/store';
import type { OpenTrace } from '../traces/open-trace';
import type { TraceFile } from '../traces/trace-file';
import { TraceNotes } from './trace-notes';

/** Notes by connection, without connections that have none. */
export type NotesByConnection = ReadonlyMap<number, readonly Note[]>;

const NONE: NotesByConnection = new Map();

export class FileNotes {
  readonly #all = createStore<NotesByConnection>(NONE);
  readonly #traces = new Map<number, TraceNotes>();

  /** The notes of all traces, in the order of their connections. */
  get all(): ReadonlyStore<NotesByConnection> {
    return this.#all;
  }

  of(connection: number): TraceNotes {
    const held = this.#traces.get(connection);
    if (held !== undefined) return held;
    const notes = new TraceNotes();
    this.#traces.set(connection, notes);
    notes.current.subscribe(() => this.#collect());
    return notes;
  }

  #collect(): void {
    const lists = [...this.#traces].map(([connection, { current }]): [number, readonly Note[]] => [
      connection,
      current.get().book.notes,
    ]);
    const noted = lists.filter(([, list]) => list.length > 0).sort(([a], [b]) => a - b);
    const before = this.#all.get();
    const isSame =
      noted.length === before.size && noted.every(([connection, list]) => before.get(connection) === list);
    if (!isSame) this.#all.set(new Map(noted));
  }
}

export const fileNotes: FeatureState<TraceFile, FileNotes> = { create: () => new FileNotes() };

/** The notes of a trace. Where it is closed while a note is written, what is written is saved. */
export const traceNotes: FeatureState<OpenTrace, TraceNotes> = {
  create: (trace) => {
    const notes = trace.file.feature(fileNotes).of(trace.connection);
    trace.onEnd(() => notes.save());
    return notes;
  },
};
