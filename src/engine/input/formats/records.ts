/**
 * Records as a format gives them: as they are shown and searched, and their frames. Types, and two helpers. How the record of a
 * row is found is in `record-access.ts`.
 */

/** A larger record is not read: bounds the memory for a damaged file. */
export const MAX_RECORD_BYTES = 16 * 1024 * 1024;

/** Why something cannot be done, as the part of a sentence after a colon, without text of the log. */
export interface Missing {
  readonly missing: string;
}

export function isMissing<T extends object>(value: T | Missing): value is Missing {
  return 'missing' in value;
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

/** What is looked for in a record: the first of some fields, of its data by the canonical path or its own; or a frame of one of these types. */
export type WantedField =
  | { readonly kind: 'field'; readonly paths: readonly string[] }
  | { readonly kind: 'frame'; readonly types: readonly string[] };

/** A field of a record where it stands in the text that is printed of it, [from, to). */
export interface FieldInText {
  /** `data.congestion_window = 2400`, as the log writes them */
  readonly words: string;
  readonly from: number;
  readonly to: number;
}

export interface LoggedRecord {
  readonly sizeBytes: number;
  /** For the filter; missing where the record is damaged, or has no fields. */
  readonly fields: RecordFields | Missing;
  /** The record as it is shown: text, whatever it is. */
  print(): PrintedRecord;
  /** The first one in `print`; null for none. @param event name of the row's event, as logged. */
  field(wanted: WantedField, event: string): FieldInText | null;
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
  /** The record continues after the text. */
  readonly shortened: boolean;
}
