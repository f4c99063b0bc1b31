/**
 * Texts that cannot be qlog, whatever wrote them: pages, other markup, binary files. Files of other tools are named by
 * `foreign-files.ts`.
 */
import { NotATrace, printable } from '../../not-a-trace';
import { foreignFile } from './foreign-files';
import { isWhitespace } from './sink';

/** Text examined to distinguish HTML from other markup. */
const MARKUP_BYTES = 256;
/** Bytes that control bytes are counted in. */
const BINARY_BYTES = 512;
/** Control bytes do not occur in text; a few may be damage. */
const MAX_BINARY_SHARE = 1 / 32;

/** Why a file with these first bytes cannot be qlog; null for anything that may be text with JSON in it. */
export function foreignBeginning(head: Uint8Array): string | null {
  const text = printable(head.subarray(0, MARKUP_BYTES)).toLowerCase();
  if (text.startsWith('<!doctype html') || text.startsWith('<html'))
    return 'this is an HTML page, not a trace: if it is a page about the file, open the file itself (Raw, Download)';
  if (/^<[a-z!?]/.test(text)) return 'this is XML or HTML, not a trace';
  const first = head.subarray(0, BINARY_BYTES);
  if (first.filter(isBinary).length > first.length * MAX_BINARY_SHARE)
    return 'this is a binary file, not a trace';
  return null;
}

/** @throws NotATrace where another tool's file begins so. @param offset of the first byte. */
export function refuseForeign(text: Uint8Array, offset: number): void {
  const foreign = foreignFile(text);
  if (foreign !== null) throw new NotATrace('qlog', `this is ${foreign.what}`, offset, text, foreign.instead);
}

/** Control characters other than white space and the record separator do not occur in text. */
function isBinary(byte: number): boolean {
  return byte < 0x20 && !isWhitespace(byte) && byte !== 0x1e && byte !== 0x1b && byte !== 0x0c;
}
