/** The list of open files over workers by hand: which tab is shown, what is said of reading, and what closing does. */
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { AppState, type StateParts } from '../../../../../src/app/state/app-state.ts';
import { joinedSource, namedFile, singleSource } from '../../../../../src/app/state/traces/named-file.ts';
import type { OpenFile } from '../../../../../src/app/state/traces/open-file.ts';
import type { Opener } from '../../../../../src/app/state/traces/openers.ts';
import type { Snapshot } from '../../../../../src/engine/reading/contract/snapshot.ts';
import { HandTrace } from '../../../../support/hand-trace.ts';
import {
  endTraceWorkers,
  StubTraceWorker,
  stubTraceWorkers,
  workerOf,
} from '../../../../support/trace-worker.ts';

let app: AppState;

function startPage(cores = 8, ...features: readonly StateParts[]): void {
  stubTraceWorkers(cores);
  app = new AppState(features);
}
beforeEach(() => startPage());
afterEach(() => endTraceWorkers(app));

const settled = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));
/** @param bytes size of the file. */
const made = (name: string, bytes = 100): File => new File(['x'.repeat(bytes)], name);
const tabs = (): readonly string[] => app.files.files.map(({ name }) => name);
const shown = (): string | null => app.files.shownFile?.name ?? null;
const told = (): string | null => app.files.list.get().notice?.text ?? null;
const tab = (name: string): OpenFile =>
  app.files.files.find((file) => file.name === name) ?? expect.fail(`${name} is no tab`);
const reading = (): readonly string[] =>
  StubTraceWorker.started.flatMap(({ isAlive, files }) => (isAlive ? files : []));

async function open(...files: readonly (string | File)[]): Promise<void> {
  app.files.openFiles(files.map((file) => (typeof file === 'string' ? made(file) : file)));
  await settled();
}

const found = (severity: 'critical' | 'warning'): Partial<Snapshot> => ({
  findings: [{ key: severity, severity, startUs: 0, endUs: 1 }] as unknown as Snapshot['findings'],
});
const progress = (known: Partial<Snapshot['progress']>): Partial<Snapshot> => ({
  phase: 'reading',
  progress: { readBytes: 0, totalBytes: null, events: 0, ...known } as Snapshot['progress'],
});

describe('of files opened together', () => {
  test('the first is shown while they are read, then the worst, once all are read', async () => {
    await open('a', 'b', 'c');
    expect([tabs(), shown()]).toEqual([['a', 'b', 'c'], 'a']);
    workerOf('b').read(found('warning'));
    workerOf('c').read(found('critical'));
    expect(shown()).toBe('a');
    workerOf('a').read();
    expect(shown()).toBe('c');
  });

  test('the first stays where it is the best, whatever is found in another one later', async () => {
    await open('a', 'b');
    for (const name of ['a', 'b']) workerOf(name).read();
    workerOf('b').read(found('critical'));
    expect(shown()).toBe('a');
  });

  test('the one that the user selected meanwhile stays', async () => {
    await open('a', 'b', 'c');
    app.files.show(tab('b'));
    workerOf('c').read(found('critical'));
    for (const name of ['a', 'b']) workerOf(name).read();
    expect(shown()).toBe('b');
  });

  test('one that is closed is not waited for', async () => {
    await open('a', 'b', 'c');
    workerOf('a').read();
    workerOf('b').read(found('critical'));
    expect(shown()).toBe('a');
    app.files.close(tab('c'));
    expect([tabs(), shown()]).toEqual([['a', 'b'], 'b']);
  });

  test('the first stays where none can be read, and one that cannot is never the best', async () => {
    await open('a', 'b');
    for (const name of ['a', 'b']) workerOf(name).read({ phase: 'failed' });
    expect(shown()).toBe('a');
    await open('c', 'd');
    workerOf('c').read({ phase: 'failed', ...found('critical') });
    workerOf('d').read();
    expect(shown()).toBe('d');
  });

  test('small ones are read first, although a large one is shown; one that the user selects comes next', async () => {
    startPage(2);
    await open(made('large', 400), made('mid', 300), made('small', 100), made('tiny', 10));
    expect([shown(), reading()]).toEqual(['large', ['tiny', 'small']]);
    app.files.show(tab('large'));
    workerOf('tiny').read();
    await settled();
    expect(reading()).toEqual(['small', 'large']);
  });
});

