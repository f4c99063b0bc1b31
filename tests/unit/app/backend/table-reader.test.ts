/** Files of a table are read one after another by few workers: small ones first, and a worker that dies costs its file. */
import { beforeEach, expect, test } from 'vitest';
import { SAMPLES, SURVEY, type TableJob, TableReader } from '../../../../src/app/backend/table-reader.ts';
import { WorkerPool, type WorkerUser } from '../../../../src/app/backend/worker-pool.ts';
import type { FileSurvey } from '../../../../src/engine/reading/contract/survey.ts';
import type { FromWorker, ToWorker } from '../../../../src/engine/service/answers/serve.ts';

const MB = 2 ** 20;
const EMPTY: FileSurvey = { traces: [], hash: null, connectionCount: 1, failures: [], ends: null };

class FakeWorker {
  onmessage: ((event: { data: FromWorker }) => void) | null = null;
  onerror: ((event: { message: string; preventDefault(): void }) => void) | null = null;
  isAlive = true;
  reading: number | null = null;
  pings = 0;

  postMessage(message: ToWorker): void {
    if (message.type === 'survey') this.reading = message.id;
    if (message.type === 'ping') this.pings++;
  }

  terminate(): void {
    this.isAlive = false;
  }

  finish(survey: FileSurvey | null = EMPTY): void {
    const id = this.reading as number;
    this.reading = null;
    this.onmessage?.({ data: { type: 'surveyed', id, survey } });
  }
}

let workers: FakeWorker[];
let read: [id: number, kind: string][];
let ends: number;
let nowMs: number;
let checks: Set<() => void>;
let pool: WorkerPool;

const alive = (): FakeWorker[] => workers.filter(({ isAlive }) => isAlive);
const looked = async (): Promise<void> => {
  for (let i = 0; i < 3; i++) await Promise.resolve();
};

function readerOf(limit: number): TableReader<TableJob, FileSurvey> {
  const startWorker = (): Worker => {
    const worker = new FakeWorker();
    workers.push(worker);
    return worker as unknown as Worker;
  };
  pool = new WorkerPool({ limit, threads: limit, idleBytes: 0, startWorker });
  return new TableReader({
    ...{ pool, question: SURVEY },
    onRead: (id, { failures }) => read.push([id, failures[0]?.kind ?? 'read']),
    onEnd: () => ends++,
    now: () => nowMs,
    every: (run) => {
      checks.add(run);
      return () => checks.delete(run);
    },
  });
}

const job = (id: number, sizeBytes: number) => {
  const source = { kind: 'text', text: '', name: String(id) } as const;
  return { id, source, sizeBytes };
};

/** A trace that was opened. */
const opened = (): WorkerUser & { started: boolean } => ({
  ...{ sizeBytes: 1, isLarge: false, started: false },
  ...{ isShown: () => true, isWanted: () => true, isBusy: () => true, isReading: () => true },
  ...{ heldBytes: () => 0, release: () => undefined },
  start() {
    this.started = true;
  },
});

beforeEach(() => {
  [workers, read, ends, nowMs, checks] = [[], [], 0, 0, new Set()];
});

test('two hundred files, two workers: each reads one after another, small ones first', async () => {
  const reader = readerOf(2);
  reader.add(Array.from({ length: 200 }, (_, i) => job(i, (i * 7919) % 200)));
  await looked();
  for (let round = 0; round < 200; round++) {
    expect(alive().length).toBeLessThanOrEqual(2);
    const reading = alive().filter((worker) => worker.reading !== null);
    reading[round % reading.length]?.finish();
    await looked();
  }
  expect(workers.length).toBe(2);
  expect(read.length).toBe(200);
  const sizes = read.map(([id]) => (id * 7919) % 200);
  // Two are read at a time: a size may come one place late.
  for (const [i, size] of sizes.entries()) expect(Math.abs(size - i)).toBeLessThanOrEqual(1);
  expect([reader.isReading, ends, alive().length, checks.size]).toEqual([false, 1, 0, 0]);
});

test('one file starts one worker', async () => {
  const reader = readerOf(4);
  reader.add([job(1, 1)]);
  await looked();
  expect(workers.length).toBe(1);
  workers[0]?.finish();
  await looked();
  expect([workers.length, reader.isReading]).toEqual([1, false]);
});

