/**
 * How the events of a file begin, so that after damage the next one is found by its first bytes: a
 * writer begins its events alike, up to the first colon, and nothing nested inside an event begins so.
 */
import { isWhitespace } from './sink';

const COLON = 0x3a;
/** How most writers begin an event. */
const DEFAULT_SIGNATURE = new TextEncoder().encode('{"time"');
/** `{"a"` at least: less would find any object. */
const MIN_BYTES = 4;
const MAX_BYTES = 24;
/** Beginnings kept, newest first: one that is itself damaged must not push the good one out. */
const MAX_SIGNATURES = 3;

export class EventSignatures {
  #signatures: readonly Uint8Array[] = [DEFAULT_SIGNATURE];
  #proven = false;
  #revision = {};

  /** Another object whenever something was learned: what was compared with this one need not be again. */
  get revision(): object {
    return this.#revision;
  }

  /** @param whole false for the readable part of a broken event, which counts only until a good one came. */
  learn(event: Uint8Array, whole: boolean): void {
    if (this.#proven && !whole) return;
    this.#proven ||= whole;
    if (this.match(event, 0) === 'yes') return;
    const signature = signatureOf(event);
    if (signature === null) return;
    this.#revision = {};
    this.#signatures = [signature, ...this.#signatures].slice(0, MAX_SIGNATURES);
  }

  /** Does an event begin at `at`? `more` when the bytes end before that can be told. */
  match(bytes: Uint8Array, at: number): 'yes' | 'no' | 'more' {
    const answers = this.#signatures.map((signature) => beginsWith(bytes, at, signature));
    if (answers.includes('yes')) return 'yes';
    return answers.includes('more') ? 'more' : 'no';
  }
}

/** The bytes of an event up to its first colon, white space left out; null when they are too few or too many. */
function signatureOf(event: Uint8Array): Uint8Array | null {
  const signature: number[] = [];
  for (const byte of event) {
    if (isWhitespace(byte)) continue;
    if (byte === COLON) return signature.length < MIN_BYTES ? null : new Uint8Array(signature);
    if (signature.length === MAX_BYTES) return null;
    signature.push(byte);
  }
  return null;
}

/** Compares without white space. */
function beginsWith(bytes: Uint8Array, at: number, signature: Uint8Array): 'yes' | 'no' | 'more' {
  let i = at;
  for (const wanted of signature) {
    while (i < bytes.length && isWhitespace(bytes[i] as number)) i++;
    if (i === bytes.length) return 'more';
    if (bytes[i] !== wanted) return 'no';
    i++;
  }
  return 'yes';
}
