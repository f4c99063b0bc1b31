/**
 * The record of a trace that was open on this device: its reference and last view (a link), its worst
 * finding, its notes, and a handle of its file where the browser gives one. Never its content. A record read from the
 * device may be old, damaged or of a newer version: it is read part by part, bounded, and nothing throws. The database
 * is in `recent-store.ts`; `features/recents/file-watch.ts` writes records of open traces.
 */
import * as v from 'valibot';
import { beginningOf, plainLine } from '../../../engine/base/text/plain';
import { fingerprintText } from '../../../sharing/link/fingerprint';
import { parseLink } from '../../../sharing/link/parse';
import { runText } from '../../../sharing/link/run-ref';
import {
  fingerprintsOf,
  isTraceRef,
  type LinkView,
  MAX_FRAGMENT,
  type TraceRef,
} from '../../../sharing/link/state';
import type { Note } from '../../../sharing/notes/note';
import { readNotes, type StoredNotes, storeNotes, UNREADABLE } from '../../../sharing/notes/schema';

export const RECENT_VERSION = 1;
/** Maximum number of recent traces without notes, and with notes; the newest are kept. */
export const MAX_RECENT = 50;
export const MAX_RECENT_WITH_NOTES = 200;
const MAX_CONNECTIONS = 1000;
const MAX_NAME = 500;
const MAX_TITLE = 100;
/** The latest time of a `Date`, ms since 1970 (ECMA-262 §21.4.1.1). */
const LAST_MS = 8.64e15;

export type RecentNotes = ReadonlyMap<number, readonly Note[]>;
export const NO_NOTES: RecentNotes = new Map();

/** A file that the browser can open again; the permission methods only where it asks for permission. */
export interface FileHandle {
  readonly kind: 'file';
  getFile(): Promise<File>;
  queryPermission?(how: { readonly mode: 'read' }): Promise<PermissionState>;
  requestPermission?(how: { readonly mode: 'read' }): Promise<PermissionState>;
}

export interface RecentTrace {
  /** Its key, see `keyOf`. */
  readonly key: string;
  readonly ref: TraceRef;
  /** Name of the trace when it was open; a path for a file from a folder. */
  readonly name: string;
  /** Fragment of a link to this trace and its last view. */
  readonly link: string;
  readonly view: LinkView;
  readonly openedAtMs: number;
  readonly worst: Readonly<v.InferOutput<typeof Worst>> | null;
  /** By connection. */
  readonly notes: RecentNotes;
  readonly handle: FileHandle | null;
}

const Worst = v.object({
  severity: v.picklist(['critical', 'warning', 'info']),
  title: v.pipe(
    v.string(),
    v.transform((title) => beginningOf(title, MAX_TITLE)),
  ),
});
const Handle = v.object({ kind: v.literal('file'), getFile: v.function() });
const List = v.custom<readonly unknown[]>(Array.isArray);
const Connection = v.pipe(v.custom<number>(Number.isSafeInteger), v.minValue(0));

/** A stored record. Key, version, name, link and time are required; other invalid parts are dropped one by one. */
const StoredForm = v.object({
  key: v.string(),
  v: v.literal(RECENT_VERSION),
  name: v.pipe(v.string(), v.minLength(1), v.maxLength(MAX_NAME), v.transform(plainLine)),
  link: v.pipe(v.string(), v.maxLength(MAX_FRAGMENT)),
  openedAtMs: v.pipe(v.number(), v.minValue(0), v.maxValue(LAST_MS)),
  worst: v.fallback(v.nullable(Worst), null),
  notes: v.fallback(v.nullable(List), null),
  // The browser's own object, not a copy.
  handle: v.fallback(v.nullable(v.custom<FileHandle>((value) => v.is(Handle, value))), null),
});

/** The record as it is written. */
export interface StoredTrace extends Readonly<v.InferOutput<typeof StoredForm>> {
  readonly notes: readonly (readonly [connection: number, notes: StoredNotes])[];
}

/** Key of a trace: of its files size and hash, without the names. */
export function keyOf(ref: TraceRef): string {
  switch (ref.kind) {
    case 'example':
      return `example ${ref.id}`;
    case 'src':
      return `src ${ref.url}`;
    case 'stored':
      return `stored ${ref.object}`;
    case 'run':
      return `run ${runText(ref)}`;
    case 'file':
      return `file ${fingerprintsOf(ref)
        .map((one) => fingerprintText({ ...one, name: '' }))
        .join(' ')}`;
  }
}

/** Size of its files, bytes; null where it is not known. */
export function sizeOf({ ref }: RecentTrace): number | null {
  return ref.kind === 'file' ? fingerprintsOf(ref).reduce((sum, { sizeBytes }) => sum + sizeBytes, 0) : null;
}

export function noteCount(notes: RecentNotes): number {
  return [...notes.values()].reduce((sum, list) => sum + list.length, 0);
}

export function storedTrace(recent: RecentTrace): StoredTrace {
  const { key, name, link, openedAtMs, worst, handle } = recent;
  const notes = [...recent.notes]
    .filter(([, list]) => list.length > 0)
    .map(([connection, list]) => [connection, storeNotes(list)] as const);
  return { key, v: RECENT_VERSION, name: name.slice(0, MAX_NAME), link, openedAtMs, worst, notes, handle };
}

export interface ReadTrace {
  readonly recent: RecentTrace;
  /** Which notes were dropped, in words; null for none. */
  readonly dropped: string | null;
}

/** @returns null for what is no recent trace of this version. Never throws. */
export function readTrace(value: unknown): ReadTrace | null {
  const stored = v.safeParse(StoredForm, value);
  if (!stored.success) return null;
  const { key, name, link, openedAtMs, worst, notes, handle } = stored.output;
  const { traces, view } = parseLink(link).state;
  const [ref] = traces;
  if (ref === undefined || !isTraceRef(ref) || key !== keyOf(ref)) return null;
  const read = notesOf(notes);
  const recent = { key, ref, name, link, view, openedAtMs, worst, notes: read.notes, handle };
  return { recent, dropped: read.dropped };
}

function notesOf(value: readonly unknown[] | null): {
  readonly notes: RecentNotes;
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

export function byNewest(a: RecentTrace, b: RecentTrace): number {
  return b.openedAtMs - a.openedAtMs;
}

/** Keys of the oldest traces beyond the maximum numbers. */
export function beyondLimits(traces: readonly RecentTrace[]): readonly string[] {
  const sorted = [...traces].sort(byNewest);
  const bare = sorted.filter(({ notes }) => noteCount(notes) === 0).slice(MAX_RECENT);
  const noted = sorted.filter(({ notes }) => noteCount(notes) > 0).slice(MAX_RECENT_WITH_NOTES);
  return [...bare, ...noted].map(({ key }) => key);
}
