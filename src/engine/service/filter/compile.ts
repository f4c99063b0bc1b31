/**
 * Compiles one line of text to a filter: of the event list, or of a table of rows, whose fields are a table of their own
 * (`table-fields.ts`). Tokens, parsing, comparison and lookup are in the other files; the caller reads the records.
 */
import { type Filter, type FilterError, isFilterError } from './filter';
import type { Language } from './language';
import { parse } from './parser';
import { type FieldTable, rowLanguage } from './table-fields';
import { EVENT_LANGUAGE } from './terms';

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
