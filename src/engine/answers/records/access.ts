/** The records of a connection for a handler. The code of its format is loaded with the first request for them. */
import { notFetched } from '../../contract/request-failed';
import type { Missing, RecordAccess } from '../../formats/records';
import type { FileConnection } from '../../reading/connection-list';

/** Rejects with `RequestFailed` if the code cannot be fetched. */
export function recordsOf({ text: { pipeline } }: FileConnection): Promise<RecordAccess | Missing> {
  return pipeline.records().catch(notFetched);
}
