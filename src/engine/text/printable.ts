/**
 * Untrusted text on a terminal and in a CI log: a name or a record of a trace must not move the cursor, clear the
 * screen, reorder surrounding text, or be read as a command by the CI host. Such characters are escaped.
 *
 *   controls (C0, DEL, C1), line and paragraph separators, bidi marks and other invisible characters
 *   `::name …` at the beginning of a line, after any blanks         GitHub
 *   `##[name]`, `##vso[…]`, `##teamcity[…]` anywhere in a line       GitHub, Azure, TeamCity
 */

const UNSEEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu;
const LINE_COMMAND = /^(\s*):(?=:)/;
const INNER_COMMAND = /##(?=\w*\[)/g;

const SHORT: { readonly [character: string]: string } = { '\n': '\\n', '\r': '\\r', '\t': '\\t' };

/** `\u202e`, as in JSON and JavaScript: a surrogate pair beyond 16 bits. */
function unicodeEscape(character: string): string {
  return Array.from(
    { length: character.length },
    (_, i) => `\\u${character.charCodeAt(i).toString(16).padStart(4, '0')}`,
  ).join('');
}

function seen(character: string): string {
  const code = character.charCodeAt(0);
  return (
    SHORT[character] ?? (code < 0x80 ? `\\x${code.toString(16).padStart(2, '0')}` : unicodeEscape(character))
  );
}

/** @param text one line of output, or a cell that may be the first in one. @returns the same on one line, escaped. */
export function printable(text: string): string {
  return text.replace(UNSEEN, seen).replace(LINE_COMMAND, '$1\\x3a').replace(INNER_COMMAND, '#\\x23');
}

/** JSON text with the same meaning, without invisible characters and CI commands. */
export function printableJson(json: string): string {
  // Between values, line ends are the only invisible characters.
  return json
    .replace(UNSEEN, (character) => (character === '\n' ? character : unicodeEscape(character)))
    .replace(INNER_COMMAND, '#\\u0023');
}

/** XML text with the same meaning; characters invalid in XML must be removed before, line ends inside texts escaped. */
export function printableXml(xml: string): string {
  return xml
    .replace(UNSEEN, (character) => (character === '\n' ? character : `&#${character.codePointAt(0)};`))
    .replace(INNER_COMMAND, '#&#35;');
}
