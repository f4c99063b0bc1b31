/** What the page shows of the rows of a fleet, and how they are sorted: made of the entries of `trace-columns.ts`. */
import type { ShownColumn, TraceColumn, Value } from './column';
import { TRACE_COLUMNS } from './trace-columns';

/** In this order; a column that is not named here comes last. */
const FIRST = [
  'held',
  'timelost',
  'since',
  'cost',
  'ill',
  'version',
  'rule',
  'controller',
  'recorded',
  'goodput',
  'duration',
];

interface Source {
  readonly column: string;
  readonly shown: ShownColumn;
}

const placeOf = ({ shown }: Source): number =>
  FIRST.includes(shown.id) ? FIRST.indexOf(shown.id) : FIRST.length;

const SOURCES: readonly Source[] = TRACE_COLUMNS.flatMap(({ name, shown }: TraceColumn) =>
  shown === undefined ? [] : [{ column: name, shown }],
).sort((a, b) => placeOf(a) - placeOf(b));

/** After the verdict and the file. */
export const SHOWN_COLUMNS: readonly ShownColumn[] = SOURCES.map(({ shown }) => shown);

/** Columns that cells are made of. */
export const CELL_COLUMNS: readonly string[] = SOURCES.flatMap(({ column, shown: { others = [] } }) => [
  column,
  ...others,
]);

/** Columns that rows can be sorted by; `worst` is the worst first. */
export const FLEET_ORDERS: readonly string[] = ['worst', 'file', ...SHOWN_COLUMNS.map(({ id }) => id)];

/** Columns of each order; the second decides between rows whose first is the same. */
export const ORDER_COLUMNS: { readonly [key: string]: readonly string[] } = {
  worst: ['severity', 'ill_share'],
  file: ['file'],
  ...Object.fromEntries(SOURCES.map(({ column, shown }) => [shown.id, [column]])),
};

/** Of which the largest comes first. */
export const DESCENDING: readonly string[] = SHOWN_COLUMNS.flatMap(({ id, isDescending }) =>
  isDescending === true ? [id] : [],
);

/** The cells of a row, by the names of columns. @param of what is read of the row. */
export function cellsOf(of: (column: string) => Value): { readonly [id: string]: string } {
  return Object.fromEntries(SOURCES.map(({ column, shown }) => [shown.id, shown.text(of(column), of)]));
}
