/**
 * How many steps (columns/work.ts) a rule may take, and what several rules ask for. Real traces are far below it: what reaches it
 * is denser in what the rule looks for than anything that was recorded.
 */
import { TooMuchWork, withLimit } from '../columns/work';

/**
 * By the events of the trace: of 700 recorded traces the dearest rule took NN per event. The first steps are for traces of few
 * events.
 */
export const STEPS_OF_A_RULE = { first: 1_000_000, perEvent: 200 } as const;

export function stepLimit({ events }: { readonly events: { readonly length: number } }): number {
  return STEPS_OF_A_RULE.first + events.length * STEPS_OF_A_RULE.perEvent;
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
