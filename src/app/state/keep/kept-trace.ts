/**
 * A trace that was open on this device, as it is kept: which one it is and what was looked at last (a link), its worst
 * finding, its notes, and the way to its file where the browser gives one. Never its content. What comes back from the
 * device may be old, damaged or of a newer version: it is read part by part, bounded, and nothing throws. The database
 * is `kept-store.ts`; following open traces is `features/recents/kept-watch.ts`.
 */
import { fingerprintText } from '../../../sharing/link/fingerprint';
import { parseLink } from '../../../sharing/link/parse';
import { type LinkView, MAX_FRAGMENT, type TraceRef } from '../../../sharing/link/state';
import type { Note } from '../../../sharing/notes/note';
import { readNotes, type StoredNotes, storeNotes } from '../../../sharing/notes/schema';

export const KEPT_VERSION = 1;
/** Traces without notes that are kept, the newest; and those with notes, which hold somebody's words. */
export const MAX_KEPT = 50;
export const MAX_KEPT_WITH_NOTES = 200;
const MAX_CONNECTIONS = 1000;
const MAX_NAME = 500;
const MAX_TITLE = 100;

export type KeptNotes = ReadonlyMap<number, readonly Note[]>;
export const NO_NOTES: KeptNotes = new Map();

const SEVERITIES = ['critical', 'warning', 'info'] as const;

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
  readonly worst: { readonly severity: (typeof SEVERITIES)[number]; readonly title: string } | null;
  /** By connection. */
  readonly notes: KeptNotes;
  readonly handle: FileHandle | null;
}

export interface StoredTrace {
  readonly key: string;
  readonly v: typeof KEPT_VERSION;
  readonly name: string;
  readonly link: string;
  readonly openedAtMs: number;
  readonly worst: KeptTrace['worst'];
  readonly notes: readonly (readonly [connection: number, notes: StoredNotes])[];
  readonly handle: FileHandle | null;
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

type Unknown = { readonly [key: string]: unknown };

/** @returns null for what is no kept trace of this version. Never throws. */
export function readTrace(value: unknown): ReadTrace | null {
  if (typeof value !== 'object' || value === null) return null;
  const { key, v, name, link, openedAtMs, worst, notes, handle } = value as Unknown;
  if (v !== KEPT_VERSION || typeof link !== 'string' || link.length > MAX_FRAGMENT) return null;
  if (typeof name !== 'string' || name === '' || name.length > MAX_NAME) return null;
  if (typeof openedAtMs !== 'number' || !(openedAtMs >= 0 && openedAtMs <= 8.64e15)) return null;
  const { traces, view } = parseLink(link).state;
  const [ref] = traces;
  if (ref === undefined || key !== keyOf(ref)) return null;
  const read = notesOf(notes);
  const kept = {
    key: keyOf(ref),
    ref,
    name,
    link,
    view,
    openedAtMs,
    worst: worstOf(worst),
    notes: read.notes,
    handle: isHandle(handle) ? handle : null,
  };
  return { kept, dropped: read.dropped };
}

function worstOf(value: unknown): KeptTrace['worst'] {
  if (typeof value !== 'object' || value === null) return null;
  const { severity, title } = value as Unknown;
  const known = SEVERITIES.find((word) => word === severity);
  return known === undefined || typeof title !== 'string'
    ? null
    : { severity: known, title: title.slice(0, MAX_TITLE) };
}

function isHandle(value: unknown): value is FileHandle {
  if (typeof value !== 'object' || value === null) return false;
  const { kind, getFile } = value as Unknown;
  return kind === 'file' && typeof getFile === 'function';
}

function notesOf(value: unknown): { readonly notes: KeptNotes; readonly dropped: string | null } {
  if (!Array.isArray(value)) return { notes: NO_NOTES, dropped: 'The notes cannot be read.' };
  const taken = new Map<number, readonly Note[]>();
  const dropped = new Set<string>();
  for (const entry of value.slice(0, MAX_CONNECTIONS)) {
    const [connection, stored] = Array.isArray(entry) ? entry : [];
    const read = readNotes(stored);
    if (!Number.isSafeInteger(connection) || connection < 0) dropped.add('The notes cannot be read.');
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
