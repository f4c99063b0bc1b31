/**
 * Joins open files that are files of one connection's log to one trace, and opens them separately again. `engine/segments`
 * says which they are. Fetched when there are two files.
 */
import { type Evidence, localFiles } from '../../engine/bytes/source';
import type { LogEnds } from '../../engine/contract/log-ends';
import { type NamedLog, segmentGroups } from '../../engine/segments/grouping';
import { plural } from '../../engine/text/figures';
import type { FileList, NamedFile } from './file-list';
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

export class SegmentFiles {
  readonly #list: Pick<FileList, 'files' | 'apart' | 'replace'>;
  /** Read from each file while it was open alone. */
  readonly #ends = new WeakMap<File, LogEnds>();

  constructor(list: Pick<FileList, 'files' | 'apart' | 'replace'>) {
    this.#list = list;
  }

  /** Opens files that are of one connection as one trace. */
  join(): void {
    for (const { parts, replaces, evidence } of this.#plans()) {
      const files = parts.map(({ file }) => file);
      const names = parts.map(({ name }) => name);
      const name = `${names[0] ?? ''} (${plural(names.length, 'file')})`;
      this.#list.replace(replaces, [{ source: { kind: 'segments', files, names, evidence }, name }]);
    }
  }

  /** Opens the files of a joined trace one by one; they are not joined again. */
  separate(joined: OpenFile): void {
    const parts = namedFiles(joined);
    for (const { file } of parts) this.#list.apart.add(file);
    this.#list.replace(
      [joined],
      parts.map(({ file, name }) => ({ source: { kind: 'file', file }, name })),
    );
  }

  #plans(): readonly JoinPlan[] {
    const parts = this.#list.files.flatMap((file) => this.#partsOf(file));
    return segmentGroups(parts).flatMap(({ logs, evidence }) => {
      const joined = logs.flatMap((log) => parts[log] ?? []);
      const replaces = [...new Set(joined.map(({ owner }) => owner))];
      // All files of a trace are joined to others, or none of them.
      const held = parts.filter(({ owner }) => replaces.includes(owner)).length;
      if (replaces.length < 2 || held !== joined.length) return [];
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

function namedFiles({ source, name }: OpenFile): readonly NamedFile[] {
  const names = source.kind === 'segments' ? source.names : [name];
  return localFiles(source).map((file, i) => ({ file, name: names[i] ?? file.name }));
}
