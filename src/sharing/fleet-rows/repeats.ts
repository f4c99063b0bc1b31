/**
 * Rows that stand in a fleet more than once, as tables of overlapping days hold them, and files that were moved between two runs. Of rows of the same
 * file, bytes and connection one is there, that of the newest version; of the same bytes under other names one counts, as of copies that a table
 * names. Where prints of the bytes do not repeat, which is so in most fleets, no row is looked at further.
 */
import { columnBuilder, type LoadedColumn, type NumberColumn, type TextColumn, textAt } from './columns';
import type { ColumnsByName } from './fields';

export interface Repeats {
  /** 1 for a row that is there already. */
  readonly isAgain: Uint8Array<ArrayBuffer>;
  readonly again: number;
  /** As tables have it, and of copies that no table names. */
  readonly copyOf: LoadedColumn;
}

/** @param prints of the bytes of the file, NaN where they are not known. */
export function haveRepeats(
  { values: prints }: NumberColumn,
  { values: connections }: NumberColumn,
): boolean {
  const size = 2 ** Math.ceil(Math.log2(2 * prints.length + 1));
  /** A row and one, where its print leads to; else the next free place. */
  const places = new Uint32Array(size);
  for (let row = 0; row < prints.length; row++) {
    const print = prints[row];
    if (Number.isNaN(print)) continue;
    let at = print % size;
    for (; places[at] !== 0; at = (at + 1) % size) {
      const other = places[at] - 1;
      if (prints[other] === print && Object.is(connections[other], connections[row])) return true;
    }
    places[at] = row + 1;
  }
  return false;
}

/** What tells rows apart, and which of them are copies. */
export const IDENTITY_COLUMNS = ['schema', 'hash', 'file', 'connection', 'copy_of'] as const;

/** Of an entry of a zip its path in there. */
const entryOf = (file: string): string => file.slice(file.lastIndexOf('!/') + 1 || file.length);

/** @param columnOf all of `IDENTITY_COLUMNS`. */
export function repeatsOf(columnOf: ColumnsByName): Repeats {
  const texts = (name: string): ((row: number) => string) => {
    const column = columnOf(name) as TextColumn;
    return (row) => textAt(column, row);
  };
  const [hashOf, fileOf, originalOf] = [texts('hash'), texts('file'), texts('copy_of')];
  const { values: connections } = columnOf('connection') as NumberColumn;
  const { values: schemas } = columnOf('schema') as NumberColumn;
  const isAgain = new Uint8Array(connections.length);
  const copyOf: (string | null)[] = new Array(connections.length).fill(null);
  const [there, runs] = [new Set<string>(), new Map<string, string>()];
  const newestFirst = Uint32Array.from(isAgain.keys()).sort(
    (a, b) => (schemas[b] || 0) - (schemas[a] || 0) || a - b,
  );
  for (const row of newestFirst) {
    const [hash, file] = [hashOf(row), fileOf(row)];
    const own = JSON.stringify([hash, connections[row], file]);
    isAgain[row] = Number(there.has(own));
    if (isAgain[row] === 1) continue;
    there.add(own);
    copyOf[row] = originalOf(row);
    if (hash === '' || copyOf[row] !== '') continue;
    const run = JSON.stringify([hash, connections[row], entryOf(file)]);
    const original = runs.get(run);
    if (original === undefined) runs.set(run, file);
    else copyOf[row] = original;
  }
  const column = columnBuilder('text', copyOf.length);
  column.add(copyOf);
  return { isAgain, again: isAgain.reduce((sum, one) => sum + one, 0), copyOf: column.done() };
}
