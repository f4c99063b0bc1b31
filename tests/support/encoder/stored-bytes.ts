/**
 * Text to stored bytes: UTF-8 or UTF-16 with its byte order mark, then a compression. The zstd frame holds raw
 * blocks only, which is all that a reader's framing can be tested with and needs no encoder.
 * Sources: RFC 8878 §3.1.1 (zstd), RFC 1952 §2.2 (several gzip members).
 */
import { gzipSync, zipSync } from 'fflate';
import type { Compression, Encoding } from './dialect.ts';

/** The byte order mark, U+FEFF. */
const BOM = '\ufeff';
const ZSTD_MAGIC = [0x28, 0xb5, 0x2f, 0xfd] as const;
/** One segment, a content size of 4 bytes, no checksum, no dictionary. */
const ZSTD_DESCRIPTOR = 0xa0;
const ZSTD_BLOCK_BYTES = 128 * 1024;

export function encodeText(text: string, encoding: Encoding): Uint8Array {
  switch (encoding) {
    case 'utf-8':
      return new Uint8Array(Buffer.from(text, 'utf8'));
    case 'utf-8-bom':
      return new Uint8Array(Buffer.from(BOM + text, 'utf8'));
    case 'utf-16le':
      return new Uint8Array(Buffer.from(BOM + text, 'utf16le'));
    case 'utf-16be':
      return new Uint8Array(Buffer.from(BOM + text, 'utf16le').swap16());
  }
}

export function compress(bytes: Uint8Array, compression: Compression): Uint8Array {
  // The date goes into gzip and zip headers: a fixed one gives the same bytes on every run.
  const options = { mtime: Date.UTC(2026, 10, 21), level: 1 } as const;
  switch (compression) {
    case 'none':
      return bytes;
    case 'gzip':
      return gzipSync(bytes, options);
    case 'gzip-members': {
      // Cut in the middle of a record: members need not end where records do.
      const third = Math.floor(bytes.length / 3);
      const parts = [bytes.subarray(0, third), bytes.subarray(third, 2 * third), bytes.subarray(2 * third)];
      return joinBytes(parts.map((part) => gzipSync(part, options)));
    }
    case 'zip':
      return zipSync({ 'trace.qlog': bytes }, options);
    case 'zip-two':
      return zipSync({ 'first.qlog': bytes, 'folder/second.qlog': bytes }, options);
    case 'zstd':
      return zstdFrame(bytes);
  }
}

function zstdFrame(bytes: Uint8Array): Uint8Array {
  const blocks: Uint8Array[] = [];
  for (let at = 0; at < bytes.length; at += ZSTD_BLOCK_BYTES) {
    const block = bytes.subarray(at, at + ZSTD_BLOCK_BYTES);
    const last = at + ZSTD_BLOCK_BYTES >= bytes.length ? 1 : 0;
    blocks.push(littleEndian(last | (block.length << 3), 3), block);
  }
  const head = new Uint8Array([...ZSTD_MAGIC, ZSTD_DESCRIPTOR, ...littleEndian(bytes.length, 4)]);
  return joinBytes([head, ...blocks]);
}

function littleEndian(value: number, bytes: number): Uint8Array {
  return Uint8Array.from({ length: bytes }, (_, i) => (value >>> (8 * i)) & 0xff);
}

function joinBytes(parts: readonly Uint8Array[]): Uint8Array {
  return new Uint8Array(Buffer.concat(parts));
}
