/** Answers `record`: one record of a connection, read again from its source. Loaded with the first request. */
import { isMissing } from '../../input/formats/records';
import type { RecordAnswer } from '../../reading/contract/events';
import { RequestFailed } from '../../reading/contract/request-failed';
import { copiedRecord } from './export/copied-record';
import type { Handler } from './handler';
import { recordsOf } from './records/access';
import { readRecord } from './records/read-record';
import { placeOf } from './records/record-runs';
import { textReader } from './records/text-reader';

/** Progress of a slow read is reported in steps of this share. */
const PROGRESS_STEP = 0.02;

export const handler: Handler<'record'> = async (file, { connection, row, shows }, { signal, progress }) => {
  const asked = file.connection(connection);
  const { events } = asked.connection.state;
  if (!(row >= 0 && row < events.length)) throw new RequestFailed('The trace holds no such event.');
  const records = await recordsOf(asked);
  if (isMissing(records)) throw new RequestFailed(`The record cannot be shown: ${records.missing}.`);
  const place = placeOf({ length: events.length, offsetAt: (at) => events.offset.at(at) }, row);
  const { offset } = place;
  let reportedShare = 0;
  const onProgress = (share: number): void => {
    if (share - reportedShare < PROGRESS_STEP) return;
    reportedShare = share;
    progress({ share });
  };
  try {
    const record = await readRecord(textReader(asked), records.cutter(place), offset, { signal, onProgress });
    const { text, shortened } = record.print();
    const shared = copiedRecord(asked.connection, records, record, row);
    const { sizeBytes } = record;
    const event = asked.text.pipeline.names.nameOf(events.nameId.at(row)) ?? '';
    const shown = shows === undefined ? null : record.field(shows, event);
    const stands = asked.text.placeOf(offset);
    return { row, place: stands, sizeBytes, text, shortened, shown, shared } satisfies RecordAnswer;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new RequestFailed(`The record could not be read again: ${reason}.`);
  }
};
