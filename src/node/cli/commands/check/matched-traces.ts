/**
 * Traces of two checks that are the same by name. Folders are others on each machine, and many stacks call a log by its
 * connection ID: so a file is that of the other check whose path ends as its own does, with as many folders as tell it from the
 * others; where several could be meant, none is. Names that differ in nothing but such an ID are those of one group.
 */
import { withoutRandom } from './steady-names';

export interface NamedTrace {
  readonly file: string;
  /** Number of the connection in its file. */
  readonly trace: number;
}

/** Traces of one name, as indices: nearly always one of each, or one of one. */
export interface SameName {
  readonly there: readonly number[];
  readonly here: readonly number[];
}

/** Folders of a path that are compared. */
const MOST_PARTS = 40;

type Parts = readonly string[];

function partsOf(file: string): Parts {
  const parts = file
    .replaceAll('\\', '/')
    .split('/')
    .filter((part) => part !== '' && part !== '.');
  return parts.slice(-MOST_PARTS).map(withoutRandom);
}

const endOf = (parts: Parts, count: number): string => parts.slice(-count).join('/');

/** Traces by the path of their file, then by their number. */
type Paths = ReadonlyMap<string, ReadonlyMap<number, readonly number[]>>;

function pathsOf(traces: readonly NamedTrace[]): Paths {
  const paths = new Map<string, Map<number, number[]>>();
  for (const [i, { file, trace }] of traces.entries()) {
    const path = partsOf(file).join('/');
    const numbers = paths.get(path) ?? new Map<number, number[]>();
    const indices = numbers.get(trace) ?? [];
    indices.push(i);
    paths.set(path, numbers.set(trace, indices));
  }
  return paths;
}

/** The path here of each path there. */
function matchedPaths(there: Iterable<string>, here: Iterable<string>): ReadonlyMap<string, string> {
  const [openThere, openHere] = [new Set(there), new Set(here)];
  const matched = new Map<string, string>();
  const match = (one: string, other: string): void => {
    matched.set(one, other);
    openThere.delete(one);
    openHere.delete(other);
  };
  for (const path of openThere) if (openHere.has(path)) match(path, path);
  for (let count = MOST_PARTS; count > 0; count--) {
    const ends = endsOf(openHere, count);
    for (const [end, one] of endsOf(openThere, count)) {
      const other = ends.get(end);
      if (one !== null && other !== undefined && other !== null) match(one, other);
    }
  }
  return matched;
}

/** The path with each end of so many parts; null where several have it. */
function endsOf(paths: Iterable<string>, count: number): ReadonlyMap<string, string | null> {
  const ends = new Map<string, string | null>();
  for (const path of paths) {
    const parts = path.split('/');
    if (parts.length < count) continue;
    const end = endOf(parts, count);
    ends.set(end, ends.has(end) ? null : path);
  }
  return ends;
}

/** Each trace of both stands in one of the groups. @param there traces of the other check. */
export function tracesOfSameName(
  there: readonly NamedTrace[],
  here: readonly NamedTrace[],
): readonly SameName[] {
  const [pathsThere, pathsHere] = [pathsOf(there), pathsOf(here)];
  const matched = matchedPaths(pathsThere.keys(), pathsHere.keys());
  const groups: SameName[] = [];
  for (const [path, numbers] of pathsThere) {
    const others = pathsHere.get(matched.get(path) ?? '') ?? new Map<number, readonly number[]>();
    for (const [trace, indices] of numbers) groups.push({ there: indices, here: others.get(trace) ?? [] });
    for (const [trace, indices] of others) if (!numbers.has(trace)) groups.push({ there: [], here: indices });
  }
  const taken = new Set(matched.values());
  for (const [path, numbers] of pathsHere)
    if (!taken.has(path)) for (const indices of numbers.values()) groups.push({ there: [], here: indices });
  return groups;
}
