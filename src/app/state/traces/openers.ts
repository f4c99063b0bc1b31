/**
 * Ways of opening files otherwise than as a tab each. Features give them when the state of the page is created; the list of
 * open files asks them in that order: by names, and by what files are together, before one of them is read; and of files that
 * are tabs by then, by their first bytes.
 */
import type { NamedFile } from './named-file';

export const HEAD_BYTES = 256;

export interface Opener {
  readonly claims: {
    /** By its name; before anything else is asked. */
    readonly name?: (name: string) => boolean;
    /** All files that are opened at once, as their number, or that they are zips; where none is claimed by its name. */
    readonly together?: (files: readonly NamedFile[]) => boolean | Promise<boolean>;
    /** By its first bytes, at most `HEAD_BYTES`, whatever its name: it is a tab by then, which is closed. */
    readonly head?: (head: Uint8Array) => boolean | Promise<boolean>;
  };
  /** Of those that it claims by their first bytes each is opened by itself, in their order, after all that are opened as one. */
  readonly oneByOne?: true;
  /** @param others were opened at once with those that are claimed by their names: nobody else opens them. */
  readonly open: (files: readonly NamedFile[], others: readonly NamedFile[]) => Promise<void>;
}

/** @returns null where the file cannot be read. */
export async function headOf(file: Pick<File, 'slice'>): Promise<Uint8Array | null> {
  try {
    return new Uint8Array(await file.slice(0, HEAD_BYTES).arrayBuffer());
  } catch {
    return null;
  }
}

export class Openers {
  readonly #all: readonly Opener[];

  constructor(all: readonly Opener[]) {
    this.#all = all;
  }

  /** Opens files of which none is read yet by the first that claims them, else by `otherwise`: at once where that is known at once. */
  async open(
    files: readonly NamedFile[],
    otherwise: (files: readonly NamedFile[]) => Promise<void>,
  ): Promise<void> {
    for (const { claims, open } of this.#all) {
      const named = files.filter(({ name }) => claims.name?.(name) === true);
      if (named.length > 0)
        return open(
          named,
          files.filter((file) => !named.includes(file)),
        );
    }
    for (const { claims, open } of this.#all) {
      const claimed = claims.together?.(files) ?? false;
      if (claimed === true || (claimed !== false && (await claimed))) return open(files, []);
    }
    return otherwise(files);
  }

  /** Opens those that are claimed by their first bytes. @param close called with the place of each, before it is opened by itself. */
  async openByHeads(files: readonly NamedFile[], close: (at: number) => void): Promise<void> {
    const openers = await Promise.all(files.map(({ file }) => this.ofHead(file)));
    for (const opener of new Set(openers)) {
      if (opener === null || opener.oneByOne === true) continue;
      const claimed = files.filter((_, i) => openers[i] === opener);
      await opener.open(claimed, []);
    }
    for (const [i, file] of files.entries()) {
      const opener = openers[i] ?? null;
      if (opener === null) continue;
      close(i);
      if (opener.oneByOne === true) await opener.open([file], []);
    }
  }

  /** What claims a file by its first bytes; null for a trace, also where it cannot be read: opening it reports why. */
  async ofHead(file: Pick<File, 'slice'>): Promise<Opener | null> {
    const head = await headOf(file);
    if (head === null) return null;
    for (const opener of this.#all) if ((await opener.claims.head?.(head)) === true) return opener;
    return null;
  }
}
