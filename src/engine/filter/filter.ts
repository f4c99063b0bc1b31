/**
 * The filter of the event list: compiles one line of text to a predicate on events. It decides by the columns if
 * possible and reports if it needs the record, so that no record is read unnecessarily.
 *
 * Tokens, parsing, comparison and lookup are in the other files; the caller reads the records.
 */
import type { RecordFields } from '../formats/records';
import { parse } from './parser';

/** Properties of an event known without its record. */
export interface RowFacts {
  readonly timeUs: number;
  /** As the file writes it: `quic:packet_sent`. */
  readonly name: string;
  readonly packetNumber: number | null;
  /** 0 where unknown. */
  readonly sizeBytes: number;
  /** `initial`, `handshake`, `1RTT`; null where the event names no packet. */
  readonly space: string | null;
}

export interface Filter {
  /** Decides by the columns alone; null if the record is needed. */
  quick(row: RowFacts): boolean | null;
  /** Decides with the record; agrees with `quick` wherever that decides. */
  full(row: RowFacts, record: RecordFields): boolean;
}

/** Why a text is not a valid filter, in plain English, and at which character (0 to the text's length). */
export interface FilterError {
  readonly text: string;
  readonly at: number;
}

/** Longest filter text, in UTF-16 units. */
export const MAX_FILTER_LENGTH = 2000;

/** Compiles a filter; an empty text matches every event. Never throws. The language is in `FILTER_HELP`. */
export function compileFilter(text: string): Filter | FilterError {
  if (text.length > MAX_FILTER_LENGTH) {
    const limit = `The filter is longer than ${MAX_FILTER_LENGTH} characters; shorten it.`;
    return { text: limit, at: MAX_FILTER_LENGTH };
  }
  return parse(text);
}

export function isFilterError(result: Filter | FilterError): result is FilterError {
  return 'at' in result;
}
