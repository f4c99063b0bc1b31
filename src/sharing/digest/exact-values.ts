/**
 * The scale of a series of which some values stay as they are, the others rounded to multiples of a step (`scale-codec.ts`
 * has the drawing). Nothing is listed: the places of levels follow from the exact values and the step, so that a false step
 * allocates nothing.
 */
import { Unreadable } from './bytes';
import type { Scale } from './scale';

/** A value that stays as it is, and whether it is the trace's own. */
export interface ExactValue {
  readonly value: number;
  readonly isExact: boolean;
}

const MAX_LEVEL = 2 ** 40;

/** What lies between an exact value and the next one. */
interface Gap {
  readonly from: number;
  /** Of the level that is `from`. */
  readonly level: number;
  /** The values next to both ends, between them; `low` above `high` where there is none. */
  readonly low: number;
  readonly high: number;
  /** Steps above the first exact value, between `low` and `high`: the first one, and how many. */
  readonly first: number;
  readonly count: number;
}

/** @param exact ascending, at least one; all values to be encoded lie between the first and the last. @param isWhole all values are whole numbers. */
export function exactScale(exact: readonly ExactValue[], step: number, isWhole: boolean): Scale {
  const gaps: Gap[] = [];
  const base = exact[0]?.value ?? 0;
  const steps = (value: number): number => (value - base) / step;
  let level = 0;
  exact.forEach(({ value: from }, i) => {
    const to = exact[i + 1]?.value ?? from;
    const [low, high] = isWhole ? [from + 1, to - 1] : [nextUp(from), nextDown(to)];
    const first = Math.floor(steps(low)) + 1;
    const count = Math.max(0, Math.ceil(steps(high)) - first);
    gaps.push({ from, level, low, high, first, count });
    level += 1 + (low > high ? 0 : low === high ? 1 : 2 + count);
  });
  const levels = level;
  if (!(levels <= MAX_LEVEL)) throw new Unreadable('a scale in it has too many levels');
  const gapOf = (value: number): Gap => gaps[lastAtMost(gaps, (gap) => gap.from <= value)];
  const between = (
    value: number,
    round: (parts: number) => number,
    place: (gap: Gap, multiple: number) => number,
  ): number => {
    const gap = gapOf(value);
    if (value === gap.from) return gap.level;
    if (value <= gap.low) return gap.level + 1;
    if (value >= gap.high) return endOf(gap);
    return place(gap, round(steps(value)) - gap.first);
  };
  const down = (value: number): number =>
    between(value, Math.floor, (gap, multiple) =>
      multiple < 0 ? gap.level + 1 : gap.level + 2 + Math.min(multiple, gap.count - 1),
    );
  const up = (value: number): number =>
    between(value, Math.ceil, (gap, multiple) =>
      multiple >= gap.count ? endOf(gap) : gap.level + 2 + Math.max(multiple, 0),
    );
  const numberOf = (at: number): number => {
    if (!(at >= 0 && at < levels)) throw new Unreadable('a value in it is outside its scale');
    const gap = gaps[lastAtMost(gaps, (one) => one.level <= at)];
    const place = at - gap.level;
    if (place === 0) return gap.from;
    if (place === 1) return gap.low;
    return place === 2 + gap.count ? gap.high : base + (gap.first + place - 2) * step;
  };
  return {
    down,
    up,
    near(value) {
      const [below, above] = [down(value), up(value)];
      return value - numberOf(below) <= numberOf(above) - value ? below : above;
    },
    value: numberOf,
  };
}

/** The level of `high`, which is that of `low` where both are one. */
function endOf({ level, low, high, count }: Gap): number {
  return low === high ? level + 1 : level + 2 + count;
}

/** Index of the last gap for which `holds`, which it does for those before; 0 for none. */
function lastAtMost(gaps: readonly Gap[], holds: (gap: Gap) => boolean): number {
  let [from, to] = [0, gaps.length - 1];
  while (from < to) {
    const middle = (from + to + 1) >> 1;
    if (holds(gaps[middle])) from = middle;
    else to = middle - 1;
  }
  return from;
}

const scratch = new DataView(new ArrayBuffer(8));

/** The next double above a finite one. */
function nextUp(value: number): number {
  if (value === 0) return Number.MIN_VALUE;
  scratch.setFloat64(0, value);
  scratch.setBigInt64(0, scratch.getBigInt64(0) + (value > 0 ? 1n : -1n));
  return scratch.getFloat64(0);
}

function nextDown(value: number): number {
  return -nextUp(-value);
}
