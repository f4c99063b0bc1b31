/** The pool of workers: how many live at once, whose turn it is, and who gives a worker back. */
import { beforeEach, describe, expect, test } from 'vitest';
import { WorkerPool, type WorkerUser } from '../../../../src/app/backend/worker-pool.ts';

class FakeWorker {
  static alive = 0;
  onerror: unknown = null;
  isAlive = true;

  constructor() {
    FakeWorker.alive++;
  }

  terminate(): void {
    if (this.isAlive) FakeWorker.alive--;
    this.isAlive = false;
  }
}

/** A trace of which a test says what it is at. */
class FakeTrace implements WorkerUser {
  worker: FakeWorker | null = null;
  threads = 0;
  started = 0;
  shown = false;
  wanted = false;
  busy = true;
  held = 0;
  readonly name: string;
  readonly sizeBytes: number;
  readonly isLarge: boolean;

  constructor(name: string, sizeBytes: number, isLarge = false) {
    this.name = name;
    this.sizeBytes = sizeBytes;
    this.isLarge = isLarge;
  }

  isBackground?: true;

  isShown = (): boolean => this.shown;
  isWanted = (): boolean => this.wanted;
  isBusy = (): boolean => this.busy;
  isReading = (): boolean => this.busy;
  heldBytes = (): number => this.held;

  start(worker: Worker, threads: number): void {
    this.worker = worker as unknown as FakeWorker;
    this.threads = threads;
    this.started++;
    order.push(this.name);
  }

  release(): void {
    this.worker = null;
  }
}

let order: string[] = [];

function poolOf(limit: number, idleBytes = 1000, threads = limit): WorkerPool {
  const startWorker = (): Worker => new FakeWorker() as unknown as Worker;
  return new WorkerPool({ limit, threads, idleBytes, startWorker });
}

const looked = (): Promise<void> => new Promise((resolve) => queueMicrotask(resolve));

async function request(pool: WorkerPool, ...traces: readonly FakeTrace[]): Promise<void> {
  for (const trace of traces) pool.request(trace);
  await looked();
}

beforeEach(() => {
  FakeWorker.alive = 0;
  order = [];
});

test('of two hundred files there are never more workers than the limit, and all are read, small ones first', async () => {
  const pool = poolOf(4);
  const traces = Array.from({ length: 200 }, (_, i) => new FakeTrace(`${i}`, ((i * 7919) % 200) + 1));
  (traces[0] as FakeTrace).shown = true;
  await request(pool, ...traces);
  for (let round = 0; round < 200; round++) {
    expect(FakeWorker.alive).toBeLessThanOrEqual(4);
    expect(pool.alive).toBe(FakeWorker.alive);
    for (const trace of traces) if (trace.worker !== null) trace.busy = false;
    pool.look();
    await looked();
  }
  expect(traces.map(({ started }) => started)).toEqual(traces.map(() => 1));
  const sizes = order.map((name) => (traces[Number(name)] as FakeTrace).sizeBytes);
  expect(sizes).toEqual([...sizes].sort((a, b) => a - b));
});

test('what the user waits for comes before what is small', async () => {
  const pool = poolOf(1);
  const [small, smaller, wanted] = [new FakeTrace('a', 20), new FakeTrace('b', 10), new FakeTrace('c', 900)];
  wanted.wanted = true;
  await request(pool, small, smaller, wanted);
  expect(order).toEqual(['c']);
  pool.leave(wanted);
  await looked();
  expect(order).toEqual(['c', 'b']);
});

describe('a worker is taken', () => {
  test('from the least recently used idle trace, never from the one that is shown or busy', async () => {
    const pool = poolOf(3);
    const [shown, early, late, next] = ['shown', 'early', 'late', 'next'].map(
      (name) => new FakeTrace(name, 1),
    ) as [FakeTrace, FakeTrace, FakeTrace, FakeTrace];
    shown.shown = true;
    await request(pool, shown, early, late);
    pool.touch(early);
    await request(pool, next);
    expect(next.worker).toBeNull();
    for (const trace of [shown, early, late]) trace.busy = false;
    pool.look();
    await looked();
    expect(late.worker).toBeNull();
    expect(early.worker?.isAlive).toBe(true);
    expect(shown.worker?.isAlive).toBe(true);
    expect(next.worker?.isAlive).toBe(true);
    expect(FakeWorker.alive).toBe(3);
  });

  test('where the columns of hidden traces exceed the limit, although no trace waits', async () => {
    const pool = poolOf(8, 1000);
    const traces = Array.from({ length: 4 }, (_, i) => new FakeTrace(`${i}`, i));
    const [shown, first, second, third] = traces as [FakeTrace, FakeTrace, FakeTrace, FakeTrace];
    shown.shown = true;
    await request(pool, ...traces);
    for (const trace of traces) {
      trace.busy = false;
      trace.held = 400;
    }
    shown.held = 10_000;
    pool.look();
    await looked();
    expect([shown, first, second, third].map(({ worker }) => worker !== null)).toEqual([
      true,
      false,
      true,
      true,
    ]);
    // Asked for something, it has a worker again.
    first.busy = true;
    await request(pool, first);
    expect(first.started).toBe(2);
  });
});

