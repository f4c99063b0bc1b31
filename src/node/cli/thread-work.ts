/** The work that is given to threads: the first bytes of a file, reading and judging one, and a simulated run. */
import type { MessagePort } from 'node:worker_threads';
import { fetchAhead } from '../../engine/input/formats';
import { headOf, type LogHead } from './reading/log-heads';
import { fileSource } from './reading/sources';
import { type Answer, type Order, orderTaker } from './reading/threads';
import { type FileInput, type Outcome, outcomesOf } from './reading/traces';
import type { RunDone, RunWork } from './runs/run-work';

export type Work =
  | { readonly kind: 'head'; readonly path: string }
  | {
      readonly kind: 'traces';
      readonly input: FileInput;
      readonly only: ReadonlySet<string> | null;
      readonly whole: boolean;
      readonly costs: boolean;
    }
  | RunWork;

/** Of the kind that the work asks for. Outcomes hold no `log` and no `rows`, which cannot be passed on. */
export type Result = LogHead | null | readonly Outcome[] | RunDone;

export async function doWork(work: Work): Promise<Result> {
  if (work.kind === 'head') {
    await fetchAhead();
    return headOf(work.path, fileSource(work.path).source);
  }
  if (work.kind === 'run') {
    // The simulator, for those who run it.
    const { doRun } = await import('./runs/run-work');
    return doRun(work);
  }
  const outcomes: Outcome[] = [];
  const { only, whole, costs } = work;
  for await (const outcome of outcomesOf(work.input, { only, whole, costs, openStdin: noStdin }))
    outcomes.push(outcome.kind === 'report' ? { ...outcome, log: null, rows: null } : outcome);
  return outcomes;
}

const noStdin = (): never => {
  throw new Error('standard input is read in the main thread');
};

/** Does what the main thread gives to this one. */
export function serveWork(port: MessagePort): void {
  const answer = (one: Answer<Result>): void => port.postMessage(one, buffersOf(one));
  const takeOrder = orderTaker(doWork, answer);
  port.on('message', (order: Order<Work>) => takeOrder(order));
}

/** The samples of a row, which are large for an experiment. */
function buffersOf(answer: Answer<Result>): readonly ArrayBuffer[] {
  const result = 'result' in answer ? answer.result : null;
  return result !== null && 'row' in result ? result.buffers : [];
}
