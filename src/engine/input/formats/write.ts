/**
 * Writing what is exported, of whatever format: a qlog JSON text sequence, of fields that are listed. Formats take the
 * `EventWriter` from here, exports the rest.
 */
export {
  type CarriedForward,
  carriedForwardEvents,
  type LoggedBefore,
} from './qlog/write/carried-forward';
export { EventWriter, type LoggedForm, PLAIN_FORM } from './qlog/write/event-writer';
export { ExportFile, printEvent } from './qlog/write/export-file';
export type { SequenceHeader } from './qlog/write/header';
