/** One trace on the page over a backend by hand: when it is busy, and what becomes of requests when it turns or ends. */
import { beforeEach, describe, expect, test } from 'vitest';
import { type Backend, BackendEnded, type BackendListener } from '../../../../src/app/backend/backend.ts';
import { PendingRequests } from '../../../../src/app/backend/pending-requests.ts';
import { eventList } from '../../../../src/app/features/events/trace-events.ts';
import { rangeExport } from '../../../../src/app/features/export-range/range-export.ts';
import { measureTool } from '../../../../src/app/features/measure/measure-tool.ts';
import { OpenTrace } from '../../../../src/app/state/open-trace.ts';
import type { RequestMessage } from '../../../../src/engine/answers/serve.ts';
import type { Snapshot, WindowAnswer } from '../../../../src/engine/contract/snapshot.ts';

let sent: RequestMessage[];
let cancelled: number[];
let pending: PendingRequests;
let listener: BackendListener;
let trace: OpenTrace;
/** What `busy` was at each call of `onActivity`. */
let busy: boolean[];

beforeEach(() => {
  sent = [];
  cancelled = [];
  busy = [];
  pending = new PendingRequests({
    send: (message) => sent.push(message),
    cancel: (id) => cancelled.push(id),
  });
  const backend: Backend = {
    request: (kind, body, options) => pending.request(kind, body, options),
    isPreparing: () => false,
    wake: () => undefined,
    restart: (reason) => pending.rejectAll(new BackendEnded(reason)),
    stop: () => pending.rejectAll(new BackendEnded('closed')),
  };
  trace = new OpenTrace({
    id: 1,
    name: 'a.sqlog',
    source: { kind: 'text', text: '', name: 'a.sqlog' },
    onActivity: () => busy.push(trace.isBusy),
    connect: (said) => {
      listener = said;
      return backend;
    },
  });
});

const snapshot = (connection = 0, phase: Snapshot['phase'] = 'ready'): Snapshot =>
  ({
    phase,
    connection,
    revision: 1,
    extent: { fromUs: 0, toUs: 1e6 },
    catalogue: [{ id: 'cwnd' }],
    findings: [],
  }) as unknown as Snapshot;

function shown(connection = 0): void {
  listener.onSnapshot(snapshot(connection));
  trace.setWidth(500);
}

const settled = async (): Promise<void> => {
  for (let step = 0; step < 10; step++) await null;
};

const kinds = (): readonly string[] => sent.map(({ kind }) => kind);
const windows = (): readonly RequestMessage[] => sent.filter(({ kind }) => kind === 'window');

async function answerAll(): Promise<void> {
  for (const { id } of sent) pending.take({ type: 'answer', id, answer: { revision: 1 } as WindowAnswer });
  await settled();
}

describe('a trace', () => {
  test('is busy until the answers are here and taken over', async () => {
    shown();
    expect([kinds(), trace.isBusy]).toEqual([['window', 'window'], true]);
    const atAnswer: boolean[] = [];
    trace.answer.subscribe(() => atAnswer.push(trace.isBusy));
    await answerAll();
    expect(atAnswer).toEqual([true]);
    expect(trace.overview.get()).not.toBeNull();
    expect([trace.isBusy, busy.at(-1)]).toEqual([false, false]);
  });

  test('is busy until the caller has handled the answer, and asks about the shown connection', async () => {
    trace.choose(2);
    shown(2);
    await answerAll();
    let dealt = false;
    const asked = trace.request('rows', { series: ['cwnd'], fromUs: 0, toUs: 1 }).then(() => {
      dealt = true;
      expect(trace.isBusy).toBe(true);
    });
    expect(sent.at(-1)?.body.connection).toBe(2);
    busy = [];
    await answerAll();
    await asked;
    expect([dealt, trace.isBusy, busy]).toEqual([true, false, [false]]);
  });

  test('does not wait for the event list while it is closed', async () => {
    shown();
    await answerAll();
    trace.feature(eventList).setOpen(true);
    expect([kinds().at(-1), trace.isBusy]).toEqual(['events', true]);
    trace.feature(eventList).setOpen(false);
    expect(trace.isBusy).toBe(false);
  });
});

describe('another connection', () => {
  test('ends the windows of the one before; a measurement goes, points that are saved come', async () => {
    shown();
    trace.feature(measureTool).span({ fromUs: 0, toUs: 10 });
    const rows = trace.request('rows', { series: ['cwnd'], fromUs: 0, toUs: 1 });
    const before = windows().map(({ id }) => id);
    trace.choose(1);
    listener.onSnapshot(snapshot(0));
    expect(trace.snapshot.get()?.connection).toBe(0);
    listener.onSnapshot(snapshot(1));
    expect(cancelled).toEqual(expect.arrayContaining([...before]));
    expect(trace.feature(measureTool).current.get()).toBeNull();
    expect(
      windows()
        .slice(2)
        .map(({ body }) => body.connection),
    ).toEqual([1, 1]);
    await answerAll();
    expect(await rows).toEqual({ revision: 1 });
    expect(trace.isBusy).toBe(false);
  });

  test('that the file does not have leaves the shown one', async () => {
    shown();
    trace.choose(7);
    pending.take({
      type: 'failed',
      id: sent.at(-1)?.id ?? -1,
      reason: 'The file does not hold this connection.',
    });
    await answerAll();
    listener.onSnapshot(snapshot(0));
    expect([trace.snapshot.get()?.connection, trace.isBusy]).toEqual([0, false]);
  });
});

describe('a worker that died', () => {
  test('ends everything once: an export and the list say why, nothing is waited for', async () => {
    shown();
    await answerAll();
    trace.feature(eventList).setOpen(true);
    trace.feature(rangeExport).make({ fromUs: 0, toUs: 1, fileName: 'a', options: {} as never });
    const text = 'Reading stopped.';
    pending.rejectAll(new BackendEnded(text));
    listener.onCrash({ kind: 'worker-failed', level: 'error', text, places: [] });
    await settled();
    expect(trace.feature(rangeExport).current.get()).toEqual({ state: 'failed', reason: text });
    expect(trace.feature(eventList).state.get().readError).toBe(text);
    expect([trace.isBusy, pending.size]).toEqual([false, 0]);
  });

  test('is forgotten when the file is read again', async () => {
    shown();
    listener.onCrash({ kind: 'worker-failed', level: 'error', text: 'x', places: [] });
    trace.readAgain();
    await settled();
    expect([trace.crash.get(), trace.snapshot.get(), trace.isBusy]).toEqual([null, null, true]);
    shown();
    await answerAll();
    expect(trace.isBusy).toBe(false);
  });
});

test('a trace is loading until it is ready, has failed, or its worker is gone', () => {
  const states = (['reading', 'analysing', 'ready', 'failed'] as const).map((phase) => {
    listener.onSnapshot(snapshot(0, phase));
    return trace.state;
  });
  expect(states).toEqual(['loading', 'loading', 'ready', 'failed']);
  listener.onSnapshot(snapshot(0, 'reading'));
  listener.onCrash({ kind: 'worker-failed', level: 'error', text: '', places: [] });
  expect(trace.state).toBe('failed');
});
