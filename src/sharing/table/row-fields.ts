/** The fields of a row in the filter language of the event list, and their documentation. */
import type { FieldTable } from '../../engine/service/filter';
import type { FilterHelpRow } from '../../engine/service/filter/help';
import type { TraceRow } from '../figures/rows';
import { verdictWords } from './row-words';
import { VIEWS } from './views';

export const ROW_FIELDS: FieldTable<TraceRow> = {
  exampleField: 'finding',
  exampleNumber: 'lost',
  searched: (row) => [
    row.name,
    row.implementation === null ? '' : `${row.implementation} ${row.version ?? ''}`,
    row.controller,
    verdictWords(row),
    row.failure?.text ?? '',
    ...row.findings.flatMap(({ id, title }) => [id, title]),
  ],
  fields: Object.assign({}, ...[...VIEWS.values()].map(({ filter }) => filter)),
};

/** The fields by examples; a test compiles each. */
export const ROW_FILTER_HELP: readonly FilterHelpRow[] = [
  { example: 'spiral', meaning: 'the text in name, finding, implementation, controller or failure' },
  ...[...VIEWS.values()].flatMap(({ help = [] }) => help),
  { example: 'not (spiral or "host stopped")', meaning: 'and, or, not, brackets, as in the event list' },
];
