/**
 * Writes the values of a link: escaped text, lists and times in seconds. They are read in `values.ts`;
 * the parameters are in `parts.ts`.
 */
import { MAX_ITEMS, MAX_TIME_US, MAX_VALUE } from './state';

/** Characters that a fragment may contain unescaped (RFC 3986 §3.5) and that have no meaning here, by their escapes. */
const READABLE: { readonly [escaped: string]: string } = {
  '%2F': '/',
  '%3F': '?',
  '%3A': ':',
  '%40': '@',
  '%3D': '=',
  '%3B': ';',
  '%2B': '+',
};

/** Brackets and quotes, which chat programs and Markdown may take as the end of a link. */
const TROUBLE = /[!'()*]/g;

/** Replaces lone surrogates by U+FFFD. */
function wellFormed(text: string): string {
  return text.replace(/\p{Surrogate}/gu, '\ufffd');
}

/**
 * Escapes a text for the fragment, with as few escapes as possible.
 * @param reserved characters used as separators in this value: they are escaped too.
 */
export function escapeText(text: string, reserved = ''): string {
  return encodeURIComponent(wellFormed(text))
    .replace(TROUBLE, (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`)
    .replace(/%(?:2F|3F|3A|40|3D|3B|2B)/g, (escaped) => {
      const mark = READABLE[escaped];
      return reserved.includes(mark) ? escaped : mark;
    });
}

/** @returns null for a damaged escape. */
export function unescapeText(raw: string): string | null {
  try {
    return wellFormed(decodeURIComponent(raw));
  } catch {
    return null;
  }
}

/** Items separated by commas, as many as fit into one parameter. @param items each escaped already. */
export function joinItems(items: readonly string[]): string {
  let text = '';
  for (const item of items.slice(0, MAX_ITEMS)) {
    const longer = text === '' ? item : `${text},${item}`;
    if (longer.length > MAX_VALUE) break;
    text = longer;
  }
  return text;
}

/** µs as seconds without trailing zeros: `2040000` is `2.04`. */
export function seconds(us: number): string {
  const size = Math.min(Math.abs(Math.round(us)), MAX_TIME_US);
  const fraction = String(size % 1e6)
    .padStart(6, '0')
    .replace(/0+$/, '');
  const whole = `${us < 0 && size > 0 ? '-' : ''}${Math.floor(size / 1e6)}`;
  return fraction === '' ? whole : `${whole}.${fraction}`;
}
