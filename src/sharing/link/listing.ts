/**
 * A listing of traces at a URL, untrusted: a list in JSON, URLs line by line, or the index that a server writes of a
 * folder, whose links the page reads. Names are resolved against the listing's own URL; what may not be fetched is left
 * out and counted. What is a listing: engine/base/text/listed-logs.ts.
 */
import { plainLine } from '../../engine/base/text/plain';
import { originOf, type RemoteRef, readUrl } from './remote-url';
import { unescapeText } from './text';

/** Bytes that show whether a text may be a listing. */
export const LISTING_HEAD_BYTES = 4096;
/** More names are counted, not kept. */
const MAX_NAMES = 100_000;

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
  return plainLine(unescapeText(path) ?? path) || host;
}
