/** The bytes of one zip entry, decompressed and checked against the size and CRC-32 in the zip. */
import { type Chunks, chunksOf, counted, type Opener } from './chunks';
import { DamagedCompression, UnreadableEntry } from './errors';
import { inflateRaw } from './gunzip';
import { unzstd } from './unzstd';
import type { ZipEntry } from './zip-directory';

const STORED = 0;
const DEFLATE = 8;
const ZSTD = 93;

/**
 * @param onRead bytes of the entry read so far, as stored.
 * @throws UnreadableEntry for an encrypted entry and an unknown method; DamagedCompression after the last good byte of
 * a truncated or damaged one.
 */
export async function* entryChunks(entry: ZipEntry, onRead: (storedBytes: number) => void): Chunks {
  if (entry.isEncrypted) throw new UnreadableEntry(entry.name, 'encrypted');
  const open: Opener = () => counted(chunksOf(entry.data.stream() as ReadableStream<never>), onRead);
  let inflated = 0;
  let crc = 0;
  for await (const chunk of opened(entry, open)) {
    inflated += chunk.length;
    if (entry.inflated !== null) crc = crc32(chunk, crc);
    yield chunk;
  }
  if (entry.inflated === null) return;
  const { sizeBytes, crc: expected } = entry.inflated;
  if (inflated !== sizeBytes || crc !== expected)
    throw new DamagedCompression('zip', entry.data.size, inflated, inflated < sizeBytes);
}

function opened(entry: ZipEntry, open: Opener): Chunks {
  switch (entry.method) {
    case STORED:
      return open();
    case DEFLATE:
      return inflateRaw(open);
    case ZSTD:
      return unzstd(open);
    default:
      throw new UnreadableEntry(entry.name, 'method');
  }
}

const CRC_TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let crc = byte;
  for (let bit = 0; bit < 8; bit++) crc = (crc & 1) !== 0 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1;
  return crc >>> 0;
});

/** CRC-32 as zip and gzip use it (ISO 3309), continued from the CRC of the preceding bytes. */
function crc32(bytes: Uint8Array, before: number): number {
  let crc = ~before;
  for (let i = 0; i < bytes.length; i++) crc = (crc >>> 8) ^ CRC_TABLE[(crc ^ bytes[i]) & 0xff];
  return ~crc >>> 0;
}
