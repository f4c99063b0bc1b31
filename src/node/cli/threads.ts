/**
 * Work on many files in several threads of one process, this one among them. All take from one list by a common counter, so
 * that none waits for another; results come in the order of the list. What the work is stands in `thread-work.ts`.
 */

/** What a thread is told: work to take from, and the counter. */
export interface Orders<Work> {
  readonly work: readonly Work[];
  /** Positions in `work`, in the order in which they are taken. */
  readonly order: readonly number[];
  /** One 32-bit integer that all threads share: how many were taken. */
  readonly taken: Int32Array<SharedArrayBuffer>;
}

/** What a thread answers: the result at a position of the list, or what was thrown there. */
export type Answer<Result> =
  | { readonly at: number; readonly result: Result }
  | { readonly at: number; readonly error: unknown };

/** This side of another thread: what a `Worker` of Node has of it. */
export interface Thread {
  /** May be called again once all results of the orders before are in. */
  post(orders: Orders<unknown>): void;
  /** @param onFailure the thread has ended on its own. */
  listen(onAnswer: (answer: Answer<unknown>) => void, onFailure: (error: unknown) => void): void;
  end(): void;
}

/** Does the work that no other thread has taken, until none is left. */
export async function takeWork<Work, Result>(
  { work, order, taken }: Orders<Work>,
  done: (one: Work) => Promise<Result>,
  answer: (answer: Answer<Result>) => void,
): Promise<void> {
  for (;;) {
    const at = order[Atomics.add(taken, 0, 1)];
    if (at === undefined) return;
    try {
      answer({ at, result: await done(work[at] as Work) });
    } catch (error) {
      answer({ at, error });
    }
  }
}

export class Threads<Work, Result> {
  readonly #threads: readonly Thread[];
  readonly #here: (one: Work) => Promise<Result>;

  /**
   * @param threads others than this one.
   * @param here does the same work in this thread.
   */
  constructor(threads: readonly Thread[], here: (one: Work) => Promise<Result>) {
    this.#threads = threads;
    this.#here = here;
  }

  /**
   * The results of all work, in its order. One list after the other: a list must be read to its end before the next.
   * @param order positions of the work, in the order in which it is begun.
   * @throws what the work at a position throws, in its place; the failure of a thread.
   */
  async *results(work: readonly Work[], order: readonly number[]): AsyncGenerator<Result, void, undefined> {
    const taken = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
    const orders = { work, order, taken };
    const answers = new Map<number, Answer<Result>>();
    let failure: { readonly error: unknown } | null = null;
    let wake = (): void => undefined;
    const answer = (one: Answer<Result>): void => {
      answers.set(one.at, one);
      wake();
    };
    const fail = (error: unknown): void => {
      failure ??= { error };
      wake();
    };
    for (const thread of this.#threads) {
      thread.listen((one) => answer(one as Answer<Result>), fail);
      thread.post(orders);
    }
    const own = takeWork(orders, this.#here, answer);
    try {
      for (let at = 0; at < work.length; at++) {
        for (;;) {
          if (failure !== null) throw (failure as { readonly error: unknown }).error;
          const found = answers.get(at);
          if (found === undefined) {
            await new Promise<void>((resolve) => {
              wake = resolve;
            });
            continue;
          }
          answers.delete(at);
          if ('error' in found) throw found.error;
          yield found.result;
          break;
        }
      }
    } finally {
      // Nobody asks for the rest.
      Atomics.store(taken, 0, order.length);
      await own;
    }
  }

  /** This one included. */
  get count(): number {
    return this.#threads.length + 1;
  }

  end(): void {
    for (const thread of this.#threads) thread.end();
  }
}

/** Sizes as a share of what one thread would have: such a file is begun before all others. */
const LARGE_SHARE = 1 / 4;

/**
 * In which order work is begun: what is large first, so that no thread is left with it at the end; all else as it stands,
 * so that results come early.
 */
export function orderBySize(sizes: readonly number[], threads: number): readonly number[] {
  const total = sizes.reduce((sum, size) => sum + size, 0);
  const large = (at: number): boolean => (sizes[at] as number) * threads > total * LARGE_SHARE;
  const all = sizes.map((_, at) => at);
  const first = all.filter(large).sort((a, b) => (sizes[b] as number) - (sizes[a] as number));
  return [...first, ...all.filter((at) => !large(at))];
}
