/**
 * Chooses the scale of one series, writes it, and reads it. Few distinct values are stored in a table, exactly; else
 * they are multiples of a step above the minimum: the step is their common divisor, exact again, if that gives few
 * enough levels; if not, it divides the range into the requested number of levels. Then a minimum is rounded down, a
 * maximum up, and other values to the nearest level: **no value is off by a step or more, and the envelope as
 * read encloses the one as written.**
 *
 * Some values stay as they are all the same: the smallest and largest, zero where values lie on both sides of it, and
 * those that the caller names. No other value is rounded to one of them, or past it:
 *
 *      exact a  a+   ·     ·     ·   b−  exact b      · multiples of the step   + − next to it: 1 for whole numbers
 *
 * So whether a value is the trace's own is derived from the value alone, and the smallest of several columns is exact where it
 * is exact in one of them.
 */
import type { Rounded } from '../../engine/base/columns/series';
import { type ByteReader, type ByteWriter, Unreadable } from './bytes';
import { number } from './codec';
import { type ExactValue, exactScale } from './exact-values';
import { held, type Scale, stepScale, tableScale } from './scale';

/** A scale that was read. */
export interface ReadScale extends Pick<Scale, 'value'> {
  /** How values of it were rounded; undefined where they were not. @param top the highest level in use. */
  roundedUpTo(top: number): Rounded | undefined;
}

/** What a scale is to leave as it is. */
export interface ExactChoice {
  /** Those beyond the values to be encoded are left out; null for a total, of which nothing stays exact, for only its differences are looked at. */
  readonly values: readonly number[] | null;
  /** How they were rounded before: a digest of a digest. */
  readonly before?: Rounded | undefined;
}

/** Up to this many distinct values are always stored in a table; more if they repeat often. */
const SMALL_TABLE = 16;

/** A larger range has an outlier (a threshold that is not set) that would flatten all other values. */
const WIDE_RANGE = 2 ** 40;

/** From version 7 on `steps` are exact, and rounded values are in one of the last two forms. */
const Form = { table: 0, steps: 1, exact: 2, rough: 3 } as const;

/** Levels into which versions before 7 cut a range, of totals 64 times as many: who reads one knows only how many are in use. */
const EARLIER_LEVELS = [255, 1023, 4095].flatMap((levels) => [levels, levels * 64]);

function divisor(a: number, b: number): number {
  let [large, small] = [a, b];
  while (small > 0) [large, small] = [small, large % small];
  return large;
}

/** The width of a step for sorted values. */
function stepFor(sorted: readonly number[], levels: number): number {
  const base = sorted[0];
  const range = sorted[sorted.length - 1] - base;
  const coarse = range / levels;
  if (!sorted.every(Number.isInteger)) return coarse > 1 ? Math.ceil(coarse) : coarse;
  const common = sorted.reduce((common, value) => divisor(common, value - base), 0);
  return range / common <= levels ? common : Math.ceil(coarse);
}

/**
 * Chooses a scale for values and writes it.
 * @param values all values to be encoded; finite, at least one.
 * @param levels number of levels where values must be rounded.
 */
export function writeScale(
  writer: ByteWriter,
  values: readonly number[],
  levels: number,
  { values: named, before }: ExactChoice = { values: [] },
): Scale {
  const sorted = [...new Set(values)].sort((a, b) => a - b);
  const [base = 0] = sorted;
  const last = sorted[sorted.length - 1] ?? base;
  const isExact = (value: number): boolean => before === undefined || before.exact.has(value);
  const isTable = sorted.length <= Math.max(SMALL_TABLE, values.length / 16) || last - base > WIDE_RANGE;
  if (sorted.every(isExact) && isTable) {
    writer.byte(Form.table);
    writer.uint(sorted.length);
    for (const value of sorted) number.write(writer, value);
    return tableScale(sorted);
  }
  const step = isTable ? Math.max(1, last - base) : stepFor(sorted, levels);
  const isRounded = sorted.some((value) => !Number.isInteger((value - base) / step));
  if (!isRounded && sorted.every(isExact)) {
    writer.byte(Form.steps);
    number.write(writer, base);
    number.write(writer, step);
    return stepScale(base, step);
  }
  const byUpTo = (isRounded && !isTable ? step : 0) + (before?.byUpTo ?? 0);
  if (named === null) {
    writer.byte(Form.rough);
    number.write(writer, base);
    number.write(writer, step);
    number.write(writer, byUpTo);
    return stepScale(base, step);
  }
  // Which side of zero a value lies on means something.
  const zero = base < 0 && last > 0 ? [0] : [];
  const chosen = isTable
    ? sorted
    : [base, last, ...zero, ...named.filter((value) => value >= base && value <= last && isExact(value))];
  const marked = [...new Set(chosen)]
    .sort((a, b) => a - b)
    .map((value): ExactValue => ({ value, isExact: value === 0 || isExact(value) }));
  const isWhole = [...sorted, step].every(Number.isSafeInteger);
  writer.byte(Form.exact);
  number.write(writer, step);
  number.write(writer, byUpTo);
  writer.byte(isWhole ? 1 : 0);
  writer.uint(marked.length);
  for (const { value, isExact: own } of marked) {
    writer.byte(own ? 1 : 0);
    number.write(writer, value);
  }
  return exactScale(marked, step, isWhole);
}

