/**
 * A limit of steps for work whose cost may grow faster than the trace: a rule that meets a trace which is denser in what it
 * looks for than any real one. Steps are counted and never timed, so that the same trace ends at the same place on any machine.
 *
 * Columns count what is read of them; a loop over anything else, inside of another loop, counts its own. Work is done in one
 * go by one thread, and so the count is the module's.
 */

const DONE = 0;
const MOST = 1;
/** Steps of the work under way, and how many it may take. In an array: V8 makes an object of each large number of a variable. */
const counts = new Float64Array([0, Number.POSITIVE_INFINITY]);

/** What has a limit took more steps than that. */
export class TooMuchWork extends Error {
  override readonly name = 'TooMuchWork';
  readonly steps: number;
  /** What there was too much of, as words; null where whoever gave the limit says it. */
  readonly through: string | null;

  /** @param steps that it may take. */
  constructor(steps: number, through: string | null = null) {
    super(`more than ${steps} steps${through === null ? '' : ` through ${through}`}`);
    this.steps = steps;
    this.through = through;
  }
}

/** @throws TooMuchWork where the limit in force is reached. */
export function spend(steps: number): void {
  const done = counts[DONE] + steps;
  counts[DONE] = done;
  if (done > counts[MOST]) throw new TooMuchWork(counts[MOST]);
}

/** Counts a step without looking at the limit: for what is done most, and never without a search or a reader. */
export function countOne(): void {
  counts[DONE]++;
}

/**
 * Does work that may take so many steps. Work within work has a limit of its own, and counts for itself alone: what several ask
 * for is made once, by the first of them.
 * @throws TooMuchWork, and whatever `run` throws.
 */
export function withLimit<T>(steps: number, run: () => T): T {
  const [done, most] = counts as unknown as [number, number];
  counts[DONE] = 0;
  counts[MOST] = steps;
  try {
    return run();
  } finally {
    counts[DONE] = done;
    counts[MOST] = most;
  }
}

/** Steps so far of the work under way. */
export function stepsSoFar(): number {
  return counts[DONE];
}

/** Drives work that stops now and then so that something else can be done, without doing anything else. */
export function inOneGo<T>(work: Generator<void, T, void>): T {
  for (;;) {
    const { done, value } = work.next();
    if (done === true) return value;
  }
}
