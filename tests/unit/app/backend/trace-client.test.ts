/** The page's end of a worker: what is asked while it has none, reading again, and a worker that says nothing. */
import { beforeEach, describe, expect, test } from 'vitest';
import { TraceClient, type TraceListener } from '../../../../src/app/backend/trace-client.ts';
import { WorkerPool } from '../../../../src/app/backend/worker-pool.ts';
import type { FromWorker, Message, Snapshot, ToWorker } from '../../../../src/engine/contract/messages.ts';

class FakeWorker {
  onmessage: ((event: { data: FromWorker }) => void) | null = null;
  onerror: ((event: { message: string; preventDefault(): void }) => void) | null = null;
  readonly got: ToWorker[] = [];
  isAlive = true;

  postMessage(message: ToWorker): void {
    if (this.isAlive) this.got.push(message);
  }

  terminate(): void {
    this.isAlive = false;
  }

  say(data: FromWorker): void {
    this.onmessage?.({ data });
  }

  get types(): readonly string[] {
    return this.got.map(({ type }) => type);
  }
}

const snapshot = (phase: Snapshot['phase'], connection = 0): FromWorker => ({
  type: 'snapshot',
  snapshot: { phase, connection, revision: 1, progress: { columnBytes: 100 } } as Snapshot,
});
const range = { fromUs: 0, toUs: 10 };
const query = {
  channel: 'panels',
  connection: 0,
  window: { fromUs: 0, columnUs: 1, columns: 10 },
  series: [],
  visible: range,
  parts: [],
  model: null,
} as const;

let workers: FakeWorker[];
let said: string[];
let silence: (Message | null)[];
let nowMs: number;
let looks: Set<() => void>;
let busy: boolean;
let shown: boolean;

const listener = {
  onSnapshot: ({ phase, connection }: Snapshot) => said.push(`${phase} ${connection}`),
  onAnswer: () => said.push('answer'),
  onEvents: () => undefined,
  onRecord: () => undefined,
  onMeasured: () => undefined,
  onRows: () => undefined,
  onCut: () => undefined,
  onCrash: ({ kind }: Message) => said.push(kind),
  onSilence: (message: Message | null) => silence.push(message),
} as unknown as TraceListener;

const looked = (): Promise<void> => new Promise((resolve) => queueMicrotask(resolve));

function passMs(ms: number): void {
  for (const end = nowMs + ms; nowMs < end; ) {
    nowMs += 2500;
    for (const look of looks) look();
  }
}

let pool: WorkerPool;

async function opened(): Promise<TraceClient> {
  const client = new TraceClient({ kind: 'text', text: '', name: 'x' }, listener, {
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
  return client;
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
    const worker = new FakeWorker();
    workers.push(worker);
    return worker as unknown as Worker;
  };
  pool = new WorkerPool({ limit: 1, idleBytes: 0, startWorker });
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
    const client = await opened();
    workers[0]?.say(snapshot('reading'));
    workers[0]?.say(snapshot('ready'));
    await taken();
    expect(workers[0]?.isAlive).toBe(false);
    busy = true;
    client.ask(query);
    client.ask({ ...query, series: ['cwnd'] });
    client.askEvents({ seq: 1, filter: '', scope: null, first: 0, count: 1, anchorUs: null });
    await looked();
    expect(client.pending()).toBe(true);
    expect(workers[1]?.types).toEqual(['open']);
    workers[1]?.say(snapshot('reading'));
    expect(said).toEqual(['reading 0', 'ready 0']);
    workers[1]?.say(snapshot('ready'));
    // Of the questions for panels only the newest is of use; of the others none is lost.
    expect(workers[1]?.got.slice(1)).toMatchObject([
      { type: 'query', query: { seq: 2, series: ['cwnd'] } },
      { type: 'events' },
    ]);
    expect(said).toEqual(['reading 0', 'ready 0', 'ready 0']);
  });

  test('shows the connection that was chosen', async () => {
    const client = await opened();
    workers[0]?.say(snapshot('ready'));
    client.select(3);
    workers[0]?.say(snapshot('ready', 3));
    await taken();
    client.wake();
    await looked();
    workers[1]?.say(snapshot('ready', 0));
    expect(workers[1]?.types).toEqual(['open', 'select']);
    workers[1]?.say(snapshot('ready', 3));
    expect(said).toEqual(['ready 0', 'ready 3', 'ready 3']);
    expect(client.pending()).toBe(false);
  });
});

describe('a worker that ends without an error', () => {
  test('is called for while something is pending, and told of after 15 s of silence', async () => {
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

  test('takes its message back when it says something after all', async () => {
    await opened();
    passMs(20_000);
    workers[0]?.say({ type: 'alive' });
    expect(silence.map((message) => message?.kind ?? null)).toEqual(['worker-silent', null]);
  });

  test('makes way for another, which reads from the beginning', async () => {
    const client = await opened();
    passMs(20_000);
    client.restart();
    await looked();
    expect(workers[0]?.isAlive).toBe(false);
    expect(workers[1]?.types).toEqual(['open']);
    workers[1]?.say(snapshot('reading'));
    expect(said).toEqual(['reading 0']);
  });
});

test('a worker that breaks down gives its place to others', async () => {
  const first = await opened();
  const second = await opened();
  expect(workers).toHaveLength(1);
  workers[0]?.onerror?.({ message: 'out of memory', preventDefault: () => undefined });
  await looked();
  expect(said).toEqual(['worker-failed']);
  expect(workers[1]?.types).toEqual(['open']);
  expect([first.isReading(), second.isReading()]).toEqual([false, true]);
});
