/**
 * The filter language of the event list: text in, a predicate on events out. It imports no code from the rest of
 * the project, so that page, worker and README can use it; a format looks up the fields of its records.
 */
export {
  compileFilter,
  type Filter,
  type FilterError,
  isFilterError,
  MAX_FILTER_LENGTH,
  type RowFacts,
} from './filter';
export { FILTER_HELP, type FilterHelpRow } from './help';
