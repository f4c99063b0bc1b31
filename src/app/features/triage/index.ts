/**
 * The table of traces: more files than fit tabs become rows, worst first. Rows are in `state/table/trace-table.ts`; here is what
 * the page needs before there is a table.
 */
import type { Message } from '../../../engine/reading/contract/snapshot';
import type { AppState } from '../../state/app-state';
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

function takeFiles(app: AppState, files: readonly NamedFile[]): Promise<void> | null {
  const isAsked = app.table.get()?.asksFor(files) === true;
  const asked = askedFiles(app);
  if (files.length > Math.max(MOST_TABS, asked) || isAsked)
    return withTable(app, ({ openMany }) => openMany(app, files));
  return asked === 0 ? takeZips(app, files) : null;
}

/** A zip counts as the files in it. */
async function takeZips(app: AppState, files: readonly NamedFile[]): Promise<void> {
  const areZips = await Promise.all(files.map(({ file }) => isZip(file)));
  if (areZips.includes(true)) await withTable(app, ({ openZips }) => openZips(app, files));
  else await app.files.openTabs(files);
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
    onPage({
      id: 'table',
      title: 'Table of traces',
      group: 'Trace',
      keys: [{ code: 'KeyT', shift: true }],
      run: (app) => void withTable(app, ({ showTable }) => showTable(app)),
    }),
  ],
  page: [
    {
      place: 'tabs',
      part: 'The tab of the table',
      content: { during: (app) => app.table, load: async () => (await import('./table-tab')).TableTab },
    },
    {
      place: 'table',
      part: 'The table of traces',
      content: { during: (app) => app.table, load: async () => (await import('./table-screen')).TableScreen },
    },
  ],
  start: (app) => {
    app.files.takeFiles = (files) => takeFiles(app, files);
    app.files.openRecords = (file) => withTable(app, ({ openRecords }) => openRecords(app, file));
  },
};
