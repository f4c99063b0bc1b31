/**
 * The record of a copy of a local file on this device, and how much room copies may take. The bytes lie in the browser's
 * private file system under the record's `id`; a file there without a record is not complete, and never offered. A record
 * read from the device may be old, damaged or of a newer version. Reading and writing both is `file-copies.ts`.
 */
import * as v from 'valibot';
import { plainLine } from '../../../engine/base/text/plain';
import { Fingerprint, fingerprintText } from '../../../sharing/link/fingerprint';

export const COPY_VERSION = 1;
const MAX_NAME = 500;
/** The latest time of a `Date`, ms since 1970 (ECMA-262 §21.4.1.1). */
const LAST_MS = 8.64e15;

/** Most bytes of all copies together, whatever the browser would allow. */
const MAX_ALLOWED_BYTES = 2e9;
/** Share of what the browser has left for this page: recent traces need room too, and so does a copy being written. */
const ALLOWED_SHARE = 0.5;
/** Where the browser does not say how much it allows (Safari before 17), bytes. */
const ALLOWED_UNKNOWN_BYTES = 500e6;

export interface FileCopy {
  /** Size and hash of the file, see `copyKey`. */
  readonly key: string;
  /** Name in the private file system: random, so that two pages never write one file. */
  readonly id: string;
  readonly name: string;
  readonly sizeBytes: number;
  /** When that file was last changed: one that was changed since is copied anew. ms since 1970. */
  readonly modifiedMs: number;
  /** When it was last read from, or its file opened, ms since 1970. */
  readonly usedAtMs: number;
}

const Time = v.pipe(v.number(), v.minValue(0), v.maxValue(LAST_MS));

/** A stored record. Key, version and id are required: without them the bytes cannot be found or checked. */
const Stored = v.object({
  key: v.pipe(
    v.string(),
    v.check((key) => keyParts(key) !== null),
  ),
  v: v.literal(COPY_VERSION),
  id: v.pipe(v.string(), v.regex(/^[\w-]{1,64}$/)),
  name: v.fallback(
    v.pipe(v.string(), v.minLength(1), v.maxLength(MAX_NAME), v.transform(plainLine)),
    'trace.qlog',
  ),
  // Never copied anew without need, and the first to be dropped.
  modifiedMs: v.fallback(Time, 0),
  usedAtMs: v.fallback(Time, 0),
});
export type StoredCopy = Readonly<v.InferOutput<typeof Stored>>;

const Newer = v.object({ v: v.pipe(v.number(), v.minValue(COPY_VERSION + 1)) });

/** Key of a file: its size and hash; a renamed file has the same. */
export function copyKey(fingerprint: Fingerprint): string {
  return fingerprintText({ ...fingerprint, name: '' });
}

function keyParts(key: string): Fingerprint | null {
  const read = v.safeParse(Fingerprint, key);
  return read.success && read.output.name === '' ? read.output : null;
}

export function storedCopy({ key, id, name, modifiedMs, usedAtMs }: FileCopy): StoredCopy {
  return { key, v: COPY_VERSION, id, name: name.slice(0, MAX_NAME), modifiedMs, usedAtMs };
}

/** @returns null for what is no record of this version. Never throws. */
export function readCopy(value: unknown): FileCopy | null {
  const stored = v.safeParse(Stored, value);
  const parts = stored.success ? keyParts(stored.output.key) : null;
  if (!stored.success || parts === null) return null;
  const { key, id, name, modifiedMs, usedAtMs } = stored.output;
  return { key, id, name, sizeBytes: parts.sizeBytes, modifiedMs, usedAtMs };
}

/** True for a record of a newer version of this page: its file must not be taken for an unfinished one. */
export function isNewer(value: unknown): boolean {
  return v.is(Newer, value);
}

export function sizeOfAll(copies: readonly FileCopy[]): number {
  return copies.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
}

/**
 * How much room copies may take.
 * @param estimate what the browser says of this page (Storage Standard, `StorageManager.estimate`), bytes; null where it
 *   says nothing.
 * @param usedBytes size of all copies, which are part of `usage`.
 */
export function allowedBytes(estimate: StorageEstimate | null, usedBytes: number): number {
  if (estimate?.quota === undefined) return ALLOWED_UNKNOWN_BYTES;
  const othersBytes = Math.max(0, (estimate.usage ?? usedBytes) - usedBytes);
  const share = Math.floor((estimate.quota - othersBytes) * ALLOWED_SHARE);
  return Math.max(0, Math.min(MAX_ALLOWED_BYTES, share));
}

/**
 * Which copies must be dropped so that one more fits.
 * @param isInUse true for a copy that an open trace is read from.
 * @returns the least recently used first; null where it would not fit without those in use.
 */
export function copiesToDrop(
  copies: readonly FileCopy[],
  sizeBytes: number,
  allowed: number,
  isInUse: (copy: FileCopy) => boolean,
): readonly FileCopy[] | null {
  let excess = sizeOfAll(copies) + sizeBytes - allowed;
  const dropped: FileCopy[] = [];
  for (const copy of [...copies].sort((a, b) => a.usedAtMs - b.usedAtMs)) {
    if (excess <= 0) break;
    if (isInUse(copy)) continue;
    dropped.push(copy);
    excess -= copy.sizeBytes;
  }
  return excess <= 0 ? dropped : null;
}
