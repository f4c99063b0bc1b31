/** Puts the table of traces into the store, with its groups where these are shown: one object, which its link names. */
import { gzipped } from '../../../../engine/input/bytes/gzipped';
import { sha256OfBlob } from '../../../../engine/input/bytes/sha256';
import { formatLink } from '../../../../sharing/link/format';
import { EMPTY_LINK } from '../../../../sharing/link/state';
import { storedName, TABLE_ENDING } from '../../../../sharing/link/stored-name';
import type { StoreClient } from '../../../backend/store-client';
import type { AppState } from '../../../state/app-state';
import { type SavedRows, savedTable } from '../../../state/table/saved-table';
import { tableLinks } from '../../../state/table/table-link';

export interface Steps {
  readonly signal: AbortSignal;
  /** What is being done, and how much of it, 0 to 1; null where that is not known. */
  readonly onStep: (words: string, share: number | null) => void;
}

/** As it is stored, redacted by the options of the table. Rejects with the signal's reason. */
export function storableTable(app: AppState, rows: SavedRows, signal: AbortSignal): Promise<Blob> {
  return gzipped(new Blob([savedTable(app, rows)]), signal);
}

/** The name of its object. @throws StoreFailure for one that is too large, or the signal's reason. */
export async function tableName(client: StoreClient, table: Blob, signal: AbortSignal): Promise<string> {
  client.checkSize(table.size);
  return storedName(await sha256OfBlob(table, { signal }), TABLE_ENDING);
}

/** @returns the fragment that opens it, with order and filter. @throws StoreFailure, or the signal's reason. */
export async function putTable(
  app: AppState,
  client: StoreClient,
  table: Blob,
  { signal, onStep }: Steps,
): Promise<string> {
  const stored = await tableName(client, table, signal);
  onStep('Sending', null);
  await client.put(stored, table, signal);
  return formatLink({ ...EMPTY_LINK, table: { ...app.feature(tableLinks).seen, stored } });
}
