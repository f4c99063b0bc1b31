/**
 * Counts the steps of what runs: how often each block of code of `src` was run, as V8 counts it for coverage (precise counts,
 * by block), and the elements that its own methods of lists go through. Not time: the same code does the same number of steps
 * on any machine.
 */
import { Session } from 'node:inspector';

export interface Steps {
  readonly total: number;
  /** By `file function`, the most first. */
  readonly byFunction: ReadonlyMap<string, number>;
}

interface Coverage {
  readonly result: readonly {
    readonly url: string;
    readonly functions: readonly {
      readonly functionName: string;
      readonly ranges: readonly { readonly startOffset: number; readonly count: number }[];
    }[];
  }[];
}

// biome-ignore lint/suspicious/noExplicitAny: prototypes of whatever type
type Prototype = any;

const OF_LISTS = [
  'indexOf',
  'lastIndexOf',
  'includes',
  'slice',
  'concat',
  'splice',
  'shift',
  'unshift',
  'join',
  'at',
];
const OF_NUMBERS = ['indexOf', 'lastIndexOf', 'includes', 'slice', 'fill', 'sort'];
const NUMBERS: Prototype = Object.getPrototypeOf(Float64Array.prototype);
const ITERATORS: readonly Prototype[] = [[], new Set(), new Map()].map((list) =>
  Object.getPrototypeOf(list[Symbol.iterator]()),
);
/** Methods that take as long as one element, and those that take as long as what they give. */
const ONE_STEP = new Set(['at', 'next']);
const OF_RESULT = new Set(['slice', 'concat']);

/** Elements that a method goes through. */
function lengthOf(name: string, list: { readonly length?: number }, given: readonly unknown[]): number {
  const length = list.length ?? 1;
  if (name !== 'fill') return length;
  const [, from = 0, to = length] = given as readonly [unknown, number?, number?];
  return Math.max(0, to - from);
}

/** Replaces methods by ones that count. @returns what puts them back. */
function countNatives(add: (steps: number) => void): () => void {
  const restore: (() => void)[] = [];
  const count = (prototype: Prototype, name: string): void => {
    const method = prototype[name];
    const [isOne, isOfResult] = [ONE_STEP.has(name), OF_RESULT.has(name)];
    const counting = function (this: { readonly length?: number }, ...given: readonly unknown[]): unknown {
      const result = method.apply(this, given);
      add(isOne ? 1 : lengthOf(name, isOfResult ? result : this, given));
      return result;
    };
    Object.defineProperty(prototype, name, { value: counting, writable: true, configurable: true });
    restore.push(() =>
      Object.defineProperty(prototype, name, { value: method, writable: true, configurable: true }),
    );
  };
  for (const name of OF_LISTS) count(Array.prototype, name);
  for (const name of OF_NUMBERS) count(NUMBERS, name);
  for (const prototype of ITERATORS) count(prototype, 'next');
  return () => {
    for (const put of restore) put();
  };
}

export class StepCounter {
  readonly #session = new Session();

  constructor() {
    this.#session.connect();
    this.#post('Profiler.enable');
    this.#post('Profiler.startPreciseCoverage', { callCount: true, detailed: true });
  }

  /** Steps of what `run` does at once. */
  count(run: () => void): Steps {
    let native = 0;
    this.#post('Profiler.takePreciseCoverage');
    const restore = countNatives((steps) => {
      native += steps;
    });
    try {
      run();
    } finally {
      restore();
    }
    const { result } = this.#post('Profiler.takePreciseCoverage') as Coverage;
    const found: [string, number][] = [['methods of lists', native]];
    for (const { url, functions } of result) {
      const file = url.split('/src/')[1]?.split('?')[0];
      if (file === undefined) continue;
      for (const { functionName, ranges } of functions) {
        const steps = ranges.reduce((sum, { count }) => sum + count, 0);
        const name = functionName === '' ? `at ${ranges[0]?.startOffset}` : functionName;
        if (steps > 0) found.push([`${file} ${name}`, steps]);
      }
    }
    found.sort(([, a], [, b]) => b - a);
    const byFunction = new Map<string, number>();
    for (const [name, steps] of found) byFunction.set(name, (byFunction.get(name) ?? 0) + steps);
    return { total: found.reduce((sum, [, steps]) => sum + steps, 0), byFunction };
  }

  end(): void {
    this.#post('Profiler.stopPreciseCoverage');
    this.#session.disconnect();
  }

  /** A session of the same thread answers at once. */
  #post(method: string, params: object = {}): unknown {
    let answer: unknown;
    this.#session.post(method, params, (error, result) => {
      if (error !== null) throw error;
      answer = result;
    });
    return answer;
  }
}
