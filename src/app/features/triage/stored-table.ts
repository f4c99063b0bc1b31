/** A table in the page's store: read, checked against its name, and shown as it was put there. Loaded with the first link to one. */
import { ANSWER_BYTES } from '../../../engine/input/bytes/answer-limits';
import { gunzippedText } from '../../../engine/input/bytes/gzipped';
import { SHARE_NOTHING } from '../../../engine/reading/contract/share-options';
import type { Message } from '../../../engine/reading/contract/snapshot';
import type { DroppedPart, LinkTable } from '../../../sharing/link/state';
import { tableRows } from '../../../sharing/table/table-file';
import { StoreClient, StoreFailure } from '../../backend/store-client';
import type { AppState } from '../../state/app-state';
import { hostConfig } from '../../state/host-config';
import { MOST_RECORDS } from '../../state/table/trace-table';
import { showRows } from './follow-table';

/** Of the text: that of 10,000 runs has some 30 MB. */
const MAX_TABLE_BYTES = 256e6;

/** @param object its name. @returns what shows it, or why it cannot be. */
export async function storedTable(
  app: AppState,
  object: string,
  link: LinkTable,
): Promise<(() => readonly DroppedPart[]) | Message> {
  const { config, problems } = await app.feature(hostConfig).read();
  if (config.store === null)
    return failed(
      [
        'The link names a table in a store, and this page has none.',
        ...problems,
        'Nothing was fetched.',
      ].join(' '),
    );
  const client = new StoreClient(config.store);
  try {
    const bytes = await client.get(object, ANSWER_BYTES.table, new AbortController().signal);
    const text = await gunzippedText(bytes, MAX_TABLE_BYTES);
    const read = text === null ? null : tableRows(text, MOST_RECORDS);
    if (read === null)
      return failed(`What the link names in the store ${client.host} is no table that this version reads.`);
    return () => {
      const origin = { kind: 'stored', object } as const;
      return showRows(app, link, { ...read, origin, options: SHARE_NOTHING });
    };
  } catch (error) {
    if (!(error instanceof StoreFailure)) throw error;
    return failed(`The table of the link could not be read from the store. ${error.message}`);
  }
}

function failed(text: string): Message {
  return { kind: 'stored-view', level: 'error', text, places: [] };
}
