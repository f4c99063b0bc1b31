/**
 * A URL that leads to a listing of traces, not to one: its traces become rows of the table. What is on a host that the
 * user has not agreed to is asked about, once per host. Loaded with the first URL that may be one.
 */

import { FOREIGN, request } from '../../../engine/bytes/remote-request';
import type { Message } from '../../../engine/contract/snapshot';
import { count, plural } from '../../../engine/text/figures';
import {
  type ListingKind,
  linkedNames,
  listedNames,
  listingKind,
  MAX_LISTING_BYTES,
} from '../../../engine/text/listed-logs';
import { LISTING_HEAD_BYTES, type Listing, readListing } from '../../../sharing/link/listing';
import { hostOf, type RemoteRef } from '../../../sharing/link/remote-url';
import { EMPTY_LINK, EMPTY_TABLE, type LinkTable } from '../../../sharing/link/state';
import type { AppState } from '../../state/app-state';
import type { OpenFile } from '../../state/open-file';
import { pendingTrace } from '../../state/pending-traces';
import { isConfirmed, remoteSource } from '../../state/remote-trace';
import { MOST_FILES, type RemoteTrace } from '../../state/trace-table';
import { tableOf } from '../triage/open-table';
import { takeUp } from './follow-table';

const NO_TRACE: Message = {
  kind: 'address',
  level: 'note',
  text: 'Read as a listing, the page names no trace: none of its links leads to a file that ends in .qlog, .sqlog, .json, .gz, .zst or .zip.',
  places: [],
};

/**
 * @param file opened for the URL as a trace; it is closed where the URL is a listing.
 * @param link what a link has of the table.
 */
export async function openListing(
  app: AppState,
  file: OpenFile,
  ref: RemoteRef,
  link: LinkTable,
): Promise<void> {
  const listing = await fetchListing(ref).catch(() => null);
  // What cannot be fetched, or is no listing, is told of the trace; the user may have closed it.
  if (listing === null || !app.files.files.includes(file)) return;
  if (listing === 'no-trace') {
    app.files.notify(NO_TRACE);
    return;
  }
  app.files.close(file);
  const { hosts } = app.choices.get();
  const traces = listing.traces.map(
    ({ ref: one, name }): RemoteTrace => ({
      ...{ name, source: remoteSource(one) },
      asks: isConfirmed(one, hosts, location.origin)
        ? null
        : {
            kind: 'host-not-agreed',
            text: `It is on ${hostOf(one.url)}, a host that you have not agreed to on this device. Nothing was fetched.`,
          },
    }),
  );
  const table = tableOf(app);
  const taken = table.addListing(ref.url, traces);
  const words = leftOutWords(listing, taken);
  if (words !== null) table.notice.set(words);
  app.files.showNone();
  const asked = listing.traces.slice(0, taken).filter((_, i) => traces[i]?.asks !== null);
  if (asked.length > 0) {
    const pending = asked.map(({ ref: one }) => ({ ...pendingTrace(one), isListed: true as const }));
    app.linkRequest.set({ link: EMPTY_LINK, pending, other: null });
  }
  if (link !== EMPTY_TABLE) takeUp(app, table, link);
}

function leftOutWords({ traces, refused }: Listing, taken: number): Message | null {
  const beyond = traces.length - taken;
  const words = [
    ...(beyond > 0
      ? [
          `The listing names ${plural(traces.length, 'trace')}; a table reads ${count(MOST_FILES)}: the first ${count(taken)} are in it, ${count(beyond)} are left out.`,
        ]
      : []),
    ...(refused > 0
      ? [
          `${plural(refused, 'name')} of the listing ${refused === 1 ? 'leads' : 'lead'} to no URL that is fetched: only https, or http on this machine, without a password.`,
        ]
      : []),
  ];
  if (words.length === 0) return null;
  return { kind: 'table-in-part', level: 'warning', text: words.join(' '), places: [] };
}

/** @returns null for what is no listing. */
async function fetchListing(ref: RemoteRef): Promise<Listing | 'no-trace' | null> {
  const text = await listingText(ref);
  const names = text === null ? null : namesIn(text.kind, text.text);
  if (names?.length === 0) return 'no-trace';
  return names && readListing(names, ref.url);
}

/** Reads on only where the first bytes may be those of a listing. */
async function listingText(
  ref: RemoteRef,
): Promise<{ readonly kind: ListingKind; readonly text: string } | null> {
  const { body } = await request(ref.url, FOREIGN);
  if (body === null) return null;
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let text = '';
  let size = 0;
  let kind: ListingKind | null = null;
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (value !== undefined) text += decoder.decode(value, { stream: true });
      size += value?.length ?? 0;
      if (kind === null && (done || size >= LISTING_HEAD_BYTES)) {
        kind = listingKind(text);
        if (kind === null) return null;
      }
      if (done) return kind === null ? null : { kind, text };
      if (size > MAX_LISTING_BYTES) return null;
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}

function namesIn(kind: ListingKind, text: string): readonly string[] | null {
  if (kind !== 'html') return listedNames(kind, text);
  // A document of its own: nothing of it is run, and nothing that it names is fetched.
  const index = new DOMParser().parseFromString(text, 'text/html');
  return linkedNames([...index.querySelectorAll('a[href]')].map((link) => link.getAttribute('href') ?? ''));
}
