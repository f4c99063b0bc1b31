/** Bytes compressed for a file or a store. */

import { BlobStore } from './blob-store';
import { type Bytes, chunksOf } from './chunks';

/** As gzip, off the heap. Rejects where the Blob cannot be read, and with the signal's reason. */
export async function gzipped(content: Blob, signal?: AbortSignal): Promise<Blob> {
  const stream = content.stream() as ReadableStream<Bytes>;
  const packer = new CompressionStream('gzip') as unknown as TransformStream<Bytes, Bytes>;
  const packed = new BlobStore();
  const options = signal === undefined ? {} : { signal };
  for await (const chunk of chunksOf(stream.pipeThrough(packer, options))) packed.append(chunk);
  return packed.blob();
}
