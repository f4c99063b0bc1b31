/**
 * First bytes of the events of a file, used to find the next event after damage: a writer begins all its events alike,
 * up to the first colon, and nothing nested inside an event begins so.
 */
import { isWhitespace } from './sink';

const COLON = 0x3a;
/** How most writers begin an event. */
const DEFAULT_SIGNATURE = new TextEncoder().encode('{"time"');
/** `{"a"` at least: a shorter signature would match any object. */
const MIN_BYTES = 4;
const MAX_BYTES = 24;
/** Signatures kept, newest first: a damaged one must not replace the good one. */
const MAX_SIGNATURES = 3;

export class EventSignatures {
  #signatures: readonly Uint8Array[] = [DEFAULT_SIGNATURE];
  #proven = false;
  #revision = {};

  /**
   * A new object whenever a signature was learned: positions compared with the same object need not be compared again.
   */
  get revision(): object {
    return this.#revision;
  }

  /** @param whole false for the readable part of a broken event, which is used only until a good one comes. */
  learn(event: Uint8Array, whole: boolean): void {
    if (this.#proven && !whole) return;
    this.#proven ||= whole;
    if (this.match(event, 0) === 'yes') return;
    const signature = signatureOf(event);
    if (signature === null) return;
    this.#revision = {};
    this.#signatures = [signature, ...this.#signatures].slice(0, MAX_SIGNATURES);
  }

  /** Does an event begin at `at`? `more` when more bytes are needed. */
  match(bytes: Uint8Array, at: number): 'yes' | 'no' | 'more' {
    const answers = this.#signatures.map((signature) => beginsWith(bytes, at, signature));
    if (answers.includes('yes')) return 'yes';
    return answers.includes('more') ? 'more' : 'no';
  }
}

/** The bytes of an event up to its first colon, without white space; null when they are too few or too many. */
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

/** Compares, ignoring white space. */
function beginsWith(bytes: Uint8Array, at: number, signature: Uint8Array): 'yes' | 'no' | 'more' {
  let i = at;
  for (const wanted of signature) {
    while (i < bytes.length && isWhitespace(bytes[i])) i++;
    if (i === bytes.length) return 'more';
    if (bytes[i] !== wanted) return 'no';
    i++;
  }
  return 'yes';
}
