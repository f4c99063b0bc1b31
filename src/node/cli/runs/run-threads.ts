/** The threads that simulated runs are given to. */
import { availableParallelism } from 'node:os';
import type { Io } from '../io';
import { type Thread, Threads } from '../reading/threads';
import { doWork, type Result, type Work } from '../thread-work';

/**
 * As many as there are; where the system gives no further one, this thread does the work.
 * @param jobs at most; null for as many as there are cores.
 */
export function runThreads(jobs: number | null, runs: number, io: Io): Threads<Work, Result> {
  const threads: Thread[] = [];
  try {
    while (threads.length + 1 < Math.min(jobs ?? availableParallelism(), runs))
      threads.push(io.startThread());
  } catch {
    return new Threads(threads, doWork);
  }
  return new Threads(threads, doWork);
}
