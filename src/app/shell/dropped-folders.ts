/**
 * Walks dropped folders for their files. Number and errors are bounded and reported, never thrown: a folder may hold
 * anything. Loaded with the first folder; files are opened by `file-list.ts`.
 *
 * Source: WICG Entries API (`readEntries` gives parts until one is empty).
 */
import { count, plural } from '../../engine/base/text/figures';
import { plainLine } from '../../engine/base/text/plain';
import type { Message } from '../../engine/reading/contract/snapshot';
import { type NamedFile, namedFile } from '../state/traces/named-file';
import { type Dropped, isFolder } from './dropped-files';

export const MAX_DROPPED_FILES = 2000;
/** Maximum files and folders looked at per drop. */
export const MAX_DROPPED_ENTRIES = 10_000;
const MAX_PLACES = 5;

export interface Walked {
  /** By path, `MAX_DROPPED_FILES` at most. */
  readonly files: readonly NamedFile[];
  /** What was not opened, and why; null where everything was. */
  readonly notice: Message | null;
}

/** `logs/run-1/server.qlog`: path from the dropped item. */
function pathOf(dropped: Dropped | FileSystemEntry): string {
  return 'fullPath' in dropped ? dropped.fullPath.replace(/^\//, '') : dropped.name;
}

/** Compares paths in descending order: popped from a stack they come in ascending order. */
function byPathReversed(a: Dropped | FileSystemEntry, b: Dropped | FileSystemEntry): number {
  const [pathA, pathB] = [pathOf(a), pathOf(b)];
  return pathA === pathB ? 0 : pathA < pathB ? 1 : -1;
}

/** Counts of a walk. */
interface Tally {
  readonly files: NamedFile[];
  /** Files met, opened or not. */
  met: number;
  looked: number;
  readonly unread: string[];
  readonly empty: string[];
}

/** Walks through folders, a folder's own entries sorted by name; never rejects. */
export async function walkDropped(dropped: readonly Dropped[]): Promise<Walked> {
  const tally: Tally = { files: [], met: 0, looked: 0, unread: [], empty: [] };
  for (const root of [...dropped].sort(byPathReversed).reverse()) {
    const before = tally.met + tally.unread.length;
    await walk(root, tally);
    if (tally.met + tally.unread.length === before && tally.looked < MAX_DROPPED_ENTRIES)
      tally.empty.push(plainLine(pathOf(root)));
  }
  return { files: tally.files, notice: noticeOf(tally) };
}

async function walk(root: Dropped, tally: Tally): Promise<void> {
  const open: (Dropped | FileSystemEntry)[] = [root];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    try {
      if ('isDirectory' in next && isFolder(next)) open.push(...(await entriesOf(next, tally)));
      else {
        const wanted = tally.met < MAX_DROPPED_FILES;
        if (wanted) tally.files.push(namedFile(await fileOf(next), pathOf(next)));
        tally.met++;
      }
    } catch {
      tally.unread.push(plainLine(pathOf(next)));
    }
  }
}

function fileOf(entry: File | FileSystemEntry): Promise<File> {
  if (!('isFile' in entry)) return Promise.resolve(entry);
  return new Promise((resolve, reject) => (entry as FileSystemFileEntry).file(resolve, reject));
}

/** A folder's entries up to the limit, in descending order. */
async function entriesOf(folder: FileSystemDirectoryEntry, tally: Tally): Promise<FileSystemEntry[]> {
  const reader = folder.createReader();
  const entries: FileSystemEntry[] = [];
  while (tally.looked < MAX_DROPPED_ENTRIES) {
    const part = await new Promise<FileSystemEntry[]>((resolve, reject) =>
      reader.readEntries(resolve, reject),
    );
    if (part.length === 0) break;
    tally.looked += part.length;
    for (const entry of part) entries.push(entry);
  }
  return entries.sort(byPathReversed);
}

function noticeOf({ files, met, looked, unread, empty }: Tally): Message | null {
  const cut = looked >= MAX_DROPPED_ENTRIES;
  const texts: string[] = [];
  if (met > files.length || cut) {
    const held = cut ? `at least ${plural(met, 'file')}` : `${plural(met, 'file')}`;
    texts.push(
      `The dropped folders hold ${held}${cut ? `, and only ${count(looked)} of their entries were looked at` : ''}. ` +
        `The first ${count(files.length)} by path are read; drop the others separately.`,
    );
  }
  if (empty.length > 0) {
    const names = empty.slice(0, MAX_PLACES).join(', ') + (empty.length > MAX_PLACES ? ', …' : '');
    texts.push(`${empty.length === 1 ? 'This folder holds' : 'These folders hold'} no file: ${names}.`);
  }
  if (unread.length > 0) {
    const what = unread.length === 1 ? '1 entry' : `${plural(unread.length, 'entry', 'entries')}`;
    texts.push(`${what} could not be read; the others are open.`);
  }
  if (texts.length === 0) return null;
  return {
    kind: met === 0 && unread.length === 0 ? 'empty-folder' : 'folder-in-part',
    level: 'warning',
    text: texts.join(' '),
    places: unread.slice(0, MAX_PLACES),
  };
}
