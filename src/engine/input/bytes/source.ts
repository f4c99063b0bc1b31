/**
 * Where the bytes of a file come from. Everything a user can open becomes a `SourceSpec`, which can be posted to the
 * worker; the worker turns it into a `ByteSource`, which can be streamed repeatedly.
 */
import { plainLine } from '../../base/text/plain';
import { rangesOf } from './blob-store';
import type { ByteSource } from './byte-source';
import { type Chunks, streamOf } from './chunks';
import { fileChunks } from './file-stream';
import { WORTH_BYTES, WORTH_INFLATING_BYTES } from './large-file';
import type { AheadOptions, ReaderThread } from './read-ahead';

/** A time range, µs from the trace's start, both ends included. */
export interface TimeRange {
  readonly fromUs: number;
  readonly toUs: number;
}

/** What to open; with a range, only the events within it are kept. */
export type SourceSpec = (SingleSource | SegmentsSource | RunSource) & { readonly range?: TimeRange };

/** The id that two logs share, or none: then only packet numbers, times and names fit. `link`: a link names them as one. */
export type Evidence = 'original connection id' | 'group id' | 'connection id' | 'none' | 'link';

/** The files of one connection's log that was rotated, in order: one trace. */
export interface SegmentsSource {
  readonly kind: 'segments';
  /** At least one. */
  readonly files: readonly File[];
  /** What each is called, its path where it came from a folder. */
  readonly names: readonly string[];
  /** What shows that they are of one connection. */
  readonly evidence: Evidence;
}

export type SingleSource =
  | { readonly kind: 'file'; readonly file: File }
  /** A file of the page's own origin: the built-in examples. */
  | { readonly kind: 'example'; readonly url: string; readonly name: string }
  /** A file on another host, at a URL that the user agreed to; read with `fetch`. */
  | {
      readonly kind: 'url';
      readonly url: string;
      readonly name: string;
      /** Its name in a store, which begins with the SHA-256 that its bytes must have; left out for any other URL. */
      readonly object?: string;
    }
  /** Pasted text. */
  | { readonly kind: 'text'; readonly text: string; readonly name: string };

/** The trace of one end of a run of the lab, by what names it: the same wherever it is made. */
export interface NamedRun {
  readonly scenario: string;
  readonly variant: string;
  readonly seed: number;
  readonly end: 'sender' | 'receiver';
  /** The fields that were changed with their values, as `rtt:20`, sorted. */
  readonly fields: readonly string[];
}

/** A run: whoever reads it makes it again. */
export interface RunSource {
  readonly kind: 'run';
  readonly run: NamedRun;
  readonly name: string;
  /** The user was asked whether it is to be made, whatever it costs. */
  readonly isAgreed?: true;
}

export function sourceName(spec: SourceSpec): string {
  if (spec.kind === 'segments') return spec.names[0];
  return spec.kind === 'file' ? fileName(spec.file) : spec.name;
}

/** What a file of this device is called everywhere on the page. */
export function fileName(file: File): string {
  return plainLine(file.name);
}

/** A picked or dropped file. */
function fromFile(file: File, startReader: (() => ReaderThread) | null): ByteSource {
  const starter = (worthBytes: number) => (file.size >= worthBytes ? startReader : null);
  const [reader, inflater] = [starter(WORTH_BYTES), starter(WORTH_INFLATING_BYTES)];
  return {
    name: fileName(file),
    sizeBytes: file.size,
    file,
    whole: file,
    stream: async () => streamOf(reader === null ? fileChunks(file) : aheadChunks(file, reader)),
    ...(inflater !== null && {
      inflate: (compression, onRead) => aheadChunks(file, inflater, { compression, onRead }),
    }),
    blob: async () => file,
  };
}

/** The code is loaded with the first large file. */
async function* aheadChunks(file: File, startReader: () => ReaderThread, options: AheadOptions = {}): Chunks {
  const { readAhead } = await import('./read-ahead');
  yield* readAhead(file, startReader, options);
}

function fromText(text: string, name: string): ByteSource {
  const blob = new Blob([text]);
  return {
    name,
    sizeBytes: blob.size,
    file: null,
    stream: async () => blob.stream(),
    blob: async () => blob,
    ranges: () => rangesOf(blob),
  };
}

interface UrlFile {
  readonly url: string;
  readonly name: string;
  /** It is of the page's own origin. */
  readonly isOwn: boolean;
  /** Its name in a store; null for a file whose hash is not known. */
  readonly object: string | null;
}

/** The code that fetches it is loaded with the first such file. */
function fromUrl({ url, name, isOwn, object }: UrlFile): ByteSource {
  let source: (ByteSource & { readonly verify: () => Promise<void> }) | null = null;
  const begun = async (): Promise<ByteSource> => {
    const [{ urlSource }, hashes] = await Promise.all([
      import('./url-source'),
      object === null ? null : import('./sha256'),
    ]);
    const expected =
      hashes === null ? null : { hash: new hashes.Sha256(), sha256: object?.split('.', 1)[0] ?? '' };
    source ??= urlSource(url, name, isOwn, expected);
    return source;
  };
  return {
    name,
    get sizeBytes() {
      return source?.sizeBytes ?? null;
    },
    file: null,
    stream: async () => (await begun()).stream(),
    blob: async (onRead) => (await begun()).blob(onRead),
    ranges: () => source?.ranges?.() ?? null,
    ...(object !== null && { verify: async () => source?.verify() }),
  };
}

/** A store on the page's own host may need the same cookies as the page. */
function isOfOwnHost({ url, object }: { readonly url: string; readonly object?: string }): boolean {
  return object !== undefined && typeof location !== 'undefined' && new URL(url).origin === location.origin;
}

/** @param startReader starts a worker that reads a large file ahead; null reads in this thread. */
export function openSource(spec: SingleSource, startReader: (() => ReaderThread) | null = null): ByteSource {
  switch (spec.kind) {
    case 'file':
      return fromFile(spec.file, startReader);
    case 'example':
      return fromUrl({ ...spec, isOwn: true, object: null });
    case 'url':
      return fromUrl({ ...spec, isOwn: isOfOwnHost(spec), object: spec.object ?? null });
    case 'text':
      return fromText(spec.text, spec.name);
  }
}

/** The sources of what is opened: one, or the files of a trace in their order. A run is a source of `answers/run-source.ts`. */
export function openSources(
  spec: SingleSource | SegmentsSource,
  startReader: (() => ReaderThread) | null = null,
): readonly ByteSource[] {
  if (spec.kind !== 'segments') return [openSource(spec, startReader)];
  const { files, names } = spec;
  return files.map((file, i) => ({ ...fromFile(file, startReader), name: names[i] ?? fileName(file) }));
}

/** The files of a source that lie on this device, in order. */
export function localFiles(spec: SourceSpec): readonly File[] {
  if (spec.kind === 'file') return [spec.file];
  return spec.kind === 'segments' ? spec.files : [];
}

/** Size of the files of a source as stored; null where it is no file. */
export function storedBytes(spec: SourceSpec): number | null {
  const files = localFiles(spec);
  return files.length === 0 ? null : files.reduce((sum, { size }) => sum + size, 0);
}
