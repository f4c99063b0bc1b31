/** The workers of the lab: runs are given out to all, and nothing waits for ever for one that failed, was cancelled or has ended. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Refused } from '../../../../src/app/backend/asked-worker.ts';
import { LabWorkers } from '../../../../src/app/backend/lab-workers.ts';
import type { LabQuestion } from '../../../../src/engine/simulator/lab/contract.ts';
import type { RunRef } from '../../../../src/engine/simulator/runs/scenario-run.ts';

class StubWorker extends EventTarget {
  static all: StubWorker[] = [];
  readonly asked: LabQuestion[] = [];
  isEnded = false;

  constructor() {
    super();
    StubWorker.all.push(this);
  }

  postMessage(question: LabQuestion): void {
    if (!this.isEnded) this.asked.push(question);
  }

  terminate(): void {
    this.isEnded = true;
  }

  /** Answers the last question. */
  answer(reply: { readonly answer: unknown } | { readonly problem: string }): void {
    const { id } = this.asked.at(-1) as LabQuestion;
    this.dispatchEvent(new MessageEvent('message', { data: { id, ...reply } }));
  }
}

const refs = (count: number): readonly RunRef[] =>
  Array.from({ length: count }, (_, i) => ({
    scenario: 'incident',
    values: {},
    variant: 'fixed',
    seed: i + 1,
  }));
const runners = (): readonly StubWorker[] => StubWorker.all.slice(1).filter(({ isEnded }) => !isEnded);
const settle = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 0));

beforeEach(() => {
  StubWorker.all = [];
  vi.stubGlobal('Worker', StubWorker);
  vi.stubGlobal('navigator', { hardwareConcurrency: 2 });
});

afterEach(() => vi.unstubAllGlobals());

test('every run is given out once, to as many workers as there are cores', async () => {
  const rows: unknown[] = [];
  const pieces: number[] = [];
  const done = new LabWorkers().run(refs(40), (found) => rows.push(...found));
  expect(runners()).toHaveLength(2);
  for (let piece = 0; piece < 20; piece++) {
    const worker = runners().find(({ asked }) => asked.length > 0) as StubWorker;
    const { body } = worker.asked.at(-1) as Extract<LabQuestion, { kind: 'runs' }>;
    pieces.push(body.length);
    worker.answer({ answer: body.map(({ seed }) => seed) });
    worker.asked.pop();
    await settle();
  }
  await done;
  expect(rows.sort((a, b) => Number(a) - Number(b))).toEqual(Array.from({ length: 40 }, (_, i) => i + 1));
  // So few that no worker is left with much at the end.
  expect(Math.max(...pieces)).toBe(2);
});

test.each([
  [
    'answers that it cannot',
    (worker: StubWorker) => worker.answer({ problem: 'no such thing' }),
    'no such thing',
  ],
  ['fails', (worker: StubWorker) => worker.dispatchEvent(new Event('error')), 'a worker of the lab failed'],
])('a worker that %s ends the runs, and the next ones have workers that live', async (_, fail, why) => {
  const workers = new LabWorkers();
  const done = workers.run(refs(10), () => undefined);
  const [first, second] = runners();
  fail(first as StubWorker);
  await expect(done).rejects.toEqual(new Refused(why));
  expect([first?.isEnded, second?.isEnded]).toEqual([true, true]);
  void workers.run(refs(10), () => undefined).catch(() => undefined);
  expect(runners().map(({ asked }) => asked.length)).toEqual([1, 1]);
});

test('cancelled runs are refused, and their workers ended; questions are still answered', async () => {
  const workers = new LabWorkers();
  const done = workers.run(refs(10), () => undefined);
  workers.cancel();
  await expect(done).rejects.toBeInstanceOf(Refused);
  expect(runners()).toEqual([]);
  const asked = workers.ask('scenarios', null);
  StubWorker.all[0]?.answer({ answer: [] });
  await expect(asked).resolves.toEqual([]);
});

test('what is asked of a closed lab is refused', async () => {
  const workers = new LabWorkers();
  const before = workers.ask('scenarios', null);
  workers.close();
  await expect(before).rejects.toEqual(new Refused('the lab was closed'));
  await expect(workers.ask('scenarios', null)).rejects.toEqual(new Refused('the lab was closed'));
});
