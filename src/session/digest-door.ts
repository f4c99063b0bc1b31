/**
 * Opens digests, from links and from files, as traces of the list. Fetched when the first one comes. Following the link
 * that a digest came with is left to `follow-link.ts`.
 */
import { type Digest, MAX_DIGEST_BYTES, MAX_FILE_BYTES } from '../digest/digest';
import { FILE_MAGIC } from '../digest/magic';
import { decodeDigest, decodeFile, fromBase64url, type ReadDigest, toBase64url } from '../digest/pack';
import { fileWords, safeName } from '../link/fingerprint';
import type { TraceRef } from '../link/state';
import { mergeBook } from '../notes/merge';
import { sameAnchor } from '../notes/note';
import { DigestConnection } from './digest-connection';
import { takenUpWords } from './digest-messages';
import type { OpenTrace } from './open-trace';
import { notify, openDigest, traceList } from './trace-list';
import { sameRef, type TraceOrigins } from './trace-origins';

/** Longest file that is a digest. */
export const MOST_FILE_BYTES = MAX_FILE_BYTES;

/** A trace, or why there is none, as a clause. */
export type Opened = OpenTrace | string;

/** @param ref what the link calls the trace that the digest stands for. */
export function openEncoded(encoded: string, ref: TraceRef | null): Opened {
  const packed = fromBase64url(encoded);
  if (packed === null) return 'it is damaged: it is cut, or was changed on its way';
  return openRead(decodeDigest(packed), packed.length, ref, encoded);
}

/** @returns the digest of a file with the link that it holds. */
export function readFile(bytes: Uint8Array): ReadDigest {
  return decodeFile(bytes);
}

/** @param bytes of the whole file. */
export function openFromFile(digest: Digest, bytes: Uint8Array, ref: TraceRef | null): OpenTrace {
  const packed = bytes.subarray(FILE_MAGIC.length);
  const encoded = packed.length <= MAX_DIGEST_BYTES ? toBase64url(packed) : null;
  return openRead({ digest }, bytes.length, ref, encoded) as OpenTrace;
}

/**
 * A digest whose trace is open, because both came together or the trace came first, only brings its notes to it.
 * @param ref what the digest's link calls its trace.
 * @returns false where that trace is not open.
 */
export async function takenUp(
  { connection, notes }: Digest,
  ref: TraceRef | null,
  origins: TraceOrigins,
): Promise<boolean> {
  const { traces } = traceList.get();
  const refs = await Promise.all(traces.map((trace) => origins.find(trace)));
  const isIt = (own: TraceRef | null): boolean => ref !== null && own !== null && sameRef(own, ref);
  const trace = traces.find((open, i) => open.digest === null && isIt(refs[i] ?? null));
  if (trace === undefined || !traceList.get().traces.includes(trace)) return false;
  trace.notes.join(connection.index, (book) => {
    const isThere = (note: (typeof notes)[number]): boolean =>
      book.notes.some(({ text, anchor }) => text === note.text && sameAnchor(anchor, note.anchor));
    return mergeBook(
      book,
      [],
      notes.filter((note) => !isThere(note)),
    );
  });
  notify(takenUpWords(trace.name));
  return true;
}

function openRead(read: ReadDigest, sizeBytes: number, ref: TraceRef | null, encoded: string | null): Opened {
  if ('reason' in read) return read.reason;
  const { digest } = read;
  const trace = openDigest(`Digest of ${nameOf(digest, ref)}`, { ref, encoded }, (listener) => {
    return new DigestConnection(digest, sizeBytes, listener);
  });
  trace.notes.load(digest.connection.index, digest.notes);
  return trace;
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