describe('what is no trace among files', () => {
  let opened: string[];
  const begins = (byte: string, oneByOne?: true): Opener => ({
    claims: { head: (head) => String.fromCharCode(head[0] ?? 0) === byte },
    ...(oneByOne && { oneByOne }),
    open: async (files) => void opened.push(`${byte} ${files.map(({ name }) => name)}`),
  });
  beforeEach(() => {
    opened = [];
    startPage(8, { openers: () => [begins('D', true), begins('F')] }, { openers: () => [begins('R', true)] });
  });
  const of = (byte: string, name: string): File => new File([byte], name);

  test('is opened as what it is, and is no tab: first what is one thing together, then each in the order of the files', async () => {
    await open(of('R', 'r'), of('F', 'one'), 'a', of('D', 'd'), of('F', 'two'), of('R', 's'));
    expect(opened).toEqual(['F one,two', 'R r', 'D d', 'R s']);
    expect([tabs(), shown()]).toEqual([['a'], 'a']);
  });

  test('is none of those that are opened beside what is shown, which stays there', async () => {
    await open('a');
    const beside = await app.files.openBeside([made('b'), of('D', 'd'), made('c')]);
    expect(beside.map(({ name }) => name)).toEqual(['b', 'c']);
    expect([tabs(), shown()]).toEqual([['a', 'b', 'c'], 'a']);
  });
});

describe('files that are opened otherwise than as tabs', () => {
  test('are no tabs, and the page is not idle before they are opened', async () => {
    let take = (): void => undefined;
    const openLater = (): Promise<void> => new Promise((resolve) => (take = resolve));
    startPage(8, { openers: () => [{ claims: { together: () => true }, open: openLater }] });
    await open('a', 'b');
    expect([tabs(), app.activity.isBusy]).toEqual([[], true]);
    take();
    await settled();
    expect(app.activity.isBusy).toBe(false);
  });
});

describe('dropped folders', () => {
  const walked = (names: readonly string[], text: string | null) =>
    app.files.openWalked(
      Promise.resolve({
        files: names.map((name) => namedFile(made('x'), name)),
        notice: text === null ? null : { kind: 'walked', level: 'note', text, places: [] },
      }),
    );

  test('are named as being looked through; then their files are open, with the path in the name', async () => {
    const walk = walked(['logs/a'], null);
    expect(told()).toBe('Looking for files in the dropped folders.');
    await walk;
    expect([tabs(), told()]).toEqual([['logs/a'], null]);
  });

  test.each([null, 'Nothing was found.'])('without a file say what they lack: %s', async (text) => {
    await walked([], text);
    expect([tabs(), told()]).toEqual([[], text]);
  });

  test('of which something was left out say so beside what was opened', async () => {
    await walked(['a'], 'One was left out.');
    expect([tabs(), told()]).toEqual([['a'], 'One was left out.']);
  });
});

describe('a tab that is closed', () => {
  test('gives way to the newest other one; another tab leaves what is shown', async () => {
    for (const name of ['a', 'b', 'c', 'd']) await open(name);
    app.files.show(tab('a'));
    app.files.close(tab('b'));
    expect(shown()).toBe('a');
    app.files.close(tab('a'));
    expect([tabs(), shown()]).toEqual([['c', 'd'], 'd']);
    for (const name of ['d', 'c']) app.files.close(tab(name));
    expect([tabs(), app.files.list.get().shown]).toEqual([[], null]);
  });

  test('ends its worker, and takes its trace out of the sets of others', async () => {
    for (const name of ['a', 'b']) await open(name);
    const ended = workerOf('b');
    app.files.show(tab('a'));
    app.files.addToSet(tab('b').current);
    expect(tab('a').set.members).toHaveLength(2);
    app.files.close(tab('b'));
    expect([ended.isAlive, tab('a').set.members.length]).toEqual([false, 1]);
  });
});

