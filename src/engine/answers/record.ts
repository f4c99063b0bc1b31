/** Answers `record`: one record of a connection, read again from its source. Loaded with the first request. */
import type { RecordAnswer } from '../contract/events';
import { RequestFailed } from '../contract/request-failed';
import { readRecord, recordText } from '../formats/qlog/access/record-text';
import { copiedRecord } from './export/copied-record';
import type { Handler } from './handler';
import { textReader } from './text-reader';

/** Progress of a slow read is reported in steps of this share. */
const PROGRESS_STEP = 0.02;

export const handler: Handler<'record'> = async (file, { connection, row }, { signal, progress }) => {
  const asked = file.connection(connection);
  const { events } = asked.connection.state;
  if (!(row >= 0 && row < events.length)) throw new RequestFailed('The trace holds no such event.');
  const offset = events.offset.at(row);
  let reportedShare = 0;
  const onProgress = (share: number): void => {
    if (share - reportedShare < PROGRESS_STEP) return;
    reportedShare = share;
    progress({ share });
  };
  try {
    const { bytes, state } = await readRecord(textReader(asked), offset, { signal, onProgress });
    const { text, cut } = recordText(bytes);
    const shortened = cut || state === 'too-large' || state === 'broken-on';
    const shared = copiedRecord(asked.connection, row, new TextDecoder().decode(bytes));
    return { row, offset, sizeBytes: bytes.length, text, shortened, shared } satisfies RecordAnswer;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new RequestFailed(`The record could not be read again: ${reason}.`);
  }
};
