/**
 * Reads parsed JSON defensively: a value of the wrong type counts as absent, a number may be written as text (qlog
 * allows strings for 64-bit integers). Nothing here throws.
 *
 * Objects come directly from `JSON.parse`, which makes `__proto__` an own key like any other. Only keys from these
 * tables are read from them; keys from a file are looked up in maps and arrays.
 */

export type JsonObject = { readonly [key: string]: unknown };

/** A JSON object, or null for anything else (arrays included). */
export function asObject(value: unknown): JsonObject | null {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as JsonObject) : null;
}

/** A JSON array, or null for anything else. */
export function asArray(value: unknown): readonly unknown[] | null {
  return Array.isArray(value) ? (value as readonly unknown[]) : null;
}

/** A non-empty text, else null. */
export function asText(value: unknown): string | null {
  return typeof value === 'string' && value.length > 0 ? value : null;
}

/** Longest text that is kept for display, in UTF-16 units. */
export const MAX_SHOWN_TEXT = 200;

/** The beginning of a non-empty text, as logged: whoever hands it on cleans it. Null for none. */
export function shortText(value: unknown): string | null {
  return asText(value)?.slice(0, MAX_SHOWN_TEXT) ?? null;
}

const DECIMAL = /^[+-]?\d+(\.\d+)?([eE][+-]?\d+)?$/;

/**
 * Reads a number that may be written as a decimal string.
 * @returns the finite number, or null for anything else.
 */
export function asNumber(value: unknown): number | null {
  if (typeof value === 'number') return Number.isFinite(value) ? value : null;
  if (typeof value !== 'string' || !DECIMAL.test(value)) return null;
  const number = Number(value);
  return Number.isFinite(number) ? number : null;
}

/** A boolean in its spellings: `true`, `"true"`, `1`. Anything else is null. */
export function asFlag(value: unknown): boolean | null {
  if (value === true || value === 'true' || value === 1 || value === '1') return true;
  if (value === false || value === 'false' || value === 0 || value === '0') return false;
  return null;
}

/** Group ids are any JSON in draft-00 and -01; longer or deeper ones are truncated to bound the key. */
const MAX_LABEL = 256;
const MAX_LABEL_DEPTH = 3;

/**
 * Any JSON value as a short text that is equal for equal values; null for an absent one. Used as the key of a
 * connection (`group_id`).
 */
export function labelOf(value: unknown): string | null {
  if (value === undefined || value === null || value === '') return null;
  return spell(value, 0).slice(0, MAX_LABEL);
}

function spell(value: unknown, depth: number): string {
  const list = asArray(value);
  const object = asObject(value);
  if (list === null && object === null) return String(value).slice(0, MAX_LABEL);
  if (depth === MAX_LABEL_DEPTH) return '…';
  if (list !== null)
    return `[${list
      .slice(0, MAX_LABEL)
      .map((item) => spell(item, depth + 1))
      .join(',')}]`;
  const entries = Object.entries(object as JsonObject).slice(0, MAX_LABEL);
  return `{${entries.map(([key, item]) => `${key}:${spell(item, depth + 1)}`).join(',')}}`;
}
