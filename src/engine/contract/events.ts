/**
 * The event list: a filter and a part of the list one way, rows the other; and one record as the file holds it. Types only.
 */

/**
 * Asks for a part of the list. While a filter reads records, answers as far as it is come as progress. Its matches are kept
 * while the filter stays.
 */
export interface EventsRequest {
  /** Index of the connection. */
  readonly connection: number;
  /** The filter expression (`src/engine/filter/index`); empty for all events. */
  readonly filter: string;
  /** Only events in [fromUs, toUs]; null for the whole trace. */
  readonly scope: { readonly fromUs: number; readonly toUs: number } | null;
  /** First match wanted, counted from 0, and how many (at most 200). */
  readonly first: number;
  readonly count: number;
  /** Asks for the number of the first match at or after this time; null where it does not matter. */
  readonly anchorUs: number | null;
}

export interface EventRow {
  /** Number of the event in its connection, from 0, in file order. */
  readonly row: number;
  readonly timeUs: number;
  /** As the file writes it. */
  readonly name: string;
  /** `initial`, `handshake`, `1RTT`; null where the event names no packet. */
  readonly space: string | null;
  readonly packetNumber: number | null;
  /** 0 where unknown. */
  readonly sizeBytes: number;
  /** The event's data in a few words, read again from the source; null where that would take long. */
  readonly detail: string | null;
}

export interface EventsAnswer {
  /** What is wrong with the filter and where, in words; matches are those of an empty filter then. */
  readonly filterError: { readonly text: string; readonly at: number } | null;
  /** Matches found so far, and how many of the scope's events have been looked at. */
  readonly matches: number;
  readonly looked: number;
  readonly total: number;
  /** False while the filter is still reading records. */
  readonly done: boolean;
  readonly first: number;
  readonly rows: readonly EventRow[];
  /** See `EventsRequest.anchorUs`; null where none was asked for or there is none. */
  readonly anchor: number | null;
  /** Records that could not be read again while filtering, and why; null when all could. */
  readonly readError: string | null;
}

/** Asks for the record of an event, read again from the source. */
export interface RecordRequest {
  /** Index of the connection. */
  readonly connection: number;
  readonly row: number;
}

export interface RecordAnswer {
  readonly row: number;
  /** Where it stands in the inflated text, in bytes. */
  readonly offset: number;
  readonly sizeBytes: number;
  /** The record as it stands, pretty-printed where it is JSON, at most 256 KiB of it. */
  readonly text: string;
  /** Only the beginning of the record is in `text`. */
  readonly shortened: boolean;
  /** What an export writes of the record with no option, indented, for the clipboard; null where that is nothing. */
  readonly shared: string | null;
}

/** While the source is inflated again to reach the record, 0 to 1. */
export interface RecordProgress {
  readonly share: number;
}
