/** The work that is given to threads: the first bytes of a file, reading and judging one, and a simulated run. */
import { type MessagePort, parentPort, Worker, workerData } from 'node:worker_threads';
import { fetchAhead } from '../../engine/input/formats';
import { rowBuffers } from '../../engine/simulator/runs/scenario-run';
import { doRun, type RunDone, type RunWork } from './commands/simulate/run-work';
import { headOf, type LogHead } from './reading/log-heads';
import { fileSource } from './reading/sources';
import { type Answer, type Order, type Thread, worksOff } from './reading/threads';
import { type FileInput, type Outcome, outcomesOf } from './reading/traces';

export type Work =
  | { readonly kind: 'head'; readonly path: string }
  | {
      readonly kind: 'traces';
      readonly input: FileInput;
      readonly only: ReadonlySet<string> | null;
      readonly carries: boolean;
    }
  | RunWork;

/** Of the kind that the work asks for. Outcomes hold no `log` and no `rows`, which cannot be passed on. */
export type Result = LogHead | null | readonly Outcome[] | RunDone;

export async function doWork(work: Work): Promise<Result> {
  if (work.kind === 'head') {
    await fetchAhead();
    return headOf(work.path, fileSource(work.path).source);
  }
  if (work.kind === 'run') return doRun(work);
  const outcomes: Outcome[] = [];
  const { only, carries } = work;
  for await (const outcome of outcomesOf(work.input, { only, carries, openStdin: noStdin }))
    outcomes.push(outcome.kind === 'report' ? { ...outcome, log: null, rows: null } : outcome);
  return outcomes;
}

const noStdin = (): never => {
  throw new Error('standard input is read in the main thread');
};

/** In `workerData` of a thread that works for the command line. */
const MARK = 'qlogscope';

/** Runs in another thread, instead of the program. @returns false in the main one, and in a thread of somebody else. */
export function servesWork(): boolean {
  if (parentPort === null || workerData !== MARK) return false;
  serve(parentPort);
  return true;
}

function serve(port: MessagePort): void {
  const answer = (one: Answer<Result>): void => port.postMessage(one, buffersOf(one));
  const takeOrder = worksOff(doWork, answer);
  port.on('message', (order: Order<Work>) => takeOrder(order));
}

/** The samples of a row, which are large for an experiment. */
function buffersOf(answer: Answer<Result>): readonly ArrayBuffer[] {
  const result = 'result' in answer ? answer.result : null;
  return result !== null && 'row' in result ? rowBuffers(result.row) : [];
}

/** @param program the bundle, which calls `servesWork`. @throws where the system gives no further thread. */
export function startThread(program: URL): Thread {
  const worker = new Worker(program, { workerData: MARK });
  return {
    post: (order) => worker.postMessage(order),
    listen(onAnswer, onFailure) {
      worker.removeAllListeners('message').on('message', onAnswer);
      worker.removeAllListeners('error').on('error', onFailure);
    },
    end: () => void worker.terminate(),
  };
}
