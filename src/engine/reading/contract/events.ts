/**
 * Messages of the event list: request by filter and part of the list, answer with rows; and of one raw record. Types only.
 */
import type { TextForm } from '../../input/bytes/inflate';
import type { FieldInText, WantedField } from '../../input/formats/records';

/**
 * Requests a part of the list. While a filter reads records, partial answers come as progress. Its matches are kept
 * until the filter changes.
 */
export interface EventsRequest {
  /** Index of the connection. */
  readonly connection: number;
  /** The filter expression (`src/engine/service/filter/index`); empty for all events. */
  readonly filter: string;
  /** Only events in [fromUs, toUs]; null for the whole trace. */
  readonly scope: { readonly fromUs: number; readonly toUs: number } | null;
  /** First match wanted, counted from 0, and how many (at most 200). */
  readonly first: number;
  readonly count: number;
  /** Requests the number of the first match at or after this time; null for none. */
  readonly anchorUs: number | null;
  /** Requests in which of so many equal parts of [fromUs, toUs) there are matches; left out for none. */
  readonly bins?: { readonly fromUs: number; readonly toUs: number; readonly count: number };
}

export interface EventRow {
  /** Number of the event in its connection, from 0, in file order. */
  readonly row: number;
  readonly timeUs: number;
  /** As the file writes it. */
  readonly name: string;
  /** `initial`, `handshake`, `1RTT`; null where the event is not about a packet. */
  readonly space: string | null;
  readonly packetNumber: number | null;
  /** 0 where unknown. */
  readonly sizeBytes: number;
  /** Summary of the event's data, read again from the source; null where that would take long. */
  readonly detail: string | null;
}

export interface EventsAnswer {
  /** Error in the filter and its position; matches are those of an empty filter then. */
  readonly filterError: { readonly text: string; readonly at: number } | null;
  /** Matches found so far, and how many of the scope's events were searched. */
  readonly matches: number;
  readonly looked: number;
  readonly total: number;
  /** False while the filter is still reading records. */
  readonly done: boolean;
  readonly first: number;
  readonly rows: readonly EventRow[];
  /** See `EventsRequest.anchorUs`; null where none was requested or there is none. */
  readonly anchor: number | null;
  /** Per part of `EventsRequest.bins`: 1 where a match is in it, else 0; left out where none were requested. */
  readonly hits?: Uint8Array;
  /** Why records could not be read again, while filtering or at all in this format; null when they could. */
  readonly readError: string | null;
}

/** Requests the record of an event, read again from the source. */
export interface RecordRequest {
  /** Index of the connection. */
  readonly connection: number;
  readonly row: number;
  /** What is to be marked in it; left out for nothing. */
  readonly shows?: WantedField;
}

/** A byte of a text, as it is found in its file again. */
export interface TextPlace {
  /** The file, of a trace of several; null where there is one. */
  readonly file: string | null;
  /** Byte from the beginning of the file's text. */
  readonly offset: number;
  readonly form: TextForm;
}

export interface RecordAnswer {
  readonly row: number;
  readonly place: TextPlace;
  readonly sizeBytes: number;
  /** The raw record as its format prints it, at most 256 KiB of it. */
  readonly text: string;
  /** Only the beginning of the record is in `text`. */
  readonly shortened: boolean;
  /** What was to be marked; null where that was nothing, or the text does not hold it. */
  readonly shown: FieldInText | null;
  /** The fields that an export writes without options, indented, for the clipboard; null for none. */
  readonly shared: string | null;
}

/** Progress of inflating the source again up to the record, 0 to 1. */
export interface RecordProgress {
  readonly share: number;
}
