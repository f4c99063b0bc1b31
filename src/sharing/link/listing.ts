/**
 * A listing of traces at a URL, untrusted: a list in JSON, URLs line by line, or the index that a server writes of a
 * folder, whose links the page reads. Names are resolved against the listing's own URL; what may not be fetched is left
 * out and counted.
 */
import * as v from 'valibot';
import { safeName } from './fingerprint';
import { originOf, type RemoteRef, readUrl } from './remote-url';
import { unescapeText } from './text';

/** Bytes from which it is told whether a text may be a listing. */
export const LISTING_HEAD_BYTES = 4096;
/** Larger listings are read up to here: 2,000 names have some 200 kB. */
export const MAX_LISTING_BYTES = 4e6;
/** More names are counted, not kept. */
const MAX_NAMES = 100_000;

/** Endings of the files that this program reads; a folder may hold anything else. */
const TRACE = /\.(?:qlog|sqlog|json|gz|zst|zip)$/i;
/** A URL with such an ending is a trace, and never looked at for a listing. A list in JSON may be either. */
const TRACE_ONLY = /\.(?:qlog|sqlog|gz|zst|zip)$/i;

/** A URL of rows of a fleet. */
const FLEET = /\.parquet$/i;

export function isFleet({ url }: RemoteRef): boolean {
  return FLEET.test(new URL(url).pathname);
}

export function mayBeListing({ url }: RemoteRef): boolean {
  return !TRACE_ONLY.test(new URL(url).pathname);
}

/** A name in a listing. */
export interface ListedTrace {
  readonly ref: RemoteRef;
  /** Path below the listing's folder, else with its host. */
  readonly name: string;
}

export interface Listing {
  readonly traces: readonly ListedTrace[];
  /** Names that lead to no URL that may be fetched. */
  readonly refused: number;
}

export type ListingKind = 'json' | 'html' | 'lines';

/** @param head the first characters. @returns null for what is no listing. */
export function listingKind(head: string): ListingKind | null {
  const text = head.replace(/^\uFEFF/, '').trimStart();
  if (/^\[\s*(?:"|\{\s*"|\])/.test(text)) return 'json';
  if (/^<(?:!doctype html|html|head|title|pre|h1|!--)/i.test(text)) return 'html';
  const [first = ''] = linesOf(text);
  return isLine(first) ? 'lines' : null;
}

const text = v.fallback(v.nullable(v.string()), null);
/** An event of a log has a name too, and data. */
const Entry = v.pipe(
  v.object({ url: text, name: text, data: v.fallback(v.nullable(v.object({})), null) }),
  v.transform(({ url, name, data }) => (data === null ? (url ?? name) : null)),
  v.string(),
);
const Entries = v.pipe(v.array(v.pipe(v.union([v.string(), Entry]))), v.minLength(1));

/** The names in a list in JSON, or in lines; null where it is none. */
export function listedNames(kind: 'json' | 'lines', text: string): readonly string[] | null {
  if (kind === 'json') {
    const read = v.safeParse(Entries, parsed(text));
    return read.success ? read.output : null;
  }
  const lines = linesOf(text);
  return lines.length > 0 && lines.every(isLine) ? lines : null;
}

/** Links of an index that lead to traces. @param hrefs as written. */
export function linkedNames(hrefs: readonly string[]): readonly string[] {
  return hrefs.filter((href) => TRACE.test(href.replace(/[?#].*$/s, '')));
}

/** @param names as the listing writes them. @param listing its URL. @returns null where it names nothing. */
export function readListing(names: readonly string[], listing: string): Listing | null {
  const traces = new Map<string, ListedTrace>();
  let refused = Math.max(0, names.length - MAX_NAMES);
  for (const name of names.slice(0, MAX_NAMES)) {
    if (name.endsWith('/')) continue;
    const url = URL.canParse(name, listing) ? new URL(name, listing).href : null;
    const ref = url === null ? '' : readUrl(url);
    if (typeof ref === 'string') refused++;
    else if (!traces.has(ref.url)) traces.set(ref.url, { ref, name: nameOf(ref.url, listing) });
  }
  return traces.size === 0 && refused === 0 ? null : { traces: [...traces.values()], refused };
}

function nameOf(url: string, listing: string): string {
  const { pathname, host } = new URL(url);
  const folder = new URL('.', listing);
  const isOwn = originOf(url) === folder.origin && pathname.startsWith(folder.pathname);
  const path = isOwn ? pathname.slice(folder.pathname.length) : `${host}${pathname}`;
  return safeName(unescapeText(path) ?? path) || host;
}

/** Without empty ones and comments. */
function linesOf(text: string): readonly string[] {
  return text
    .replace(/^\uFEFF/, '')
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#'));
}

/** A URL, or the name of a trace. */
function isLine(line: string): boolean {
  return /^https?:\/\/\S+$/i.test(line) || (/^[^\s{}"<>]+$/.test(line) && TRACE.test(line));
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json.replace(/^\uFEFF/, ''));
  } catch {
    return null;
  }
}
