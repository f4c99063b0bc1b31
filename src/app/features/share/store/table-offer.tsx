/** The store in the share dialog of the table of traces: its rows, and where groups are shown these, as one object. */
import type { ReactNode } from 'react';
import { amount, count, plural } from '../../../../engine/base/text/figures';
import { StoreClient } from '../../../backend/store-client';
import { useApp } from '../../../controls/use-app';
import type { SavedRows } from '../../../state/table/saved-table';
import { putTable, type Steps, storableTable } from './put-table';
import { StoreSteps, useConfig } from './store-steps';

interface ReadyTable {
  readonly content: Blob;
  readonly bytes: number;
}

interface TableOfferProps {
  readonly saved: SavedRows;
  /** What it is made of: where that changes it is made anew. */
  readonly of: readonly unknown[];
}

/** Nothing where the page has no store. */
export function TableOffer({ saved, of }: TableOfferProps): ReactNode {
  const app = useApp();
  const store = useConfig(app)?.config.store ?? null;
  const { rows, total, inGroups } = saved;
  if (store === null || rows.length === 0) return null;
  const client = new StoreClient(store);
  const make = async ({ signal }: Steps): Promise<ReadyTable> => {
    const content = await storableTable(app, saved, signal);
    client.checkSize(content.size);
    return { content, bytes: content.size };
  };
  const put = ({ content }: ReadyTable, steps: Steps): Promise<string> =>
    putTable(app, client, content, steps);
  const least =
    rows.length < total ? `the ${count(rows.length)} worst of ${plural(total, 'row')}` : plural(total, 'row');
  const held = `${least}${inGroups ? ', their groups, verdict, figures and bands' : ''}`;
  return (
    <li data-testid="store-offer">
      <p>
        <strong>Put the {inGroups ? 'groups' : 'table'} into the store</strong> a short link that opens all of
        it
      </p>
      <StoreSteps
        client={client}
        putting={{ make, put }}
        of={of}
        contents={({ bytes }) => (
          <p data-testid="store-contents" data-bytes={bytes}>
            {held}: {amount(bytes)}, with what is ticked above.
          </p>
        )}
      />
    </li>
  );
}
