/**
 * What a format is given to export its records. An export is always a qlog JSON text sequence, whatever was read: a
 * format turns its records into events, `qlog/write` writes the file, `answers/export` chooses the rows. Types only.
 */

/** Kinds of values in a record that leave the device only if the user allows it; all others of `ShareOption` are about the file. */
export type RecordOption = 'addresses' | 'connectionIds' | 'reasonPhrases';

/** True for what is exported. */
export type RecordOptions = { readonly [option in RecordOption]: boolean };

/** Counts what is left out of an export. */
export interface LeftOut {
  /** An event of a kind that is not exported. */
  event(name: string): void;
  /** A field, by its path in the event's data, that is not exported or has an invalid value. */
  field(path: string): void;
  /** Something that its option would export. */
  withheld(option: RecordOption): void;
  /** A record that could not be read again, or is not an event. */
  unreadable(): void;
}
