/**
 * SHA-256 of bytes that come one after another (FIPS 180-4). `crypto.subtle` wants all of them at once, and is missing on a
 * page that came over plain http, so a library counts.
 */
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import type { Bytes } from './chunks';

/** Bytes hashed without a pause: a few milliseconds of work. */
const PIECE_BYTES = 256 * 1024;

export class Sha256 {
  readonly #hash = sha256.create();

  update(bytes: Uint8Array): void {
    this.#hash.update(bytes);
  }

  /** Ends it. @returns 64 hexadecimal digits, lower case. */
  digest(): string {
    return bytesToHex(this.#hash.digest());
  }
}

export function sha256OfBytes(bytes: Uint8Array): string {
  const hash = new Sha256();
  hash.update(bytes);
  return hash.digest();
}

/**
 * Reads a file once, in small pieces with pauses between.
 * @param onProgress bytes hashed so far. Rejects with the signal's reason when aborted, and where the file cannot be read.
 */
export async function sha256OfBlob(
  blob: Blob,
  {
    signal,
    onProgress,
  }: { readonly signal?: AbortSignal; readonly onProgress?: (bytes: number) => void } = {},
): Promise<string> {
  const hash = new Sha256();
  for (let at = 0; at < blob.size; at += PIECE_BYTES) {
    signal?.throwIfAborted();
    const piece: Bytes = new Uint8Array(await blob.slice(at, at + PIECE_BYTES).arrayBuffer());
    hash.update(piece);
    onProgress?.(at + piece.length);
  }
  return hash.digest();
}
