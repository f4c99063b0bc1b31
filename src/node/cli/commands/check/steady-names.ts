/**
 * Names of traces that are the same in every run of a test suite, of the paths that vary: folders are others on each machine, a file
 * is named from here, from there or from the root, and many stacks call a log by its connection ID, which is random. What stands
 * before a finding in a baseline is made of them.
 */
import { resolve } from 'node:path';
import { STANDARD_INPUT } from '../../reading/inputs';

/** A connection ID, a hash, a date, a number of a process: digits of eight or more, some of which are decimal ones. */
const RANDOM = /(?<![\da-z])(?=[a-f]*\d)[\da-f]{8,}(?![\da-z])/gi;

/** A part of a path without what differs from run to run. */
export const withoutRandom = (part: string): string => part.replace(RANDOM, 'id');

/** Parts of a path from the root on, an entry of a zip after its zip. */
function partsOf(file: string): readonly string[] {
  if (file === STANDARD_INPUT) return [file];
  return resolve(file)
    .replaceAll('\\', '/')
    .split('/')
    .filter((part) => part !== '');
}

/** Number of folders that all paths have in common: where a run was started, or which folder it was given, shows in no name. */
function commonFolders(paths: readonly (readonly string[])[]): number {
  const [first = []] = paths;
  const differs = (part: string, i: number): boolean =>
    paths.some((path) => i >= path.length - 1 || path[i] !== part);
  const at = first.findIndex(differs);
  return Math.max(0, at);
}

const lastOf = (parts: readonly string[], count: number): string => parts.slice(-count).join('/');

/** How many of the last parts of each path tell it from the others; all of them where one is the end of another. */
function needed(paths: readonly (readonly string[])[]): ReadonlyMap<readonly string[], number> {
  const counts = new Map<readonly string[], number>();
  let open = paths;
  for (let count = 1; open.length > 0; count++) {
    const ends = new Map<string, number>();
    for (const path of open) ends.set(lastOf(path, count), (ends.get(lastOf(path, count)) ?? 0) + 1);
    for (const path of open) counts.set(path, count);
    open = open.filter((path) => path.length > count && ends.get(lastOf(path, count)) !== 1);
  }
  return counts;
}

/**
 * A name for each file: its last part, with so many folders before it as tell it from the others; those that nothing tells apart
 * are numbered in their order.
 * @param files paths, relative ones from the working directory; each once.
 */
export function steadyNames(files: readonly string[]): ReadonlyMap<string, string> {
  const whole = files.map(partsOf);
  const common = commonFolders(whole);
  const own = whole.map((parts) => parts.slice(common).map(withoutRandom));
  const paths = new Map(own.map((parts) => [parts.join('/'), parts] as const));
  const counts = needed([...paths.values()]);
  const seen = new Map<string, number>();
  return new Map(
    files.map((file, i) => {
      const path = paths.get((own[i] as readonly string[]).join('/')) ?? [];
      const name = lastOf(path, counts.get(path) ?? 1);
      const number = (seen.get(name) ?? 0) + 1;
      seen.set(name, number);
      return [file, number === 1 ? name : `${name}~${number}`];
    }),
  );
}
