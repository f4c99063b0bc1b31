/**
 * Identifies files that are often opened in a qlog viewer but are none: captures, pages, other tools' JSON. Only
 * identifies them; the splitters decide whether and where to refuse a file.
 */

import { printable } from '../../not-a-trace';
import { isWhitespace } from './sink';

const CAPTURES: readonly (readonly [readonly number[], string])[] = [
  [[0xd4, 0xc3, 0xb2, 0xa1], 'pcap'],
  [[0xa1, 0xb2, 0xc3, 0xd4], 'pcap'],
  [[0x4d, 0x3c, 0xb2, 0xa1], 'pcap'],
  [[0xa1, 0xb2, 0x3c, 0x4d], 'pcap'],
  [[0x0a, 0x0d, 0x0d, 0x0a], 'pcapng'],
];
/** Text examined to distinguish HTML from other markup. */
const MARKUP_BYTES = 256;
/** Control bytes do not occur in text; a few may be damage. */
const MAX_BINARY_SHARE = 1 / 32;

/** Why a file with these first bytes cannot be qlog; null for anything that may be text with JSON in it. */
export function foreignBeginning(head: Uint8Array): string | null {
  const capture = CAPTURES.find(([magic]) => magic.every((byte, i) => head[i] === byte));
  if (capture !== undefined)
    return `this is a packet capture (${capture[1]}), not a qlog: convert it first, for instance with pcap2qlog`;
  const text = printable(head.subarray(0, MARKUP_BYTES)).toLowerCase();
  if (text.startsWith('<!doctype html') || text.startsWith('<html'))
    return 'this is an HTML page, not a trace: if it is a page about the file, open the file itself (Raw, Download)';
  if (/^<[a-z!?]/.test(text)) return 'this is XML or HTML, not a trace';
  if (head.filter(isBinary).length > head.length * MAX_BINARY_SHARE)
    return 'this is a binary file, not a trace';
  return null;
}

/**
 * Why a JSON document belongs to another tool.
 * @param text its beginning: all but the events, or the first element of an array.
 */
export function foreignJson(text: Uint8Array): string | null {
  const json = new TextDecoder().decode(text);
  const has = (...keys: readonly string[]): boolean => keys.every((key) => json.includes(`"${key}"`));
  if (has('constants', 'logEventTypes')) return 'this is a Chrome NetLog, not a qlog: qvis can convert it';
  if (has('_source', 'layers'))
    return 'this is a packet dissection by tshark, not a qlog: convert it first, for instance with pcap2qlog';
  return null;
}

/** Control characters other than white space and the record separator do not occur in text. */
function isBinary(byte: number): boolean {
  return byte < 0x20 && !isWhitespace(byte) && byte !== 0x1e && byte !== 0x1b && byte !== 0x0c;
}
