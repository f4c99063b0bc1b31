/**
 * The formats that are read, and which of them a text is: decided by its first bytes, never by a name. A new format is
 * its folder here and a line in the list.
 */
import type { TraceFormat } from './format';
import { NGINX } from './nginx';
import { QLOG } from './qlog';

/** Asked in this order. The last one takes what no other claims, so that messages about unknown files are its own. */
export const FORMATS: readonly TraceFormat[] = [NGINX, QLOG];

/** See `TraceFormat.fetchAhead`; once before any text is read. */
export async function fetchAhead(formats = FORMATS): Promise<void> {
  await Promise.all(formats.map((format) => format.fetchAhead?.()));
}

/** Fetches what reads a text, of all formats that it may be of. @param head its first bytes. Rejects where it cannot be fetched. */
export async function fetchFor(head: Uint8Array, formats = FORMATS): Promise<void> {
  const first = head.subarray(0, HEAD_BYTES);
  await Promise.all(formats.map((format) => (format.claims(first) === 'no' ? null : format.fetch?.())));
}

/** Bytes of a text that are enough to decide. */
export const HEAD_BYTES = 4096;

/**
 * @param head first bytes of a text. @param isWhole the text ends after them.
 * @returns null where more bytes are needed, never from `HEAD_BYTES` on.
 */
export function formatOf(head: Uint8Array, isWhole: boolean, formats = FORMATS): TraceFormat | null {
  const isEnough = isWhole || head.length >= HEAD_BYTES;
  for (const format of formats.slice(0, -1)) {
    const claim = format.claims(head);
    if (claim === 'yes') return format;
    if (claim === 'more' && !isEnough) return null;
  }
  return formats.at(-1) as TraceFormat;
}
