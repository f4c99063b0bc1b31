/**
 * Maps the values of one series to integers. Few distinct values are stored in a table, exactly; else
 * they are multiples of a step above the minimum: the step is their common divisor, exact again, if that gives few
 * enough levels; if not, it divides the range into the requested number of levels. Then a minimum is rounded down, a
 * maximum up, and other values to the nearest level: **no value is off by a step or more, and the envelope as
 * read encloses the one as written.**
 */
import { type ByteReader, type ByteWriter, Unreadable } from './bytes';
import { number } from './codec';

export interface Scale {
  /** Level at or below, at or above, and nearest to a value. */
  down(value: number): number;
  up(value: number): number;
  near(value: number): number;
  /** @throws Unreadable for a level that the scale does not have. */
  value(level: number): number;
}

/** Up to this many distinct values are always stored in a table; more if they repeat often. */
const SMALL_TABLE = 16;
/** A larger range has an outlier (a threshold that is not set) that would flatten all other values. */
const WIDE_RANGE = 2 ** 40;
const MAX_LEVEL = 2 ** 40;
/** Values are clamped to this, so that differences and sums stay finite. */
const MAX_VALUE = 1e300;
const Form = { table: 0, steps: 1 } as const;

function tableScale(table: readonly number[]): Scale {
  const levels = new Map(table.map((value, level) => [value, level]));
  const exact = (value: number): number => levels.get(value) as number;
  return {
    down: exact,
    up: exact,
    near: exact,
    value(level) {
      const value = table[level];
      if (value === undefined) throw new Unreadable('a value in it is outside its scale');
      return value;
    },
  };
}

function stepScale(base: number, step: number): Scale {
  return {
    down: (value) => Math.floor((value - base) / step),
    up: (value) => Math.ceil((value - base) / step),
    near: (value) => Math.round((value - base) / step),
    value(level) {
      if (!(level >= 0 && level <= MAX_LEVEL)) throw new Unreadable('a value in it is outside its scale');
      return held(base + level * step);
    },
  };
}

function held(value: number): number {
  return Math.max(-MAX_VALUE, Math.min(MAX_VALUE, value));
}

function divisor(a: number, b: number): number {
  let [large, small] = [a, b];
  while (small > 0) [large, small] = [small, large % small];
  return large;
}

/** The width of a step for sorted values. */
function stepFor(sorted: readonly number[], levels: number): number {
  const base = sorted[0] as number;
  const range = (sorted[sorted.length - 1] as number) - base;
  const coarse = range / levels;
  if (!sorted.every(Number.isInteger)) return coarse > 1 ? Math.ceil(coarse) : coarse;
  const common = sorted.reduce((found, value) => divisor(found, value - base), 0);
  return range / common <= levels ? common : Math.ceil(coarse);
}

/**
 * Chooses a scale for values and writes it.
 * @param values all values to be encoded; finite, at least one.
 * @param levels number of levels where values must be rounded.
 */
export function writeScale(writer: ByteWriter, values: readonly number[], levels: number): Scale {
  const sorted = [...new Set(values)].sort((a, b) => a - b);
  const [base = 0] = sorted;
  const range = (sorted[sorted.length - 1] ?? 0) - base;
  if (sorted.length <= Math.max(SMALL_TABLE, values.length / 16) || range > WIDE_RANGE) {
    writer.byte(Form.table);
    writer.uint(sorted.length);
    for (const value of sorted) number.write(writer, value);
    return tableScale(sorted);
  }
  const step = stepFor(sorted, levels);
  // Which side of zero a value lies on means something: where levels are rounded, zero is one of them.
  const isAcrossZero = base < 0 && base + range > 0;
  const isRounded = isAcrossZero && sorted.some((value) => !Number.isInteger((value - base) / step));
  const from = isRounded ? Math.floor(base / step) * step : base;
  writer.byte(Form.steps);
  number.write(writer, from);
  number.write(writer, step);
  return stepScale(from, step);
}

export function readScale(reader: ByteReader): Scale {
  const form = reader.byte();
  if (form === Form.steps) {
    const base = number.read(reader);
    const step = number.read(reader);
    if (Number.isNaN(base) || !(step > 0)) throw new Unreadable('a scale in it has no step');
    return stepScale(base, step);
  }
  if (form !== Form.table) throw new Unreadable('a scale in it has an unknown form');
  const length = reader.uint();
  if (length > reader.left) throw new Unreadable('a scale in it is too long');
  const table = Array.from({ length }, () => number.read(reader));
  if (table.some(Number.isNaN)) throw new Unreadable('a scale in it has an invalid value');
  return tableScale(table.map(held));
}
