/** A file that is opened while a link waits for one, or a digest is open: it is the right one, another one, or takes its place. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { OpenedTraces } from '../../../../src/app/navigation/opened-traces.ts';
import {
  IDLE,
  type Navigation,
  type NavigationEvent,
  reduce,
} from '../../../../src/app/navigation/reducer.ts';
import { TraceOrigins } from '../../../../src/app/navigation/trace-origins.ts';
import { AppState } from '../../../../src/app/state/app-state.ts';
import { tableStore } from '../../../../src/app/state/table/table-store.ts';
import { namedFile } from '../../../../src/app/state/traces/named-file.ts';
import { pendingTrace } from '../../../../src/app/state/traces/pending-traces.ts';
import { fingerprintOf } from '../../../../src/sharing/link/fingerprint.ts';
import { EMPTY_LINK, type FileRef, type LinkState } from '../../../../src/sharing/link/state.ts';
import { HandTrace } from '../../../support/hand-trace.ts';
import { endTraceWorkers, stubTraceWorkers } from '../../../support/trace-worker.ts';

let app: AppState;
/** Each file that was shown with the view of a link. */
let shown: { readonly name: string; readonly link: LinkState }[];
let answered: number;
let state: Navigation;
let opened: OpenedTraces;

beforeEach(() => {
  stubTraceWorkers();
  app = new AppState();
  [shown, answered, state] = [[], 0, IDLE];
  opened = new OpenedTraces({
    app,
    origins: new TraceOrigins({ idOf: () => null, sourceOf: () => null }),
    dispatch: take,
  });
});
afterEach(() => endTraceWorkers(app));

function take(event: NavigationEvent<never, never>): void {
  if (event.type === 'show') shown.push({ name: event.file.name, link: event.link });
  if (event.type === 'found') answered++;
  ({ state } = reduce(state, event));
  app.linkRequest.set(state.request);
}

async function settled(): Promise<void> {
  while (app.activity.isBusy) await new Promise((resolve) => setTimeout(resolve));
}
const made = (name: string, content = name): File => new File([content], name);
async function open(file: File): Promise<void> {
  app.files.openFiles([file]);
  await settled();
}
const refOf = async (file: File): Promise<FileRef> => ({
  kind: 'file',
  fingerprint: (await fingerprintOf(file)) ?? expect.fail('there are no fingerprints'),
});
async function waitFor(...files: readonly File[]): Promise<LinkState> {
  const traces = await Promise.all(files.map(refOf));
  const link = { ...EMPTY_LINK, traces };
  take({ type: 'ask', request: { link, pending: traces.map(pendingTrace), other: null } });
  return link;
}
const tabs = (): readonly string[] => app.files.files.map(({ name }) => name);
const told = (): string | null => app.files.list.get().notice?.text ?? null;

describe('while a link waits for a file', () => {
  test('the right one is shown with its view, and nothing is waited for any more', async () => {
    const link = await waitFor(made('a'));
    await open(made('a'));
    expect([shown, answered, app.linkRequest.get(), told()]).toEqual([
      ...[[{ name: 'a', link }], 1],
      ...[null, null],
    ]);
  });

  test('it is the right one under another name too, which is said', async () => {
    await waitFor(made('a', 'content'));
    await open(made('renamed', 'content'));
    expect([shown.length, app.linkRequest.get()]).toEqual([1, null]);
    expect(told()).toContain('renamed');
  });

  test('another one is named as such, until it is closed', async () => {
    await waitFor(made('a'));
    await open(made('b'));
    const other = app.linkRequest.get()?.other;
    expect([other?.file.name, other?.words]).toEqual(['b', expect.stringContaining('b')]);
    expect([shown, answered]).toEqual([[], 0]);
    app.files.close(app.files.files[0] ?? expect.fail('there is no tab'));
    expect(app.linkRequest.get()).toMatchObject({ other: null, pending: [{}] });
  });

  test('it waits for the others of its link still; one that it does not show gets no view', async () => {
    const link = await waitFor(made('a'), made('b'));
    await open(made('b'));
    expect([shown, answered, app.linkRequest.get()?.pending.length]).toEqual([[], 1, 1]);
    await open(made('a'));
    expect([shown, answered, app.linkRequest.get()]).toEqual([[{ name: 'a', link }], 2, null]);
  });

  test('one that is opened again, after it was there, is no other file', async () => {
    await waitFor(made('a'), made('b'));
    for (let times = 0; times < 2; times++) await open(made('b'));
    expect(app.linkRequest.get()).toMatchObject({ other: null, pending: [{}] });
  });

  test('a trace of its set that comes later is laid over the one that it shows', async () => {
    const traces = await Promise.all([made('a'), made('b')].map(refOf));
    const set = { ...EMPTY_LINK.set, others: [{ trace: 1 } as LinkState['set']['others'][number]] };
    const link = { ...EMPTY_LINK, traces, set };
    take({ type: 'ask', request: { link, pending: traces.map(pendingTrace), other: null } });
    await open(made('a'));
    await open(made('b'));
    expect(shown.map(({ name }) => name)).toEqual(['a', 'a']);
  });

  test('a file that was open before is compared once that part of the page is there', async () => {
    await open(made('a'));
    await waitFor(made('a'));
    opened.compareEarlier();
    await settled();
    expect([shown.length, app.linkRequest.get()]).toEqual([1, null]);
  });

  test('what is made on this page is not compared with it', async () => {
    await waitFor(made('a'));
    app.files.open({ kind: 'example', url: 'http://127.0.0.1/e.gz', name: 'e' });
    await settled();
    expect(app.linkRequest.get()?.other).toBeNull();
  });
});

describe('while a digest is open', () => {
  test('its file takes its place, whatever it is called', async () => {
    const digest = new HandTrace(app, 'digest', await refOf(made('a', 'content')));
    digest.say();
    await open(made('renamed', 'content'));
    expect([tabs(), shown.map(({ name }) => name)]).toEqual([['renamed'], ['renamed']]);
    expect(told()).toContain('renamed');
  });

  test('another file leaves it open, which is said', async () => {
    new HandTrace(app, 'digest', await refOf(made('a'))).say();
    await open(made('b'));
    expect([tabs(), shown]).toEqual([['digest', 'b'], []]);
    expect(told()).toContain('The digest stays open.');
  });

  test('a file of the table is no attempt at it', async () => {
    new HandTrace(app, 'digest', await refOf(made('a'))).say();
    const file = made('b');
    app.feature(tableStore).set({ files: [namedFile(file)], close: () => undefined } as never);
    await open(file);
    expect([tabs(), told()]).toEqual([['digest', 'b'], null]);
  });

  test('a digest of which it is not known what it was made from stays', async () => {
    new HandTrace(app, 'digest').say();
    await open(made('a'));
    expect([tabs(), told()]).toEqual([['digest', 'a'], null]);
  });
});
