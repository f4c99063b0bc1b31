/**
 * Rows that stand in a fleet more than once, as tables of overlapping days hold them, and files that were moved between two runs. Of rows of
 * the same file, bytes and connection one is there, that of the newest version; of the same bytes under other names one counts, as of
 * copies that a table names. Hashes of all files are many bytes: they are read where two rows begin at the same time and are as long, as
 * rows of the same bytes do.
 */
import { columnBuilder, type LoadedColumn, type NumberColumn, type TextColumn, textAt } from './columns';
import type { ColumnsByName } from './fields';

/** Of which rows of the same bytes have the same values, beside the time of their first event. */
export const REPEATING_COLUMNS = ['duration_ms', 'connection'] as const;

/** Primes of murmur hash 3, which spreads the bits of a number. */
const [FIRST_PRIME, SECOND_PRIME] = [0x85ebca6b, 0xc2b2ae35];
/** Places of a million rows: in one of thirty is more than one by chance. */
const PLACE_BITS = 25;

/**
 * Rows that may stand there twice, those of files that could not be read among them; none where no two begin and last alike.
 * @param times of first events, as `durations` NaN where it is not known.
 */
export function mayRepeat(
  times: Float64Array<ArrayBuffer>,
  durations: Float64Array<ArrayBuffer>,
  connections: Float64Array,
): Uint32Array<ArrayBuffer> {
  const [timeBits, durationBits] = [new Uint32Array(times.buffer), new Uint32Array(durations.buffer)];
  const placeOf = (row: number): number => {
    const time = timeBits[2 * row] ^ Math.imul(timeBits[2 * row + 1], FIRST_PRIME);
    const duration = durationBits[2 * row] ^ Math.imul(durationBits[2 * row + 1], FIRST_PRIME);
    const bits = Math.imul(time ^ Math.imul(duration, SECOND_PRIME), FIRST_PRIME);
    return Math.imul(bits ^ (bits >>> 15), SECOND_PRIME) >>> (32 - PLACE_BITS);
  };
  // A bit per place: a row leads there, and more than one does.
  const [once, twice] = [new Uint32Array(2 ** (PLACE_BITS - 5)), new Uint32Array(2 ** (PLACE_BITS - 5))];
  for (let row = 0; row < times.length; row++) {
    const place = placeOf(row);
    const bit = 1 << (place & 31);
    if ((once[place >>> 5] & bit) === 0) once[place >>> 5]! |= bit;
    else twice[place >>> 5]! |= bit;
  }
  const likely: number[] = [];
  for (let row = 0; row < times.length; row++) {
    const place = placeOf(row);
    if ((twice[place >>> 5] & (1 << (place & 31))) !== 0 && !Number.isNaN(durations[row])) likely.push(row);
  }
  const least = Number.MIN_SAFE_INTEGER;
  const orLeast = (value: number): number => (Number.isNaN(value) ? least : value);
  const order = (values: Float64Array, a: number, b: number): number =>
    orLeast(values[a]) - orLeast(values[b]);
  const compare = (a: number, b: number): number =>
    order(durations, a, b) || order(times, a, b) || order(connections, a, b);
  likely.sort(compare);
  const isAlike = new Uint8Array(times.length);
  for (const [i, row] of likely.entries()) {
    const before = likely[i - 1];
    if (before !== undefined && compare(before, row) === 0) isAlike[before] = isAlike[row] = 1;
  }
  if (!isAlike.includes(1)) return new Uint32Array(0);
  return Uint32Array.from(isAlike.keys()).filter((row) => isAlike[row] === 1 || Number.isNaN(durations[row]));
}

/** What tells rows apart, and which of them are copies. */
export const IDENTITY_COLUMNS = ['schema', 'hash', 'file', 'connection', 'copy_of'] as const;

export interface Repeats {
  /** 1 for a row that is there already. */
  readonly isAgain: Uint8Array<ArrayBuffer>;
  readonly again: number;
  /** As tables have it, and of copies that no table names. */
  readonly copyOf: LoadedColumn;
}

/** Of an entry of a zip its path in there. */
const entryOf = (file: string): string => file.slice(file.lastIndexOf('!/') + 1 || file.length);

/** @param rows as `mayRepeat` gives them. @param columnOf all of `IDENTITY_COLUMNS`. */
export function repeatsOf(rows: Uint32Array<ArrayBuffer>, columnOf: ColumnsByName): Repeats {
  const texts = (name: string): ((row: number) => string) => {
    const column = columnOf(name) as TextColumn;
    return (row) => textAt(column, row);
  };
  const [hashOf, fileOf, originalOf] = [texts('hash'), texts('file'), texts('copy_of')];
  const { values: connections } = columnOf('connection') as NumberColumn;
  const { values: schemas } = columnOf('schema') as NumberColumn;
  const isAgain = new Uint8Array(connections.length);
  const originals = Array.from(isAgain, (_, row) => originalOf(row));
  const [there, runs] = [new Set<string>(), new Map<string, string>()];
  const newestFirst = rows.toSorted((a, b) => (schemas[b] || 0) - (schemas[a] || 0) || a - b);
  for (const row of newestFirst) {
    const [hash, file] = [hashOf(row), fileOf(row)];
    const own = JSON.stringify([hash, connections[row], file]);
    isAgain[row] = Number(there.has(own));
    if (isAgain[row] === 1) continue;
    there.add(own);
    if (hash === '' || originals[row] !== '') continue;
    const run = JSON.stringify([hash, connections[row], entryOf(file)]);
    const original = runs.get(run);
    if (original === undefined) runs.set(run, file);
    else originals[row] = original;
  }
  const column = columnBuilder('text', originals.length);
  column.add(originals);
  return { isAgain, again: isAgain.reduce((sum, one) => sum + one, 0), copyOf: column.done() };
}
