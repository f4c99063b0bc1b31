/** The bytes of a compressed stream, decompressed. The code for zstd is loaded with the first such file. */
import type { Chunks, Opener } from './chunks';
import { gunzip, type NativeInflater } from './gunzip';
import type { Compression } from './sniff';

/**
 * @param open may be called again. @param compression of a single stream: a zip is none.
 * @throws DamagedCompression after the last good byte.
 */
export function unpacked(open: Opener, compression: Compression, makeNative?: NativeInflater): Chunks {
  switch (compression) {
    case 'gzip':
      return gunzip(open, makeNative);
    case 'zstd':
      return zstdChunks(open);
    default:
      return open();
  }
}

async function* zstdChunks(open: Opener): Chunks {
  const { unzstd } = await import('./unzstd');
  yield* unzstd(open);
}
