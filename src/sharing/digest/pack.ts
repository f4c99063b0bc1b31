/**
 * The bytes around a digest: a version, and the deflated form after it. In a link they stand as base64url; a file
 * begins with eight bytes of its own before them, by which it is known whatever its name. Reading is strict and
 * bounded: what it gives is a digest, or a reason in words; it never throws, and a bomb is put out while it inflates.
 */
import { deflateSync } from 'fflate';
import { ByteReader, ByteWriter, Unreadable } from './bytes';
import { check } from './check';
import { cleaned } from './clean';
import { DIGEST_VERSION, type Digest, MAX_FILE_BYTES, MAX_INFLATED_BYTES } from './digest';
import { exactFigures } from './exact-figures';
import { form } from './form';
import { inflatedPart } from './inflated-part';
import { FILE_MAGIC } from './magic';

export type ReadDigest =
  | { readonly digest: Digest }
  /** Why it cannot be shown, as a clause: `it is damaged`. */
  | { readonly reason: string };

const FIRST_VERSION = 1;
const NONE_EXACT = (): ReadonlySet<number> => new Set();

/** A digest as bytes; one that inflates to more than `MAX_INFLATED_BYTES` is refused by who reads it. */
interface PackedDigest {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly inflatedBytes: number;
}

export function packDigest(digest: Digest, levels: number): PackedDigest {
  const writer = new ByteWriter();
  form({ levels, version: DIGEST_VERSION, exactOf: exactFigures(digest) }).write(writer, digest);
  const written = writer.done();
  const deflated = deflateSync(written, { level: 9 });
  const bytes = new Uint8Array(1 + deflated.length);
  bytes[0] = DIGEST_VERSION;
  bytes.set(deflated, 1);
  return { bytes, inflatedBytes: written.length };
}

/** @param levels into which the range of a series is cut where it must be rounded (`scale-codec.ts`). */
export function encodeDigest(digest: Digest, levels: number): Uint8Array<ArrayBuffer> {
  return packDigest(digest, levels).bytes;
}

/** @param packed as `encodeDigest` gives it. */
export function fileOf(packed: Uint8Array): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(FILE_MAGIC.length + packed.length);
  bytes.set(FILE_MAGIC);
  bytes.set(packed, FILE_MAGIC.length);
  return bytes;
}

/** Reads what `encodeDigest` gave. Every version that was written has its frozen digests (`frozen-digests.json`). */
export function decodeDigest(bytes: Uint8Array): ReadDigest {
  const version = bytes[0] ?? 0;
  if (version > DIGEST_VERSION)
    return {
      reason: `it was made by a newer qlogscope (digests of version ${version}, this one reads up to ${DIGEST_VERSION})`,
    };
  if (version < FIRST_VERSION) return { reason: `there is no digest of version ${version}` };
  try {
    const reader = new ByteReader(inflate(bytes.subarray(1)));
    const digest = sound(form({ levels: 1, version, exactOf: NONE_EXACT }).read(reader));
    if (reader.left > 0) throw new Unreadable('something follows its end');
    return { digest };
  } catch (error) {
    if (error instanceof Unreadable) return { reason: `it is damaged: ${error.message}` };
    throw error;
  }
}

/** @throws Unreadable where one of the digests cannot be shown. */
function sound(digest: Digest): Digest {
  const others = digest.others.map(({ ref, digest: other }) => ({ ref, digest: cleaned(check(other)) }));
  return { ...cleaned(check(digest)), others };
}

export function decodeFile(bytes: Uint8Array): ReadDigest {
  if (bytes.length > MAX_FILE_BYTES) return { reason: 'it is larger than any digest' };
  return decodeDigest(bytes.subarray(FILE_MAGIC.length));
}

/** @throws Unreadable for what is no deflate stream, is cut, or grows beyond the limit. */
function inflate(deflated: Uint8Array): Uint8Array {
  const { bytes, problem } = inflatedPart(deflated, MAX_INFLATED_BYTES);
  if (problem !== null) throw new Unreadable(problem);
  return bytes;
}

/** Without padding; in pieces, since a call takes only so many arguments. */
export function toBase64url(bytes: Uint8Array): string {
  let binary = '';
  for (let at = 0; at < bytes.length; at += 8192)
    binary += String.fromCharCode(...bytes.subarray(at, at + 8192));
  return btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

/** @returns null for what is no base64url. */
export function fromBase64url(encoded: string): Uint8Array | null {
  if (!/^[\w-]+$/.test(encoded)) return null;
  try {
    const binary = atob(encoded.replaceAll('-', '+').replaceAll('_', '/'));
    return Uint8Array.from(binary, (character) => character.charCodeAt(0));
  } catch {
    return null;
  }
}
