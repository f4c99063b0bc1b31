/**
 * Notes as plain JSON, for links, files and what is kept on this device: a versioned schema of its own. What comes
 * back may be old, damaged or hostile: every note is taken only where all of it has the right shape, unknown keys are
 * passed over, lengths are bounded, and nothing throws.
 *
 *   { "v": 1, "notes": [ { "id": "n1", "text": "…", "at": 2044000 },
 *                        { "id": "n2", "text": "…", "from": 2044000, "to": 9986000 },
 *                        { "id": "n3", "text": "…", "finding": "death-spiral.1" } ] }
 */
import { type Anchor, MAX_KEY_LENGTH, MAX_NOTE_LENGTH, MAX_NOTES, type Note, numberOfId } from './note';

export const NOTES_VERSION = 1;

export interface StoredNote {
  readonly id: string;
  readonly text: string;
  readonly at?: number;
  readonly from?: number;
  readonly to?: number;
  readonly finding?: string;
}

export interface StoredNotes {
  readonly v: typeof NOTES_VERSION;
  readonly notes: readonly StoredNote[];
}

export interface ReadNotes {
  readonly notes: readonly Note[];
  /** What was not taken, in words for the reader; null when everything was. */
  readonly dropped: string | null;
}

export function storeNotes(notes: readonly Note[]): StoredNotes {
  return { v: NOTES_VERSION, notes: notes.map(({ id, text, anchor }) => ({ id, text, ...stored(anchor) })) };
}

function stored(anchor: Anchor): Omit<StoredNote, 'id' | 'text'> {
  switch (anchor.kind) {
    case 'time':
      return { at: anchor.timeUs };
    case 'range':
      return { from: anchor.fromUs, to: anchor.toUs };
    case 'finding':
      return { finding: anchor.key };
  }
}

type Unknown = { readonly [key: string]: unknown };

const isTime = (value: unknown): value is number =>
  typeof value === 'number' && Number.isFinite(value) && Math.abs(value) <= Number.MAX_SAFE_INTEGER;

function anchorOf({ at, from, to, finding }: Unknown): Anchor | null {
  if (typeof finding === 'string' && finding !== '' && finding.length <= MAX_KEY_LENGTH)
    return { kind: 'finding', key: finding };
  if (isTime(at)) return { kind: 'time', timeUs: at };
  return isTime(from) && isTime(to) && from <= to ? { kind: 'range', fromUs: from, toUs: to } : null;
}

/** An array's items and an object's keys are asked for by name only: a value of JSON has no getters. */
function noteOf(value: unknown): Note | null {
  if (typeof value !== 'object' || value === null) return null;
  const { id, text, ...rest } = value as Unknown;
  if (typeof id !== 'string' || numberOfId(id) === 0) return null;
  if (typeof text !== 'string' || text.trim() === '' || text.length > MAX_NOTE_LENGTH) return null;
  const anchor = anchorOf(rest);
  return anchor === null ? null : { id, text, anchor };
}

/** Reads what `JSON.parse` gave. Never throws; a note whose id came before is dropped. */
export function readNotes(value: unknown): ReadNotes {
  if (typeof value !== 'object' || value === null) return { notes: [], dropped: 'The notes cannot be read.' };
  const { v, notes } = value as Unknown;
  if (v !== NOTES_VERSION)
    return { notes: [], dropped: 'The notes were written by another version and cannot be read.' };
  if (!Array.isArray(notes)) return { notes: [], dropped: 'The notes cannot be read.' };
  const taken = new Map<string, Note>();
  for (const item of notes.slice(0, MAX_NOTES)) {
    const note = noteOf(item);
    if (note !== null && !taken.has(note.id)) taken.set(note.id, note);
  }
  const lost = notes.length - taken.size;
  return {
    notes: [...taken.values()],
    dropped:
      lost === 0
        ? null
        : `${lost} of ${notes.length} notes could not be read and ${lost === 1 ? 'was' : 'were'} left out.`,
  };
}

/** Reads stored text. @returns no notes, and a word, for what is no JSON; never throws. */
export function parseNotes(text: string): ReadNotes {
  try {
    return readNotes(JSON.parse(text));
  } catch {
    return { notes: [], dropped: 'The notes cannot be read.' };
  }
}
