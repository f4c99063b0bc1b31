/**
 * One series of a block as bytes, plane by plane: which columns hold values, then first, last, minimum
 * and maximum as differences, so that constant values deflate well. A
 * running total has one value per column, its end. `scale-codec.ts` maps values to integers.
 */
import { isRunningTotal } from '../../engine/base/columns/running-total';
import { type SeriesSlice, SLICE_STRIDE } from '../../engine/base/columns/series';
import { type ByteReader, type ByteWriter, Unreadable } from './bytes';
import { nullable, number, record } from './codec';
import { type ReadScale, readScale, writeScale } from './scale-codec';

/** Totals are shown as differences: they need a finer resolution than other series. */
const TOTAL_LEVELS = 64;

const next = nullable(record<NonNullable<SeriesSlice['next']>>({ timeUs: number, value: number }));

/** Indices of columns that hold values. */
function filledColumns(values: Float64Array): readonly number[] {
  const filled: number[] = [];
  for (let i = 0; i * SLICE_STRIDE < values.length; i++) {
    if (Number.isFinite(values[i * SLICE_STRIDE])) filled.push(i);
  }
  return filled;
}

/** Alternating runs of empty and filled columns, empty first. */
function writeRuns(writer: ByteWriter, filled: readonly number[], columns: number): void {
  const has = new Set(filled);
  const runs: number[] = [];
  let from = 0;
  for (let i = 0; i <= columns; i++) {
    const turn = runs.length % 2 === 0 ? has.has(i) : !has.has(i);
    if (i < columns && !turn) continue;
    runs.push(i - from);
    from = i;
  }
  writer.uint(runs.length);
  for (const run of runs) writer.uint(run);
}

function readRuns(reader: ByteReader, columns: number): readonly number[] {
  const count = reader.uint();
  if (count > columns + 1) throw new Unreadable('a series in it has more columns than its window');
  const filled: number[] = [];
  let at = 0;
  for (let run = 0; run < count; run++) {
    const end = at + reader.uint();
    if (end > columns) throw new Unreadable('a series in it has more columns than its window');
    for (; run % 2 === 1 && at < end; at++) filled.push(at);
    at = end;
  }
  return filled;
}

/** @param levels see `writeScale`. @param exact values that are left as they are (`exact-figures.ts`). */
export function writeSlice(
  writer: ByteWriter,
  slice: SeriesSlice,
  levels: number,
  exact: ReadonlySet<number> = new Set(),
): void {
  const { values } = slice;
  const filled = filledColumns(values);
  number.write(writer, slice.entry);
  next.write(writer, slice.next);
  writeRuns(writer, filled, values.length / SLICE_STRIDE);
  if (filled.length === 0) return;
  const at = (column: number, of: 0 | 1 | 2 | 3): number => values[column * SLICE_STRIDE + of];
  if (isRunningTotal(slice.id)) {
    const start = at(filled[0], 0);
    const scale = writeScale(writer, [start, ...filled.map((i) => at(i, 3))], levels * TOTAL_LEVELS, {
      values: null,
      before: slice.rounded,
    });
    let held = scale.down(start);
    writer.uint(held);
    for (const i of filled) {
      const level = scale.up(at(i, 3));
      writer.int(level - held);
      held = level;
    }
    return;
  }
  const all = filled.flatMap((i) => [at(i, 0), at(i, 1), at(i, 2), at(i, 3)]);
  const scale = writeScale(writer, all, levels, { values: [...exact], before: slice.rounded });
  const firsts = filled.map((i) => scale.near(at(i, 0)));
  const lasts = filled.map((i) => scale.near(at(i, 3)));
  const ends = (i: number): readonly [number, number] => [firsts[i], lasts[i]];
  firsts.forEach((first, i) => {
    writer.int(first - (i === 0 ? 0 : lasts[i - 1]));
  });
  lasts.forEach((last, i) => {
    writer.int(last - firsts[i]);
  });
  filled.forEach((column, i) => {
    writer.uint(Math.min(...ends(i)) - scale.down(at(column, 1)));
  });
  filled.forEach((column, i) => {
    writer.uint(scale.up(at(column, 2)) - Math.max(...ends(i)));
  });
}

/** @param isEarlier a digest before version 7. @throws Unreadable */
export function readSlice(reader: ByteReader, id: string, columns: number, isEarlier = false): SeriesSlice {
  const entry = number.read(reader);
  const after = next.read(reader);
  const filled = readRuns(reader, columns);
  const values = new Float64Array(columns * SLICE_STRIDE).fill(Number.NaN);
  if (filled.length === 0) return { id, values, entry, next: after };
  const scale = readScale(reader, isEarlier);
  const top = isRunningTotal(id)
    ? readTotals(reader, scale, filled, values)
    : readPlanes(reader, scale, filled, values);
  const rounded = scale.roundedUpTo(top);
  return rounded === undefined
    ? { id, values, entry, next: after }
    : { id, values, entry, next: after, rounded };
}

/** @returns the highest level. */
function readTotals(
  reader: ByteReader,
  scale: ReadScale,
  filled: readonly number[],
  values: Float64Array,
): number {
  let held = reader.uint();
  let top = held;
  for (const column of filled) {
    const before = scale.value(held);
    held += reader.int();
    const end = scale.value(held);
    top = Math.max(top, held);
    values.set([before, Math.min(before, end), Math.max(before, end), end], column * SLICE_STRIDE);
  }
  return top;
}

/** @returns the highest level. */
function readPlanes(
  reader: ByteReader,
  scale: ReadScale,
  filled: readonly number[],
  values: Float64Array,
): number {
  if (filled.length * SLICE_STRIDE > reader.left) throw new Unreadable('it ends too early');
  const steps = filled.map(() => reader.int());
  let held = 0;
  const ends = steps.map((step): [number, number] => [step, 0]);
  for (const end of ends) {
    end[1] = reader.int();
    end[0] += held;
    end[1] += end[0];
    held = end[1];
  }
  const lows = ends.map((end) => Math.min(...end) - reader.uint());
  const highs = ends.map((end) => Math.max(...end) + reader.uint());
  filled.forEach((column, i) => {
    const [first, last] = ends[i];
    const levels = [first, lows[i], highs[i], last];
    values.set(
      levels.map((level) => scale.value(level)),
      column * SLICE_STRIDE,
    );
  });
  return highs.reduce((top, high) => Math.max(top, high), 0);
}
