/**
 * Traces on other hosts: the source of a URL, whether its host needs the user's consent, and how a text
 * that the user pasted or typed is understood. Pure; `follow-link.ts` asks the user, the worker fetches.
 */
import type { SourceSpec } from '../../../engine/input/bytes/source';
import { parseLink, quotePart } from '../../../sharing/link/parse';
import { movedQuery } from '../../../sharing/link/query';
import { fileNameOf, originOf, type RemoteRef, readUrl, soleAddress } from '../../../sharing/link/remote-url';
import { storedViewIn } from '../../../sharing/link/stored-view';

export function remoteSource({ url }: RemoteRef): SourceSpec {
  return { kind: 'url', url, name: fileNameOf(url) };
}

/**
 * Whether a trace is fetched without asking.
 * @param hosts origins that the user agreed to.
 * @param ownOrigin the page's own, which needs no consent.
 */
export function isConfirmed({ url }: RemoteRef, hosts: readonly string[], ownOrigin: string): boolean {
  const origin = originOf(url);
  return origin === ownOrigin || hosts.includes(origin);
}

/** Meaning of a text from the user: no URL, a refused one and why, a link to this page, or a trace. */
export type GivenText =
  | { readonly kind: 'text' }
  | { readonly kind: 'refused'; readonly words: string }
  | { readonly kind: 'link'; readonly fragment: string }
  | { readonly kind: 'trace'; readonly ref: RemoteRef };

/** @param page the page's own address. */
export function readGiven(text: string, page: string): GivenText {
  const address = soleAddress(text);
  if (address === null) return { kind: 'text' };
  const fragment = ownFragment(address, page);
  if (fragment !== null) return { kind: 'link', fragment };
  const ref = readUrl(address);
  if (typeof ref !== 'string') return { kind: 'trace', ref };
  return { kind: 'refused', words: `${quotePart(address)} was not opened: ${ref}. Nothing was fetched.` };
}

/** The fragment of a link to this page; null for any other URL. */
function ownFragment(address: string, page: string): string | null {
  if (!URL.canParse(address)) return null;
  const [given, own] = [new URL(address), new URL(page)];
  const isHere = given.origin === own.origin && given.pathname === own.pathname;
  if (!isHere) return null;
  const hash = movedQuery(given.search, given.hash)?.fragment ?? given.hash;
  return parseLink(hash).isLink || storedViewIn(hash) !== null ? hash : null;
}
