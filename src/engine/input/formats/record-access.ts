/**
 * Access to the records of the rows of a text: how one is found again in its bytes, and how it is exported, or why
 * it cannot be. Bytes are read by `answers/records`; a format decides what they are. Types only.
 */
import type { ExportContext, RecordExporter } from './exporting';
import type { LoggedFrame, LoggedRecord, Missing } from './records';

export interface RowPlace {
  /** Number of the row in its connection. */
  readonly row: number;
  /** Byte in the text at which its record begins. */
  readonly offset: number;
  /** Number of the row among those of its connection with the same offset, for records with several rows. */
  part(): number;
}

/** The records of one text. Records of a row are passed only to the access that cut them. */
export interface RecordAccess<R extends LoggedRecord = LoggedRecord> {
  cutter(place: RowPlace): RecordCutter<R>;
  /** The frames of a packet's record, as many as are read of one; null where it lists none. @param connection its index in the text. */
  frames(record: R, connection: number): readonly LoggedFrame[] | null;
  /** Makes events of records; or why none can be exported. */
  exporter(context: ExportContext): RecordExporter<R> | Missing;
}

/** Finds the end of one record in the bytes from its offset on. */
export interface RecordCutter<R extends LoggedRecord = LoggedRecord> {
  /**
   * @param bytes in a further call the same and more. @param following `record` where the bytes end at the offset of
   * another row.
   * @returns null where the record continues after the bytes.
   */
  find(bytes: Uint8Array, following: 'record' | 'more'): R | null;
  /** The record as far as it can be read: the text ends, or `MAX_RECORD_BYTES` are reached, where `find` found no end. */
  cutOff(bytes: Uint8Array, at: 'end' | 'limit'): R;
}
