/**
 * Input files of a call: those named on the command line, and those in folders named there. sources.ts opens and reads
 * them.
 *
 * A named file is always tried. In a folder the name decides: `.qlog` and `.sqlog` are traces, and it is an error if
 * one cannot be read; `.json`, `.gz` and the like may be anything, and are skipped if they are no trace; the rest is
 * not opened.
 */
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { FORMATS } from '../../../engine/input/formats';
import { systemReason } from '../system-reason';
import type { PassedOver } from './passed-over';

export const STANDARD_INPUT = '-';

/** A number after it is that of a file that was rotated. */
export const TRACE_NAME = /\.s?qlog(\.\d+)?(\.(gz|zst|zip|br|xz|bz2|lz4|7z))?$/i;
export const POSSIBLE_ENDINGS = [...FORMATS.flatMap(({ endings }) => endings), 'gz', 'zst', 'zip'];

/** Folder of tools, which holds no trace; nor do those whose name begins with a dot. */
export const TOOLS_FOLDER = 'node_modules';

/** What the name of a file in a folder or a zip suggests. */
export type NameSays = 'trace' | 'possible' | 'other';

export type Input =
  | { readonly kind: 'stdin' }
  /** `optional`: skipped if it turns out not to be qlog. */
  | { readonly kind: 'file'; readonly path: string; readonly optional: boolean; readonly regular: boolean }
  /** What a folder holds beside: files whose name shows that they are not traces, links that are not followed. */
  | ({ readonly kind: 'skipped'; readonly path: string } & PassedOver)
  | { readonly kind: 'failed'; readonly path: string; readonly reason: string };

export function nameSays(name: string): NameSays {
  if (TRACE_NAME.test(name)) return 'trace';
  const lower = name.toLowerCase();
  return POSSIBLE_ENDINGS.some((ending) => lower.endsWith(`.${ending}`)) ? 'possible' : 'other';
}

export type NamedInput =
  | Exclude<Input, { readonly kind: 'skipped' }>
  | { readonly kind: 'folder'; readonly path: string };

/** What a path refers to. Never throws. */
export async function namedInput(path: string): Promise<NamedInput> {
  if (path === STANDARD_INPUT) return { kind: 'stdin' };
  try {
    const stats = await stat(path);
    if (stats.isDirectory()) return { kind: 'folder', path };
    return { kind: 'file', path, optional: false, regular: stats.isFile() };
  } catch (error) {
    return { kind: 'failed', path, reason: systemReason(error) };
  }
}

/** Every file of the paths, folders recursively, sorted by name within each. Never throws. */
export async function* inputsOf(paths: readonly string[]): AsyncGenerator<Input, void, undefined> {
  for (const path of paths) {
    const input = await namedInput(path);
    if (input.kind === 'folder') yield* folder(path);
    else yield input;
  }
}

/** A folder without any input is an error: a test that reads nothing must not pass. */
async function* folder(path: string): AsyncGenerator<Input, void, undefined> {
  let files = 0;
  let hasLinks = false;
  for await (const input of walk(path)) {
    if (input.kind !== 'skipped') files++;
    else if (input.folderLinks > 0) hasLinks = true;
    yield input;
  }
  const reason = `the folder holds no trace${hasLinks ? '; links to folders are not followed' : ''}`;
  if (files === 0) yield { kind: 'failed', path, reason };
}

async function* walk(path: string): AsyncGenerator<Input, void, undefined> {
  let entries: {
    readonly name: string;
    readonly isFolder: boolean;
    readonly isLink: boolean;
    readonly isFile: boolean;
  }[];
  try {
    const listing = await readdir(path, { withFileTypes: true });
    entries = listing.map((entry) => ({
      name: entry.name,
      isFolder: entry.isDirectory(),
      isLink: entry.isSymbolicLink(),
      isFile: entry.isFile(),
    }));
  } catch (error) {
    yield { kind: 'failed', path, reason: systemReason(error) };
    return;
  }
  entries.sort((a, b) => (a.name < b.name ? -1 : 1));
  let files = 0;
  let folderLinks = 0;
  for (const { name, isFolder, isLink, isFile } of entries) {
    const inner = join(path, name);
    // A symbolic link may lead back up: files that links lead to are read, folders are not. Reading a pipe without a writer
    // would never end: it is read only if named.
    const target = isLink ? await stat(inner).catch(() => null) : null;
    if (isFolder || target?.isDirectory() === true) {
      if (name.startsWith('.') || name === TOOLS_FOLDER) continue;
      if (isFolder) yield* walk(inner);
      else folderLinks++;
      continue;
    }
    const says = nameSays(name);
    const readable = isLink ? target?.isFile() !== false : isFile;
    if (says === 'other' || !readable) files++;
    else yield { kind: 'file', path: inner, optional: says === 'possible', regular: true };
  }
  if (files + folderLinks > 0) yield { kind: 'skipped', path, files, folderLinks };
}
