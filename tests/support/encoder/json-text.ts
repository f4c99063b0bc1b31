/**
 * JSON text with the numbers that JavaScript cannot write: 2⁶⁴−1 is no float64, and JSON.stringify would print
 * another number. Everything else is JSON.stringify.
 */
import type { Json } from './model.ts';

/** Stands for 2⁶⁴−1 until the text is made; no trace holds this word. */
export const U64_MAX = '@u64-max@';

/** @param indent spaces per level; 0 writes one line. */
export function jsonText(value: Json, indent = 0): string {
  return JSON.stringify(value, null, indent).replaceAll(`"${U64_MAX}"`, '18446744073709551615');
}
