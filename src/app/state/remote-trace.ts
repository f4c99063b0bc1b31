/**
 * Traces on other hosts: what is opened for an address, whether its host must be asked about first, and what a text
 * that the user pasted or typed means as an address. Values only; asking is `follow-link.ts`, fetching the worker's.
 */
import type { SourceSpec } from '../../engine/bytes/source';
import { parseLink, quotePart } from '../../sharing/link/parse';
import { movedQuery } from '../../sharing/link/query';
import { fileNameOf, originOf, type RemoteRef, readUrl, soleAddress } from '../../sharing/link/remote-url';

/** What a trace at an address is opened as. */
export function remoteSource({ url }: RemoteRef): SourceSpec {
  return { kind: 'url', url, name: fileNameOf(url) };
}

/**
 * Whether a trace is fetched without asking.
 * @param hosts origins that the user said yes to.
 * @param ownOrigin that of the page, which nobody must be asked about.
 */
export function isConfirmed({ url }: RemoteRef, hosts: readonly string[], ownOrigin: string): boolean {
  const origin = originOf(url);
  return origin === ownOrigin || hosts.includes(origin);
}

/** What a text is that the user gave: no address, one that is not opened and why, a link to this page, or a trace. */
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

/** The fragment of a link that leads to this very page; null for any other address. */
function ownFragment(address: string, page: string): string | null {
  if (!URL.canParse(address)) return null;
  const [given, own] = [new URL(address), new URL(page)];
  const isHere = given.origin === own.origin && given.pathname === own.pathname;
  if (!isHere) return null;
  const hash = movedQuery(given.search, given.hash)?.fragment ?? given.hash;
  return parseLink(hash).isLink ? hash : null;
}
