/** What an export reads of a connection: for the page's answer, and for the command line. */
import type { FileConnection } from '../../../reading/stages/connection-list';
import { roleOf } from '../../../reading/stages/connection-list';
import { recordsOf } from '../records/access';
import { textReader } from '../records/text-reader';
import type { ExportSource } from './export-range';

/** Rejects with `RequestFailed` where the code that reads its records cannot be fetched. */
export async function exportSourceOf(asked: FileConnection): Promise<ExportSource> {
  const { info, state, quality } = asked.connection;
  const { originMs, resolution } = quality;
  const [role, reader, records] = [roleOf(asked.connection), textReader(asked), await recordsOf(asked)];
  return { info, state, role, originMs, resolution, reader, records };
}
