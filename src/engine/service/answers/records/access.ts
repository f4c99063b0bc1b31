/** The records of a connection for a handler. The code of its format is loaded with the first request for them. */
import type { RecordAccess } from '../../../input/formats/record-access';
import type { Missing } from '../../../input/formats/records';
import { notFetched } from '../../../reading/contract/request-failed';
import type { FileConnection } from '../../../reading/stages/connection-list';

/** Rejects with `RequestFailed` if the code cannot be fetched. */
export function recordsOf({ text: { pipeline } }: FileConnection): Promise<RecordAccess | Missing> {
  return pipeline.records().catch(notFetched);
}
