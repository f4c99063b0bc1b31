/** Links to the table of traces, as the page makes and follows them. */
import { plural } from '../../../engine/base/text/figures';
import { localFiles } from '../../../engine/input/bytes/source';
import type { AppState } from '../../state/app-state';
import type { ScreenLinks } from '../../state/screens';
import { isBeneath } from '../../state/table/saved-table';
import { tableLinks } from '../../state/table/table-link';
import { tableStore } from '../../state/table/table-store';
import { showLinkedTable } from './follow-table';
import { openListing } from './open-listing';
import { storedTable } from './stored-table';

export const tableScreenLinks: ScreenLinks<AppState> = {
  fragment: (app) => app.feature(tableLinks).shortest()?.fragment ?? '',
  // Rows are packed when all are there.
  isWhole: (app) => app.feature(tableStore).get()?.isReading !== true,
  watch: (app, run) => {
    const table = app.feature(tableStore).get();
    return table === null ? () => undefined : app.feature(tableLinks).watch(table, run);
  },
  lost: (app, isShown) => {
    const rows = app.feature(tableStore).get()?.rows.get() ?? [];
    const local = rows.filter(({ source }) => source !== null && localFiles(source.source).length > 0);
    if (!isShown) return `the table of ${plural(rows.length, 'trace')}`;
    return local.length === 0 ? null : `the files of ${plural(local.length, 'row')} of the table`;
  },
  beneath: (app, set) => (isBeneath(app, set) ? app.feature(tableLinks).beneath() : null),
  fetch: (app, { table }) => (table.stored === null ? null : storedTable(app, table.stored, table)),
  follow: (app, { table }) => showLinkedTable(app, table),
  openUrl: openListing,
};
