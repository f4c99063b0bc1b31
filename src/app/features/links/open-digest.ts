/**
 * Opens digests, from links and from files, as files of the list. Loaded with the first one. Following the link
 * of a digest is left to `follow-link.ts`.
 */
import { type Digest, MAX_DIGEST_BYTES, MAX_FILE_BYTES } from '../../../sharing/digest/digest';
import { FILE_MAGIC } from '../../../sharing/digest/magic';
import {
  decodeDigest,
  decodeFile,
  fromBase64url,
  type ReadDigest,
  toBase64url,
} from '../../../sharing/digest/pack';
import { fileWords, safeName } from '../../../sharing/link/fingerprint';
import type { TraceRef } from '../../../sharing/link/state';
import { DigestBackend } from '../../backend/digest-backend';
import type { AppState } from '../../state/app-state';
import type { OpenFile } from '../../state/open-file';
import { fileNotes } from '../notes/file-notes';
import { bringNotes } from './replace-digest';

/** Longest file that is a digest. */
export const MOST_FILE_BYTES = MAX_FILE_BYTES;

/** An open file, or why there is none, as a clause. */
export type Opened = OpenFile | string;

/** @param ref how the link names the trace of the digest. */
export function openEncoded(app: AppState, encoded: string, ref: TraceRef | null): Opened {
  return openRead(app, readEncoded(encoded), Math.floor((encoded.length * 3) / 4), ref, encoded);
}

export function readEncoded(encoded: string): ReadDigest {
  const packed = fromBase64url(encoded);
  if (packed === null) return { reason: 'it is damaged: the link was cut or changed' };
  return decodeDigest(packed);
}

/** The file itself is open: adds the notes of the digest to it. */
export function handOver(read: ReadDigest, file: OpenFile): Opened {
  if ('reason' in read) return read.reason;
  const { connection, notes } = read.digest;
  bringNotes(file, new Map([[connection.index, notes]]));
  return file;
}

/** @returns the digest of a file with the link that it holds. */
export function readFile(bytes: Uint8Array): ReadDigest {
  return decodeFile(bytes);
}

/** @param bytes of the whole file. */
export function openFromFile(
  app: AppState,
  digest: Digest,
  bytes: Uint8Array,
  ref: TraceRef | null,
): OpenFile {
  const packed = bytes.subarray(FILE_MAGIC.length);
  const encoded = packed.length <= MAX_DIGEST_BYTES ? toBase64url(packed) : null;
  return openRead(app, { digest }, bytes.length, ref, encoded) as OpenFile;
}

function openRead(
  app: AppState,
  read: ReadDigest,
  sizeBytes: number,
  ref: TraceRef | null,
  encoded: string | null,
): Opened {
  if ('reason' in read) return read.reason;
  const { digest } = read;
  const file = app.files.openDigest(`Digest of ${nameOf(digest, ref)}`, { ref, encoded }, (listener) => {
    return new DigestBackend(digest, sizeBytes, listener);
  });
  file.feature(fileNotes).of(digest.connection.index).load(digest.notes);
  return file;
}

function nameOf({ name }: Digest, ref: TraceRef | null): string {
  if (name !== null) return safeName(name);
  switch (ref?.kind) {
    case 'example':
      return `the example ${ref.id}`;
    case 'src':
      return safeName(ref.url);
    case 'file':
      return ref.fingerprint.name === '' ? 'a trace' : fileWords(ref.fingerprint);
    default:
      return 'a trace';
  }
}
