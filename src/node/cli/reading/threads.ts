/**
 * Work on many files in several threads of one process, this one among them. Each further thread has a few pieces of work at a
 * time, and is given the next one with each answer; this thread takes one when it is free. Results come in the order of the
 * list. What is large is given out alone, or one thread would be left with it. What the work is stands in `cli/thread-work.ts`.
 */
import { setImmediate as turn } from 'node:timers/promises';

/** A piece of work, by its position in the list. @property list counts the lists of work. */
export interface Order<Work> {
  readonly list: number;
  readonly at: number;
  readonly work: Work;
}

/** What a thread answers: the result of an order, or what was thrown there. */
export type Answer<Result> = Pick<Order<unknown>, 'list' | 'at'> &
  ({ readonly result: Result } | { readonly error: unknown });

/** This side of another thread: what a `Worker` of Node has of it. */
export interface Thread {
  post(order: Order<unknown>): void;
  /** @param onFailure the thread has ended on its own. */
  listen(onAnswer: (answer: Answer<unknown>) => void, onFailure: (error: unknown) => void): void;
  end(): void;
}

/**
 * Orders for small work that a thread has at a time: it does not wait for this one, which gives out work between slices of its
 * own.
 */
const ORDERS_AHEAD = 3;

/** The other side: does one piece of work after the other. @returns what takes the orders. */
export function orderTaker<Work, Result>(
  done: (work: Work) => Promise<Result>,
  answer: (answer: Answer<Result>) => void,
): (order: Order<Work>) => void {
  let last: Promise<void> = Promise.resolve();
  return (order) => {
    last = last.then(async () => answer(await answerTo(order, done)));
  };
}

async function answerTo<Work, Result>(
  { list, at, work }: Order<Work>,
  done: (work: Work) => Promise<Result>,
): Promise<Answer<Result>> {
  try {
    return { list, at, result: await done(work) };
  } catch (error) {
    return { list, at, error };
  }
}

export class Threads<Work, Result> {
  readonly #threads: readonly Thread[];
  readonly #here: (work: Work) => Promise<Result>;
  #lists = 0;

  /**
   * @param threads others than this one.
   * @param here does the same work in this thread.
   */
  constructor(threads: readonly Thread[], here: (work: Work) => Promise<Result>) {
    this.#threads = threads;
    this.#here = here;
  }

  /**
   * The results of all work, in its order. One list after the other: a list must be read to its end before the next.
   * @param order positions of the work, in the order in which it is begun. @param isSmall by position: it takes no longer than
   * a thread may wait at the end.
   * @throws what the work at a position throws, in its place; the failure of a thread.
   */
  async *results(
    work: readonly Work[],
    order: readonly number[],
    isSmall: (at: number) => boolean = () => true,
  ): AsyncGenerator<Result, void, undefined> {
    const list = this.#lists++;
    const answers = new Map<number, Answer<Result>>();
    let failure: { readonly error: unknown } | null = null;
    let wake = (): void => undefined;
    let begun = 0;
    const next = (): Order<Work> | null => {
      const at = order[begun];
      begun++;
      return at === undefined ? null : { list, at, work: work[at] as Work };
    };
    const take = (answer: Answer<Result>): void => {
      answers.set(answer.at, answer);
      wake();
    };
    const fail = (error: unknown): void => {
      failure ??= { error };
      wake();
    };
    for (const thread of this.#threads) {
      const given = new Set<number>();
      const mayHave = (at: number): boolean =>
        given.size === 0 || (given.size < ORDERS_AHEAD && isSmall(at) && [...given].every(isSmall));
      const give = (): void => {
        for (let at = order[begun]; at !== undefined && mayHave(at); at = order[begun]) {
          given.add(at);
          thread.post(next() as Order<Work>);
        }
      };
      thread.listen((answer) => {
        // Of a list whose rest nobody asked for.
        if (answer.list !== list) return;
        given.delete(answer.at);
        give();
        take(answer as Answer<Result>);
      }, fail);
      give();
    }
    const own = (async () => {
      for (let one = next(); one !== null; one = next()) {
        take(await answerTo(one, this.#here));
        // Work that waits for nothing would leave the answers of the other threads unheard, and those without work.
        await turn();
      }
    })();
    try {
      for (let at = 0; at < work.length; at++) {
        for (;;) {
          if (failure !== null) throw (failure as { readonly error: unknown }).error;
          const answer = answers.get(at);
          if (answer === undefined) {
            await new Promise<void>((resolve) => {
              wake = resolve;
            });
            continue;
          }
          answers.delete(at);
          if ('error' in answer) throw answer.error;
          yield answer.result;
          break;
        }
      }
    } finally {
      // Nobody asks for the rest.
      begun = order.length;
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
