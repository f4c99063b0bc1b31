/**
 * Joins open files that are files of one connection's log to one trace, and opens them separately again. `engine/reading/segments`
 * says which they are. Fetched when there are two files.
 */
import type { Evidence } from '../../../engine/input/bytes/source';
import type { LogEnds } from '../../../engine/reading/contract/log-ends';
import { type NamedLog, segmentGroups } from '../../../engine/reading/segments/grouping';
import { joinedSource, type NamedFile, type NamedSource, namedFiles, singleSource } from './named-file';
import type { OpenFile } from './open-file';

/** Files to be opened as one trace, in the order of the connection. */
interface JoinPlan {
  readonly parts: readonly NamedFile[];
  /** The open files that hold them. */
  readonly replaces: readonly OpenFile[];
  readonly evidence: Evidence;
}

interface Part extends NamedLog, NamedFile {
  readonly owner: OpenFile;
}

/** The list whose files are joined. */
interface OpenList {
  readonly files: readonly OpenFile[];
  /** Files that are not joined to others of the same connection. */
  readonly apart: WeakSet<File>;
  replace(closed: readonly OpenFile[], by: readonly NamedSource[]): void;
}

export class SegmentFiles {
  readonly #list: OpenList;
  /** Read from each file while it was open alone. */
  readonly #ends = new WeakMap<File, LogEnds>();

  constructor(list: OpenList) {
    this.#list = list;
  }

  /** Opens files that are of one connection as one trace. */
  join(): void {
    for (const { parts, replaces, evidence } of this.#plans()) {
      this.#list.replace(replaces, [joinedSource(parts, evidence)]);
    }
  }

  /** Opens the files of a joined trace one by one; they are not joined again. */
  separate(joined: OpenFile): void {
    const parts = namedFiles(joined);
    for (const { file } of parts) this.#list.apart.add(file);
    this.#list.replace([joined], parts.map(singleSource));
  }

  #plans(): readonly JoinPlan[] {
    const all = this.#list.files.flatMap((file) => this.#partsOf(file));
    const parts = withoutCopies(all);
    return segmentGroups(parts).flatMap(({ logs, evidence }) => {
      const joined = logs.flatMap((log) => parts[log] ?? []);
      const owners = new Set(joined.map(({ owner }) => owner));
      // All files of a trace are joined to others, or none of them.
      const held = parts.filter(({ owner }) => owners.has(owner)).length;
      if (owners.size < 2 || held !== joined.length) return [];
      const copies = all.filter((part) => joined.some((one) => isSameLog(one, part)));
      const replaces = [...new Set([...owners, ...copies.map(({ owner }) => owner)])];
      return [{ parts: joined.map(({ file, name }) => ({ file, name })), replaces, evidence }];
    });
  }

  /** None of a file that is not read, or read in part. */
  #partsOf(owner: OpenFile): readonly Part[] {
    const { source, state, current } = owner;
    if (state !== 'ready' || source.range !== undefined) return [];
    if (source.kind === 'file') {
      const ends = current.snapshot.get()?.ends ?? null;
      if (ends !== null) this.#ends.set(source.file, ends);
    }
    return namedFiles(owner).flatMap(({ file, name }) => {
      const ends = this.#ends.get(file);
      return ends === undefined || this.#list.apart.has(file) ? [] : [{ owner, file, name, ends }];
    });
  }
}

/** A file that was opened again counts once: as a file of its trace where it was joined before. */
function withoutCopies(parts: readonly Part[]): readonly Part[] {
  const joinedFirst = parts.toSorted((a, b) => Number(isJoined(b)) - Number(isJoined(a)));
  const once = joinedFirst.filter((part, i) => joinedFirst.findIndex((one) => isSameLog(one, part)) === i);
  return parts.filter((part) => once.includes(part));
}

function isJoined({ owner }: Part): boolean {
  return owner.source.kind === 'segments';
}

/** The same file, opened twice. */
function isSameLog(a: Part, b: Part): boolean {
  if (a.file === b.file) return true;
  return a.file.size === b.file.size && JSON.stringify(a.ends) === JSON.stringify(b.ends);
}
