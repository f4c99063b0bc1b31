/**
 * `tracesOf` in several threads: each file is read and judged in one of them. Outcomes and their order are those of one
 * thread; only time and memory differ, which is that of as many traces as there are threads. Few or small files are read
 * in this thread alone, as another one has to start and to compile the program anew.
 */
import { joinedInputs } from '../../reading/joined-inputs';
import type { LogHead } from '../../reading/log-heads';
import { textBytes } from '../../reading/text-bytes';
import { orderBySize, type Thread, Threads } from '../../reading/threads';
import {
  type AnyInput,
  type FileInput,
  type Outcome,
  outcomesOf,
  type TraceOptions,
  tracesOf,
  withSilentFolders,
} from '../../reading/traces';
import { doWork, type Result, type Work } from '../../thread-work';

/** Bytes of text that take about as long as starting a thread. */
const WORTH_BYTES = 4e6;
/** Less text takes no longer than a thread may wait for another at the end. */
const SMALL_BYTES = 2e6;

export interface ManyOptions extends TraceOptions {
  /** Threads at most, this one included. */
  readonly jobs: number;
  /** Starts another thread. @throws where the system gives none. */
  readonly startThread: () => Thread;
}

export function manyTraces(options: ManyOptions): AsyncGenerator<Outcome, void, undefined> {
  return options.jobs < 2 ? tracesOf(options) : withSilentFolders(options.paths, tracesInThreads(options));
}

async function* tracesInThreads(options: ManyOptions): AsyncGenerator<Outcome, void, undefined> {
  const { paths, only, separate = false } = options;
  const pool = new Pool(options);
  try {
    const inputs: AnyInput[] = [];
    const headsOf = (files: readonly string[]): Promise<readonly (LogHead | null)[]> => pool.headsOf(files);
    for await (const input of joinedInputs(paths, separate, headsOf)) inputs.push(input);
    yield* pool.outcomesOf(inputs, only);
  } finally {
    pool.end();
  }
}

const isFile = (input: AnyInput): input is FileInput => input.kind === 'file' || input.kind === 'segments';

/** The threads of one call, which begin with the first work that is worth them. */
class Pool {
  readonly #options: ManyOptions;
  #threads: Threads<Work, Result> | null = null;
  readonly #sizes = new Map<string, number>();

  constructor(options: ManyOptions) {
    this.#options = options;
  }

  async headsOf(paths: readonly string[]): Promise<readonly (LogHead | null)[]> {
    const threads = await this.#threadsFor(paths);
    const heads: (LogHead | null)[] = [];
    const work = paths.map((path): Work => ({ kind: 'head', path }));
    for await (const head of threads.results(work, [...work.keys()])) heads.push(head as LogHead | null);
    return heads;
  }

  async *outcomesOf(
    inputs: readonly AnyInput[],
    only: ReadonlySet<string> | null,
  ): AsyncGenerator<Outcome, void, undefined> {
    const files = inputs.filter(isFile);
    const threads = await this.#threadsFor(files.flatMap(pathsOf));
    if (threads.count === 1) {
      for (const input of inputs) yield* outcomesOf(input, this.#options);
      return;
    }
    const { whole = false, costs = false } = this.#options;
    const work = files.map((input): Work => ({ kind: 'traces', input, only, whole, costs }));
    const sizes = files.map((input) => pathsOf(input).reduce((sum, path) => sum + this.#sizeOf(path), 0));
    const isSmall = (at: number): boolean => (sizes[at] as number) < SMALL_BYTES;
    const results = threads.results(work, orderBySize(sizes, threads.count), isSmall);
    try {
      for (const input of inputs) {
        if (isFile(input)) yield* (await results.next()).value as readonly Outcome[];
        else yield* outcomesOf(input, this.#options);
      }
    } finally {
      await results.return();
    }
  }

  end(): void {
    this.#threads?.end();
  }

  async #threadsFor(paths: readonly string[]): Promise<Threads<Work, Result>> {
    if (this.#threads !== null) return this.#threads;
    const { jobs, startThread } = this.#options;
    for (const path of paths) this.#sizes.set(path, await textBytes(path));
    const sizes = paths.map((path) => this.#sizeOf(path));
    const others = sizes.reduce((sum, size) => sum + size, 0) - Math.max(0, ...sizes);
    const wanted = Math.min(jobs - 1, paths.length - 1, Math.floor(others / WORTH_BYTES));
    const threads: Thread[] = [];
    try {
      while (threads.length < wanted) threads.push(startThread());
    } catch {
      // With those that there are.
    }
    this.#threads = new Threads<Work, Result>(threads, doWork);
    return this.#threads;
  }

  #sizeOf(path: string): number {
    return this.#sizes.get(path) ?? 0;
  }
}

const pathsOf = (input: FileInput): readonly string[] =>
  input.kind === 'segments' ? input.paths : [input.path];
