/** One record for the clipboard: the fields that an export writes without options, with its time on the trace's clock. */
import type { RecordAccess } from '../../../input/formats/record-access';
import { isMissing, type LoggedRecord } from '../../../input/formats/records';
import { printEvent } from '../../../input/formats/write';
import { SHARE_NOTHING } from '../../../reading/contract/share-options';
import { exportContext, exportedRow, type LoggedConnection } from './export-context';
import { LeftOutCounter } from './left-out';

/** @returns indented text; null where no field may be shared. */
export function copiedRecord(
  connection: LoggedConnection,
  records: RecordAccess,
  record: LoggedRecord,
  row: number,
): string | null {
  const { state } = connection;
  const exporter = records.exporter(
    exportContext(connection, SHARE_NOTHING, 'as-logged', 0, new LeftOutCounter()),
  );
  if (isMissing(exporter)) return null;
  const event = exporter.event(record, exportedRow(state, row));
  return event === null ? null : printEvent(state.events.timeUs.at(row), event);
}
