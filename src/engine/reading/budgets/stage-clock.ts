/**
 * Time spent per stage, for `npm run bench`: it names the worker (or the process) `bench` before its code runs, and
 * reads `stageTimes` from the global object afterwards. In any other worker nothing is measured or kept.
 */

/** `parse` is scanning, in whichever thread, and includes the `replay` inside it; `answers` are all queries up to `total`. */
export type Stage = 'keep' | 'parse' | 'replay' | 'models' | 'detect' | 'query' | 'answers' | 'total';
/** Milliseconds of every call, in order. */
export type StageTimes = Partial<Record<Stage, number[]>>;

const scope = globalThis as { name?: unknown; stageTimes?: StageTimes };
const times: StageTimes | null = scope.name === 'bench' ? {} : null;
if (times !== null) scope.stageTimes = times;

/** Runs the work; in a benchmark its time is recorded. */
export function timed<T>(stage: Stage, work: () => T): T {
  if (times === null) return work();
  const startedAt = performance.now();
  const result = work();
  note(stage, performance.now() - startedAt);
  return result;
}

/** As `timed`, of work in pieces: what is done between them does not count. */
export function* timedSteps<T>(stage: Stage, work: Generator<void, T, void>): Generator<void, T, void> {
  let ms = 0;
  for (;;) {
    const startedAt = times === null ? 0 : performance.now();
    const { done, value } = work.next();
    if (times !== null) ms += performance.now() - startedAt;
    if (done !== true) {
      yield;
      continue;
    }
    note(stage, ms);
    return value;
  }
}

/** Records a time measured elsewhere. */
export function note(stage: Stage, ms: number): void {
  if (times === null) return;
  times[stage] ??= [];
  times[stage].push(ms);
  if (stage === 'total') times.answers = [(times.query ?? []).reduce((sum, each) => sum + each, 0)];
}
