/**
 * Texts that list logs and hold none: a list in JSON, URLs line by line, or the index that a server writes of a folder. At a
 * URL its logs are opened (sharing/link/listing.ts); of a file on this device it is said that it is one.
 */

/** Larger listings are read up to here: 2,000 names have some 200 kB. */
export const MAX_LISTING_BYTES = 4e6;

/** Endings of the files that this program reads; a folder may hold anything else. */
const LOG = /\.(?:qlog|sqlog|json|gz|zst|zip)$/i;

export type ListingKind = 'json' | 'html' | 'lines';

/** @param head the first characters. @returns null for what is no listing. */
export function listingKind(head: string): ListingKind | null {
  const text = head.replace(/^\uFEFF/, '').trimStart();
  if (/^\[\s*(?:"|\{\s*"|\])/.test(text)) return 'json';
  if (/^<(?:!doctype html|html|head|title|pre|h1|!--)/i.test(text)) return 'html';
  const [first = ''] = linesOf(text);
  return isLine(first) ? 'lines' : null;
}

/** The names in a list in JSON, or in lines; null where it is none. */
export function listedNames(kind: 'json' | 'lines', text: string): readonly string[] | null {
  if (kind === 'lines') {
    const lines = linesOf(text);
    return lines.length > 0 && lines.every(isLine) ? lines : null;
  }
  const list = parsed(text);
  if (!Array.isArray(list) || list.length === 0) return null;
  const names = list.map(entryName);
  return names.every((name) => name !== null) ? names : null;
}

/** A name, or an object with a URL or a name; an event of a log has a name too, and data, one of a browser a phase. */
function entryName(entry: unknown): string | null {
  if (typeof entry === 'string') return entry;
  if (typeof entry !== 'object' || entry === null) return null;
  const { url, name, data, ph } = entry as { readonly [key: string]: unknown };
  if ((typeof data === 'object' && data !== null) || typeof ph === 'string') return null;
  if (typeof url === 'string') return url;
  return typeof name === 'string' ? name : null;
}

/** Links of an index that lead to logs. @param hrefs as written. */
export function linkedNames(hrefs: readonly string[]): readonly string[] {
  return hrefs.filter((href) => LOG.test(href.replace(/[?#].*$/s, '')));
}

const LINK = /<a\s[^>]*?\bhref\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s>]+))/gi;

/** The logs that a text lists, each once; empty where it is no listing, or names none. */
export function logsListedIn(text: string): readonly string[] {
  const kind = listingKind(text);
  if (kind === null) return [];
  const hrefs = (): readonly string[] =>
    [...text.matchAll(LINK)].map(([, double, single, bare]) => double ?? single ?? bare ?? '');
  return [...new Set(kind === 'html' ? linkedNames(hrefs()) : listedNames(kind, text))];
}

/** Without empty ones and comments. */
function linesOf(text: string): readonly string[] {
  return text
    .replace(/^\uFEFF/, '')
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#'));
}

/** A URL, or the name of a log. */
function isLine(line: string): boolean {
  return /^https?:\/\/\S+$/i.test(line) || (/^[^\s{}"<>]+$/.test(line) && LOG.test(line));
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json.replace(/^\uFEFF/, ''));
  } catch {
    return null;
  }
}
