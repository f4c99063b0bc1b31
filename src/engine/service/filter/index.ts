/**
 * The filter language of the event list and of tables: text in, a predicate on events or rows out. The page takes its
 * documentation from help.ts, which imports nothing.
 */

export { compileFilter, compileRowFilter, MAX_FILTER_LENGTH } from './compile';
export { type Filter, type FilterError, isFilterError, type RowFacts } from './filter';
export type { CodedField, FieldTable, RowField } from './table-fields';
export { PERCENT_UNITS, RATE_UNITS_BYTES, SIZE_UNITS_BYTES, TIME_UNITS_US } from './values';
