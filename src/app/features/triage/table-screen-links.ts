/** Links to the table of traces, as the page makes and follows them. */
import type { AppState } from '../../state/app-state';
import type { ScreenLinks } from '../../state/screens';
import { tableLinks } from '../../state/table/table-link';
import { tableStore } from '../../state/table/table-store';
import { showLinkedTable } from './follow-table';
import { openListing } from './open-listing';

export const tableScreenLinks: ScreenLinks<AppState> = {
  fragment: (app) => app.feature(tableLinks).shortest()?.fragment ?? '',
  // Rows are packed when all are there.
  isWhole: (app) => app.feature(tableStore).get()?.isReading !== true,
  watch: (app, run) => {
    const table = app.feature(tableStore).get();
    return table === null ? () => undefined : app.feature(tableLinks).watch(table, run);
  },
  follow: (app, { table }) => showLinkedTable(app, table),
  openUrl: openListing,
};
