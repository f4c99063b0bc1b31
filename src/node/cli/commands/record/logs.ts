/** The logs of a run: found in the folders that its programs were given, and named by run and end. */
import { mkdir, readdir, rename, rm, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { nameSays } from '../../reading/inputs';

export const ENDS = ['server', 'client'] as const;
export type End = (typeof ENDS)[number];
export type Logs = { readonly [end in End]: readonly string[] };

interface Files {
  readonly logs: Logs;
  readonly truth: string;
  readonly outputs: readonly string[];
}

/** Endings of a log, of a compressed one both. */
const ENDING = /\.\w+(?:\.(?:gz|zst|zip))?$/i;
/** Of files that are set aside: none that `check` opens in a folder. */
const SET_ASIDE = '.not-counted';

/** Moves the logs of one end out of its folder. @param name of the run's files. @returns their paths. */
export async function collectLogs(
  from: string,
  { folder, name, end }: { readonly folder: string; readonly name: string; readonly end: End },
): Promise<readonly string[]> {
  const entries = await readdir(from, { withFileTypes: true, recursive: true });
  const paths: string[] = [];
  const all = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  for (const path of all.sort()) {
    if (nameSays(basename(path)) === 'other' || (await stat(path)).size === 0) continue;
    const number = paths.length === 0 ? '' : `-${paths.length + 1}`;
    const to = join(folder, `${name}.${end}${number}${ENDING.exec(path)?.[0] ?? ''}`);
    await rename(path, to);
    paths.push(to);
  }
  return paths;
}

/** Moves the files of a run to where nobody takes it for one that counts. @returns the run with their paths there. */
export async function setAside<Of extends Files>(folder: string, run: Of, attempt: number): Promise<Of> {
  const aside = join(folder, 'not-counted');
  await mkdir(aside, { recursive: true });
  const move = async (path: string): Promise<string> => {
    const to = join(aside, `${basename(path)}.${attempt}${SET_ASIDE}`);
    await rename(path, to);
    return to;
  };
  const moveAll = (paths: readonly string[]): Promise<readonly string[]> => Promise.all(paths.map(move));
  const { logs, truth, outputs } = run;
  return {
    ...run,
    logs: { server: await moveAll(logs.server), client: await moveAll(logs.client) },
    truth: await move(truth),
    outputs: await moveAll(outputs),
  };
}

/** Removes a folder in which no file is left. */
export async function removeIfEmpty(folder: string): Promise<void> {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true });
  if (entries.every((entry) => entry.isDirectory())) await rm(folder, { recursive: true });
}
