/** The table of traces: rows of files as they are read, records without files, what is left out and what is joined. */
import { beforeEach, expect, test } from 'vitest';
import type { TableJob } from '../../../../src/app/backend/table-reader.ts';
import type { NamedFile } from '../../../../src/app/state/named-file.ts';
import { MOST_FILES, TraceTable } from '../../../../src/app/state/trace-table.ts';
import type { LogEnds } from '../../../../src/engine/contract/log-ends.ts';
import type { Message } from '../../../../src/engine/contract/snapshot.ts';
import type { FileSurvey, TraceSurvey } from '../../../../src/engine/contract/survey.ts';
import { madeRow } from '../../../support/table-rows.ts';

let jobs: TableJob[];
let onRead: (id: number, survey: FileSurvey) => void;
let onEnd: () => void;
let due: (() => void)[];
let other: Message | true | null;
let single: readonly string[] | null;
let table: TraceTable;

beforeEach(() => {
  [jobs, due, other, single] = [[], [], null, null];
  table = new TraceTable({
    startReader: (...listeners) => {
      [onRead, onEnd] = listeners;
      return {
        get isReading() {
          return jobs.length > 0;
        },
        add: (added) => jobs.push(...added),
        drop: (isDropped) => {
          jobs = jobs.filter(({ id }) => !isDropped(id));
        },
        stop: () => {
          jobs = [];
        },
      };
    },
    onChange: () => undefined,
    takeOther: async () => other,
    onSingle: (parts) => {
      single = parts.map(({ name }) => name);
    },
    later: (run) => due.push(run),
  });
});

