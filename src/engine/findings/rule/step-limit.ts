/**
 * How many steps (columns/work.ts) a rule may take, and what several rules ask for. Real traces are far below it: what reaches it
 * is denser in what the rule looks for than anything that was recorded.
 */
import { TooMuchWork, withLimit } from '../../base/columns/work';

/** By the events of the trace: of 790 recorded ones the dearest rule took 13 per event. The first are for traces of few events. */
const STEPS = { first: 100_000, perEvent: 100 } as const;

/** What is judged. */
interface Trace {
  readonly events: { readonly length: number };
}

export function stepLimit({ events }: Trace): number {
  return STEPS.first + events.length * STEPS.perEvent;
}

/** What may be left out where it takes too many steps: then null. */
export function unlessTooMuch<T>(trace: Trace, make: () => T): T | null {
  try {
    return withLimit(stepLimit(trace), make);
  } catch (error) {
    if (error instanceof TooMuchWork) return null;
    throw error;
  }
}

/** A value that is made when it is asked for first, within a limit of its own. What making it threw is thrown each time. */
export class Once<T> {
  readonly #make: () => T;
  #made: { readonly value: T } | { readonly error: unknown } | null = null;

  /** @param looksThrough what there is too much of where it takes too many steps, as words. */
  constructor(steps: () => number, looksThrough: string, make: () => T) {
    this.#make = () => {
      try {
        return withLimit(steps(), make);
      } catch (error) {
        const isOwn = error instanceof TooMuchWork && error.through === null;
        throw isOwn ? new TooMuchWork(error.steps, looksThrough) : error;
      }
    };
  }

  /** @throws TooMuchWork with its words, and whatever making it throws. */
  get(): T {
    if (this.#made === null) {
      try {
        this.#made = { value: this.#make() };
      } catch (error) {
        this.#made = { error };
      }
    }
    if ('error' in this.#made) throw this.#made.error;
    return this.#made.value;
  }
}
