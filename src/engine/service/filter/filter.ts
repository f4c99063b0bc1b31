/**
 * The filter of the event list, and that of a table of rows: compiles one line of text to a predicate. On events it
 * decides by the columns if possible and reports if it needs the record, so that no record is read unnecessarily; the
 * fields of rows are a table of their own (`table-fields.ts`).
 *
 * Tokens, parsing, comparison and lookup are in the other files; the caller reads the records.
 */
import type { RecordFields } from '../../input/formats/records';
import type { Language } from './language';
import { parse } from './parser';
import { type FieldTable, rowLanguage } from './table-fields';
import { EVENT_LANGUAGE } from './terms';

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

export interface Filter<Row = RowFacts> {
  /** Decides by the columns alone; null if the record is needed. */
  quick(row: Row): boolean | null;
  /** Decides with the record; agrees with `quick` wherever that decides. */
  full(row: Row, record: RecordFields): boolean;
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
  return compile(text, EVENT_LANGUAGE);
}

/** As `compileFilter`, on rows with these fields: a field that they do not have is an error. */
export function compileRowFilter<Row>(
  text: string,
  fields: FieldTable<Row>,
): ((row: Row) => boolean) | FilterError {
  const filter = compile(text, rowLanguage(fields));
  return isFilterError(filter) ? filter : (row) => filter.quick(row) === true;
}

function compile<Row>(text: string, language: Language<Row>): Filter<Row> | FilterError {
  if (text.length > MAX_FILTER_LENGTH) {
    const limit = `The filter is longer than ${MAX_FILTER_LENGTH} characters; shorten it.`;
    return { text: limit, at: MAX_FILTER_LENGTH };
  }
  return parse(text, language);
}

export function isFilterError(result: object): result is FilterError {
  return 'at' in result;
}
