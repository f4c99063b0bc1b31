/**
 * A record of a qlog as indented text: the original text is laid out instead of printing the parsed value, so that large
 * integers stay as they are written and duplicate keys stay.
 */
import { plainJson, plainLines } from '../../../../base/text/plain';
import type { PrintedRecord } from '../../records';

/** Maximum size of a displayed record, in UTF-8 bytes. */
export const MAX_TEXT_BYTES = 256 * 1024;

const INDENT = '  ';
const SPACE = /\s/;

/**
 * Indented by two spaces, an array of numbers on one line; characters that are not seen as their escapes, which in JSON mean
 * the same. Invalid JSON stays in its lines. At most 256 KiB.
 */
export function printRecord(source: string): PrintedRecord {
  const text = isJson(source) ? plainJson(indented(source)) : plainLines(source);
  const { read } = new TextEncoder().encodeInto(text, new Uint8Array(MAX_TEXT_BYTES));
  return { text: text.slice(0, read), shortened: read < text.length };
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** JSON text with new white space; every other character stays. Stops when the limit is certainly exceeded. */
function indented(source: string): string {
  const numbers = /\[[\s\d.,eE+-]*\]/y;
  let out = '';
  let depth = 0;
  let at = 0;
  const line = (): string => `\n${INDENT.repeat(depth)}`;
  while (at < source.length && out.length <= MAX_TEXT_BYTES) {
    const character = source.charAt(at);
    numbers.lastIndex = at;
    const flat = character === '[' ? numbers.exec(source)?.[0] : undefined;
    const from = at;
    at = character === '"' ? stringEnd(source, at) : at + (flat?.length ?? 1);
    const next = character === '{' ? skipSpace(source, at) : at;
    if (flat !== undefined) {
      out += flat.replace(/\s+/g, '').replaceAll(',', ', ');
    } else if (character === '{' && source.charAt(next) === '}') {
      out += '{}';
      at = next + 1;
    } else if (character === '{' || character === '[') {
      depth++;
      out += character + line();
    } else if (character === '}' || character === ']') {
      depth--;
      out += line() + character;
    } else if (character === ',') {
      out += character + line();
    } else if (character === ':') {
      out += ': ';
    } else if (!SPACE.test(character)) {
      out += source.slice(from, at);
    }
  }
  return out;
}

/** Index after the closing quotation mark of the string that opens at `from`. */
export function stringEnd(source: string, from: number): number {
  let at = from + 1;
  while (at < source.length && source.charAt(at) !== '"') at += source.charAt(at) === '\\' ? 2 : 1;
  return at + 1;
}

export function skipSpace(source: string, from: number): number {
  let at = from;
  while (SPACE.test(source.charAt(at))) at++;
  return at;
}
