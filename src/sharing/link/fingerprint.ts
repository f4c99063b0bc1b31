/**
 * How a local file is known again: its name, its size, and a hash of its head, its tail and its length. The file is
 * not read whole, so that 10 GB cost as much as 10 KB; two files that differ in their middle only are taken for the
 * same. Asking for the file and saying what differs on the page is left to the app.
 */
import * as v from 'valibot';
import { amount, bytes } from '../../engine/text/figures';

/** Head and tail that are read, bytes. */
const END_BYTES = 65_536;
/** Bytes of the SHA-256 that are kept: 96 bits, 16 characters. */
const HASH_BYTES = 12;
const MAX_NAME = 255;

const FORM = /^(?<sizeBytes>\d{1,15})\.(?<hash>[\w-]{16})(?:\.(?<name>.+))?$/su;
const NO_FINGERPRINT = 'it is no fingerprint of a file (size, hash and name)';

/** From a text as `fingerprintText` writes it. */
export const Fingerprint = v.pipe(
  v.string(),
  v.transform((text) => FORM.exec(text)?.groups),
  v.object(
    {
      /** Empty where it was not let into the link. */
      name: v.pipe(v.fallback(v.string(), ''), v.maxLength(MAX_NAME, NO_FINGERPRINT)),
      sizeBytes: v.pipe(v.string(), v.transform(Number)),
      /** First 12 bytes of SHA-256 over head, tail and length (64 bit, little-endian), base64url. */
      hash: v.string(),
    },
    NO_FINGERPRINT,
  ),
);
export type Fingerprint = Readonly<v.InferOutput<typeof Fingerprint>>;

/** A file, or whatever can be cut as one. */
export type Sliceable = Pick<File, 'name' | 'size' | 'slice'>;

/**
 * @returns null where the browser hashes nothing (a page that came over plain http), or the file cannot be read.
 */
export async function fingerprintOf(file: Sliceable): Promise<Fingerprint | null> {
  try {
    const head = file.slice(0, END_BYTES).arrayBuffer();
    const tail = file.slice(Math.max(0, file.size - END_BYTES)).arrayBuffer();
    const length = new DataView(new ArrayBuffer(8));
    length.setBigUint64(0, BigInt(file.size), true);
    const parts = new Blob([await head, await tail, length]);
    const digest = await crypto.subtle.digest('SHA-256', await parts.arrayBuffer());
    const hash = base64url(new Uint8Array(digest, 0, HASH_BYTES));
    return { name: file.name.slice(0, MAX_NAME), sizeBytes: file.size, hash };
  } catch {
    return null;
  }
}

function base64url(data: Uint8Array): string {
  return btoa(String.fromCharCode(...data))
    .replaceAll('+', '-')
    .replaceAll('/', '_');
}

/** `1331200.q3fXl0kd_3-aBcDE.server.sqlog`: size, hash, and the name behind the second point, where there is one. */
export function fingerprintText({ name, sizeBytes, hash }: Fingerprint): string {
  return name === '' ? `${sizeBytes}.${hash}` : `${sizeBytes}.${hash}.${name}`;
}

export type Likeness = 'same' | 'renamed' | 'different';

export function compareFingerprints(asked: Fingerprint, given: Fingerprint): Likeness {
  if (asked.hash !== given.hash || asked.sizeBytes !== given.sizeBytes) return 'different';
  return asked.name === '' || asked.name === given.name ? 'same' : 'renamed';
}

/** What a stranger's name may do to a line of text is taken out of it: controls, and marks that turn its direction. */
export function safeName(name: string): string {
  return name.replace(/[\p{Cc}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/gu, '\ufffd');
}

/** `server.sqlog (1.3 MB)`; `a file of 1.3 MB whose name …` where the name is not told. */
export function fileWords({ name, sizeBytes }: Fingerprint): string {
  if (name === '') return `a file of ${amount(sizeBytes)} whose name the link does not tell`;
  return `${safeName(name)} (${amount(sizeBytes)})`;
}

/**
 * One sentence on the file that was opened for the one that a link is about.
 * @param wanted how the asked one is meant, as a clause.
 */
export function likenessWords(
  asked: Fingerprint,
  given: Fingerprint,
  wanted = 'that the link is about',
): string {
  const was = asked.name === '' ? 'that one' : safeName(asked.name);
  const is = safeName(given.name);
  switch (compareFingerprints(asked, given)) {
    case 'same':
      return `${is} is the file ${wanted}.`;
    case 'renamed':
      return `${is} is the file ${wanted}, under another name: there it is ${was}.`;
    case 'different':
      return asked.sizeBytes === given.sizeBytes
        ? `${is} is not the file ${wanted}: it is as long as ${was}, with other content.`
        : `${is} is not the file ${wanted}: it has ${bytes(given.sizeBytes)}, ${was} has ${bytes(asked.sizeBytes)}.`;
  }
}
