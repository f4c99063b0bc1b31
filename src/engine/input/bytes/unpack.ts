/** The bytes of a compressed stream, decompressed. The code for each format is loaded with the first such file. */
import type { Chunks, Opener } from './chunks';
import type { NativeInflater } from './gunzip';
import type { Compression } from './sniff';

/**
 * @param open may be called again. @param compression of a single stream: a zip is none.
 * @throws DamagedCompression after the last good byte.
 */
export function unpacked(open: Opener, compression: Compression, makeNative?: NativeInflater): Chunks {
  switch (compression) {
    case 'gzip':
      return gzipChunks(open, makeNative);
    case 'zstd':
      return zstdChunks(open);
    default:
      return open();
  }
}

async function* gzipChunks(open: Opener, makeNative?: NativeInflater): Chunks {
  const { gunzip } = await import('./gunzip');
  yield* gunzip(open, makeNative);
}

async function* zstdChunks(open: Opener): Chunks {
  const { unzstd } = await import('./unzstd');
  yield* unzstd(open);
}
