/** What the share dialog offers for the table of traces: a link that holds its rows, and a file that opens as the table. */
import type { ReactNode } from 'react';
import { count, plural } from '../../../engine/base/text/figures';
import { reachWords } from '../../../sharing/link/reach-words';
import { GROUP_OPTIONS, ROW_OPTIONS } from '../../../sharing/table/packed-rows';
import { Button } from '../../controls/button';
import { CopyButton } from '../../controls/copy-button';
import { saveTable } from '../../controls/row-actions';
import { ShareOptionBoxes } from '../../controls/share-option-boxes';
import { useApp } from '../../controls/use-app';
import { useStore } from '../../controls/use-store';
import { pageLinks } from '../../navigation/page-link';
import { groupsShown } from '../../state/table/groups-shown';
import { savedRows } from '../../state/table/saved-table';
import { type TableLink, tableLinks } from '../../state/table/table-link';
import { ROW_OPTION_LABELS, tableView } from '../../state/table/table-view';
import type { TraceTable } from '../../state/table/trace-table';
import { PageReach, usePageReach } from './page-reach';
import { TableOffer } from './store/table-offer';

export function ShareTable({ table }: { readonly table: TraceTable }): ReactNode {
  const app = useApp();
  const view = app.feature(tableView);
  const { options } = useStore(view.state);
  useStore(table.rows);
  const links = app.feature(tableLinks);
  const hasGroups = useStore(app.feature(groupsShown)) !== null;
  const saved = savedRows(app);
  const rows = saved.rows.length;
  return (
    <div className="share-form" data-testid="share-table">
      <p>Made on this device; nothing is sent until you paste or attach it somewhere.</p>
      <PageReach page={usePageReach()} />
      <ShareOptionBoxes
        legend="Include, beside figures and findings"
        options={options}
        onChange={(next) => view.setOptions(next)}
        offered={hasGroups ? GROUP_OPTIONS : ROW_OPTIONS}
        labels={ROW_OPTION_LABELS}
      />
      <ul className="share-offers">
        <LinkOffer name="Link to the table in the store" testId="share-stored" link={links.ofStored()} />
        <LinkOffer name="Link to the listing" testId="share-listing" link={links.ofListing()} />
        <LinkOffer name="Link with the rows" testId="share-rows" link={links.ofRows()} />
        <TableOffer saved={saved} of={[saved.total, hasGroups, options]} />
        <li data-testid="share-table-file">
          <p>
            <strong>File .qlogscope</strong> {plural(rows, 'row')}, no size limit
          </p>
          <p className="fine">
            {hasGroups
              ? 'Opens as these groups, with their verdict, figures and bands.'
              : `Opens as this table. Holds the ${view.picked.length > 0 ? 'selected rows' : 'rows that are shown'}, with the sketches of the window.`}
          </p>
          <Button data-testid="share-table-save" disabled={rows === 0} onClick={() => saveTable(app)}>
            Save file
          </Button>
        </li>
      </ul>
      <p className="fine">
        Rows open without their traces: opening one asks for its file, by the name that the row has. Some chat
        programs cut long links; of a link that was cut the first rows are read.
      </p>
    </div>
  );
}

interface LinkOfferProps {
  readonly name: string;
  readonly testId: string;
  readonly link: TableLink | null;
}

/** Nothing where there is no such link. */
function LinkOffer({ name, testId, link }: LinkOfferProps): ReactNode {
  const app = useApp();
  if (link === null) return null;
  const shared = app.feature(pageLinks).shared({ text: link.fragment });
  const url = shared?.url ?? '';
  return (
    <li data-testid={testId} data-length={url.length}>
      <p>
        <strong>{name}</strong> {count(url.length)} characters
      </p>
      <p className="fine">
        It {link.words}
        {shared !== null && shared.cause !== 'page' && ` ${reachWords(shared)}`}
      </p>
      <CopyButton key={url} label="Copy link" testId={`${testId}-copy`} text={() => url} />
    </li>
  );
}
