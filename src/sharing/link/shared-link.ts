/**
 * The one rule for a link that leaves the page: which address it begins with, and who can open it. Dialogs, *Copy link*
 * and the report ask here; nothing else puts the page's address before a fragment.
 */
import { parseLink } from './parse';
import { isNarrower, type Reach, reachOf } from './reach';
import { storedViewIn } from './stored-view';

const MAX_ADDRESS = 500;

export interface PageAddress {
  /** As the browser has it; query and fragment do not count. */
  readonly own: string;
  /** Where others have this page, see `publicAddressOf`; null where nobody said. */
  readonly publicUrl: string | null;
  /** Where the page's store is, absolute; null for none. */
  readonly store: string | null;
}

/** What decides who can open a link: the page's address, or that of the trace, or of the store, which it names. */
export type ReachCause = 'page' | 'trace' | 'store';

export interface LinkReach {
  readonly reach: Reach;
  readonly cause: ReachCause;
  /** Host and port of that address; empty for a file. */
  readonly host: string;
}

export interface SharedLink extends LinkReach {
  readonly url: string;
  /** For a text that outlives this page: with its address where that is public, else only the fragment, from `#` on. */
  readonly reference: string;
}

/**
 * @param text what was typed or configured. @returns the address with `/` or a file's name at its end, without query and
 * fragment; else why it is none that links can begin with, as a sentence.
 */
export function publicAddressOf(text: string): { readonly url: string } | { readonly refused: string } {
  const trimmed = text.trim();
  const url = URL.canParse(trimmed) && trimmed.length <= MAX_ADDRESS ? new URL(trimmed) : null;
  if (url === null || (url.protocol !== 'https:' && url.protocol !== 'http:'))
    return { refused: 'It is no complete address of a page: it must begin with https:// or http://.' };
  if (url.username !== '' || url.password !== '')
    return { refused: 'It holds a user name or a password, which would stand in every link.' };
  if (reachOf(url.href) === 'machine')
    return { refused: `${url.host} is this machine: nobody else can open links to it.` };
  const last = url.pathname.split('/').at(-1) ?? '';
  return { url: `${url.origin}${url.pathname}${last === '' || last.includes('.') ? '' : '/'}` };
}

/** The page's own address, without query and fragment. */
function pageOf(href: string): string {
  return href.split(/[?#]/, 1)[0] ?? '';
}

const hostOf = (href: string): string => (URL.canParse(href) ? new URL(href).host : '');

/** What a link names besides the page: it opens for those only who can open this too. */
function namedIn(fragment: string, store: string | null): readonly Omit<LinkReach, 'reach'>[] {
  const inStore = store === null ? [] : [{ cause: 'store' as const, host: store }];
  if (storedViewIn(fragment) !== null) return inStore;
  const { traces, digest } = parseLink(fragment).state;
  // It brings its traces along.
  if (digest !== null) return [];
  return traces.flatMap((trace): readonly Omit<LinkReach, 'reach'>[] => {
    if (trace.kind === 'src') return [{ cause: 'trace', host: trace.url }];
    return trace.kind === 'stored' ? inStore : [];
  });
}

/**
 * @param fragment without `#`. A link into a store that others cannot reach stays at the page's own address: another page
 * has another store.
 */
export function sharedLink(fragment: string, { own, publicUrl, store }: PageAddress): SharedLink {
  const named = namedIn(fragment, store);
  const isOwnStore = named.some(({ cause, host }) => cause === 'store' && reachOf(host) !== 'public');
  const page = publicUrl === null || isOwnStore ? pageOf(own) : publicUrl;
  const ofPage: LinkReach = { reach: reachOf(page), cause: 'page', host: hostOf(page) };
  const narrowest = named
    .map(({ cause, host }): LinkReach => ({ reach: reachOf(host), cause, host: hostOf(host) }))
    .reduce((least, one) => (isNarrower(one.reach, least.reach) ? one : least), ofPage);
  const isPublic = ofPage.reach === 'public';
  return { ...narrowest, url: `${page}#${fragment}`, reference: `${isPublic ? page : ''}#${fragment}` };
}
