/** One file on the page over a backend by hand: when it is busy, its traces, and what becomes of requests when it ends. */
import { beforeEach, describe, expect, test } from 'vitest';
import { type Backend, BackendEnded, type BackendListener } from '../../../../../src/app/backend/backend.ts';
import { PendingRequests } from '../../../../../src/app/backend/pending-requests.ts';
import { rangeExport } from '../../../../../src/app/features/export-range/range-export.ts';
import { eventList } from '../../../../../src/app/state/events/trace-events.ts';
import { OpenFile } from '../../../../../src/app/state/traces/open-file.ts';
import type { OpenTrace } from '../../../../../src/app/state/traces/open-trace.ts';
import { NO_PARTS } from '../../../../../src/engine/reading/contract/answer-parts.ts';
import type { Snapshot, WindowAnswer } from '../../../../../src/engine/reading/contract/snapshot.ts';
import type { RequestMessage } from '../../../../../src/engine/service/answers/serve.ts';

let sent: RequestMessage[];
let cancelled: number[];
let pending: PendingRequests;
let listener: BackendListener;
let file: OpenFile;
let trace: OpenTrace;
let turns: number;
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
  turns = 0;
  file = new OpenFile({
    id: 1,
    name: 'a.sqlog',
    source: { kind: 'text', text: '', name: 'a.sqlog' },
    onActivity: () => busy.push(file.isBusy),
    onTurn: () => turns++,
    connect: (said) => {
      listener = said;
      return backend;
    },
  });
  trace = file.current;
});

const snapshot = (connection = 0, phase: Snapshot['phase'] = 'ready'): Snapshot =>
  ({
    phase,
    connection,
    revision: 1,
    extent: { fromUs: 0, toUs: 1e6 },
    progress: { events: 1 },
    catalogue: [{ id: 'cwnd' }],
    findings: [],
    remarks: [],
    summary: { side: 'sender' },
  }) as unknown as Snapshot;

function shown(connection = 0): void {
  listener.onSnapshot(snapshot(connection), connection);
  file.set.setWidth(500);
}

const settled = async (): Promise<void> => {
  for (let step = 0; step < 10; step++) await null;
};

const kinds = (): readonly string[] => sent.map(({ kind }) => kind);
const windows = (): readonly RequestMessage[] => sent.filter(({ kind }) => kind === 'window');

async function answerAll(): Promise<void> {
  const answer = { revision: 1, parts: NO_PARTS } as WindowAnswer;
  for (const { id } of sent) pending.take({ type: 'answer', id, answer });
  await settled();
}

describe('a trace', () => {
  test('is busy until the answers are here and taken over', async () => {
    shown();
    expect([kinds(), file.isBusy]).toEqual([['window', 'window'], true]);
    const atAnswer: boolean[] = [];
    trace.answer.subscribe(() => atAnswer.push(file.isBusy));
    await answerAll();
    expect(atAnswer).toEqual([true]);
    expect(trace.overview.get()).not.toBeNull();
    expect([file.isBusy, busy.at(-1)]).toEqual([false, false]);
  });

  test('marks its steps in the timeline, once each, and again where it is read again', () => {
    performance.clearMarks();
    for (const step of ['first picture', 'rest', 'first picture'] as const) trace.reach(step);
    trace.take(null);
    trace.reach('first picture');
    const steps = ['first picture', 'rest', 'opened', 'first picture'];
    const marks = performance.getEntriesByType('mark') as PerformanceMark[];
    expect(marks.map(({ name, detail }) => [name, detail])).toEqual(
      steps.map((step) => [`qlogscope ${step}`, { trace: trace.key }]),
    );
  });

  test('is busy until the caller has handled the answer, and asks about its own connection', async () => {
    shown(2);
    await answerAll();
    let dealt = false;
    const asked = file.current.request('rows', { series: ['cwnd'], fromUs: 0, toUs: 1 }).then(() => {
      dealt = true;
      expect(file.isBusy).toBe(true);
    });
    expect(sent.at(-1)?.body.connection).toBe(2);
    busy = [];
    await answerAll();
    await asked;
    expect([dealt, file.isBusy, busy]).toEqual([true, false, [false]]);
  });

  test('does not wait for the event list while it is closed', async () => {
    shown();
    await answerAll();
    trace.feature(eventList).setOpen(true);
    expect([kinds().at(-1), file.isBusy]).toEqual(['events', true]);
    trace.feature(eventList).setOpen(false);
    expect(file.isBusy).toBe(false);
  });
});

describe('another connection', () => {
  test('is shown when its snapshot has come; the trace before it keeps what it has', async () => {
    shown();
    const rows = trace.request('rows', { series: ['cwnd'], fromUs: 0, toUs: 1 });
    const other = file.watch(1);
    expect(kinds().at(-1)).toBe('watch');
    listener.onSnapshot(snapshot(1), 0);
    await answerAll();
    expect([(await other).snapshot.get()?.connection, file.current, turns]).toEqual([1, trace, 0]);
    file.turnTo(await other);
    expect([file.current.connection, turns]).toEqual([1, 1]);
    // What the worker takes for the default does not count any more.
    listener.onSnapshot(snapshot(0), 0);
    expect(file.current.connection).toBe(1);
    file.set.setWidth(500);
    expect(
      windows()
        .slice(2)
        .map(({ body }) => body.connection),
    ).toEqual([1, 1]);
    expect(cancelled).toEqual([]);
    await answerAll();
    expect(await rows).toMatchObject({ revision: 1 });
    expect(file.isBusy).toBe(false);
  });

  test('that is the default at the end takes the place of the first', () => {
    listener.onSnapshot(snapshot(0, 'reading'), 0);
    listener.onSnapshot(snapshot(3), 3);
    expect([file.current.connection, file.state]).toEqual([3, 'ready']);
    // What is known of the first is of the time before: it is requested again.
    expect(trace.snapshot.get()).toBeNull();
  });

  test('that the file does not have leaves the shown one', async () => {
    shown();
    const missing = file.watch(7);
    pending.take({
      type: 'failed',
      id: sent.at(-1)?.id ?? -1,
      reason: 'The file does not hold this connection.',
    });
    await expect(missing).rejects.toThrow('does not hold');
    await answerAll();
    expect([file.current, file.isBusy]).toEqual([trace, false]);
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
    expect([file.isBusy, pending.size]).toEqual([false, 0]);
  });

  test('is forgotten when the file is read again', async () => {
    shown();
    listener.onCrash({ kind: 'worker-failed', level: 'error', text: 'x', places: [] });
    file.readAgain();
    await settled();
    expect([trace.crash.get(), trace.snapshot.get(), file.isBusy]).toEqual([null, null, true]);
    shown();
    await answerAll();
    expect(file.isBusy).toBe(false);
  });
});

test('a trace is loading until it is ready, has failed, or its worker is gone', () => {
  const states = (['reading', 'analysing', 'ready', 'failed'] as const).map((phase) => {
    listener.onSnapshot(snapshot(0, phase), 0);
    return trace.state;
  });
  expect(states).toEqual(['loading', 'loading', 'ready', 'failed']);
  listener.onSnapshot(snapshot(0, 'reading'), 0);
  listener.onCrash({ kind: 'worker-failed', level: 'error', text: '', places: [] });
  expect(trace.state).toBe('failed');
});
