/**
 * The part of a run's name before its seed: of names that differ in their digits only, such as `buggy-s1` to `buggy-s30`,
 * what they have in common. Which of several numbers is the seed is determined by the names.
 */
import { LEAST_RUNS } from '../../engine/service/compare/groups';

interface Parts {
  /** Between the numbers: one more than there are numbers. */
  readonly words: readonly string[];
  readonly numbers: readonly string[];
}

function partsOf(name: string): Parts {
  return { words: name.split(/\d+/), numbers: name.match(/\d+/g) ?? [] };
}

/**
 * The group of each name. Numbers that all names of one shape share stay; of several that differ the last is the seed where
 * this leaves groups of enough runs, else all are.
 */
export function seedlessNames(names: readonly string[]): readonly string[] {
  const shapes = new Map<string, number[]>();
  const parts = names.map(partsOf);
  for (const [i, { words }] of parts.entries()) {
    const shape = words.join('#');
    shapes.set(shape, [...(shapes.get(shape) ?? []), i]);
  }
  const common: string[] = names.map(() => '');
  for (const members of shapes.values()) {
    const all = members.map((i) => parts[i]);
    const differing = (all[0]?.numbers ?? []).flatMap((number, at) =>
      all.some(({ numbers }) => numbers[at] !== number) ? [at] : [],
    );
    const lastOnly = all.map((one) => named(one, differing.slice(-1)));
    const sizes = new Map<string, number>();
    for (const name of lastOnly) sizes.set(name, (sizes.get(name) ?? 0) + 1);
    const isEnough = [...sizes.values()].every((size) => size >= LEAST_RUNS);
    for (const [i, at] of members.entries()) common[at] = isEnough ? lastOnly[i] : named(all[i], differing);
  }
  return withoutRole(common);
}

/** Before a seed: a separator, and a short word such as `s`, `run` or `seed`. */
const BEFORE_SEED = /(?:^|[-_. ]+)(?:[a-z]|seed|run|rep|no|nr|test|iter)?[-_]?$/i;

/** The name without the numbers at these places. */
function named({ words, numbers }: Parts, without: readonly number[]): string {
  const name = words
    .map((word, at) => {
      const isSeed = without.includes(at);
      return isSeed ? word.replace(BEFORE_SEED, '') : word + (numbers[at] ?? '');
    })
    .join('')
    .replace(/^[-_. ]+|[-_. ]+$/g, '');
  return name === '' ? 'run' : name;
}

/** Who logged: left out where it is the same for all. */
const ROLE = /[-_. ](?:server|client|sender|receiver)$/;

function withoutRole(names: readonly string[]): readonly string[] {
  const ends = new Set(names.map((name) => ROLE.exec(name)?.[0]));
  return ends.size > 1 ? names : names.map((name) => name.replace(ROLE, ''));
}
