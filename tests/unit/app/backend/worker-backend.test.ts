/** The backend of a file: what is asked while it has no worker, reading again, and a worker that ends or says nothing. */
import { beforeEach, describe, expect, test } from 'vitest';
import { BackendEnded, type BackendListener } from '../../../../src/app/backend/backend.ts';
import { WorkerBackend } from '../../../../src/app/backend/worker-backend.ts';
import { WorkerPool } from '../../../../src/app/backend/worker-pool.ts';
import type { Message, Snapshot, WindowAnswer } from '../../../../src/engine/reading/contract/snapshot.ts';
import type { FromWorker } from '../../../../src/engine/service/answers/serve.ts';
import { StubTraceWorker } from '../../../support/trace-worker.ts';

const SOURCE = { kind: 'text', text: '', name: 'x' } as const;

const snapshot = (phase: Snapshot['phase'], connection = 0): FromWorker => ({
  type: 'snapshot',
  main: connection,
  snapshot: { phase, connection, revision: 1, progress: { columnBytes: 100 } } as Snapshot,
});
const range = { fromUs: 0, toUs: 10 };
const windowed = {
  connection: 0,
  window: { fromUs: 0, columnUs: 1, columns: 10 },
  series: [],
  visible: range,
  parts: [],
  model: null,
} as const;
const events = { connection: 0, filter: '', scope: null, first: 0, count: 1, anchorUs: null };

let workers: StubTraceWorker[];
let said: string[];
let silence: (Message | null)[];
let nowMs: number;
let looks: Set<() => void>;
let busy: boolean;
let shown: boolean;

const listener: BackendListener = {
  onSnapshot: ({ phase, connection }) => said.push(`${phase} ${connection}`),
  onCrash: ({ kind }) => said.push(kind),
  onSilence: (message) => silence.push(message),
};

const looked = (): Promise<void> => new Promise((resolve) => queueMicrotask(resolve));

function passMs(ms: number): void {
  for (const end = nowMs + ms; nowMs < end; ) {
    nowMs += 2500;
    for (const look of looks) look();
  }
}

let pool: WorkerPool;

async function opened(): Promise<WorkerBackend> {
  const backend = new WorkerBackend(SOURCE, listener, {
    pool,
    isShown: () => shown,
    isWanted: () => false,
    isBusy: () => busy,
    now: () => nowMs,
    every: (run) => {
      looks.add(run);
      return () => looks.delete(run);
    },
  });
  await looked();
  return backend;
}

beforeEach(() => {
  workers = [];
  said = [];
  silence = [];
  nowMs = 0;
  looks = new Set();
  busy = true;
  shown = true;
  const startWorker = (): Worker => {
    const worker = new StubTraceWorker();
    workers.push(worker);
    return worker as unknown as Worker;
  };
  pool = new WorkerPool({ limit: 1, threads: 1, idleBytes: 0, startWorker });
});

/** Its worker is given to another trace: there is room for one. */
async function taken(): Promise<void> {
  busy = false;
  shown = false;
  pool.look();
  await looked();
}

describe('a trace whose worker was taken', () => {
  test('is read again when something is asked, without a word until that can be answered', async () => {
    const backend = await opened();
    workers[0]?.say(snapshot('reading'));
    workers[0]?.say(snapshot('ready'));
    await taken();
    expect(workers[0]?.isAlive).toBe(false);
    busy = true;
    const older = backend.request('window', windowed, { supersedes: 'panels' });
    const newer = backend.request('window', { ...windowed, series: ['cwnd'] }, { supersedes: 'panels' });
    const listed = backend.request('events', events);
    await expect(older).rejects.toThrow('aborted');
    await looked();
    expect(backend.isPreparing()).toBe(true);
    expect(workers[1]?.types).toEqual(['open']);
    workers[1]?.say(snapshot('reading'));
    expect(said).toEqual(['reading 0', 'ready 0']);
    workers[1]?.say(snapshot('ready'));
    expect(backend.isPreparing()).toBe(false);
    // Of the questions for panels only the newest is of use; of the others none is lost.
    expect(workers[1]?.got.slice(1)).toMatchObject([
      { type: 'request', kind: 'window', body: { series: ['cwnd'] } },
      { type: 'request', kind: 'events' },
    ]);
    expect(said).toEqual(['reading 0', 'ready 0', 'ready 0']);
    const answer = { revision: 1 } as WindowAnswer;
    const last = workers[1]?.newest ?? -1;
    workers[1]?.say({ type: 'answer', id: last - 1, answer });
    workers[1]?.say({ type: 'failed', id: last, reason: 'No.' });
    expect(await newer).toBe(answer);
    await expect(listed).rejects.toThrow('No.');
  });

  test('answers nothing that was asked of that worker', async () => {
    const backend = await opened();
    workers[0]?.say(snapshot('ready'));
    const listed = backend.request('events', events);
    await taken();
    await expect(listed).rejects.toThrow(BackendEnded);
  });

  test('sends the snapshots of all connections that were watched', async () => {
    const backend = await opened();
    workers[0]?.say(snapshot('ready'));
    const selected = backend.request('watch', { connection: 3 });
    workers[0]?.say(snapshot('ready', 3));
    workers[0]?.say({ type: 'answer', id: workers[0].newest, answer: null });
    expect(await selected).toBeNull();
    await taken();
    backend.wake();
    await looked();
    workers[1]?.say(snapshot('ready', 0));
    expect(workers[1]?.types).toEqual(['open', 'watch']);
    workers[1]?.say(snapshot('ready', 3));
    expect(said).toEqual(['ready 0', 'ready 3', 'ready 0', 'ready 3']);
    expect(backend.isPreparing()).toBe(false);
  });
});

