/** Byte sources made in memory, and a reader that keeps all that `openText` says about them. */
import { gzipSync } from 'node:zlib';
import type { ByteSource } from '../../src/engine/input/bytes/byte-source';
import { type InflateOptions, openText } from '../../src/engine/input/bytes/inflate.ts';

export type Bytes = Uint8Array<ArrayBuffer>;

/** Text that compresses badly enough to fill several blocks. */
export function noisyText(length: number): string {
  let seed = 12345;
  let text = '';
  while (text.length < length) {
    seed = (seed * 1103515245 + 12345) % 2147483648;
    text += seed.toString(36);
  }
  return text.slice(0, length);
}

export const gzip = (text: string): Bytes => new Uint8Array(gzipSync(text));

export function join(...parts: readonly Uint8Array[]): Bytes {
  return new Uint8Array(Buffer.concat(parts));
}

export function sourceOf(bytes: Bytes, chunkBytes = 1000, name = 'test'): ByteSource {
  return {
    name,
    sizeBytes: bytes.length,
    file: null,
    blob: async () => new Blob([bytes]),
    async stream() {
      let at = 0;
      return new ReadableStream<Bytes>({
        pull(controller) {
          if (at >= bytes.length) return controller.close();
          controller.enqueue(bytes.slice(at, at + chunkBytes));
          at += chunkBytes;
        },
      });
    },
  };
}

export interface ReadPart {
  readonly name: string | null;
  readonly text: string;
  readonly error: unknown;
}

export interface ReadSource {
  readonly parts: readonly ReadPart[];
  /** The text and the error of the first part, for files that have one. */
  readonly text: string;
  /** What a part failed with, else what the file failed with; null when nothing did. */
  readonly error: unknown;
  readonly reads: readonly number[];
  readonly compressions: readonly string[];
  readonly encodings: readonly string[];
}

/** Reads every part to its end, as the session does: a part that fails does not keep the next from being read. */
export async function readSource(source: ByteSource, options: InflateOptions = {}): Promise<ReadSource> {
  const parts: ReadPart[] = [];
  const reads: number[] = [];
  const compressions: string[] = [];
  const encodings: string[] = [];
  const callbacks = {
    onRead: (bytes: number) => reads.push(bytes),
    onCompression: (compression: string) => compressions.push(compression),
    onEncoding: (encoding: string) => encodings.push(encoding),
  };
  let error: unknown = null;
  try {
    for await (const part of openText(source, callbacks, options)) {
      const chunks: Bytes[] = [];
      let failure: unknown = null;
      try {
        for await (const chunk of part.chunks()) chunks.push(chunk.slice());
      } catch (thrown) {
        failure = thrown;
      }
      parts.push({ name: part.name, text: new TextDecoder().decode(join(...chunks)), error: failure });
    }
  } catch (thrown) {
    error = thrown;
  }
  const failed = parts.find((part) => part.error !== null);
  return {
    parts,
    text: parts[0]?.text ?? '',
    error: failed?.error ?? error,
    reads,
    compressions,
    encodings,
  };
}
