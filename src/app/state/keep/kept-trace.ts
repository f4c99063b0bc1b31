/**
 * A trace that was open on this device, as it is kept: which one it is and what was looked at last (a link), its worst
 * finding, its notes, and the way to its file where the browser gives one. Never its content. What comes back from the
 * device may be old, damaged or of a newer version: it is read part by part, bounded, and nothing throws. The database
 * is `kept-store.ts`; following open traces is `features/recents/kept-watch.ts`.
 */
import * as v from 'valibot';
import { fingerprintText } from '../../../sharing/link/fingerprint';
import { parseLink } from '../../../sharing/link/parse';
import { type LinkView, MAX_FRAGMENT, type TraceRef } from '../../../sharing/link/state';
import type { Note } from '../../../sharing/notes/note';
import { readNotes, type StoredNotes, storeNotes, UNREADABLE } from '../../../sharing/notes/schema';

export const KEPT_VERSION = 1;
/** Traces without notes that are kept, the newest; and those with notes, which hold somebody's words. */
export const MAX_KEPT = 50;
export const MAX_KEPT_WITH_NOTES = 200;
const MAX_CONNECTIONS = 1000;
const MAX_NAME = 500;
const MAX_TITLE = 100;
/** The last moment that a clock can show, ms since 1970 (ECMA-262 §21.4.1.1). */
const LAST_MS = 8.64e15;

export type KeptNotes = ReadonlyMap<number, readonly Note[]>;
export const NO_NOTES: KeptNotes = new Map();

/** A file that the browser can open again; `queryPermission` and `requestPermission` only where it asks for leave. */
export interface FileHandle {
  readonly kind: 'file';
  getFile(): Promise<File>;
  queryPermission?(how: { readonly mode: 'read' }): Promise<PermissionState>;
  requestPermission?(how: { readonly mode: 'read' }): Promise<PermissionState>;
}

export interface KeptTrace {
  /** What it is known by, see `keyOf`. */
  readonly key: string;
  readonly ref: TraceRef;
  /** As it was called when it was open; a path for a file out of a folder. */
  readonly name: string;
  /** A fragment that names this trace and what was looked at in it. */
  readonly link: string;
  readonly view: LinkView;
  readonly openedAtMs: number;
  readonly worst: Readonly<v.InferOutput<typeof Worst>> | null;
  /** By connection. */
  readonly notes: KeptNotes;
  readonly handle: FileHandle | null;
}

const Worst = v.object({
  severity: v.picklist(['critical', 'warning', 'info']),
  title: v.pipe(
    v.string(),
    v.transform((title) => title.slice(0, MAX_TITLE)),
  ),
});
const Handle = v.object({ kind: v.literal('file'), getFile: v.function() });
const List = v.custom<readonly unknown[]>(Array.isArray);
const Connection = v.pipe(v.custom<number>(Number.isSafeInteger), v.minValue(0));

/** A record as it is kept. Which trace it is must be there and fit; of the rest each part is left out alone. */
const Kept = v.object({
  key: v.string(),
  v: v.literal(KEPT_VERSION),
  name: v.pipe(v.string(), v.minLength(1), v.maxLength(MAX_NAME)),
  link: v.pipe(v.string(), v.maxLength(MAX_FRAGMENT)),
  openedAtMs: v.pipe(v.number(), v.minValue(0), v.maxValue(LAST_MS)),
  worst: v.fallback(v.nullable(Worst), null),
  notes: v.fallback(v.nullable(List), null),
  // The browser's own object, not a copy of it.
  handle: v.fallback(v.nullable(v.custom<FileHandle>((value) => v.is(Handle, value))), null),
});

/** The same as it is written. */
export interface StoredTrace extends Readonly<v.InferOutput<typeof Kept>> {
  readonly notes: readonly (readonly [connection: number, notes: StoredNotes])[];
}

/** What a trace is known by: a file by its size and hash, under whatever name. */
export function keyOf(ref: TraceRef): string {
  switch (ref.kind) {
    case 'example':
      return `example ${ref.id}`;
    case 'src':
      return `src ${ref.url}`;
    case 'file':
      return `file ${fingerprintText({ ...ref.fingerprint, name: '' })}`;
  }
}

/** Size of a file, bytes; null where it is not known. */
export function sizeOf({ ref }: KeptTrace): number | null {
  return ref.kind === 'file' ? ref.fingerprint.sizeBytes : null;
}

export function noteCount(notes: KeptNotes): number {
  return [...notes.values()].reduce((sum, list) => sum + list.length, 0);
}

export function storedTrace(kept: KeptTrace): StoredTrace {
  const { key, name, link, openedAtMs, worst, handle } = kept;
  const notes = [...kept.notes]
    .filter(([, list]) => list.length > 0)
    .map(([connection, list]) => [connection, storeNotes(list)] as const);
  return { key, v: KEPT_VERSION, name: name.slice(0, MAX_NAME), link, openedAtMs, worst, notes, handle };
}

export interface ReadTrace {
  readonly kept: KeptTrace;
  /** What of its notes was not taken, in words; null when everything was. */
  readonly dropped: string | null;
}

/** @returns null for what is no kept trace of this version. Never throws. */
export function readTrace(value: unknown): ReadTrace | null {
  const stored = v.safeParse(Kept, value);
  if (!stored.success) return null;
  const { key, name, link, openedAtMs, worst, notes, handle } = stored.output;
  const { traces, view } = parseLink(link).state;
  const [ref] = traces;
  if (ref === undefined || key !== keyOf(ref)) return null;
  const read = notesOf(notes);
  const kept = { key, ref, name, link, view, openedAtMs, worst, notes: read.notes, handle };
  return { kept, dropped: read.dropped };
}

function notesOf(value: readonly unknown[] | null): {
  readonly notes: KeptNotes;
  readonly dropped: string | null;
} {
  if (value === null) return { notes: NO_NOTES, dropped: UNREADABLE };
  const taken = new Map<number, readonly Note[]>();
  const dropped = new Set<string>();
  for (const entry of value.slice(0, MAX_CONNECTIONS)) {
    const [connection, stored] = v.is(List, entry) ? entry : [];
    const read = readNotes(stored);
    if (!v.is(Connection, connection)) dropped.add(UNREADABLE);
    else if (read.notes.length > 0) taken.set(connection, read.notes);
    if (read.dropped !== null) dropped.add(read.dropped);
  }
  return { notes: taken, dropped: dropped.size === 0 ? null : [...dropped].join(' ') };
}

/** The newest first. */
export function byNewest(a: KeptTrace, b: KeptTrace): number {
  return b.openedAtMs - a.openedAtMs;
}

/** Keys of those for which there is no more room, the oldest. */
export function beyondRoom(traces: readonly KeptTrace[]): readonly string[] {
  const sorted = [...traces].sort(byNewest);
  const bare = sorted.filter(({ notes }) => noteCount(notes) === 0).slice(MAX_KEPT);
  const noted = sorted.filter(({ notes }) => noteCount(notes) > 0).slice(MAX_KEPT_WITH_NOTES);
  return [...bare, ...noted].map(({ key }) => key);
}
