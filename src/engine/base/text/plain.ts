/**
 * Names and other texts of others as they are shown: the one list of characters that none of them may hold. A control is
 * interpreted by a terminal or an editor, a format character is not seen, or reorders the text around it (UAX #9), and the
 * separators of lines and paragraphs end a line where a name stands in one.
 *
 * Each of them becomes its escape in JavaScript, `a\u200b` and not `a`: two names stay two, nothing is thrown away, and what
 * was there can be read. Cleaning a clean text changes nothing, so that what was written by us is read by us as it is.
 *
 * Texts are cleaned once, where they leave a decoder, a reader of tables, a digest, a link, or where a file gets its name;
 * nothing after that has a list of its own.
 */

/** Controls, format characters, separators of lines and paragraphs, and halves of surrogate pairs. */
const LISTED = '[\\p{Cc}\\p{Cf}\\p{Zl}\\p{Zp}\\p{Cs}]';

/**
 * Format characters that make one emoji of several (UTS #51): a joiner between two pictographs, and the tags of a flag of a
 * region, up to six and their end.
 */
const JOINER =
  '(?<=\\p{Extended_Pictographic}[\\ufe0f\\p{Emoji_Modifier}]?)\\u200d(?=\\p{Extended_Pictographic})';
const TAG = '[\\u{e0030}-\\u{e0039}\\u{e0061}-\\u{e007a}]';
const TAGGED = `(?<=\\u{1f3f4}${TAG}{0,5})${TAG}(?=${TAG}{0,5}\\u{e007f})|(?<=\\u{1f3f4}${TAG}{3,6})\\u{e007f}`;

/** @param except characters of the list that stay, as a part of a pattern. */
function unseenBut(except: string): RegExp {
  return new RegExp(`(?!${except}${JOINER}|${TAGGED})${LISTED}`, 'gu');
}

const UNSEEN = unseenBut('');
const UNREADABLE = new RegExp(`(?:${UNSEEN.source}|\\ufffd)+`, 'gu');
const UNSEEN_BUT_LINES = unseenBut('\\n|');
const UNSEEN_BUT_WHITE = unseenBut('[\\n\\t]|');
/** None of the list is among these, and most texts hold nothing else. */
const PLAIN = /^[ -~]*$/;

const SHORT: { readonly [character: string]: string } = { '\n': '\\n', '\r': '\\r', '\t': '\\t' };

/** `\u202e`, as in JSON and JavaScript: a surrogate pair beyond 16 bits. */
export function unicodeEscape(character: string): string {
  return Array.from(
    { length: character.length },
    (_, i) => `\\u${character.charCodeAt(i).toString(16).padStart(4, '0')}`,
  ).join('');
}

/** `\n`, `\x1b`, `\u202e`. */
function escapeOf(character: string): string {
  const code = character.charCodeAt(0);
  return (
    SHORT[character] ?? (code < 0x80 ? `\\x${code.toString(16).padStart(2, '0')}` : unicodeEscape(character))
  );
}

/** One line of text, each character of the list as its escape. */
export function plainLine(text: string): string {
  return PLAIN.test(text) ? text : text.replace(UNSEEN, escapeOf);
}

/** Several lines of text: line ends and tabs stay. */
export function plainLines(text: string): string {
  return PLAIN.test(text) ? text : text.replace(UNSEEN_BUT_WHITE, escapeOf);
}

/** The first so many UTF-16 units of a text, and no half of a surrogate pair. */
export function beginningOf(text: string, longest: number): string {
  return text.length <= longest ? text : text.slice(0, longest).replace(/[\ud800-\udbff]$/, '');
}

/** What is left of bytes that may be no text, on one line: each run of the list, and of what is no UTF-8, is a dot. */
export function dotted(text: string): string {
  return text.replace(UNREADABLE, '·');
}

/** JSON text with the same meaning on the same lines, in which each character of the list is escaped. */
export function plainJson(json: string): string {
  return PLAIN.test(json) ? json : json.replace(UNSEEN_BUT_LINES, unicodeEscape);
}
