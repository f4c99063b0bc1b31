/** The error that ends the reading of a text that is not of its format: an HTML page, another tool's file, an empty one. */
import { dotted } from '../../base/text/plain';

const LENIENT_TEXT = new TextDecoder('utf-8', { fatal: false });
const HEAD_BYTES = 48;

export class NotATrace extends Error {
  readonly format: string;
  readonly offset: number;
  /** The text's beginning as printable characters; null for an empty one. */
  readonly startsWith: string | null;
  /** What would be read instead, in sentences, where the file is known to be of another kind; null where it is not. */
  readonly instead: string | null;

  /**
   * @param message why, as part of a sentence.
   * @param head the text's first bytes, or `startsWith` of another of this kind; null for an empty text.
   */
  constructor(
    format: string,
    message: string,
    offset: number,
    head: Uint8Array | string | null,
    instead: string | null = null,
  ) {
    super(message);
    this.format = format;
    this.offset = offset;
    this.instead = instead;
    this.startsWith = head instanceof Uint8Array ? printable(head.subarray(0, HEAD_BYTES)) : head;
  }
}

export function printable(bytes: Uint8Array): string {
  return dotted(LENIENT_TEXT.decode(bytes)).trim();
}
