/**
 * Byte sources of the command line, as the `ByteSource` that the reading path uses: a file in pieces, never as a whole;
 * and a stream (standard input, a pipe), which can be read once.
 *
 * A compressed stream may have to be read twice (a gzip of several members) or at its end first (a zip). It is
 * therefore written to a temporary file; uncompressed text is streamed.
 */
import { createReadStream, createWriteStream, openAsBlob, statSync } from 'node:fs';
import { mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { Duplex, Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { plainLine } from '../../../engine/base/text/plain';
import type { ByteSource } from '../../../engine/input/bytes/byte-source';
import { type Bytes, type Chunks, peek, streamOf } from '../../../engine/input/bytes/chunks';
import type { NativeInflater } from '../../../engine/input/bytes/gunzip';
import { compressionOf, SNIFF_BYTES } from '../../../engine/input/bytes/sniff';

/** Bytes read at once: larger pieces measured no faster. */
const PIECE_BYTES = 256 * 1024;

/** A source, and its cleanup. */
export interface OpenSource {
  readonly source: ByteSource;
  dispose(): Promise<void>;
}

/** Bytes that are inflated at once: the pieces of 16 KiB that `DecompressionStream` gives in Node take three times as long. */
const INFLATED_BYTES = 256 * 1024;

/** What `DecompressionStream` is in Node, with larger pieces. */
const nodeGunzip: NativeInflater = () =>
  Duplex.toWeb(createGunzip({ chunkSize: INFLATED_BYTES })) as unknown as TransformStream<Bytes, Bytes>;

const nothing = async (): Promise<void> => undefined;

async function* filePieces(path: string): Chunks {
  const handle = await open(path);
  try {
    for (;;) {
      const piece = new Uint8Array(PIECE_BYTES);
      const { bytesRead } = await handle.read(piece, 0, PIECE_BYTES);
      if (bytesRead === 0) return;
      yield piece.subarray(0, bytesRead);
    }
  } finally {
    await handle.close();
  }
}

/**
 * Uncompressed text in two buffers that are filled in turn: one is read while the caller works on the other, which it may
 * hold until it asks for the next piece. A piece that is not full is one of its own, so that short ones can be collected.
 * Compressed bytes are handed on before they are inflated: each piece has a buffer of its own.
 */
export async function* reusedPieces(path: string): Chunks {
  const handle = await open(path);
  const buffers = [new Uint8Array(PIECE_BYTES), new Uint8Array(PIECE_BYTES)] as const;
  const read = async (into: Bytes): Promise<Bytes> => {
    const { bytesRead } = await handle.read(into, 0, PIECE_BYTES);
    return bytesRead === PIECE_BYTES ? into : into.slice(0, bytesRead);
  };
  let next = read(buffers[0]);
  try {
    const first = await next;
    const isReused = !isCompressed(first.subarray(0, SNIFF_BYTES), basename(path));
    let piece = first;
    for (let turn = 1; piece.length > 0; turn++) {
      next = read(isReused ? (buffers[turn % 2] as Bytes) : new Uint8Array(PIECE_BYTES));
      // It is awaited below, perhaps after it has failed.
      next.catch(() => undefined);
      yield piece;
      piece = await next;
    }
  } finally {
    await next.catch(() => undefined);
    await handle.close();
  }
}

/** A file on disk. Its stream and its blob reject when it cannot be read. */
export function fileSource(path: string): OpenSource {
  const source: ByteSource = {
    name: plainLine(basename(path)),
    sizeBytes: statSync(path, { throwIfNoEntry: false })?.size ?? null,
    file: null,
    whole: path,
    gunzip: nodeGunzip,
    stream: async () => streamOf(filePieces(path)),
    blob: () => openAsBlob(path),
  };
  return { source, dispose: nothing };
}

/** A file on disk whose text is only read, and nothing of it kept. */
export function reusingSource(path: string): OpenSource {
  const { source, dispose } = fileSource(path);
  return { source: { ...source, chunks: () => reusedPieces(path) }, dispose };
}

export async function streamedSource(input: Readable, name: string): Promise<OpenSource> {
  const { head, all } = await peek(bytesOf(input), SNIFF_BYTES);
  if (isCompressed(head, name)) return spooled(all, name);
  let begun: Chunks | null = all;
  const once = (): Chunks => {
    const chunks = begun;
    begun = null;
    if (chunks === null) throw new Error(`${name} can be read once only`);
    return chunks;
  };
  const source: ByteSource = {
    name,
    sizeBytes: null,
    file: null,
    stream: async () => streamOf(once()),
    blob: () => Promise.reject(new Error(`${name} is no file`)),
  };
  return {
    source,
    dispose: async () => {
      await begun?.return();
      input.destroy();
    },
  };
}

export function pipeSource(path: string): Promise<OpenSource> {
  return streamedSource(createReadStream(path), basename(path));
}

/** Unsupported formats are reported when the text is opened. */
function isCompressed(head: Uint8Array, name: string): boolean {
  try {
    return compressionOf(head, name) !== 'none';
  } catch {
    return false;
  }
}

async function* bytesOf(input: Readable): Chunks {
  for await (const chunk of input) yield chunk as Bytes;
}

async function spooled(chunks: Chunks, name: string): Promise<OpenSource> {
  const folder = await mkdtemp(join(tmpdir(), 'qlogscope-'));
  const dispose = (): Promise<void> => rm(folder, { recursive: true, force: true });
  const path = join(folder, 'input');
  try {
    await pipeline(Readable.from(chunks), createWriteStream(path));
  } catch (error) {
    await dispose();
    throw error;
  }
  return { source: { ...fileSource(path).source, name }, dispose };
}
