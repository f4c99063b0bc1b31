/**
 * Identifies a local file: by name, size, and a hash of its first and last bytes and its length. The file is
 * not read completely, so that 10 GB cost as much as 10 KB; two files that differ only in the middle count as the
 * same. The app asks for the file and shows differences.
 */
import * as v from 'valibot';
import { amount, bytes, plural } from '../../engine/base/text/figures';
import { beginningOf, plainLine } from '../../engine/base/text/plain';

/** Head and tail that are read, bytes. */
const END_BYTES = 65_536;
/** Bytes of the SHA-256 that are kept: 96 bits, 16 characters. */
const HASH_BYTES = 12;
const MAX_NAME = 255;

const FORM = /^(?<sizeBytes>\d{1,15})\.(?<hash>[\w-]{16})(?:\.(?<name>.+))?$/su;
const NO_FINGERPRINT = 'it is not a fingerprint of a file (size, hash and name)';

/** Parses a text written by `fingerprintText`. */
export const Fingerprint = v.pipe(
  v.string(),
  v.transform((text) => FORM.exec(text)?.groups),
  v.object(
    {
      /** Empty without its share option. */
      name: v.pipe(v.fallback(v.string(), ''), v.maxLength(MAX_NAME, NO_FINGERPRINT), v.transform(nameOf)),
      sizeBytes: v.pipe(v.string(), v.transform(Number)),
      /** First 12 bytes of SHA-256 over head, tail and length (64 bit, little-endian), base64url. */
      hash: v.string(),
    },
    NO_FINGERPRINT,
  ),
);
export type Fingerprint = Readonly<v.InferOutput<typeof Fingerprint>>;

/** The name as fingerprints hold it: what two of them call a file is compared. */
function nameOf(name: string): string {
  return beginningOf(plainLine(name), MAX_NAME);
}

/** A file, or an object that can be sliced like one. */
export type Sliceable = Pick<File, 'name' | 'size' | 'slice'>;

/** @returns null where the browser has no hashing (a page over plain http), or the file cannot be read. */
export async function fingerprintOf(file: Sliceable): Promise<Fingerprint | null> {
  try {
    const head = file.slice(0, END_BYTES).arrayBuffer();
    const tail = file.slice(Math.max(0, file.size - END_BYTES)).arrayBuffer();
    const length = new DataView(new ArrayBuffer(8));
    length.setBigUint64(0, BigInt(file.size), true);
    const parts = new Blob([await head, await tail, length]);
    const digest = await crypto.subtle.digest('SHA-256', await parts.arrayBuffer());
    const hash = base64url(new Uint8Array(digest, 0, HASH_BYTES));
    return { name: nameOf(file.name), sizeBytes: file.size, hash };
  } catch {
    return null;
  }
}

function base64url(data: Uint8Array): string {
  return btoa(String.fromCharCode(...data))
    .replaceAll('+', '-')
    .replaceAll('/', '_');
}

/** `1331200.q3fXl0kd_3-aBcDE.server.sqlog`: size, hash, and optionally the name after the second point. */
export function fingerprintText({ name, sizeBytes, hash }: Fingerprint): string {
  return name === '' ? `${sizeBytes}.${hash}` : `${sizeBytes}.${hash}.${name}`;
}

export type Likeness = 'same' | 'renamed' | 'different';

export function compareFingerprints(asked: Fingerprint, given: Fingerprint): Likeness {
  if (asked.hash !== given.hash || asked.sizeBytes !== given.sizeBytes) return 'different';
  return asked.name === '' || asked.name === given.name ? 'same' : 'renamed';
}

/** True whatever the names. */
export function isSameFile(a: Fingerprint, b: Fingerprint): boolean {
  return compareFingerprints(a, b) !== 'different';
}

/** `server.sqlog (1.3 MB)`; `a file of 1.3 MB (name not in the link)`. */
export function fileWords({ name, sizeBytes }: Fingerprint): string {
  if (name === '') return `a file of ${amount(sizeBytes)} (name not in the link)`;
  return `${name} (${amount(sizeBytes)})`;
}

/** Of more files than these the first ones are named, and the others counted. */
const MAX_LISTED = 4;

/**
 * `a.0.qlog (1.3 MB)`; of several files `a.0.qlog (1.3 MB), a.1.qlog (1.3 MB) and a.2.qlog (0.2 MB), which are one trace`;
 * of many `a.0.qlog (1.3 MB), a.1.qlog (1.3 MB), a.2.qlog (1.3 MB) and 97 more files (126.1 MB), which are one trace`.
 */
export function filesWords(files: readonly Fingerprint[]): string {
  const listed = files.length > MAX_LISTED ? files.slice(0, MAX_LISTED - 1) : files;
  const others = files.slice(listed.length);
  const othersBytes = others.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
  const counted =
    others.length === 0 ? [] : [`${plural(others.length, 'more file')} (${amount(othersBytes)})`];
  const [last = '', ...before] = [...listed.map(fileWords), ...counted].reverse();
  return before.length === 0 ? last : `${before.reverse().join(', ')} and ${last}, which are one trace`;
}

/**
 * One sentence comparing the opened file with the one that a link names.
 * @param wanted describes the requested file, as a clause.
 */
export function likenessWords(
  asked: Fingerprint,
  given: Fingerprint,
  wanted = 'that the link is about',
): string {
  const was = asked.name === '' ? 'that one' : asked.name;
  const is = given.name;
  switch (compareFingerprints(asked, given)) {
    case 'same':
      return `${is} is the file ${wanted}.`;
    case 'renamed':
      return `${is} is the file ${wanted}, renamed: its name was ${was}.`;
    case 'different':
      return asked.sizeBytes === given.sizeBytes
        ? `${is} is not the file ${wanted}: it has the same size as ${was}, but different content.`
        : `${is} is not the file ${wanted}: it has ${bytes(given.sizeBytes)}, ${was} has ${bytes(asked.sizeBytes)}.`;
  }
}
