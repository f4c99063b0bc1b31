/**
 * What a format is given and gives to export its records. An export is always a qlog JSON text sequence, whatever was
 * read: a format turns its records into events, `qlog/write` writes the file, `answers/export` chooses the rows. Types
 * only.
 */
import type { QlogFamily } from '../../../qlog-schema';
import type { Form } from './qlog/write/names';
import type { LoggedRecord } from './records';

/**
 * Kinds of values in a record that leave the device only if the user allows it. Further options of `ShareOption` are
 * about the file as a whole.
 */
export type RecordOption = 'addresses' | 'connectionIds' | 'requestTexts' | 'reasonPhrases';

/** True for what is exported. */
export type RecordOptions = { readonly [option in RecordOption]: boolean };

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

/**
 * Which version of qlog is written: that of the log as far as it is a JSON text sequence, or 0.3 for viewers that do not
 * know later ones.
 */
export type ExportVersion = 'as-logged' | '0.3';

/** One connection and the user's options. */
export interface ExportContext {
  /** Index of the connection, see `ConnectionFacts`. */
  readonly connection: number;
  readonly options: RecordOptions;
  readonly version: ExportVersion;
  readonly leftOut: LeftOut;
  /** Factor that corrects logged RTTs in a wrong unit. */
  readonly rttFactor: number;
  /** The same of logged ACK delays; 0 where they are possible in no unit. */
  readonly delayFactor: number;
  /** Losses counted before the range: counters are written relative to it. */
  readonly lostBefore: number;
  /** Names of the connection's congestion states as in its rows, in order of appearance. */
  readonly states: readonly string[];
  /** The name of a state as it may leave the device. */
  redactState(name: string): string;
}

export interface ExportTarget {
  readonly form: Form;
  /** The QUIC event schema of the form `schema`: `quic`, `quic-12`; anything else is written as `quic`. */
  readonly schema: string;
}

/** What the columns hold of a row that is exported. */
export interface ExportedRow {
  /** `EventKind` */
  readonly kind: number;
  /** `PacketSpace` */
  readonly space: number;
  /** NaN where the event names no packet. */
  readonly packetNumber: number;
  /** 0 where unknown. */
  readonly sizeBytes: number;
}

declare const LISTED: unique symbol;

/**
 * An event as it is exported; its time is that of the row. Made by `EventWriter` only (write.ts), whatever the format: it
 * holds nothing but what the tables of `qlog/write` list.
 */
export interface ExportedEvent {
  readonly [LISTED]: true;
  readonly name: string;
  readonly data: { [key: string]: unknown };
  /** Of a packet: number of its tuple of addresses among those that the log names; absent for the first one, which has no name. */
  readonly tuple?: number;
}

export interface RecordExporter<R extends LoggedRecord = LoggedRecord> {
  readonly target: ExportTarget;
  /** Of the log that is exported. */
  readonly family: QlogFamily;
  /** @returns null where the event is left out, which is counted. Never throws, whatever the record. */
  event(record: R, row: ExportedRow): ExportedEvent | null;
}
