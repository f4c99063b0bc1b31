/** The groups of a table: what is read again for them, once per file, within the pool; what is cancelled, absent or closed. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { WorkerPool } from '../../../../../src/app/backend/worker-pool.ts';
import type { AppState } from '../../../../../src/app/state/app-state.ts';
import { createStore, type Store } from '../../../../../src/app/state/store.ts';
import { groupsShown } from '../../../../../src/app/state/table/groups-shown.ts';
import { proposedGrouping } from '../../../../../src/app/state/table/proposed-grouping.ts';
import { tableGroups } from '../../../../../src/app/state/table/table-groups.ts';
import { tableStore } from '../../../../../src/app/state/table/table-store.ts';
import { tableView } from '../../../../../src/app/state/table/table-view.ts';
import type { TableRow, TraceTable } from '../../../../../src/app/state/table/trace-table.ts';
import type { RunSamples } from '../../../../../src/engine/reading/contract/samples.ts';
import type { FromWorker, ToWorker } from '../../../../../src/engine/service/answers/serve.ts';
import type { TraceRow } from '../../../../../src/sharing/figures/rows.ts';
import { partialApp } from '../../../../support/partial-app.ts';
import { madeFinding, madeRow } from '../../../../support/table-rows.ts';

type Sample = Extract<ToWorker, { type: 'sample' }>;

/** What the workers were asked, and how each is answered. */
let asked: { readonly message: Sample; readonly answer: (data: FromWorker) => void }[];
let alive: number;
let rows: Store<readonly TableRow[]>;
let table: Store<TraceTable | null>;
let held: number;
let app: AppState;

function startWorker(): Worker {
  alive++;
  const worker = {
    onmessage: null as ((event: { data: FromWorker }) => void) | null,
    postMessage: (message: ToWorker) => {
      if (message.type === 'sample') asked.push({ message, answer: (data) => worker.onmessage?.({ data }) });
    },
    terminate: () => alive--,
  };
  return worker as unknown as Worker;
}

/** A row of a file; rows of one file have one source. */
function rowOf(
  name: string,
  known: Partial<TraceRow> = {},
  source: TableRow['source'] | 'own' = 'own',
): TableRow {
  const own = { source: { kind: 'text', text: '', name }, name } as const;
  const row = madeRow(name, { side: 'sender', ...known });
  return { key: `${name}#${row.connection}`, name, row, source: source === 'own' ? own : source };
}

const seeds = (name: string, known: Partial<TraceRow> = {}): readonly TableRow[] =>
  Array.from({ length: 6 }, (_, i) => rowOf(`${name}-s${i + 1}`, known));

const run = (connection: number): RunSamples => ({
  ...{ connection, outcome: 'finished', completedUs: 5, endUs: 5 },
  samples: { fromUs: 0, stepUs: 1, series: [] },
  landmarks: { startUs: 0, handshakeUs: 1, firstDataUs: 2, firstLossUs: 3, lastLossUs: 4 },
});

const looked = async (): Promise<void> => {
  for (let i = 0; i < 3; i++) await Promise.resolve();
};

/** Answers everything that is asked, one file after another. */
async function answerAll(): Promise<void> {
  await looked();
  for (let next = asked.shift(); next !== undefined; next = asked.shift()) {
    const { id, connections } = next.message;
    next.answer({ type: 'sampled', id, samples: { runs: connections.map(run), failure: null } });
    await looked();
  }
  vi.runAllTimers();
}

afterEach(() => vi.useRealTimers());

beforeEach(() => {
  vi.useFakeTimers();
  [asked, alive, held] = [[], 0, 0];
  const spiral = { findings: [madeFinding('death-spiral', 'critical', 1, 5e6)] };
  rows = createStore<readonly TableRow[]>([
    ...seeds('buggy', spiral),
    ...seeds('fixed'),
    rowOf('buggy-s9', { side: 'receiver' }),
    { key: 'waiting', name: 'waiting', row: null, source: null },
  ]);
  const pool = new WorkerPool({ limit: 2, threads: 2, idleBytes: 0, startWorker });
  const hold = (): (() => void) => {
    held++;
    return () => held--;
  };
  app = partialApp({ files: { pool }, activity: { hold } }, { rows });
  table = app.feature(tableStore);
});

test('rows that were read are grouped, the receiver is left out; the filter chooses among them', () => {
  const groups = app.feature(tableGroups);
  groups.propose();
  const named = () => groups.grouped.get().groups.map(({ name, rows: own }) => [name, own.length]);
  expect(named()).toEqual([
    ['buggy', 6],
    ['fixed', 6],
  ]);
  expect(groups.grouped.get().receivers).toBe(1);
  app.feature(tableView).setFilter('finding = death-spiral');
  expect(named()).toEqual([['buggy', 6]]);
  rows.update((all) => [
    ...all,
    rowOf('buggy-s7', { findings: [madeFinding('death-spiral', 'critical', 1, 2)] }),
  ]);
  expect(named()).toEqual([['buggy', 7]]);
});

