/**
 * The filter of the event list: one line of text becomes a test of events. A filter answers from the columns where
 * they suffice and says so where the record must be read, so that no record is read in vain.
 *
 * Tokens, parsing, comparing and looking up are in the files beside; reading records is the caller's.
 */
import { parse } from './parser';

/** What is known of an event without its record. */
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
  /** Decides by the columns alone; null where only the record can tell. */
  quick(row: RowFacts): boolean | null;
  /**
   * Decides with the record at hand; agrees with `quick` wherever that decides. Both functions are called only where
   * they are needed, and may be called several times.
   * @param record the parsed record; anything that JSON can hold.
   * @param text the record as the file writes it.
   */
  full(row: RowFacts, record: () => unknown, text: () => string): boolean;
}

/** Why a text is no filter, in plain English, and at which character (0 to the text's length). */
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
