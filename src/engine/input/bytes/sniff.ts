/**
 * Detects compression and text encoding by the first bytes, never by the name. The one exception is brotli, which has
 * no magic bytes.
 */
import { type UnreadableFormat, UnsupportedCompression } from './errors';

export type Compression = 'none' | 'gzip' | 'zstd' | 'zip';
export type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be';

/** Enough for every magic number and for detecting UTF-16 without a byte order mark. */
export const SNIFF_BYTES = 64;

const READABLE: readonly (readonly [Compression, readonly number[]])[] = [
  ['gzip', [0x1f, 0x8b]],
  ['zstd', [0x28, 0xb5, 0x2f, 0xfd]],
  ['zip', [0x50, 0x4b, 0x03, 0x04]],
  // A zip without entries.
  ['zip', [0x50, 0x4b, 0x05, 0x06]],
];
const UNREADABLE: readonly (readonly [UnreadableFormat, readonly number[]])[] = [
  ['xz', [0xfd, 0x37, 0x7a, 0x58, 0x5a, 0x00]],
  ['bzip2', [0x42, 0x5a, 0x68]],
  ['7z', [0x37, 0x7a, 0xbc, 0xaf, 0x27, 0x1c]],
  ['rar', [0x52, 0x61, 0x72, 0x21, 0x1a, 0x07]],
  ['lz4', [0x04, 0x22, 0x4d, 0x18]],
];
/** The last three bytes of a skippable zstd frame's magic number; the first is 0x50 to 0x5f. */
const SKIPPABLE_FRAME = [0x2a, 0x4d, 0x18] as const;
/** First bytes of JSON, a text sequence or markup, after white space: `{`, `[`, RS, `<`, a UTF-8 byte order mark. */
const TEXT_STARTS: ReadonlySet<number> = new Set([0x7b, 0x5b, 0x1e, 0x3c, 0xef]);
/** UTF-16 without a byte order mark: a qlog begins with ASCII, so nearly every other byte is zero. */
const MIN_ZERO_SHARE = 0.75;
/** A character such as U+1F600 has its zero byte in the other position. */
const MAX_OTHER_SHARE = 0.1;

/**
 * @param name of the file or entry; only its extension for brotli is used.
 * @throws UnsupportedCompression for formats that are recognised but not supported.
 */
export function compressionOf(head: Uint8Array, name: string): Compression {
  const readable = READABLE.find(([, magic]) => startsWith(head, magic));
  if (readable !== undefined) return readable[0];
  const unreadable = UNREADABLE.find(([, magic]) => startsWith(head, magic));
  if (unreadable !== undefined) throw new UnsupportedCompression(unreadable[0]);
  const first = head[0];
  if (first !== undefined && first >> 4 === 5 && startsWith(head.subarray(1), SKIPPABLE_FRAME)) return 'zstd';
  if (name.toLowerCase().endsWith('.br') && !beginsAsText(head)) throw new UnsupportedCompression('brotli');
  return 'none';
}

/** @param head first bytes of the decompressed text. */
export function encodingOf(head: Uint8Array): Encoding {
  if (startsWith(head, [0xff, 0xfe])) return 'utf-16le';
  if (startsWith(head, [0xfe, 0xff])) return 'utf-16be';
  const units = head.length >> 1;
  if (units === 0) return 'utf-8';
  const zeros = [0, 0];
  for (let i = 0; i < units * 2; i++) if (head[i] === 0) zeros[i & 1] = zeros[i & 1] + 1;
  const [even, odd] = zeros as [number, number];
  if (odd >= units * MIN_ZERO_SHARE && even <= units * MAX_OTHER_SHARE) return 'utf-16le';
  if (even >= units * MIN_ZERO_SHARE && odd <= units * MAX_OTHER_SHARE) return 'utf-16be';
  return 'utf-8';
}

function beginsAsText(head: Uint8Array): boolean {
  const first = head.find((byte) => byte !== 0x20 && byte !== 0x0a && byte !== 0x0d && byte !== 0x09);
  return first === undefined || TEXT_STARTS.has(first);
}

function startsWith(bytes: Uint8Array, magic: readonly number[]): boolean {
  return magic.every((byte, index) => bytes[index] === byte);
}
