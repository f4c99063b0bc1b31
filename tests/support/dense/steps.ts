/**
 * Steps of what is made of dense traces, at one size and twice and four times that: what grows by more than 2.5 for twice the
 * trace is no pass over it.
 */
import { vi } from 'vitest';
import { StepCounter, type Steps } from '../step-count.ts';
import type { Dense } from './index.ts';
import type { DenseRead } from './judging.ts';

/** Twice for a pass, somewhat more for one that searches or sorts. */
const MOST_GROWTH = 2.5;
/** Fewer steps at the largest size are none: what is small grows as it likes. */
const FEW = 20_000;
const SIZES = [1, 2, 4];

type Judging = typeof import('./judging.ts');

/** What of a trace is counted: names of `OTHER_WORK`, ids of rules, `reading`. */
export type Work = 'reading' | (string & {});

export class DenseSteps {
  readonly #counter: StepCounter;
  readonly #judging: Judging;
  /** The traces that were counted last. */
  #reads: DenseRead[] = [];
  #counted = 0;

  private constructor(counter: StepCounter, judging: Judging) {
    this.#counter = counter;
    this.#judging = judging;
  }

  /** What is counted is loaded anew: V8 counts the blocks of code that it compiles from here on. */
  static async begin(): Promise<DenseSteps> {
    const counter = new StepCounter();
    vi.resetModules();
    return new DenseSteps(counter, await import('./judging.ts'));
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

  end(): void {
    this.#counter.end();
  }

  /**
   * @param n of the smallest trace. @param works in this order, of one trace after the other.
   * @returns a line for each of them that grows too fast.
   */
  tooFast(dense: Dense, n: number, works: readonly Work[]): readonly string[] {
    const traces = SIZES.map((size) => dense.bytes(n * size * (dense.limitFrom ?? 1)));
    this.#reads = [];
    const count = (run: () => void): Steps => {
      const steps = this.#counter.count(run);
      this.#counted += steps.total;
      return steps;
    };
    const reading = traces.map((bytes) => count(() => this.#reads.push(this.#judging.readDense(bytes))));
    return works.flatMap((work) => {
      const counted = (): readonly Steps[] => this.#reads.map((read) => count(() => this.#run(work, read)));
      const line = growthOf(work === 'reading' ? reading : counted());
      return line === null ? [] : [`${dense.name}, ${work}: ${line}`];
    });
  }

  /**
   * Rules that do not judge the trace that was counted last, though they look for what it is dense in, with why. Too much work is no
   * reason to look elsewhere.
   */
  unjudged({ name, rules }: Dense): readonly string[] {
    const read = this.#reads.at(-1) as DenseRead;
    return rules.flatMap((id) => {
      const why = this.#judging.judgedBy(read, id)?.reason;
      return why === undefined || why.startsWith('too much work') ? [] : [`${id} on ${name}: ${why}`];
    });
  }

  #run(work: Work, read: DenseRead): void {
    const other = this.#judging.OTHER_WORK[work];
    if (other === undefined) this.#judging.judgedBy(read, work);
    else other(read);
  }
}

/** Null where none of the doublings is too fast. */
function growthOf(runs: readonly Steps[]): string | null {
  const totals = runs.map(({ total }) => total);
  const ratios = totals.slice(1).map((total, i) => total / (totals[i] as number));
  if ((totals.at(-1) as number) < FEW || ratios.every((ratio) => ratio <= MOST_GROWTH)) return null;
  const last = runs.at(-1) as Steps;
  const most = [...last.byFunction].slice(0, 3).map(([name, steps]) => `${name} ${steps}`);
  return `${totals.join(', ')} steps (${most.join('; ')})`;
}
