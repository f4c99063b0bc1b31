/** Many files at once, zips and saved tables: which become tabs, which rows of the table, and why something is not read. */
import { zipSync } from 'fflate';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { lab as labFeature } from '../../../../../src/app/features/lab/index.ts';
import { triage } from '../../../../../src/app/features/triage/index.ts';
import { AppState } from '../../../../../src/app/state/app-state.ts';
import type { Lab } from '../../../../../src/app/state/lab/lab.ts';
import { labStore } from '../../../../../src/app/state/lab/lab-store.ts';
import { openMany, openRecords, openZips, showTable } from '../../../../../src/app/state/table/open-table.ts';
import { shownTable, tableStore } from '../../../../../src/app/state/table/table-store.ts';
import { type NamedFile, namedFile } from '../../../../../src/app/state/traces/named-file.ts';
import { pendingTrace } from '../../../../../src/app/state/traces/pending-traces.ts';
import { fingerprintOf } from '../../../../../src/sharing/link/fingerprint.ts';
import { EMPTY_LINK, type FileRef } from '../../../../../src/sharing/link/state.ts';
import { endTraceWorkers, stubTraceWorkers } from '../../../../support/trace-worker.ts';

let app: AppState;
beforeEach(() => {
  stubTraceWorkers();
  app = new AppState([triage, labFeature]);
});
afterEach(() => endTraceWorkers(app));

const made = (name: string, content: BlobPart = name): NamedFile => namedFile(new File([content], name));
const all = (names: string): readonly NamedFile[] => [...names].map((name) => made(name));
const tabs = (): readonly string[] => app.files.files.map(({ name }) => name);
const inTable = (): readonly string[] | undefined =>
  app
    .feature(tableStore)
    .get()
    ?.files.map(({ name }) => name);
const told = (): string | null => app.files.list.get().notice?.text ?? null;

async function waitFor({ file }: NamedFile): Promise<void> {
  const ref: FileRef = {
    ...{ kind: 'file', fingerprint: (await fingerprintOf(file)) ?? expect.fail('no fingerprint') },
  };
  const link = { ...EMPTY_LINK, traces: [ref] };
  app.linkRequest.set({ link, pending: [pendingTrace(ref)], other: null });
}

describe('many files', () => {
  test('become the table, which is shown in place of the tab', async () => {
    await app.files.openTabs(all('x'));
    await openMany(app, all('abcd'));
    expect([tabs(), inTable(), shownTable(app), told()]).toEqual([
      ...[['x'], ['a', 'b', 'c', 'd']],
      ...[app.feature(tableStore).get(), null],
    ]);
  });

  test('are tabs where a link waits for one, and no more than three others came with it', async () => {
    await waitFor(made('b'));
    await openMany(app, all('abcd'));
    expect([tabs(), inTable(), told()]).toEqual([['a', 'b', 'c', 'd'], undefined, null]);
  });

  test('beside the one that a link waits for are rows; it is the tab on the screen', async () => {
    await waitFor(made('b'));
    await openMany(app, all('abcde'));
    expect([tabs(), inTable(), app.files.shownFile?.name]).toEqual([['b'], ['a', 'c', 'd', 'e'], 'b']);
    expect(told()).toMatch(/^1 of the 5 files is the one asked for/);
  });

  test('of which none is the one that a link waits for are rows, which is said', async () => {
    await waitFor(made('z'));
    await openMany(app, all('abcd'));
    expect([tabs(), inTable()?.length]).toEqual([[], 4]);
    expect(told()).toMatch(/^None of the 4 files/);
  });

  test('are added to the table that is there; a copy is not, which is said', async () => {
    await openMany(app, all('abcd'));
    await openMany(app, all('cdef'));
    expect(inTable()).toEqual(['a', 'b', 'c', 'd', 'e', 'f']);
    expect(told()).toBe(
      '2 files of 4 are in the table already, with the same content: they are not added again.',
    );
  });
});

describe('zips', () => {
  const zip = (entries: number, name = 'z.zip'): NamedFile => {
    const files = Object.fromEntries(Array.from({ length: entries }, (_, i) => [`${i}`, new Uint8Array(1)]));
    return made(name, zipSync(files) as Uint8Array<ArrayBuffer>);
  };

  test.each([
    ['of three files', [zip(3)], true],
    ['of four files', [zip(4)], false],
    ['of two files each', [zip(2), zip(2, 'y.zip')], false],
    ['of two files beside two other ones', [zip(2), ...all('ab')], false],
    ['without a file beside two other ones', [zip(0), ...all('ab')], true],
    ['that is damaged', [made('z.zip', 'PK\u0003\u0004')], true],
  ])('are tabs where they hold what fits tabs, else the table: %s', async (_, files, areTabs) => {
    await openZips(app, files);
    expect([tabs().length, inTable()?.length ?? 0]).toEqual(areTabs ? [files.length, 0] : [0, files.length]);
  });
});

describe('a saved table, or what check --json printed', () => {
  const RECORD = { schema: 1, file: 'a.sqlog', trace: 0, durationMs: 5 };
  const names = (): readonly string[] | undefined =>
    app
      .feature(tableStore)
      .get()
      ?.rows.get()
      .map(({ name }) => name);

  test('is shown as rows in place of the tab', async () => {
    await app.files.openTabs(all('x'));
    await openRecords(app, made('r.json', `${JSON.stringify(RECORD)}\n`));
    await vi.waitFor(() => expect(names()).toEqual(['a.sqlog']));
    expect([shownTable(app), told()]).toEqual([app.feature(tableStore).get(), null]);
  });

  test('of which no row can be read is no table, and leaves the tab on the screen', async () => {
    await app.files.openTabs(all('x'));
    await openRecords(app, made('r.json', JSON.stringify({ ...RECORD, schema: 99 })));
    expect([app.feature(tableStore).get(), app.files.shownFile?.name]).toEqual([null, 'x']);
    expect(told()).toMatch(/^r\.json looks like a table.*: this version reads no row of it\.$/);
  });

  test('that is too large is not read at all', async () => {
    const text = vi.fn();
    await openRecords(app, { name: 'r.json', file: { size: 256e6 + 1, text } as unknown as File });
    expect([text.mock.calls.length, app.feature(tableStore).get()]).toEqual([0, null]);
    expect(told()).toMatch(/more than 256(\.0)? MB; split it by lines\.$/);
  });

  test('that stops giving bytes is to be opened again', async () => {
    const text = () => Promise.reject(new Error('gone'));
    await openRecords(app, { name: 'r.json', file: { size: 5, text } as unknown as File });
    expect(told()).toMatch(/the file stopped giving bytes; open it again\.$/);
  });
});

test('the table is shown where there is one, in place of the lab; else it is said how one is made', async () => {
  showTable(app);
  expect(told()).toMatch(/^There is no table of traces: open more than three files at once/);
  await openMany(app, all('abcd'));
  await app.files.openTabs(all('x'));
  app.feature(labStore).set({} as Lab);
  app.screens.show('lab');
  expect(shownTable(app)).toBeNull();
  showTable(app);
  expect(shownTable(app)).toBe(app.feature(tableStore).get());
});
