/**
 * A URL that leads to a listing of traces, not to one: its traces become rows of the table. What is on a host that the
 * user has not agreed to is asked about, once per host. Loaded with the first URL that may be one.
 */
import { count, plural } from '../../../engine/base/text/figures';
import type { Message } from '../../../engine/reading/contract/snapshot';
import type { Listing } from '../../../sharing/link/listing';
import { hostOf, type RemoteRef } from '../../../sharing/link/remote-url';
import { EMPTY_TABLE, type LinkTable } from '../../../sharing/link/state';
import type { AppState } from '../../state/app-state';
import type { OpenedUrl } from '../../state/screens';
import { tableOf } from '../../state/table/open-table';
import { MOST_FILES, type RemoteTrace } from '../../state/table/trace-table';
import type { OpenFile } from '../../state/traces/open-file';
import { isConfirmed, remoteSource } from '../../state/traces/remote-trace';
import { fetchListing } from './fetch-listing';
import { takeUp } from './follow-table';

const NO_TRACE: Message = {
  kind: 'address',
  level: 'note',
  text: 'Read as a listing, the page names no trace: none of its links leads to a file that ends in .qlog, .sqlog, .json, .gz, .zst or .zip.',
  places: [],
};

/** What is no longer waited for. */
const MAX_WAIT_MS = 60_000;

/**
 * @param file opened for the URL as a trace; it is closed where the URL is a listing.
 * @param link what a link has of the table.
 * @returns null where it is none.
 */
export async function openListing(
  app: AppState,
  file: OpenFile,
  ref: RemoteRef,
  link: LinkTable,
): Promise<OpenedUrl | null> {
  const signal = AbortSignal.any([file.closed, AbortSignal.timeout(MAX_WAIT_MS)]);
  const listing = await fetchListing(ref, signal).catch(() => null);
  // What cannot be fetched, or is no listing, is reported for the trace; the user may have closed it.
  if (listing === null || !app.files.files.includes(file)) return null;
  if (listing === 'no-trace') {
    app.files.notify(NO_TRACE);
    return null;
  }
  app.files.close(file);
  const { hosts } = app.choices.get();
  const traces = listing.traces.map(
    ({ ref: one, name }): RemoteTrace => ({
      name,
      source: remoteSource(one),
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
  const dropped = link === EMPTY_TABLE ? [] : takeUp(app, table, link);
  return { dropped, asks: asked.map(({ ref: one }) => one) };
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