test('the threads of one large trace count while it is read, and others wait for them', async () => {
  const pool = poolOf(2, 1000, 3);
  const [large, other] = [new FakeTrace('l', 9, true), new FakeTrace('m', 10, true)];
  await request(pool, large);
  expect(large.threads).toBe(3);
  expect(pool.alive).toBe(3);
  await request(pool, other);
  expect(other.worker).toBeNull();
  large.busy = false;
  pool.look();
  await looked();
  // The worker of the first stays, and answers.
  expect(other.threads).toBe(2);
  expect(pool.alive).toBe(3);
});

test('large traces that are opened together are read by one thread each, and a small one needs no more', async () => {
  const pool = poolOf(4);
  const traces = [new FakeTrace('a', 9), new FakeTrace('b', 10, true), new FakeTrace('c', 11, true)];
  await request(pool, ...traces);
  expect(traces.map(({ threads }) => threads)).toEqual([1, 1, 1]);
});

test('the worker that was started ahead is the first one’s', async () => {
  const pool = poolOf(2);
  pool.warmUp();
  pool.warmUp();
  expect(FakeWorker.alive).toBe(1);
  await request(pool, new FakeTrace('a', 1), new FakeTrace('b', 2));
  expect(FakeWorker.alive).toBe(2);
});

describe('a set of more traces than the machine has cores', () => {
  const shownTraces = (number: number): readonly FakeTrace[] =>
    Array.from({ length: number }, (_, i) => Object.assign(new FakeTrace(`shown ${i}`, 10), { shown: true }));

  test('has a worker for each, and one for all others', async () => {
    const pool = poolOf(2);
    const shown = shownTraces(3);
    await request(pool, ...shown);
    expect([pool.alive, FakeWorker.alive]).toEqual([3, 3]);
    const others = [new FakeTrace('first', 1), new FakeTrace('second', 2)];
    await request(pool, ...others);
    expect(others.map(({ worker }) => worker !== null)).toEqual([true, false]);
    expect(FakeWorker.alive).toBe(4);
    // Read: its worker goes to the next.
    Object.assign(others[0] as FakeTrace, { busy: false });
    pool.look();
    await looked();
    expect(others.map(({ worker }) => worker !== null)).toEqual([false, true]);
    expect(FakeWorker.alive).toBe(4);
  });

  test('leaves the limit as it is when they are no longer shown', async () => {
    const pool = poolOf(2);
    const shown = shownTraces(3);
    await request(pool, ...shown);
    for (const trace of shown) Object.assign(trace, { shown: false, busy: false });
    await request(pool, new FakeTrace('next', 1));
    expect(FakeWorker.alive).toBeLessThanOrEqual(2);
  });
});

describe('what reads for a table', () => {
  const background = (name: string): FakeTrace =>
    Object.assign(new FakeTrace(name, 0), { isBackground: true });

  test('waits after every trace that was opened, however small its files are', async () => {
    const pool = poolOf(1);
    await request(pool, background('table'), new FakeTrace('large', 1000));
    expect(order).toEqual(['large']);
  });

  test('takes no worker of its like, but that of an idle trace', async () => {
    const pool = poolOf(2);
    const [first, idle, second] = [background('a'), new FakeTrace('idle', 1), background('b')];
    await request(pool, first, idle);
    first.busy = false;
    idle.busy = false;
    await request(pool, second);
    expect(order).toEqual(['idle', 'a', 'b']);
    expect([first.worker === null, idle.worker === null]).toEqual([false, true]);
  });

  test('is told that a trace waits, and gives it a worker that is at rest', async () => {
    const pool = poolOf(1);
    const [table, opened] = [background('table'), new FakeTrace('opened', 1)];
    await request(pool, table);
    expect(pool.isWaitedFor).toBe(false);
    await request(pool, opened, background('other'));
    expect(pool.isWaitedFor).toBe(true);
    table.busy = false;
    pool.look();
    await looked();
    expect([table.worker === null, opened.worker === null]).toEqual([true, false]);
    expect(pool.isWaitedFor).toBe(false);
  });
});
