/**
 * Notes as plain JSON, for links, files and the store on this device: a versioned schema. Data read
 * back may be old, damaged or hostile: a note is used only if all of it is valid, unknown keys are
 * ignored, lengths are bounded, and nothing throws.
 *
 *   { "v": 1, "notes": [ { "id": "n1", "text": "…", "at": 2044000 },
 *                        { "id": "n2", "text": "…", "from": 2044000, "to": 9986000 },
 *                        { "id": "n3", "text": "…", "finding": "death-spiral.1" } ] }
 */
import * as v from 'valibot';
import { fitting } from '../../drawing/view/fitting';
import { beginningOf } from '../../engine/base/text/plain';
import {
  type Anchor,
  MAX_KEY_LENGTH,
  MAX_NOTE_LENGTH,
  MAX_NOTES,
  type Note,
  noteText,
  numberOfId,
} from './note';

export const NOTES_VERSION = 1;

export const UNREADABLE = 'The notes cannot be read.';
const OTHER_VERSION = 'The notes were written by another version and cannot be read.';

const words = {
  id: v.pipe(
    v.string(),
    v.check((id) => numberOfId(id) > 0),
  ),
  text: v.pipe(
    v.string(),
    v.maxLength(MAX_NOTE_LENGTH),
    v.check((text) => text.trim() !== ''),
  ),
};
const time = v.pipe(v.number(), v.minValue(Number.MIN_SAFE_INTEGER), v.maxValue(Number.MAX_SAFE_INTEGER));

/** Of several anchors the first valid one is used. */
const StoredNote = v.union([
  v.object({ ...words, finding: v.pipe(v.string(), v.minLength(1), v.maxLength(MAX_KEY_LENGTH)) }),
  v.object({ ...words, at: time }),
  v.pipe(
    v.object({ ...words, from: time, to: time }),
    v.check(({ from, to }) => from <= to),
  ),
]);
export type StoredNote = Readonly<v.InferOutput<typeof StoredNote>>;

export interface StoredNotes {
  readonly v: typeof NOTES_VERSION;
  readonly notes: readonly StoredNote[];
}

/** The list of notes, not validated one by one; messages are shown to the user. */
const NoteList = v.object(
  {
    v: v.literal(NOTES_VERSION, OTHER_VERSION),
    notes: v.custom<readonly unknown[]>(Array.isArray, UNREADABLE),
  },
  // A missing version counts as another version; a value that is no object has no path.
  ({ path }) => (path?.[0]?.key === 'v' ? OTHER_VERSION : UNREADABLE),
);

const Notes = fitting(v.pipe(StoredNote, v.transform(noteOf)), MAX_NOTES);

export interface ReadNotes {
  readonly notes: readonly Note[];
  /** What was dropped, as text for the user; null for nothing. */
  readonly dropped: string | null;
}

export function storeNotes(notes: readonly Note[]): StoredNotes {
  return { v: NOTES_VERSION, notes: notes.map(({ id, text, anchor }) => ({ id, text, ...stored(anchor) })) };
}

function stored(anchor: Anchor) {
  switch (anchor.kind) {
    case 'time':
      return { at: anchor.timeUs };
    case 'range':
      return { from: anchor.fromUs, to: anchor.toUs };
    case 'finding':
      return { finding: anchor.key };
  }
}

function noteOf(note: StoredNote): Note {
  const { id } = note;
  // What is escaped is longer.
  const text = beginningOf(noteText(note.text), MAX_NOTE_LENGTH);
  if ('finding' in note) return { id, text, anchor: { kind: 'finding', key: note.finding } };
  if ('at' in note) return { id, text, anchor: { kind: 'time', timeUs: note.at } };
  return { id, text, anchor: { kind: 'range', fromUs: note.from, toUs: note.to } };
}

/** Reads a value from `JSON.parse`. Never throws; a note with a repeated id is dropped. */
export function readNotes(value: unknown): ReadNotes {
  const list = v.safeParse(NoteList, value);
  if (!list.success) return { notes: [], dropped: list.issues[0].message };
  const all = list.output.notes.length;
  const taken = new Map<string, Note>();
  for (const note of v.parse(Notes, list.output.notes)) if (!taken.has(note.id)) taken.set(note.id, note);
  const lost = all - taken.size;
  return {
    notes: [...taken.values()],
    dropped:
      lost === 0
        ? null
        : `${lost} of ${all} notes could not be read and ${lost === 1 ? 'was' : 'were'} left out.`,
  };
}