describe('a worker that ends without an error', () => {
  test('is pinged while something is pending, and reported after 15 s without a response', async () => {
    await opened();
    workers[0]?.say(snapshot('reading'));
    passMs(10_000);
    expect(workers[0]?.types).toEqual(['open', 'ping']);
    expect(silence).toEqual([]);
    passMs(10_000);
    expect(silence.map((message) => message?.kind)).toEqual(['worker-silent']);
  });

  test('is no such worker where it answers, however long the rest takes', async () => {
    await opened();
    for (let s = 0; s < 60; s += 5) {
      passMs(5000);
      workers[0]?.say({ type: 'alive' });
    }
    expect(silence).toEqual([]);
  });

  test('is not asked for anything while nothing is pending', async () => {
    await opened();
    workers[0]?.say(snapshot('ready'));
    busy = false;
    passMs(60_000);
    expect(workers[0]?.types).toEqual(['open']);
    expect(silence).toEqual([]);
  });

  test('clears its message when it responds after all', async () => {
    await opened();
    passMs(20_000);
    workers[0]?.say({ type: 'alive' });
    expect(silence.map((message) => message?.kind ?? null)).toEqual(['worker-silent', null]);
  });

  test('makes way for another, which reads from the beginning', async () => {
    const backend = await opened();
    passMs(20_000);
    backend.restart('The file is read again.', SOURCE);
    await looked();
    expect(workers[0]?.isAlive).toBe(false);
    expect(workers[1]?.types).toEqual(['open']);
    workers[1]?.say(snapshot('reading'));
    expect(said).toEqual(['reading 0']);
  });
});

describe('a worker that breaks down', () => {
  const breakDown = (worker: StubTraceWorker | undefined): void =>
    worker?.onerror?.({ message: 'out of memory', preventDefault: () => undefined });

  test('gives its place to others', async () => {
    shown = false;
    const first = await opened();
    const second = await opened();
    expect(workers).toHaveLength(1);
    breakDown(workers[0]);
    await looked();
    expect(said).toEqual(['worker-failed']);
    expect(workers[1]?.types).toEqual(['open']);
    expect([first.isReading(), second.isReading()]).toEqual([false, true]);
  });

  test('rejects everything once, with one error and its reason, and is reported once', async () => {
    const backend = await opened();
    workers[0]?.say(snapshot('ready'));
    const errors: unknown[] = [];
    const asked = [
      backend.request('window', windowed, { supersedes: 'panels' }),
      backend.request('events', events),
      backend.request('rows', { connection: 0, series: [], ...range }),
    ].map((answer) => answer.catch((error) => errors.push(error)));
    breakDown(workers[0]);
    workers[0]?.say({ type: 'failed', id: workers[0].newest, reason: 'late' });
    await Promise.all(asked);
    expect(errors).toHaveLength(3);
    expect(new Set(errors).size).toBe(1);
    expect(errors[0]).toBeInstanceOf(BackendEnded);
    expect((errors[0] as Error).message).toContain('out of memory');
    expect(said).toEqual(['ready 0', 'worker-failed']);
  });
});

test('a trace that is closed or read again answers nothing that was asked before', async () => {
  const backend = await opened();
  workers[0]?.say(snapshot('ready'));
  const listed = backend.request('events', events);
  backend.restart('The file is read again.', SOURCE);
  await expect(listed).rejects.toThrow('The file is read again.');
  const queued = backend.request('events', events);
  backend.stop();
  await expect(queued).rejects.toThrow(BackendEnded);
  await expect(backend.request('events', events)).rejects.toThrow(BackendEnded);
});
