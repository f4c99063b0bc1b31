/**
 * The page's links: started once with what the app knows of examples and panels, copied from button and key; and
 * addresses of traces, however they come in. Following and fetching are the session's.
 */

import { PANEL_IDS } from '../../../drawing/panels/panel-ids';
import type { SourceSpec } from '../../../engine/bytes/source';
import { painted } from '../../controls/after-paint';
import { createStore } from '../../state/store';
import { notify, onDigestFile, whileBusy } from '../../state/trace-list';
import type { Address, FragmentOptions } from './address';
import { EXAMPLES, exampleSource } from './examples';
import { takeQuery } from './page-address';

/** Longest text that may be an address; `soleAddress` knows better. */
const MAX_ADDRESS = 100_000;

let address: Address | null = null;

/** @returns null where there is no such example. */
export function exampleOf(id: string): SourceSpec | null {
  const example = EXAMPLES.find((candidate) => candidate.id === id);
  return example === undefined ? null : exampleSource(example);
}

let starting: Promise<Address | null> | null = null;

/**
 * Follows the link in the address, and keeps the address in step with the page from then on; once. What does that is
 * fetched behind the first paint, or at once where there is a link to follow.
 * @returns null where it cannot be fetched, which is said; the next call tries again.
 */
export function startLinks(): Promise<Address | null> {
  starting ??= whileBusy(begin());
  return starting;
}

async function begin(): Promise<Address | null> {
  onDigestFile(async (file) => (await startLinks())?.follower.followFile(file));
  try {
    takeQuery();
    if (location.hash === '') await painted();
    const { Address } = await import('./address');
    address = new Address({
      panels: PANEL_IDS,
      examples: {
        idOf: (source) =>
          EXAMPLES.find(({ file }) => source.kind === 'example' && source.name === file)?.id ?? null,
        sourceOf: exampleOf,
      },
    });
  } catch {
    starting = null;
    notify({
      kind: 'part-missing',
      level: 'error',
      text: 'The part of this page that makes and follows links could not be fetched from its server. Reload the page.',
      places: [],
    });
  }
  return address;
}

/** What became of the newest link: copied, without its trace where that has no name, or kept by the browser. */
export type Copied = 'no' | 'copied' | 'view-only' | 'refused';

export const copied = createStore<Copied>('no');

/** How long the button says so. */
const SAID_MS = 4000;
let saidNow: ReturnType<typeof setTimeout> | undefined;

/** Copies a link to what is shown; the page's address holds the same. */
export async function copyLink(): Promise<void> {
  const links = await startLinks();
  if (links === null) return;
  clearTimeout(saidNow);
  try {
    const { url, named } = await links.link();
    await navigator.clipboard.writeText(url);
    copied.set(named ? 'copied' : 'view-only');
  } catch {
    copied.set('refused');
  }
  saidNow = setTimeout(() => copied.set('no'), SAID_MS);
}

/** What stands behind `#` in a link to what is shown; see `Address.fragment`. */
export async function linkFragment(options: FragmentOptions): Promise<string> {
  return (await (await startLinks())?.fragment(options)) ?? '';
}

/** The same at once, as far as it is known; empty for a page without links. */
export function linkFragmentNow(options: FragmentOptions): string {
  return address?.fragmentNow(options) ?? '';
}

/** A link with that behind `#`. */
export function linkTo(fragment: string): string {
  return address?.addressOf(fragment) ?? '';
}

/** Shows the view of the link in the file that was opened instead. */
export function showLinkAnyway(): void {
  address?.follower.showAnyway();
}

/** The link's files are not asked for any more. */
export function putLinkAside(): void {
  address?.follower.putAside();
}

/** The user said yes to a host: what the link has there is fetched. */
export function fetchFrom(origin: string): void {
  address?.follower.fetchFrom(origin);
}

/**
 * Opens the trace at an address, or asks about its host first.
 * @returns null where that was done, else why not, as a sentence.
 */
export async function openAddress(text: string): Promise<string | null> {
  const links = await startLinks();
  if (links === null) return 'Nothing was opened: a part of this page could not be fetched from its server.';
  const given = links.take(text);
  if (given.kind === 'refused') return given.words;
  if (given.kind === 'trace' || given.kind === 'link') return null;
  return 'This is no full address of a file: one begins with https://, or with http://localhost or http://127.0.0.1 for this machine.';
}

/** What was pasted or dropped as text. @returns false where it is no address, and may be a trace itself. */
export async function takeAddress(text: string): Promise<boolean> {
  // Whatever is longer is no address, and need not wait.
  const links = text.length > MAX_ADDRESS ? null : await startLinks();
  const given = links?.take(text) ?? { kind: 'text' };
  if (given.kind === 'refused') notify({ kind: 'address', level: 'warning', text: given.words, places: [] });
  return given.kind !== 'text';
}
