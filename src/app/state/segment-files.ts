/**
 * Which open files are files of one connection's log, and which of those the user keeps apart. `engine/segments` groups
 * the logs; `file-list.ts` opens the files of a group as one trace, and separately again.
 */
import type { LogEnds } from '../../engine/contract/log-ends';
import type { Evidence } from '../../engine/segments/continues';
import { type NamedLog, segmentGroups } from '../../engine/segments/grouping';
import { plural } from '../../engine/text/figures';
import type { NamedFile } from './file-list';
import type { OpenFile } from './open-file';
import type { TraceFile } from './trace-file';

/** Files to be opened as one trace, in the order of the connection. */
export interface JoinPlan {
  readonly parts: readonly NamedFile[];
  /** The open files that hold them. */
  readonly replaces: readonly OpenFile[];
  readonly evidence: Evidence;
}

interface Part extends NamedLog, NamedFile {
  readonly owner: OpenFile;
}

export class SegmentFiles {
  /** Read from each file while it was open alone. */
  readonly #ends = new WeakMap<File, LogEnds>();
  readonly #apart = new WeakSet<File>();
  readonly #evidence = new WeakMap<TraceFile, Evidence>();

  /** What shows that the files of a joined trace are of one connection; null for other files. */
  evidenceOf(file: TraceFile): Evidence | null {
    return this.#evidence.get(file) ?? null;
  }

  /** The file was opened for a plan. */
  opened(file: TraceFile, { evidence }: JoinPlan): void {
    this.#evidence.set(file, evidence);
  }

  /** The file is not joined to others. */
  keepApart(file: File): void {
    this.#apart.add(file);
  }

  /** The files of a joined trace; they are not joined again. */
  separate({ source }: TraceFile): readonly NamedFile[] {
    if (source.kind !== 'segments') return [];
    for (const file of source.files) this.keepApart(file);
    return source.files.map((file, i) => ({ file, name: source.names[i] ?? file.name }));
  }

  /** @param files that have been read; others are left out. */
  plans(files: readonly OpenFile[]): readonly JoinPlan[] {
    const parts = files.flatMap((file) => this.#partsOf(file));
    return segmentGroups(parts).flatMap(({ logs, evidence }) => {
      const joined = logs.flatMap((log) => parts[log] ?? []);
      const replaces = [...new Set(joined.map(({ owner }) => owner))];
      // All files of a trace are joined to others, or none of them.
      const held = parts.filter(({ owner }) => replaces.includes(owner)).length;
      if (replaces.length < 2 || held !== joined.length) return [];
      return [{ parts: joined.map(({ file, name }) => ({ file, name })), replaces, evidence }];
    });
  }

  #partsOf(owner: OpenFile): readonly Part[] {
    const { source, name } = owner;
    if (owner.state !== 'ready' || source.range !== undefined) return [];
    if (source.kind === 'segments')
      return source.files.flatMap((file, i) => this.#part(owner, file, source.names[i] ?? file.name));
    if (source.kind !== 'file' || this.#apart.has(source.file)) return [];
    const ends = owner.current.snapshot.get()?.ends ?? null;
    if (ends !== null) this.#ends.set(source.file, ends);
    return this.#part(owner, source.file, name);
  }

  #part(owner: OpenFile, file: File, name: string): readonly Part[] {
    const ends = this.#ends.get(file);
    return ends === undefined ? [] : [{ owner, file, name, ends }];
  }
}

/** The tab's name: the first file, and how many there are. */
export function joinedName(parts: readonly NamedFile[]): string {
  return `${parts[0]?.name ?? ''} (${plural(parts.length, 'file')})`;
}
