/**
 * Folders that were named and gave no trace, though they hold files that may have been one: an error, as an empty folder is. A test of
 * logs that are none any more must not pass.
 */
import { isAbsolute, normalize, sep } from 'node:path';

export const NO_TRACE_IN_FOLDER = 'the folder holds no trace: none of its files is one';

export class FoldersRead {
  /** What was named, and so far gave no report. */
  readonly #silent: Map<string, string>;
  readonly #passedOver = new Set<string>();

  constructor(named: readonly string[]) {
    this.#silent = new Map(named.map((path) => [normalize(path), path]));
  }

  /** A trace, or what could not be read: it is reported by itself. */
  reported(path: string): void {
    for (const folder of this.#silent.keys()) if (isWithin(folder, path)) this.#silent.delete(folder);
  }

  passedOver(path: string): void {
    for (const folder of this.#silent.keys()) if (isWithin(folder, path)) this.#passedOver.add(folder);
  }

  /** As they were named. */
  get withoutTrace(): readonly string[] {
    return [...this.#silent].flatMap(([folder, named]) => (this.#passedOver.has(folder) ? [named] : []));
  }
}

function isWithin(folder: string, path: string): boolean {
  const [outer, inner] = [folder.endsWith(sep) ? folder : folder + sep, normalize(path)];
  if (folder === '.') return !isAbsolute(inner) && !inner.startsWith('..');
  return inner === folder || inner.startsWith(outer);
}
