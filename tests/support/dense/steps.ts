/**
 * Steps of what is made of dense traces, at one size and two, four and eight times that: what grows by more than 2.5 for twice the
 * trace is no pass over it, nor is a function with a part that grows with the square.
 */
import { fileURLToPath } from 'node:url';
import { StepCounter, type Steps } from '../step-count.ts';
import type { Dense } from './index.ts';
import type { DenseRead } from './judging.ts';

/** Twice for a pass, somewhat more for one that searches or sorts. */
const MOST_GROWTH = 2.5;
/** Fewer steps for each of what a trace is dense in are none: what is small grows as it likes, and a square is far larger. */
const FEW_EACH = 100;
const SIZES = [1, 2, 4, 8];
/**
 * What is left of a function's steps where twice those of half the trace are taken from them: nothing of a pass, twice as much per
 * doubling of a search or a sort, four times as much of a square. However much the rest of it does.
 */
const MOST_LEFT = 3;
/**
 * A square that makes the last doubling too fast leaves a tenth of the steps before it, or more: what begins at a size leaves none
 * there.
 */
const LEAST_LEFT = 0.1;
/** Fewer of one function are none: where a pivot falls makes as much, and the square of some hundred rows is more. */
const FEW_OF_FUNCTION = 10_000;

type Judging = typeof import('./judging.ts');

/** What of a trace is counted: names of `OTHER_WORK`, ids of rules, `reading`. */
export type Work = 'reading' | (string & {});

export class DenseSteps {
  readonly #counter: StepCounter<Judging>;
  readonly #judging: Judging;
  /** The traces that were counted last. */
  #reads: DenseRead[] = [];
  #counted = 0;

  private constructor(counter: StepCounter<Judging>) {
    this.#counter = counter;
    this.#judging = counter.module;
  }

  static async begin(): Promise<DenseSteps> {
    return new DenseSteps(await StepCounter.of(fileURLToPath(new URL('judging.ts', import.meta.url))));
  }

  get ruleIds(): readonly string[] {
    return this.#judging.RULE_IDS;
  }

  /** Millions of steps so far. */
  get counted(): number {
    return Math.round(this.#counted / 1e6);
  }

  get otherWork(): readonly string[] {
    return Object.keys(this.#judging.OTHER_WORK);
  }

  /**
   * @param n of the smallest trace. @param works in this order, of one trace after the other.
   * @returns a line for each of them that grows too fast.
   */
  tooFast(dense: Dense, n: number, works: readonly Work[]): readonly string[] {
    const traces = SIZES.map((size) => dense.bytes(n * size));
    this.#reads = [];
    const count = (run: () => void): Steps => {
      const steps = this.#counter.count(run);
      this.#counted += steps.total;
      return steps;
    };
    const reading = traces.map((bytes) => count(() => this.#reads.push(this.#judging.readDense(bytes))));
    return works.flatMap((work) => {
      const counted = (): readonly Steps[] => this.#reads.map((read) => count(() => this.#run(work, read)));
      const line = growthOf(work === 'reading' ? reading : counted(), n);
      return line === null ? [] : [`${dense.name}, ${work}: ${line}`];
    });
  }

  /** Rules that do not judge the trace that was counted last, though they look for what it is dense in, with why. */
  unjudged({ name, rules }: Dense): readonly string[] {
    const read = this.#reads.at(-1) as DenseRead;
    return rules.flatMap((id) => {
      const why = this.#judging.judgedBy(read, id)?.reason;
      return why === undefined ? [] : [`${id} on ${name}: ${why}`];
    });
  }

  /** Rules that ended at the limit of steps on the trace that was counted last: it hides how fast they would go on to grow. */
  atLimit({ name }: Dense): readonly string[] {
    return this.#judging
      .unjudged(this.#reads.at(-1) as DenseRead)
      .filter(({ reason }) => reason.startsWith('too much work'))
      .map(({ id, reason }) => `${id} on ${name}: ${reason}`);
  }

  #run(work: Work, read: DenseRead): void {
    const other = this.#judging.OTHER_WORK[work];
    if (other === undefined) this.#judging.judgedBy(read, work);
    else other(read);
  }
}

/** Null where neither the steps nor those of a function grow too fast. */
function growthOf(runs: readonly Steps[], n: number): string | null {
  const totals = runs.map(({ total }) => total);
  const last = runs.at(-1) as Steps;
  if (last.total >= FEW_EACH * n * (SIZES.at(-1) as number) && growsTooFast(totals))
    return `${totals.join(', ')} steps (${[...last.byFunction.keys()].slice(0, 3).join('; ')})`;
  for (const [name, steps] of last.byFunction) {
    const counts = runs.map(({ byFunction }) => byFunction.get(name) ?? 0);
    if (steps >= FEW_OF_FUNCTION && isSquare(counts)) return `${name}: ${counts.join(', ')} steps`;
  }
  return null;
}

/** Of the last two doublings each: what begins at a size, such as a model that fits from there on, grows fast once. */
function growsTooFast(counts: readonly number[]): boolean {
  const growth = counts.slice(1).map((count, i) => count / (counts[i] as number));
  return growth.slice(-2).every((times) => times > MOST_GROWTH);
}

/** Each doubling leaves more than a search would. */
function isSquare(counts: readonly number[]): boolean {
  const left = counts.slice(1).map((count, i) => count - 2 * (counts[i] as number));
  const grow = left
    .slice(1)
    .every((rest, i) => rest > MOST_LEFT * (left[i] as number) && (left[i] as number) > 0);
  const [half, whole] = counts.slice(-2) as [number, number];
  return grow && (left.at(-2) as number) >= LEAST_LEFT * half && whole > MOST_GROWTH * half;
}
