/**
 * Where a path became longer, shorter, slower or faster: of the path in time (transport/path), what differs by more than its limits.
 * Rates are compared where both are proved: "at least" may be less than the path carries.
 */
import type { PathInterval } from '../../sender/transport/path/path-course';
import { isAbove } from '../../sender/transport/path/path-levels';

export type PathStepKind = 'longer' | 'shorter' | 'slower' | 'faster';

/** Times are µs; figures are the smallest RTT, µs, or what the path carries, bytes per µs. */
export interface PathStep {
  readonly kind: PathStepKind;
  readonly atUs: number;
  /** Until when the new figure holds. */
  readonly untilUs: number;
  readonly before: number;
  readonly after: number;
  /** Packets name another path there. */
  readonly isNamed: boolean;
}

/** A rate is another one where it is higher than the lower one by more than this share of that. */
export const RATE_STEP = 0.25;

/** … and stays so for as many round trips as a longer path must: shortly after a loss a queue delivers less. */
const RATE_ROUNDS = 10;

const isFaster = (rate: number, than: number): boolean => rate > than * (1 + RATE_STEP);

interface Spell {
  readonly fromUs: number;
  readonly toUs: number;
  readonly value: number;
  /** The smallest RTT at its beginning. */
  readonly rttMinUs: number;
  readonly isNamed: boolean;
}

/** Intervals in a row with one value, as one; those without a value stand in none. */
function spellsOf(
  intervals: readonly PathInterval[],
  figureOf: (interval: PathInterval) => number,
): readonly Spell[] {
  const spells: Spell[] = [];
  for (const interval of intervals) {
    const value = figureOf(interval);
    const { fromUs, toUs, rttMinUs, by } = interval;
    const last = spells.at(-1);
    if (last !== undefined && last.value === value) spells[spells.length - 1] = { ...last, toUs };
    else if (!Number.isNaN(value)) spells.push({ fromUs, toUs, value, rttMinUs, isNamed: by === 'path' });
  }
  return spells;
}

function stepsOf(
  spells: readonly Spell[],
  isMore: (value: number, than: number) => boolean,
  [more, less]: readonly [PathStepKind, PathStepKind],
): readonly PathStep[] {
  return spells.flatMap(({ fromUs, toUs, value, isNamed }, i) => {
    const before = spells[i - 1]?.value ?? value;
    const kind = isMore(value, before) ? more : isMore(before, value) ? less : null;
    return kind === null ? [] : [{ kind, atUs: fromUs, untilUs: toUs, before, after: value, isNamed }];
  });
}

/** In order of time. */
export function pathSteps(intervals: readonly PathInterval[]): readonly PathStep[] {
  const levels = spellsOf(intervals, ({ rttMinUs }) => rttMinUs);
  const rates = spellsOf(intervals, ({ rate, proof }) => (proof === 'proved' ? rate : Number.NaN)).filter(
    ({ fromUs, toUs, rttMinUs }) => toUs - fromUs >= RATE_ROUNDS * rttMinUs,
  );
  const steps = [
    ...stepsOf(levels, isAbove, ['longer', 'shorter']),
    ...stepsOf(rates, isFaster, ['faster', 'slower']),
  ];
  return steps.sort((a, b) => a.atUs - b.atUs);
}
