/**
 * Bytes of one record to a parsed value. Invalid UTF-8 becomes U+FFFD and is counted; a record that is invalid JSON
 * because of NaN, Infinity or a stray comma is parsed again without them.
 */
import { repairJson } from './tolerant-json';

const REPLACEMENT = '\ufffd';

export class RecordParser {
  readonly #text = new TextDecoder('utf-8', { fatal: false });
  /** U+FFFD in the last record. */
  replacedCharacters = 0;
  /** The last record was parsed after a repair. */
  repaired = false;

  /** @returns the parsed value of any JSON type, or the error for the unrepaired text; never throws. */
  parse(bytes: Uint8Array): unknown {
    const text = this.#text.decode(bytes);
    this.repaired = false;
    this.replacedCharacters = 0;
    // A one-byte string cannot contain U+FFFD, and engines skip the search.
    if (text.includes(REPLACEMENT)) this.replacedCharacters = text.split(REPLACEMENT).length - 1;
    const parsed = parseJson(text);
    if (!(parsed instanceof Error)) return parsed;
    const repaired = repairJson(text);
    const again = repaired === null ? parsed : parseJson(repaired);
    if (again instanceof Error) return parsed;
    this.repaired = true;
    return again;
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  }
}