describe('reading that is cancelled', () => {
  test.each([
    [null, 'before anything was read'],
    [progress({ readBytes: 2e6, events: 1 }), 'after 2.0 MB and 1 event'],
    [progress({ readBytes: 1e6, totalBytes: 4e6, events: 2000 }), 'after 1.0 MB (25.0 %) and 2,000 events'],
    [progress({ totalBytes: 0 }), 'after 0 B (0.0 %) and 0 events'],
  ])('says how far it came: %#', async (known, how) => {
    await open('a');
    if (known !== null) workerOf('a').read(known);
    app.files.cancelShown();
    expect([tabs(), told()]).toEqual([[], `Reading a was cancelled ${how}. Nothing of it was kept.`]);
  });

  test('of all files leaves those that are read, and shows the best of them', async () => {
    await open('a', 'b', 'c', 'd');
    workerOf('b').read();
    workerOf('c').read(found('warning'));
    app.files.cancelAll();
    expect([tabs(), shown()]).toEqual([['b', 'c'], 'c']);
    expect(told()).toBe('Reading 2 files of 4 was cancelled. Files already read stay open.');
  });
});

describe('the progress of several files', () => {
  const now = () => app.files.readingAll.get();

  test('is the share of all their bytes; one that failed has ended, and counts whole', async () => {
    await open(made('a', 100), made('b', 300));
    expect(now()).toEqual({ ended: 0, total: 2, share: 0 });
    workerOf('b').read(progress({ readBytes: 103 }));
    expect(now()).toEqual({ ended: 0, total: 2, share: 0.25 });
    workerOf('a').read({ phase: 'failed' });
    expect(now()).toEqual({ ended: 1, total: 2, share: 0.5 });
    workerOf('b').read();
    expect(now()).toBeNull();
  });

  test('is none of one file alone, and begins anew once all are read', async () => {
    await open('a');
    expect(now()).toBeNull();
    await open('b');
    expect(now()).toEqual({ ended: 0, total: 2, share: 0 });
    for (const name of ['a', 'b']) workerOf(name).read();
    await open('c', 'd');
    expect(now()).toMatchObject({ ended: 0, total: 2 });
  });

  test('is not drawn again where a snapshot changes nothing of it', async () => {
    await open(made('a', 1000), made('b', 1000));
    workerOf('a').read(progress({ readBytes: 500 }));
    let drawn = 0;
    app.files.readingAll.subscribe(() => drawn++);
    workerOf('a').read(progress({ readBytes: 501 }));
    expect(drawn).toBe(0);
    // Stored as more bytes than the file had when it was opened.
    workerOf('a').read(progress({ readBytes: 5000 }));
    expect([drawn, now()?.share]).toEqual([1, 0.5]);
  });
});

describe('a connection that is chosen', () => {
  let hand: HandTrace;
  beforeEach(() => {
    hand = new HandTrace(app);
    hand.say();
  });
  const watched = async (connection: number): Promise<void> => {
    hand.say({ connection });
    await hand.answer('watch', undefined as never);
  };

  test('is shown when it has come, in the tab of its file', async () => {
    const choosing = app.files.choose(hand.file, 2);
    expect(hand.trace.connection).toBe(0);
    await watched(2);
    await choosing;
    expect([hand.trace.connection, app.files.shownTrace?.connection]).toEqual([2, 2]);
  });

  test('gives way to a later choice, although it comes after it', async () => {
    const first = app.files.choose(hand.file, 2);
    const second = app.files.choose(hand.file, 3);
    hand.say({ connection: 2 });
    hand.say({ connection: 3 });
    const [earlier, later] = hand.asked.splice(0);
    hand.asked.push(...[later, earlier].filter((one) => one !== undefined));
    for (let answered = 0; answered < 2; answered++) await hand.answer('watch', undefined as never);
    await Promise.all([first, second]);
    expect(hand.trace.connection).toBe(3);
  });

  test('that the file does not hold leaves the one before', async () => {
    const choosing = app.files.choose(hand.file, 9);
    await hand.fail('watch', 'The file does not hold this connection.');
    await choosing;
    expect([hand.trace.connection, app.files.shownTrace]).toEqual([0, hand.trace]);
  });

  test('after another tab leaves that tab on the screen', async () => {
    await open('a');
    const choosing = app.files.choose(hand.file, 2, false);
    await watched(2);
    await choosing;
    expect([hand.trace.connection, shown()]).toEqual([2, 'a']);
  });
});

