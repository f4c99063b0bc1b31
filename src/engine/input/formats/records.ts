/**
 * Access to the records behind the rows of a text: how one is found again in its bytes, shown, searched and exported, or
 * why it cannot be. Bytes are read by `answers/records`; a format decides what they are. Types, and two helpers.
 */
import type { ExportContext, RecordExporter } from './exporting';

/** A larger record is not read: bounds the memory for a damaged file. */
export const MAX_RECORD_BYTES = 16 * 1024 * 1024;

/** Why something cannot be done, as the part of a sentence behind a colon, without text of the log. */
export interface Missing {
  readonly missing: string;
}

export function isMissing<T extends object>(value: T | Missing): value is Missing {
  return 'missing' in value;
}

/** A row and its record. */
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
   * @param bytes in a further call the same and more. @param behind `record` where the bytes end at the offset of
   * another row.
   * @returns null where the record continues behind the bytes.
   */
  find(bytes: Uint8Array, behind: 'record' | 'more'): R | null;
  /** The record as far as it can be read: the text ends, or `MAX_RECORD_BYTES` are reached, where `find` found no end. */
  cutOff(bytes: Uint8Array, at: 'end' | 'limit'): R;
}

/** A frame of a logged packet in our own words and numbers; NaN for a number that is not logged. */
export interface LoggedFrame {
  /** One of `FRAME_TYPES`; `unknown` for any other, as of GREASE. */
  readonly type: string;
  readonly streamId: number;
  readonly offset: number;
  readonly lengthBytes: number;
  readonly isFin: boolean;
  /** Of an ACK: first and last packet number of each range. */
  readonly ranges: readonly (readonly [number, number])[];
  /** The limit that it grants or names (RFC 9000 §19.9 to §19.14), its sequence number, or its error code. */
  readonly value: number;
}

export interface LoggedRecord {
  /** Size of the record in the text. */
  readonly sizeBytes: number;
  /** For the filter; missing where the record is damaged, or has no fields. */
  readonly fields: RecordFields | Missing;
  /** The record as it is shown: readable, whatever it is. */
  print(): PrintedRecord;
  /** A few words for its line in the event list; null for none. */
  detail(): string | null;
}

export interface RecordFields {
  /** The record's text, to be searched for words. */
  readonly text: string;
  /**
   * Every value at a path of field names; texts, numbers and flags can be compared.
   * @param event name of the row's event, as logged: what a field is called may depend on it.
   */
  valuesAt(path: readonly string[], event: string): readonly unknown[];
}

export interface PrintedRecord {
  readonly text: string;
  /** The record continues behind the text. */
  readonly shortened: boolean;
}
