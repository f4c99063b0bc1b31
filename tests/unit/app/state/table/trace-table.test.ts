/** The table of traces: rows of files as they are read, records without files, what is left out and what is joined. */
import { beforeEach, describe, expect, test } from 'vitest';
import type { TableJob } from '../../../../../src/app/backend/table-reader.ts';
import { MOST_FILES, TraceTable } from '../../../../../src/app/state/table/trace-table.ts';
import type { NamedFile } from '../../../../../src/app/state/traces/named-file.ts';
import type { LogEnds } from '../../../../../src/engine/reading/contract/log-ends.ts';
import type { Message } from '../../../../../src/engine/reading/contract/snapshot.ts';
import type { FileSurvey, TraceSurvey } from '../../../../../src/engine/reading/contract/survey.ts';
import { madeRow } from '../../../../support/table-rows.ts';

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
    ...{ connection, extent: { fromUs: 0, toUs: 1e6 }, summary, findings: [], remarks: [], models: null },
    ...{
      notJudged: [],
      of: { entry: null, role: 'server', side: 'sender' },
      goodputBytes: null,
      ended: null,
      originMs: null,
      window: null,
    },
  }) as unknown as TraceSurvey;

function surveyOf(connections: number, count = connections): FileSurvey {
  const traces = Array.from({ length: connections }, (_, i) => traceOf(i));
  return { traces, hash: null, connectionCount: count, failures: [], ends: null };
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

describe('removed rows', () => {
  const keys = () => table.rows.get().map(({ key }) => key);

  test('are put back where they were, the last ones first, with what was read; others are read then', async () => {
    table.addFiles(['a', 'b', 'c', 'd'].map(named));
    await show();
    finish(surveyOf(2));
    finish(surveyOf(1));
    await show();
    const all = table.rows.get();
    const [a1, , b, c, d] = keys();
    table.remove(new Set([a1!, b!, c!]));
    table.remove(new Set([d!]));
    table.remove(new Set(['none']));
    expect(table.removed.get().map(({ rows }) => rows)).toEqual([3, 1]);
    expect([keys().length, jobs.length]).toEqual([1, 0]);
    expect(table.putBack()).toEqual(new Set([d]));
    expect(table.putBack()).toEqual(new Set([a1, b, c]));
    expect(table.rows.get()).toEqual(all);
    expect([table.putBack().size, jobs.length]).toEqual([0, 2]);
    finish(surveyOf(1));
    finish(surveyOf(1));
    await show();
    expect([names(), table.progress.get()]).toEqual([
      ['a', 'a', 'b', 'd', 'c'].sort(),
      { read: 4, total: 4 },
    ]);
  });

  test('that came without a file stand beside one that was read since; a closed table has none', async () => {
    table.addRecords([madeRow('a.sqlog', {}), madeRow('b.sqlog', {})], 0);
    await show();
    table.remove(new Set([keys()[0]!]));
    table.addFiles([named('a.sqlog')]);
    finish(surveyOf(1));
    await show();
    table.putBack();
    expect(table.rows.get().map(({ name, source }) => [name, source !== null])).toEqual([
      ['a.sqlog', false],
      ['b.sqlog', false],
      ['a.sqlog', true],
    ]);
    table.remove(new Set([keys()[0]!]));
    table.close();
    expect([table.removed.get(), table.putBack().size]).toEqual([[], 0]);
  });
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

describe('a listing', () => {
  const LISTING = 'https://logs.example/runs/';
  const asks = { kind: 'host-not-agreed', text: 'ask first' };
  const at = (name: string, problem: typeof asks | null = null) => ({
    ...{ name, asks: problem },
    source: { kind: 'url' as const, url: `${LISTING}${name}`, name },
  });

  test('is read from its URLs; what the user has not agreed to is a row that nothing is fetched for', async () => {
    expect(table.addListing(LISTING, [at('a'), at('b', asks), at('c')])).toBe(3);
    await show();
    expect(names()).toEqual(['a …', 'b ✕', 'c …']);
    expect(jobs.map(({ source }) => (source.kind === 'url' ? source.url : ''))).toEqual([
      `${LISTING}a`,
      `${LISTING}c`,
    ]);
    expect(table.rows.get()[1]).toMatchObject({ source: null, row: { failure: asks } });
    expect(table.fetch(new Set([`${LISTING}b`, `${LISTING}x`]))).toEqual(new Set([`${LISTING}b`]));
    expect(table.fetch(new Set([`${LISTING}b`]))).toEqual(new Set());
    await show();
    expect(names()).toEqual(['a …', 'b …', 'c …']);
    for (let i = 0; i < 3; i++) finish(surveyOf(1));
    await show();
    expect([names(), table.isReading]).toEqual([['a', 'c', 'b'].sort(), false]);
  });

  test('is one as long as nothing is added and removed', async () => {
    table.addListing(LISTING, [at('a'), at('b')]);
    await show();
    expect(table.origin).toEqual({ kind: 'listing', url: LISTING });
    table.remove(new Set([table.rows.get()[0]?.key ?? '']));
    await show();
    expect(table.origin).toBeNull();
    table.putBack();
    expect([table.origin, names()]).toEqual([{ kind: 'listing', url: LISTING }, ['a …', 'b …']]);
    table.remove(new Set([table.rows.get()[0]?.key ?? '']));
    table.addListing(LISTING, [at('c')]);
    await show();
    expect([table.origin, names()]).toEqual([null, ['b …', 'c …']]);
    table.putBack();
    expect([table.origin, names()]).toEqual([null, ['a …', 'b …', 'c …']]);
  });

  test('of more traces than a table reads the first are taken', async () => {
    expect(
      table.addListing(
        LISTING,
        Array.from({ length: 2100 }, (_, i) => at(`${i}`)),
      ),
    ).toBe(MOST_FILES);
  });

  test('rows are found again by their places', async () => {
    table.addListing(LISTING, [at('a'), at('b')]);
    finish(surveyOf(2));
    finish(surveyOf(1));
    await show();
    const keys = table.rows.get().map(({ key }) => key);
    const picked = new Set(keys.slice(1));
    expect(table.placesOf(picked)).toEqual([
      { file: 0, row: 1 },
      { file: 1, row: 0 },
    ]);
    expect(table.keysAt([...table.placesOf(picked), { file: 7, row: 0 }, { file: 0, row: 9 }])).toEqual(
      picked,
    );
  });
});
