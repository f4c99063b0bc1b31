/**
 * A scale maps values to integers, its levels, and back: one by a table, one of equal steps. `exact-values.ts` has the one of which
 * some values stay as they are; `scale-codec.ts` chooses a scale for a series, and has how it is written.
 */
import { Unreadable } from './bytes';

export interface Scale {
  /** Level at or below, at or above, and nearest to a value. */
  down(value: number): number;
  up(value: number): number;
  near(value: number): number;
  /** @throws Unreadable for a level that the scale does not have. */
  value(level: number): number;
}

const MAX_LEVEL = 2 ** 40;
/** Values are clamped to this, so that differences and sums stay finite. */
const MAX_VALUE = 1e300;

export function tableScale(table: readonly number[]): Scale {
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

export function stepScale(base: number, step: number): Scale {
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

/** Within the values that a digest may hold. */
export function held(value: number): number {
  return Math.max(-MAX_VALUE, Math.min(MAX_VALUE, value));
}
