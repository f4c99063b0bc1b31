/**
 * Texts of strangers as they may stand in a line of ours: without controls, which a terminal or an editor obeys, and
 * without marks that turn the direction of what stands around them.
 */

/** Bidi marks, embeddings, overrides and isolates (UAX #9), and the separators of lines and paragraphs. */
const TURNING = '\\u061c\\u200e\\u200f\\u2028-\\u202e\\u2066-\\u2069';
const IN_LINE = new RegExp(`[\\p{Cc}${TURNING}]`, 'gu');
const IN_LINES = new RegExp(`(?![\\n\\t])[\\p{Cc}${TURNING}]`, 'gu');

/** A text of one line. */
export function plainLine(text: string): string {
  return text.replace(IN_LINE, '');
}

/** A text of several lines: ends of lines and tabs stay. */
export function plainLines(text: string): string {
  return text.replace(IN_LINES, '');
}