test('after its file it gives way to a trace that was opened, and goes on after it', async () => {
  const reader = readerOf(1);
  reader.add([job(1, 1), job(2, 2)]);
  await looked();
  const trace = opened();
  pool.request(trace);
  await looked();
  expect(trace.started).toBe(false);
  workers[0]?.finish();
  await looked();
  expect([trace.started, workers[0]?.isAlive, reader.isReading, read]).toEqual([
    true,
    false,
    true,
    [[1, 'read']],
  ]);
  pool.leave(trace);
  await looked();
  expect(workers.at(-1)?.reading).toBe(2);
});

test('a large file gives way at once, and is read again', async () => {
  const reader = readerOf(1);
  reader.add([job(1, 20 * MB)]);
  await looked();
  const trace = opened();
  pool.request(trace);
  await looked();
  expect([trace.started, reader.isReading, read]).toEqual([true, true, []]);
  pool.leave(trace);
  await looked();
  workers.at(-1)?.finish();
  expect(read).toEqual([[1, 'read']]);
});

test('a worker that crashes, that says nothing, or lacks a part of the page, fails its file only', async () => {
  const reader = readerOf(1);
  reader.add([job(1, 1), job(2, 2), job(3, 3), job(4, 4)]);
  await looked();
  workers[0]?.onerror?.({ message: 'boom', preventDefault: () => undefined });
  await looked();
  expect([workers[0]?.isAlive, workers[1]?.reading]).toEqual([false, 2]);
  for (let s = 0; s < 70; s += 2.5) {
    nowMs += 2500;
    for (const check of [...checks]) check();
  }
  await looked();
  expect([workers[1]?.pings, workers[1]?.isAlive, workers[2]?.reading]).toEqual([1, false, 3]);
  workers[2]?.finish(null);
  await looked();
  workers[2]?.finish();
  expect(read).toEqual([
    [1, 'worker-failed'],
    [2, 'worker-silent'],
    [3, 'part-missing'],
    [4, 'read'],
  ]);
});

test('what is dropped is not read; stop ends at once', async () => {
  const reader = readerOf(1);
  reader.add([job(1, 1), job(2, 2), job(3, 3)]);
  await looked();
  reader.drop((id) => id === 2);
  workers[0]?.finish();
  expect(workers[0]?.reading).toBe(3);
  reader.stop();
  expect([workers[0]?.isAlive, reader.isReading, checks.size]).toEqual([false, false, 0]);
});

test('samples are asked for by connection, and a file that fails says why', async () => {
  const asked: ToWorker[] = [];
  const worker = {
    onmessage: null as FakeWorker['onmessage'],
    onerror: null as FakeWorker['onerror'],
    postMessage: (message: ToWorker) => asked.push(message),
    terminate: () => undefined,
  };
  const startWorker = (): Worker => worker as unknown as Worker;
  const came: [number, number, string | undefined][] = [];
  const reader = new TableReader({
    ...{ pool: new WorkerPool({ limit: 1, threads: 1, idleBytes: 0, startWorker }), question: SAMPLES },
    onRead: (id, { runs, failure }) => came.push([id, runs.length, failure?.kind]),
    ...{ onEnd: () => ends++, now: () => nowMs, every: () => () => undefined },
  });
  reader.add([
    { ...job(1, 1), connections: [3, 4] },
    { ...job(2, 2), connections: [0] },
  ]);
  await looked();
  expect(asked).toEqual([{ type: 'sample', id: 1, source: job(1, 1).source, connections: [3, 4] }]);
  // An answer to something else changes nothing.
  worker.onmessage?.({ data: { type: 'surveyed', id: 1, survey: EMPTY } });
  worker.onmessage?.({ data: { type: 'sampled', id: 1, samples: { runs: [], failure: null } } });
  worker.onmessage?.({ data: { type: 'sampled', id: 2, samples: null } });
  expect([came, ends]).toEqual([
    [
      [1, 0, undefined],
      [2, 0, 'part-missing'],
    ],
    1,
  ]);
});
