/**
 * Compares values of a filter with values of a trace: numbers with units, texts with wildcards, and mixed. Everything
 * takes linear time in the text's length, and no user text becomes a regular expression.
 */
import { plainLine } from '../../base/text/plain';

/** A value as written in the filter. A quoted one is text only: no wildcards, no numbers. */
export interface Wanted {
  readonly text: string;
  readonly quoted: boolean;
  readonly at: number;
}

const DECIMAL = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d{1,4})?$/i;
const INTEGER = /^[+-]?\d+$/;
/** `2,700`, as the page itself writes large numbers. */
const GROUPED = /^[+-]?\d{1,3}(?:,\d{3})+(?:\.\d+)?$/;
/** A longer text is not compared as a number. */
const MAX_DIGITS = 64;
/** Integers up to this many digits are exact as a JavaScript number. */
const EXACT_DIGITS = 15;

/** Units of a field: spelling in lower case → factor. */
export type Units = { readonly [unit: string]: number };
export const TIME_UNITS_US: Units = { s: 1e6, ms: 1e3, us: 1, µs: 1, μs: 1 };
export const SIZE_UNITS_BYTES: Units = {
  b: 1,
  kb: 1e3,
  mb: 1e6,
  gb: 1e9,
  kib: 1024,
  mib: 1024 ** 2,
  gib: 1024 ** 3,
};

/** Shares in percent: a number without a unit is one, too. */
export const PERCENT_UNITS: Units = { '%': 1 };
/** Rates in bytes per second; bits as networks count them. */
export const RATE_UNITS_BYTES: Units = {
  'b/s': 1,
  'kb/s': 1e3,
  'mb/s': 1e6,
  'gb/s': 1e9,
  'bit/s': 1 / 8,
  'kbit/s': 1e3 / 8,
  'mbit/s': 1e6 / 8,
  'gbit/s': 1e9 / 8,
};

export function unitOf(text: string, units: Units): number | null {
  const key = text.toLowerCase();
  return Object.hasOwn(units, key) ? (units[key] ?? null) : null;
}

/** A decimal number, thousands separators allowed; null for any other text. */
export function numberOf(text: string): number | null {
  if (text.length > MAX_DIGITS) return null;
  if (DECIMAL.test(text)) return Number(text);
  return GROUPED.test(text) ? Number(text.replaceAll(',', '')) : null;
}

/**
 * A number with its unit, in the units' base: `300ms` → 300000 µs.
 * @param unitless factor of a number without a unit.
 * @returns null where the text is no number, or its unit none of these.
 */
export function quantityOf(text: string, units: Units, unitless: number): number | null {
  const bare = numberOf(text);
  // Rounded to the thousandth: 2.044 s is exactly 2044000 µs.
  const scaled = (value: number, factor: number): number => {
    const exact = value * factor;
    return Math.abs(exact) < 2 ** 43 ? Math.round(exact * 1000) / 1000 : exact;
  };
  if (bare !== null) return scaled(bare, unitless);
  const unit = /[a-zµμ%/]+$/i.exec(text.slice(0, MAX_DIGITS))?.[0] ?? '';
  const factor = unitOf(unit, units);
  const value = numberOf(text.slice(0, text.length - unit.length));
  return factor === null || value === null ? null : scaled(value, factor);
}

/** A test of lower-case text for equality; `*` matches any characters unless the value is quoted. */
export function equalityOf({ text, quoted }: Wanted): (lowerCase: string) => boolean {
  const wanted = text.toLowerCase();
  if (quoted || !wanted.includes('*')) return (candidate) => candidate === wanted;
  const pieces = wanted.split('*');
  const head = pieces[0] ?? '';
  const tail = pieces[pieces.length - 1] ?? '';
  const inner = pieces.slice(1, -1);
  return (candidate) => {
    if (candidate.length < head.length + tail.length) return false;
    if (!candidate.startsWith(head) || !candidate.endsWith(tail)) return false;
    const end = candidate.length - tail.length;
    let at = head.length;
    // The leftmost match of each piece leaves the most text for the following ones.
    for (const piece of inner) {
      const index = candidate.indexOf(piece, at);
      if (index < 0 || index + piece.length > end) return false;
      at = index + piece.length;
    }
    return true;
  };
}

/** A scalar as text, as it is shown; null for objects and arrays. */
export function scalarText(value: unknown): string | null {
  if (typeof value === 'string') return plainLine(value);
  if (value === null || typeof value === 'number' || typeof value === 'boolean') return String(value);
  return null;
}

/**
 * Compares a value of the trace with a number of the filter: below 0, 0 or above; null if it is no number. Numbers
 * written as text compare as numbers; long integers written as text have all their digits.
 * @param text the filter's number as written, `wanted` its value.
 */
export function compareNumber(value: unknown, text: string, wanted: number): number | null {
  if (typeof value === 'number') return value === wanted ? 0 : value - wanted;
  if (typeof value !== 'string') return null;
  const number = numberOf(value);
  if (number === null) return null;
  const long = value.length > EXACT_DIGITS || text.length > EXACT_DIGITS;
  if (!long || !INTEGER.test(value) || !INTEGER.test(text)) return number - wanted;
  const [a, b] = [BigInt(value.replace('+', '')), BigInt(text.replace('+', ''))];
  return a < b ? -1 : a > b ? 1 : 0;
}
