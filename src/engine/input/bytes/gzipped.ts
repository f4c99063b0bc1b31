/** Bytes compressed for a file or a store, and read again. */
import { BlobStore } from './blob-store';
import { type Bytes, chunksOf } from './chunks';
import { DamagedGzip } from './errors';
import { gunzip } from './gunzip';

/** As gzip, off the heap. Rejects where the Blob cannot be read, and with the signal's reason. */
export async function gzipped(content: Blob, signal?: AbortSignal): Promise<Blob> {
  const stream = content.stream() as ReadableStream<Bytes>;
  const packer = new CompressionStream('gzip') as unknown as TransformStream<Bytes, Bytes>;
  const packed = new BlobStore();
  const options = signal === undefined ? {} : { signal };
  for await (const chunk of chunksOf(stream.pipeThrough(packer, options))) packed.append(chunk);
  return packed.blob();
}

/** The text of a gzip. @param maxBytes of it inflated. @returns null for one that is damaged, or grows beyond that. */
export async function gunzippedText(bytes: Uint8Array, maxBytes: number): Promise<string | null> {
  const stored = async function* () {
    yield bytes as Bytes;
  };
  const decoder = new TextDecoder();
  const texts: string[] = [];
  let size = 0;
  try {
    for await (const chunk of gunzip(stored)) {
      size += chunk.length;
      if (size > maxBytes) return null;
      texts.push(decoder.decode(chunk, { stream: true }));
    }
  } catch (error) {
    if (error instanceof DamagedGzip) return null;
    throw error;
  }
  return texts.join('');
}