test('a proposal is a grouping with a few groups of enough runs, and gives way to what the user chose', () => {
  const version = (name: string, number: string) =>
    Array.from({ length: 5 }, (_, i) =>
      rowOf(`${name}${'abcde'[i]}`, { implementation: 'quiche', version: number }),
    );
  const read = [...version('x', '0.28.0'), ...version('y', '0.30.0')] as readonly {
    readonly key: string;
    readonly row: TraceRow;
  }[];
  expect(proposedGrouping(read)).toBe('version');
  const groups = app.feature(tableGroups);
  groups.change({ by: 'folder' });
  groups.propose();
  expect(groups.wish.get().by).toBe('folder');
});

test('files are read by no more workers than the pool allows, once each, and runs come to their rows', async () => {
  const source = { source: { kind: 'text', text: '', name: 'two' }, name: 'two' } as const;
  rows.update((all) => [
    ...all,
    rowOf('buggy-s10', { connection: 0 }, source),
    rowOf('buggy-s10', { connection: 3 }, source),
    rowOf('fixed-s10', {}, null),
  ]);
  const groups = app.feature(tableGroups);
  groups.read();
  groups.read();
  await looked();
  expect([asked.length, alive, held]).toEqual([2, 2, 1]);
  expect(groups.progress.get()).toEqual({ read: 0, total: 13 });
  const files: Sample[] = [];
  await looked();
  for (let next = asked.shift(); next !== undefined; next = asked.shift()) {
    files.push(next.message);
    const { id, connections } = next.message;
    next.answer({ type: 'sampled', id, samples: { runs: connections.map(run), failure: null } });
    await looked();
    expect(alive).toBeLessThanOrEqual(2);
  }
  vi.runAllTimers();
  expect(files).toHaveLength(13);
  expect(files.find(({ source: own }) => own === source.source)?.connections).toEqual([0, 3]);
  expect(groups.shown.map(({ runs, rows: own }) => [runs.length, own.length])).toEqual([
    [8, 8],
    [6, 7],
  ]);
  expect([groups.absent, held, groups.progress.get().total]).toEqual([1, 0, 0]);
  // All is known: nothing more is asked.
  groups.read();
  await looked();
  expect(asked).toEqual([]);
  // A file that is given later is read then.
  rows.update((all) => all.map((row) => (row.source === null && row.row !== null ? rowOf(row.name) : row)));
  groups.read();
  await answerAll();
  expect([groups.absent, groups.shown[1]?.runs.length]).toEqual([0, 7]);
});

test('a file that no longer has the trace is no run of a band, and counts in the shares', async () => {
  const groups = app.feature(tableGroups);
  groups.read();
  await looked();
  const [first] = asked.splice(0, 1);
  first?.answer({ type: 'sampled', id: first.message.id, samples: { runs: [], failure: null } });
  await answerAll();
  expect(groups.shown.map(({ runs, rows: own }) => [runs.length, own.length])).toEqual([
    [5, 6],
    [6, 6],
  ]);
  expect([...groups.figures.get().values()].filter((one) => one === null)).toHaveLength(1);
});

test('reading that is cancelled keeps what was read, and can be taken up', async () => {
  const groups = app.feature(tableGroups);
  groups.read();
  await looked();
  const [first] = asked.splice(0, 1);
  first?.answer({ type: 'sampled', id: first.message.id, samples: { runs: [run(0)], failure: null } });
  await looked();
  groups.cancel();
  vi.runAllTimers();
  expect([groups.figures.get().size, groups.wasCancelled.get(), held, alive]).toEqual([1, true, 0, 0]);
  asked = [];
  groups.read();
  await answerAll();
  expect([groups.figures.get().size, groups.wasCancelled.get()]).toEqual([12, false]);
});

test('with the table all ends: what was read, what was chosen, and the screen of groups', async () => {
  const groups = app.feature(tableGroups);
  app.feature(groupsShown).set(true);
  groups.change({ by: 'hand', hand: [{ name: 'a', keys: new Set(['x']), pattern: null }] });
  groups.rename('a', 'b');
  groups.landmark.set('start');
  groups.change({ by: 'name' });
  groups.read();
  await looked();
  table.set(null);
  vi.runAllTimers();
  expect([alive, held, groups.figures.get().size, groups.grouped.get().groups.length]).toEqual([0, 0, 0, 0]);
  expect([groups.landmark.get(), groups.wish.get().hand, app.feature(groupsShown).get()]).toEqual([
    null,
    [],
    null,
  ]);
});
