/**
 * How the events of a file begin, so that after damage the next one is found by its first bytes: a
 * writer begins all its events alike, and nothing nested inside an event begins so.
 */
import { isWhitespace } from './sink';

/** How most writers begin an event: used when none has been seen to learn from. */
export const DEFAULT_SIGNATURE = new TextEncoder().encode('{"time"');
const SIGNATURE_LIMIT = 24;

/** The bytes of an event up to its first colon (or digit, for arrays), white space left out; null without one. */
export function signatureOf(event: Uint8Array): Uint8Array | null {
  const signature: number[] = [];
  for (const byte of event) {
    if (isWhitespace(byte)) continue;
    const ends = byte === 0x3a || (byte >= 0x30 && byte <= 0x39) || signature.length === SIGNATURE_LIMIT;
    if (ends) return new Uint8Array(signature);
    signature.push(byte);
  }
  return null;
}

/** Compares without white space; `more` when the buffer ends before the signature does. */
export function beginsWith(bytes: Uint8Array, at: number, signature: Uint8Array): 'yes' | 'no' | 'more' {
  let i = at;
  for (const wanted of signature) {
    while (i < bytes.length && isWhitespace(bytes[i] as number)) i++;
    if (i === bytes.length) return 'more';
    if (bytes[i] !== wanted) return 'no';
    i++;
  }
  return 'yes';
}
