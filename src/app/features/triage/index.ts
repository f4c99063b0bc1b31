/**
 * The table of traces: more files than fit tabs become rows, worst first. Rows are in `state/table/trace-table.ts`; here is what
 * the page needs before there is a table.
 */
import type { Message } from '../../../engine/reading/contract/snapshot';
import { mayBeListing } from '../../../sharing/link/url-kind';
import { holdsRows } from '../../../sharing/table/table-head';
import type { AppState } from '../../state/app-state';
import { groupsShown } from '../../state/table/groups-shown';
import { TABLE, tableStore } from '../../state/table/table-store';
import { MOST_TABS, type NamedFile } from '../../state/traces/named-file';
import { type Feature, onPage } from '../../workbench/slots';

const NOT_FETCHED: Message = {
  kind: 'part-missing',
  level: 'error',
  text: 'The part of this page that shows a table of traces could not be fetched from its server. Reload the page.',
  places: [],
};

/** A link, or a recent trace, asks for so many files: a log may be several. */
function askedFiles({ linkRequest }: AppState): number {
  const pending = linkRequest.get()?.pending ?? [];
  return pending.reduce((sum, { ref }) => sum + 1 + ((ref.kind === 'file' && ref.segments?.length) || 0), 0);
}

/** More than fit tabs, or than a link asks for; or those that the table asks for. */
function areMany(app: AppState, files: readonly NamedFile[]): boolean {
  return (
    files.length > Math.max(MOST_TABS, askedFiles(app)) ||
    app.feature(tableStore).get()?.asksFor(files) === true
  );
}

/** A zip counts as the files in it. */
async function haveZip(files: readonly NamedFile[]): Promise<boolean> {
  const areZips = await Promise.all(files.map(({ file }) => isZip(file)));
  return areZips.includes(true);
}

/** By its first bytes, as everywhere. */
async function isZip(file: File): Promise<boolean> {
  const head = await file
    .slice(0, 2)
    .text()
    .catch(() => '');
  return head === 'PK';
}

async function withTable(
  app: AppState,
  run: (part: typeof import('../../state/table/open-table')) => void | Promise<void>,
): Promise<void> {
  const part = await import('../../state/table/open-table').catch(() => null);
  if (part === null) app.files.notify(NOT_FETCHED);
  else await run(part);
}

export const triage: Feature = {
  id: 'triage',
  commands: [
    onPage(
      'table',
      'Table of traces',
      'Trace',
      'Shift+KeyT',
      (app) => void withTable(app, ({ showTable }) => showTable(app)),
    ),
  ],
  screens: [
    {
      id: TABLE,
      store: (app) => app.feature(tableStore),
      isBusy: (app) => app.feature(tableStore).get()?.isReading === true,
      isShared: true,
      parts: {
        shown: (app) => (app.feature(groupsShown).get() === null ? 'rows' : 'groups'),
        show: (app, part) => app.feature(groupsShown).set(part === 'groups' ? true : null),
      },
      linkPart: ({ table }) => ((table.rows ?? table.stored) === null ? null : 'its table, rows=…'),
      claimsUrl: mayBeListing,
      fetch: (app, urls) => app.feature(tableStore).get()?.fetch(urls) ?? new Set(),
      links: async () => (await import('./table-screen-links')).tableScreenLinks,
      name: 'The table of traces',
      tab: async () => (await import('./table-tab')).TableTab,
      content: async () => (await import('./table-screen')).TableScreen,
    },
  ],
  openers: (app) => [
    {
      claims: { together: (files) => areMany(app, files) },
      open: (files) => withTable(app, ({ openMany }) => openMany(app, files)),
    },
    {
      claims: { together: (files) => askedFiles(app) === 0 && haveZip(files) },
      open: (files) => withTable(app, ({ openZips }) => openZips(app, files)),
    },
    {
      claims: { head: holdsRows },
      oneByOne: true,
      open: async (files) => {
        for (const file of files) await withTable(app, ({ openRecords }) => openRecords(app, file));
      },
    },
  ],
};
