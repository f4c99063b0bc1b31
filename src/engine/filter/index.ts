/**
 * The filter language of the event list: text in, a predicate on events out. The page takes its documentation from
 * help.ts, which imports nothing.
 */
export {
  compileFilter,
  type Filter,
  type FilterError,
  isFilterError,
  MAX_FILTER_LENGTH,
  type RowFacts,
} from './filter';
