/** Files with views and notes are joined while the page is used: what goes over at once, what later, and what is said to be lost. */
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { moveOver } from '../../../../../src/app/features/segments/move-over.ts';
import { AppState } from '../../../../../src/app/state/app-state.ts';
import { fileNotes } from '../../../../../src/app/state/notes/file-notes.ts';
import { joinedSource, namedFile } from '../../../../../src/app/state/traces/named-file.ts';
import type { OpenFile } from '../../../../../src/app/state/traces/open-file.ts';
import type { Evidence } from '../../../../../src/engine/input/bytes/source.ts';
import type { Snapshot } from '../../../../../src/engine/reading/contract/snapshot.ts';
import { EMPTY_LINK } from '../../../../../src/sharing/link/state.ts';
import { HandTrace } from '../../../../support/hand-trace.ts';
import { endTraceWorkers, stubTraceWorkers, workerOf } from '../../../../support/trace-worker.ts';

/** The second file begins here in the joined trace, µs. */
const SECOND_US = 20e6;
const FINDINGS = [{ key: 'stall', startUs: 4e6, endUs: 5e6 }] as never;
const PARTS = ['a', 'b'].map((name) => namedFile(new File([name], name)));

let app: AppState;
let a: OpenFile;
let b: OpenFile;

beforeEach(async () => {
  stubTraceWorkers();
  app = new AppState();
  [a, b] = PARTS.map((part) => app.files.open({ kind: 'file', file: part.file })) as [OpenFile, OpenFile];
  await settled();
  for (const name of ['a', 'b']) workerOf(name).read({ findings: FINDINGS });
});
afterEach(() => endTraceWorkers(app));

const settled = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));
const told = (): string | null => app.files.list.get().notice?.text ?? null;

/** As the list of files does it: what is carried is asked for before the joined trace is shown, and the others closed. */
async function join(evidence: Evidence = 'group id'): Promise<OpenFile> {
  const { source, name } = joinedSource(PARTS, evidence);
  const joined = app.files.openBehind({ source, name });
  moveOver(app, [a, b], [joined]);
  app.files.show(joined);
  for (const file of [a, b]) app.files.close(file);
  await settled();
  return joined;
}
async function read(known: Partial<Snapshot> = {}): Promise<void> {
  const segments = [{ fromUs: 0 }, { fromUs: SECOND_US }];
  const extent = { fromUs: 0, toUs: 30e6 };
  workerOf('a', 'b').read({ extent, segments, findings: FINDINGS, ...known } as unknown as Snapshot);
  await settled();
}
const note = (file: OpenFile, timeUs: number): void =>
  file
    .feature(fileNotes)
    .of(0)
    .load([{ id: 'n1', text: 'Look.', anchor: { kind: 'time', timeUs } }]);
const noteTimes = (file: OpenFile): readonly number[] =>
  (file.feature(fileNotes).all.get().get(0) ?? []).flatMap(({ anchor }) =>
    anchor.kind === 'time' ? anchor.timeUs : [],
  );

describe('the view', () => {
  test('of the first file goes over at once, that of another once the joined trace is read', async () => {
    a.current.showRange({ fromUs: 1e6, toUs: 2e6 });
    app.files.show(a);
    const joined = await join();
    expect(joined.set.view.get().range).toEqual({ fromUs: 1e6, toUs: 2e6 });
    await read();
    expect(told()).toBeNull();
  });

  test('of a later file is moved by where that begins in the trace, with its finding', async () => {
    b.current.choose('stall');
    b.current.showRange({ fromUs: 4e6, toUs: 5e6 });
    const joined = await join();
    expect(joined.set.view.get().range).toBeNull();
    await read();
    expect(joined.current.view.get()).toMatchObject({
      ...{ range: { fromUs: SECOND_US + 4e6, toUs: SECOND_US + 5e6 }, chosen: 'stall' },
    });
  });

  test('is that of the file on the screen, where several have one', async () => {
    for (const { current } of [a, b]) current.showRange({ fromUs: 1e6, toUs: 2e6 });
    app.files.show(b);
    const joined = await join();
    await read();
    expect(joined.set.view.get().range).toEqual({ fromUs: SECOND_US + 1e6, toUs: SECOND_US + 2e6 });
  });

  test('is that of the link, where a link joined the files or waits for them', async () => {
    a.current.showRange({ fromUs: 1e6, toUs: 2e6 });
    const byLink = await join('link');
    expect(byLink.set.view.get().range).toBeNull();
  });

  test('is left to a link that is still followed', async () => {
    a.current.showRange({ fromUs: 1e6, toUs: 2e6 });
    app.linkRequest.set({ link: EMPTY_LINK, pending: [], other: null });
    const joined = await join();
    expect(joined.set.view.get().range).toBeNull();
  });

  test('of which the joined trace lacks something says what', async () => {
    a.current.choose('stall');
    const joined = await join();
    await read({ findings: [] });
    expect(joined.current.view.get().chosen).toBeNull();
    expect(told()).toBe(
      'a (2 files) was joined of files that were open. Not found in it: the highlighted finding.',
    );
  });

  test('whose place is not known says that its range is lost', async () => {
    b.current.showRange({ fromUs: 4e6, toUs: 5e6 });
    await join();
    await read({ segments: [{ fromUs: 0 }, { fromUs: Number.NaN }] as never });
    expect(told()).toContain('Not found in it: the range that was shown.');
  });
});

test('a set in which one of the files was has the joined trace in its place', async () => {
  const lead = new HandTrace(app, 'lead');
  lead.say();
  app.files.addToSet(b.current);
  lead.trace.set.setOffset(b.current, 7e6);
  const joined = await join();
  await read();
  const members = lead.trace.home.members.map(({ trace, lane }) => [trace.name, lane.offsetUs]);
  expect(members).toEqual([
    ['lead', 0],
    [joined.name, 7e6 - SECOND_US],
  ]);
});

describe('notes', () => {
  test('of each file go over to its times, those of the first at once', async () => {
    note(a, 1e6);
    note(b, 2e6);
    const joined = await join();
    expect(noteTimes(joined)).toEqual([1e6]);
    await read();
    expect(noteTimes(joined).toSorted((x, y) => x - y)).toEqual([1e6, SECOND_US + 2e6]);
    expect(told()).toBeNull();
  });

  test('whose times are not known keep them, which is said', async () => {
    note(b, 2e6);
    const joined = await join();
    await read({ segments: [{ fromUs: 0 }, { fromUs: Number.NaN }] as never });
    expect(noteTimes(joined)).toEqual([2e6]);
    expect(told()).toContain('Not found in it: the time of 1 note.');
  });
});

test('the page is idle once all of it is carried', async () => {
  note(b, 2e6);
  await join();
  expect(app.activity.isBusy).toBe(true);
  await read();
  await vi.dynamicImportSettled();
  await settled();
  expect(app.activity.isBusy).toBe(false);
});