describe('what takes the place of open files', () => {
  test('a file, that of its digest: in the tab bar and on the screen, with what is said there', async () => {
    const digest = new HandTrace(app, 'd');
    await open('a', 'b');
    app.files.notify({ kind: 'link', level: 'note', text: 'It was renamed.', places: [] });
    app.files.replaceDigest(digest.file, tab('b'));
    expect([tabs(), shown(), told()]).toEqual([['b', 'a'], 'b', 'It was renamed.']);
  });

  test('a joined trace, that of its first file, and is shown where one of them was', async () => {
    for (const name of ['a', 'b', 'c', 'd']) await open(name);
    app.files.show(tab('a'));
    const parts = ['b', 'c'].map((name) => namedFile(made(name)));
    app.files.replace([tab('b'), tab('c')], [joinedSource(parts, 'group id')]);
    expect([tabs(), shown()]).toEqual([['a', 'b (2 files)', 'd'], 'a']);
    const ended = workerOf('d');
    app.files.show(tab('d'));
    app.files.replace([tab('d')], parts.map(singleSource));
    expect([tabs(), shown(), ended.isAlive]).toEqual([['a', 'b (2 files)', 'b', 'c'], 'b', false]);
  });

  test('is one of the files opened together: the best of all is shown once it is read', async () => {
    await open('a', 'b');
    const [opened] = app.files.replace([tab('a')], [singleSource(namedFile(made('c')))]);
    await settled();
    workerOf('b').read(found('critical'));
    expect(shown()).toBe('c');
    workerOf('c').read();
    expect([opened?.state, shown()]).toEqual(['ready', 'b']);
  });
});

describe('files of one connection', () => {
  test('are looked for once all are read, and once for the same files', async () => {
    let looks = 0;
    let linked = 0;
    startPage(8, {
      moveOver: async () => {
        looks++;
        return () => undefined;
      },
    });
    app.files.onCompared(() => linked++);
    await open('a', 'b');
    workerOf('a').read();
    await vi.dynamicImportSettled();
    expect([looks, linked]).toEqual([0, 0]);
    workerOf('b').read();
    await vi.dynamicImportSettled();
    await settled();
    expect(looks).toBe(1);
    expect(linked).toBeGreaterThan(0);
    workerOf('b').read();
    await vi.dynamicImportSettled();
    expect(looks).toBe(1);
  });

  test('are not joined, and it is said, where that part of the page does not come', async () => {
    startPage(8, { moveOver: () => Promise.reject(new Error('offline')) });
    await open('a', 'b');
    for (const name of ['a', 'b']) workerOf(name).read();
    await vi.dynamicImportSettled();
    await settled();
    expect(told()).toContain('could not be fetched from its server. Reload the page.');
    expect([tabs(), app.activity.isBusy]).toEqual([['a', 'b'], false]);
  });
});

test('a message about the list goes with the next file that is opened', async () => {
  app.files.refuseDrop();
  expect(told()).toBe('The drop contains no file. Drop a trace file, or choose one with Open.');
  await open('a');
  expect(told()).toBeNull();
});

test('a worker is started for a file that is likely to come, one at most, and none beside open files', async () => {
  app.files.expectFile();
  app.files.expectFile();
  expect(StubTraceWorker.started).toHaveLength(1);
  await open('a');
  app.files.expectFile();
  expect(StubTraceWorker.started).toHaveLength(1);
});

test('without a tab on the screen the files stay open', async () => {
  await open('a', 'b');
  app.files.showNone();
  workerOf('a').read();
  workerOf('b').read(found('critical'));
  expect([tabs(), shown()]).toEqual([['a', 'b'], null]);
});

test('a file that is opened after the others leaves the tab on the screen', async () => {
  await open('a');
  app.files.openBehind(singleSource(namedFile(made('b'))));
  expect([tabs(), shown()]).toEqual([['a', 'b'], 'a']);
});
