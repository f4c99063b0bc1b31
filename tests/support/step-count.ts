/**
 * Counts the steps of what runs: those of the code of `src`, which is built to count them (`counted-build.ts`), and the elements that
 * its methods of lists go through. Not time: the same code does the same number of steps on any machine.
 */
import { type Counted, countedBuild } from './counted-build.ts';

export interface Steps {
  readonly total: number;
  /** By `file function`, the most first. */
  readonly byFunction: ReadonlyMap<string, number>;
}

// biome-ignore lint/suspicious/noExplicitAny: lists and prototypes of whatever type
type Any = any;

/** Elements that a call goes through, of the list, what it is given and what it gives. */
type Through = (list: Any, given: readonly Any[], result: Any) => number;

const all: Through = (list) => list.length;
const one: Through = () => 1;
const ofResult: Through = (_list, _given, result) => result.length;
/** Those after the first one that is replaced. */
const moved: Through = (list, [from = 0], removed) => {
  const length = list.length + removed.length;
  return length - Math.min(length, from < 0 ? Math.max(0, length + from) : from) + 1;
};
/** Up to the one that is found. */
const found: Through = (list, [, from = 0], index) =>
  (index < 0 ? list.length : index + 1) - Math.min(list.length, from);
const foundBackwards: Through = (list, _given, index) => list.length - Math.max(0, index);
const filled: Through = ({ length }, [, from = 0, to = length]) => Math.max(0, to - from);
const copied: Through = ({ length }, [target, from, to = length]) =>
  Math.max(0, Math.min(to - from, length - target));
const given: Through = (_list, [{ length }]) => length;

const OF_BOTH = {
  indexOf: found,
  lastIndexOf: foundBackwards,
  includes: all,
  slice: ofResult,
  fill: filled,
  at: one,
};
const OF_LISTS = { ...OF_BOTH, concat: ofResult, splice: moved, shift: all, unshift: all, join: all };
const OF_NUMBERS = { ...OF_BOTH, sort: all, set: given, copyWithin: copied };
const OF_ITERATORS = { next: one };
const NUMBERS: Any = Object.getPrototypeOf(Float64Array.prototype);
const ITERATORS: readonly Any[] = [[], new Set(), new Map()].map((list) =>
  Object.getPrototypeOf(list[Symbol.iterator]()),
);

/** Replaces methods by ones that count. @returns what puts them back. */
function countNatives(add: (steps: number) => void): () => void {
  const restore: (() => void)[] = [];
  const count = (prototype: Any, methods: { readonly [name: string]: Through }): void => {
    for (const [name, through] of Object.entries(methods)) {
      const method = prototype[name];
      const put = (value: unknown): void =>
        void Object.defineProperty(prototype, name, { value, writable: true, configurable: true });
      put(function (this: Any, ...given: readonly Any[]): unknown {
        const result = method.apply(this, given);
        add(through(this, given, result));
        return result;
      });
      restore.push(() => put(method));
    }
  };
  count(Array.prototype, OF_LISTS);
  count(NUMBERS, OF_NUMBERS);
  for (const prototype of ITERATORS) count(prototype, OF_ITERATORS);
  return () => {
    for (const put of restore) put();
  };
}

export class StepCounter<Module> {
  readonly #counted: Counted<Module>;

  private constructor(counted: Counted<Module>) {
    this.#counted = counted;
  }

  /** @param entry path of the module whose steps are counted. */
  static async of<Module>(entry: string): Promise<StepCounter<Module>> {
    return new StepCounter(await countedBuild<Module>(entry));
  }

  /** What counts its steps. */
  get module(): Module {
    return this.#counted.module;
  }

  /** Steps of what `run` does at once with the module. */
  count(run: () => void): Steps {
    const { counts, places } = this.#counted;
    let native = 0;
    counts.fill(0);
    const restore = countNatives((steps) => {
      native += steps;
    });
    try {
      run();
    } finally {
      restore();
    }
    const found = new Map([['methods of lists', native]]);
    places.forEach((name, place) => {
      const steps = counts[place] as number;
      if (steps > 0) found.set(name, (found.get(name) ?? 0) + steps);
    });
    const byFunction = new Map([...found].sort(([, a], [, b]) => b - a));
    return { total: [...found.values()].reduce((sum, steps) => sum + steps, 0), byFunction };
  }
}
