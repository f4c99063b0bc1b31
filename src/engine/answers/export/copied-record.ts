/** One record for the clipboard: the fields that an export writes without options, with its time on the trace's clock. */

import { SHARE_NOTHING } from '../../contract/share-options';
import { recordText } from '../../formats/qlog/access/record-text';
import { eventOf, rewrite } from '../../formats/qlog/write/rewrite';
import { LeftOutCounter } from './left-out';
import { type LoggedConnection, placeOf, repairedRecord, writerOf } from './rewriting';

/**
 * @param text of the record as in the file.
 * @returns indented text; null where no field may be shared.
 */
export function copiedRecord(connection: LoggedConnection, row: number, text: string): string | null {
  const writer = writerOf(connection, SHARE_NOTHING, 0, new LeftOutCounter());
  const event = rewrite(parsed(text), placeOf(connection, row), writer);
  if (event === null) return null;
  const written = JSON.stringify(eventOf(connection.state.events.timeUs.at(row), event));
  return recordText(new TextEncoder().encode(written)).text;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return repairedRecord(text);
  }
}
