/**
 * A table of traces as TSV and CSV. A cell that a spreadsheet would take for a formula is written so that it runs
 * nothing: it begins with an apostrophe (OWASP, CSV injection).
 */
import { csvCell } from '../../engine/base/text/csv';
import type { Cell } from '../figures/view';
import type { SharedRow } from './share-rows';
import { VIEWS } from './views';

/** Headings with their units, and the cells below; an empty cell is not known. */
const COLUMNS = [...VIEWS.values()].flatMap(({ csv = {} }) => Object.entries(csv));

/** What a spreadsheet takes for the beginning of a formula. */
const FORMULA = /^[=+\-@\t\r]/;

export function harmless(cell: Cell): string {
  if (cell === null) return '';
  if (typeof cell === 'number') return String(cell);
  return FORMULA.test(cell) ? `'${cell}` : cell;
}

function linesOf(rows: readonly SharedRow[], separator: string, write: (text: string) => string): string {
  const head = COLUMNS.map(([heading]) => heading);
  const body = rows.map((row) => COLUMNS.map(([, cell]) => write(harmless(cell(row)))));
  return [head, ...body].map((cells) => `${cells.join(separator)}\n`).join('');
}

/** A tab or a new line in a cell is a space. */
export function tableAsTsv(rows: readonly SharedRow[]): string {
  return linesOf(rows, '\t', (text) => text.replace(/[\t\r\n]+/g, ' '));
}

/** RFC 4180, but for line ends. */
export function tableAsCsv(rows: readonly SharedRow[]): string {
  return linesOf(rows, ',', csvCell);
}