const named = (name: string): NamedFile => ({ file: new File(['x'], name.replace(/.*\//, '')), name });

const summary = { durationUs: 1e6, packetsSent: 0, minRttUs: Number.NaN, smoothedRttUs: Number.NaN };
const traceOf = (connection: number): TraceSurvey =>
  ({
    ...{ connection, extent: { fromUs: 0, toUs: 1e6 }, summary, findings: [], models: null },
    ...{ of: { entry: null, role: 'server', side: 'sender' }, ended: null, originMs: null, window: null },
  }) as unknown as TraceSurvey;

function surveyOf(connections: number, count = connections): FileSurvey {
  const traces = Array.from({ length: connections }, (_, i) => traceOf(i));
  return { traces, connectionCount: count, failures: [], ends: null };
}

/** Reads the next file. */
function finish(survey: FileSurvey): void {
  const job = jobs.shift() as TableJob;
  onRead(job.id, survey);
  if (jobs.length === 0) onEnd();
}

async function show(): Promise<void> {
  for (let i = 0; i < 5; i++) await Promise.resolve();
  for (const run of due.splice(0)) run();
}

const names = (): readonly string[] =>
  table.rows.get().map(({ name, row }) => `${name}${row === null ? ' …' : row.failure === null ? '' : ' ✕'}`);

test('a row waits for its file, then there is one per connection; further ones are counted', async () => {
  table.addFiles([named('a'), named('b')]);
  await show();
  expect(names()).toEqual(['a …', 'b …']);
  finish(surveyOf(2, 5));
  await show();
  expect(names()).toEqual(['a', 'a', 'a ✕', 'b …']);
  expect(table.rows.get()[2]?.row?.failure?.text).toContain(
    '3 further connections of this file are left out',
  );
  expect([table.progress.get(), table.isReading]).toEqual([{ read: 1, total: 2 }, true]);
  finish(surveyOf(1));
  await show();
  expect([table.progress.get(), table.isReading]).toEqual([{ read: 2, total: 2 }, false]);
});

test('of 10,000 files the first are read, and the table says how many are left out', async () => {
  table.addFiles(Array.from({ length: 10_000 }, (_, i) => named(`${i}.sqlog`)));
  await show();
  expect([jobs.length, table.rows.get().length]).toEqual([MOST_FILES, MOST_FILES]);
  expect(table.notice.get()?.text).toContain('10,000 files were given; a table reads 2,000');
  expect(table.notice.get()?.text).toContain('8,000 are left out');
});

test('cancel keeps what was read, and says what was not', async () => {
  table.addFiles([named('a'), named('b'), named('c')]);
  await show();
  finish(surveyOf(1));
  table.cancel();
  await show();
  expect([names(), table.isReading]).toEqual([['a'], false]);
  expect(table.notice.get()?.text).toContain('Reading 2 files of 3 was cancelled');
});

test('rows are removed, with the file that none is left of', async () => {
  table.addFiles([named('a'), named('b'), named('c')]);
  await show();
  finish(surveyOf(2));
  await show();
  const [first, second, waiting] = table.rows.get();
  table.remove(new Set([first?.key ?? '', waiting?.key ?? '']));
  await show();
  expect(table.rows.get().map(({ key }) => key)).toEqual([second?.key, expect.any(String)]);
  expect(jobs.length).toBe(1);
});

test('records have no file until it is given: then its rows replace them', async () => {
  const rows = ['logs/a.sqlog', 'logs/a.sqlog', 'logs/b.zip!/c.sqlog'].map((name, i) =>
    madeRow(name, { connection: i }),
  );
  table.addRecords(rows, 3);
  await show();
  expect(table.rows.get().map(({ source }) => source)).toEqual([null, null, null]);
  expect(table.notice.get()?.text).toContain('3 records of 6 are left out');
  expect([table.asksFor([named('x')]), table.asksFor([named('b.zip')])]).toEqual([false, true]);
  table.addFiles([named('elsewhere/a.sqlog')]);
  await show();
  expect(names()).toEqual(['logs/a.sqlog', 'logs/a.sqlog', 'logs/b.zip!/c.sqlog']);
  finish(surveyOf(1));
  await show();
  expect(names()).toEqual(['elsewhere/a.sqlog', 'logs/b.zip!/c.sqlog']);
});

test('what is no trace is taken by another, or says what it is', async () => {
  const none: FileSurvey = {
    ...surveyOf(0),
    failures: [{ kind: 'not-qlog', level: 'error', text: 'no trace', places: [] }],
  };
  table.addFiles([named('check.json'), named('digest'), named('readme')]);
  other = true;
  finish(none);
  await show();
  other = { kind: 'digest', level: 'note', text: 'a digest', places: [] };
  finish(none);
  await show();
  other = null;
  finish(none);
  await show();
  expect(table.rows.get().map(({ name, row }) => [name, row?.failure?.text])).toEqual([
    ['digest', 'a digest'],
    ['readme', 'no trace'],
  ]);
});

function endsOf(part: number): LogEnds {
  const range = { first: part * 100, last: part * 100 + 99 };
  return {
    identity: {
      ...{ header: 'h', odcid: null, groupId: 'g', connectionIds: [] },
      ...{ originalIds: [], quicVersion: 1 },
    },
    ...{ timeFormat: 'relative', originMs: null, fromUs: part * 1000, toUs: part * 1000 + 999 },
    ...{ sent: [null, null, range], received: [null, null, range], paths: [] },
  };
}

test('logs of one connection that was rotated are read again as one trace', async () => {
  table.addFiles([named('x.1.qlog'), named('b'), named('x.0.qlog')]);
  finish({ ...surveyOf(1), ends: endsOf(1) });
  finish(surveyOf(1));
  finish({ ...surveyOf(1), ends: endsOf(0) });
  await show();
  expect(jobs.map(({ source }) => source.kind)).toEqual(['segments']);
  expect(names()).toEqual(['b', 'x.0.qlog (2 files) …']);
  finish({ ...surveyOf(1), ends: null });
  await show();
  expect([names(), single]).toEqual([['b', 'x.0.qlog (2 files)'], null]);
});

test('files that are all of one connection are no table', () => {
  table.addFiles([named('x.1.qlog'), named('x.0.qlog'), named('x.2.qlog')]);
  for (const part of [1, 0, 2]) finish({ ...surveyOf(1), ends: endsOf(part) });
  expect([single, jobs]).toEqual([['x.0.qlog', 'x.1.qlog', 'x.2.qlog'], []]);
});
