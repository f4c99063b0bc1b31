/**
 * How a link names each open file: an example by its id, a remote file by its URL, a local file by its
 * fingerprint, which is computed asynchronously, a run of the lab by what it is made of; pasted text has no name. The app provides the examples.
 */
import { localFiles, type SourceSpec } from '../../engine/input/bytes/source';
import { type Fingerprint, fingerprintOf, isSameFile } from '../../sharing/link/fingerprint';
import { runText } from '../../sharing/link/run-ref';
import {
  type FileRef,
  fingerprintsOf,
  type LinkTrace,
  MAX_SEGMENTS,
  type TraceRef,
} from '../../sharing/link/state';
import type { TraceFile } from '../state/traces/trace-file';

export interface Examples {
  /** @returns null for a source that is no example. */
  idOf(source: SourceSpec): string | null;
  /** @returns null where there is no such example. */
  sourceOf(id: string): SourceSpec | null;
}

export class TraceOrigins {
  readonly #examples: Examples;
  readonly #refs = new WeakMap<TraceFile, TraceRef | null>();
  readonly #asked = new WeakMap<TraceFile, Promise<TraceRef | null>>();

  constructor(examples: Examples) {
    this.#examples = examples;
  }

  /** @returns null for a file that no link can name; undefined while unknown: call `find`. */
  refOf(file: TraceFile): TraceRef | null | undefined {
    if (file.digest != null) return file.digest.ref;
    const { source } = file;
    if (source.kind === 'file' || source.kind === 'segments') return this.#refs.get(file);
    if (source.kind === 'url')
      return source.object === undefined
        ? { kind: 'src', url: source.url }
        : { kind: 'stored', object: source.object };
    if (source.kind === 'run') return { kind: 'run', ...source.run };
    const id = source.kind === 'example' ? this.#examples.idOf(source) : null;
    return id === null ? null : { kind: 'example', id };
  }

  /** Reads the fingerprint of a file, once. */
  find(file: TraceFile): Promise<TraceRef | null> {
    const ref = this.refOf(file);
    if (ref !== undefined) return Promise.resolve(ref);
    const asked = this.#asked.get(file) ?? this.#read(file);
    this.#asked.set(file, asked);
    return asked;
  }

  /** The name of a file that is open in another form. */
  learn(file: TraceFile, ref: TraceRef | null): void {
    this.#refs.set(file, ref);
  }

  async #read(file: TraceFile): Promise<TraceRef | null> {
    const ref = await refOf(file.source);
    this.#refs.set(file, ref);
    return ref;
  }
}

async function refOf(source: SourceSpec): Promise<FileRef | null> {
  const files = localFiles(source);
  // More files than a link can name.
  if (files.length > MAX_SEGMENTS + 1) return null;
  const [fingerprint = null, ...segments] = await Promise.all(files.map(fingerprintOf));
  if (fingerprint === null || segments.includes(null)) return null;
  const file = { kind: 'file', fingerprint } as const;
  return segments.length === 0 ? file : { ...file, segments: segments.filter((one) => one !== null) };
}

/** True for the same trace; a renamed file is the same. */
export function sameRef(a: LinkTrace, b: LinkTrace): boolean {
  switch (a.kind) {
    case 'example':
      return b.kind === 'example' && a.id === b.id;
    case 'src':
      return b.kind === 'src' && a.url === b.url;
    case 'stored':
      return b.kind === 'stored' && a.object === b.object;
    case 'run':
      return b.kind === 'run' && runText(a) === runText(b);
    case 'file':
      return b.kind === 'file' && sameFiles(fingerprintsOf(a), fingerprintsOf(b));
    case 'digest':
      // Another one in each link.
      return false;
  }
}

function sameFiles(a: readonly Fingerprint[], b: readonly Fingerprint[]): boolean {
  return a.length === b.length && a.every((one, i) => isSameFile(one, b[i] as Fingerprint));
}

export function sharesFile(a: LinkTrace, b: LinkTrace): boolean {
  if (a.kind !== 'file' || b.kind !== 'file') return false;
  const files = fingerprintsOf(b);
  return fingerprintsOf(a).some((one) => files.some((other) => isSameFile(one, other)));
}

/** How many files an open trace has after those of a reference, with which it begins; null where it does not. */
export function furtherFiles(ref: LinkTrace, own: TraceRef): number | null {
  if (ref.kind !== 'file' || own.kind !== 'file') return sameRef(ref, own) ? 0 : null;
  const [asked, given] = [fingerprintsOf(ref), fingerprintsOf(own)];
  return sameFiles(asked, given.slice(0, asked.length)) ? given.length - asked.length : null;
}

/**
 * An open trace is what a link names: the same, or the same log with more files, none of which the link names by itself.
 * @param named all references of the link.
 */
export function answers(own: TraceRef, ref: LinkTrace, named: readonly LinkTrace[]): boolean {
  const further = furtherFiles(ref, own);
  if (further === null || further === 0) return further === 0;
  return named.every((other) => other === ref || !sharesFile(other, own));
}