/** @param isEarlier a digest before version 7, of which it is not written whether values were rounded. */
export function readScale(reader: ByteReader, isEarlier: boolean): ReadScale {
  const form = reader.byte();
  if (form === Form.exact && !isEarlier) return readExact(reader);
  if (form === Form.steps || (form === Form.rough && !isEarlier)) {
    const base = number.read(reader);
    const step = number.read(reader);
    if (Number.isNaN(base) || !(step > 0)) throw new Unreadable('a scale in it has no step');
    const byUpTo = form === Form.rough ? number.read(reader) : step;
    if (!(byUpTo >= 0)) throw new Unreadable('a scale in it has no step');
    const isRounded = (top: number): boolean =>
      form === Form.rough || (isEarlier && mayBeRounded(base, step, top));
    const rounded: Rounded = { byUpTo, exact: new Set(), fences: [] };
    return {
      value: stepScale(base, step).value,
      roundedUpTo: (top) => (isRounded(top) ? rounded : undefined),
    };
  }
  if (form !== Form.table) throw new Unreadable('a scale in it has an unknown form');
  const length = reader.uint();
  if (length > reader.left) throw new Unreadable('a scale in it is too long');
  const table = Array.from({ length }, () => number.read(reader));
  if (table.some(Number.isNaN)) throw new Unreadable('a scale in it has an invalid value');
  return { value: tableScale(table.map(held)).value, roundedUpTo: () => undefined };
}

/**
 * Whether a step divided a range into a number of levels, as in digests before version 7. One that is a common divisor, and so
 * exact, uses another number of them, but for a coincidence.
 */
function mayBeRounded(base: number, step: number, top: number): boolean {
  if (!Number.isInteger(step) || !Number.isInteger(base)) return true;
  if (step === 1) return false;
  return EARLIER_LEVELS.some((levels) => top > (levels * (step - 1)) / step && top <= levels + 1);
}

function readExact(reader: ByteReader): ReadScale {
  const step = number.read(reader);
  const byUpTo = number.read(reader);
  const isWhole = reader.byte() === 1;
  const length = reader.uint();
  if (!(step > 0) || !(byUpTo >= 0)) throw new Unreadable('a scale in it has no step');
  if (length < 1 || length * 2 > reader.left) throw new Unreadable('a scale in it is too long');
  const marked = Array.from({ length }, (): ExactValue => {
    const isExact = reader.byte() === 1;
    return { isExact, value: held(number.read(reader)) };
  });
  const isAscending = marked.every(({ value }, i) => i === 0 || value > marked[i - 1].value);
  const isValid = ({ value }: ExactValue): boolean =>
    !Number.isNaN(value) && (!isWhole || Number.isSafeInteger(value));
  if (!isAscending || !marked.every(isValid) || (isWhole && !Number.isInteger(step)))
    throw new Unreadable('a scale in it has an invalid value');
  const exact = new Set(marked.flatMap(({ value, isExact }) => (isExact ? [value] : [])));
  // Of a digest of a digest its fences were not asked.
  const fences = marked.every(({ isExact }) => isExact) ? marked.map(({ value }) => value) : [];
  return { value: exactScale(marked, step, isWhole).value, roundedUpTo: () => ({ byUpTo, exact, fences }) };
}
