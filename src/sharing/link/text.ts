/**
 * The small texts that a link is made of: escaped words, lists, numbers and times in seconds. Every reader here takes
 * any string and gives null for one that does not fit; which parameter means what is left to `parts.ts`.
 */
import { MAX_ID, MAX_ITEMS, MAX_TIME_US, MAX_VALUE } from './state';

/** Characters that a fragment may hold as they are (RFC 3986 §3.5) and that mean nothing here, by their escapes. */
const READABLE: { readonly [escaped: string]: string } = {
  '%2F': '/',
  '%3F': '?',
  '%3A': ':',
  '%40': '@',
  '%3D': '=',
  '%3B': ';',
  '%2B': '+',
};

/** Brackets and quotes, which chats and Markdown take for the end of a link. */
const TROUBLE = /[!'()*]/g;

/** Half a character, which no link can hold, becomes U+FFFD. */
function wellFormed(text: string): string {
  return text.replace(/\p{Surrogate}/gu, '\ufffd');
}

/**
 * Escapes a text for the fragment, with as few escapes as a link can do with.
 * @param reserved characters that separate something here: they are escaped too.
 */
export function escapeText(text: string, reserved = ''): string {
  return encodeURIComponent(wellFormed(text))
    .replace(TROUBLE, (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`)
    .replace(/%(?:2F|3F|3A|40|3D|3B|2B)/g, (escaped) => {
      const mark = READABLE[escaped] as string;
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

/** An id, as findings, panels, series and models have them; not empty. */
export function readId(raw: string): string | null {
  const id = unescapeText(raw);
  return id === null || id === '' || id.length > MAX_ID ? null : id;
}

/** Items by commas, as many as fit into one parameter. @param items each escaped already. */
export function joinItems(items: readonly string[]): string {
  let text = '';
  for (const item of items.slice(0, MAX_ITEMS)) {
    const longer = text === '' ? item : `${text},${item}`;
    if (longer.length > MAX_VALUE) break;
    text = longer;
  }
  return text;
}

/** Reads each item of a list. @returns null where one of them does not fit, or where there are too many. */
export function readItems<T>(raw: string, read: (item: string) => T | null): readonly T[] | null {
  const items = raw.split(',', MAX_ITEMS + 1).map(read);
  const fit = items.filter((item): item is Exclude<typeof item, null> => item !== null);
  return fit.length === items.length && items.length <= MAX_ITEMS ? fit : null;
}

/** A whole number from `min` to `max`, in decimal digits without sign. */
export function readInteger(raw: string, min: number, max: number): number | null {
  if (!/^\d{1,15}$/.test(raw)) return null;
  const value = Number(raw);
  return value >= min && value <= max ? value : null;
}

/** µs as seconds with the digits that it needs: `2040000` is `2.04`. */
export function seconds(us: number): string {
  const size = Math.min(Math.abs(Math.round(us)), MAX_TIME_US);
  const fraction = String(size % 1e6)
    .padStart(6, '0')
    .replace(/0+$/, '');
  const whole = `${us < 0 && size > 0 ? '-' : ''}${Math.floor(size / 1e6)}`;
  return fraction === '' ? whole : `${whole}.${fraction}`;
}

const SECONDS = /^(-?)(\d{1,10})(?:\.(\d{1,6}))?$/;

/** Seconds with up to six digits after the point, as µs. */
export function readSeconds(raw: string): number | null {
  const match = SECONDS.exec(raw);
  if (match === null) return null;
  const [, sign, whole, fraction = ''] = match;
  const size = Number(whole) * 1e6 + Number(fraction.padEnd(6, '0'));
  if (size > MAX_TIME_US) return null;
  return sign === '-' && size > 0 ? -size : size;
}

/** `2.04-9.99` */
export function readRange(raw: string): { readonly fromUs: number; readonly toUs: number } | null {
  const match = /^(-?[\d.]+)-(-?[\d.]+)$/.exec(raw);
  const fromUs = readSeconds(match?.[1] ?? '');
  const toUs = readSeconds(match?.[2] ?? '');
  return fromUs === null || toUs === null || fromUs >= toUs ? null : { fromUs, toUs };
}
