/**
 * Untrusted text made safe for a line of output: without control characters, which a terminal or an editor would
 * interpret, and without bidi marks, which reorder the surrounding text.
 */

/** Bidi marks, embeddings, overrides and isolates (UAX #9), and the separators of lines and paragraphs. */
const TURNING = '\\u061c\\u200e\\u200f\\u2028-\\u202e\\u2066-\\u2069';
const IN_LINE = new RegExp(`[\\p{Cc}${TURNING}]`, 'gu');
const IN_LINES = new RegExp(`(?![\\n\\t])[\\p{Cc}${TURNING}]`, 'gu');

/** One line of text. */
export function plainLine(text: string): string {
  return text.replace(IN_LINE, '');
}

/** Several lines of text: line ends and tabs stay. */
export function plainLines(text: string): string {
  return text.replace(IN_LINES, '');
}
