/** Rows of the table or runs of the lab that are compared: each is opened once, and all that can be read come into one set. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { AppState } from '../../../../../src/app/state/app-state.ts';
import { runSource } from '../../../../../src/app/state/lab/run-source.ts';
import {
  compareTraces,
  openOnce,
  openTrace,
  type ToCompare,
} from '../../../../../src/app/state/traces/compare-traces.ts';
import { type NamedSource, namedFile, singleSource } from '../../../../../src/app/state/traces/named-file.ts';
import { HandTrace } from '../../../../support/hand-trace.ts';
import { endTraceWorkers, stubTraceWorkers, workerOf } from '../../../../support/trace-worker.ts';

let app: AppState;
beforeEach(() => {
  stubTraceWorkers();
  app = new AppState();
});
afterEach(() => endTraceWorkers(app));

const settled = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));
const named = (name: string): NamedSource => singleSource(namedFile(new File([name], name)));
const traceOf = (source: NamedSource, connection: number | null = null): ToCompare => ({
  ...{ source, connection },
});
const members = (): readonly string[] =>
  app.files.list.get().shown?.members.map(({ trace }) => `${trace.name} ${trace.connection}`) ?? [];

/** The file is read, has connection 0 and these, and answers what it was asked to watch. */
function read(name: string, ...connections: readonly number[]): void {
  const reader = workerOf(name);
  reader.read();
  for (const message of reader.got) {
    if (message.type !== 'request' || message.kind !== 'watch') continue;
    const { connection } = message.body;
    if (connections.includes(connection)) {
      reader.read({ connection });
      reader.say({ type: 'answer', id: message.id, answer: undefined as never });
    } else reader.say({ type: 'failed', id: message.id, reason: 'The file does not hold this connection.' });
  }
}

describe('traces that are compared', () => {
  test('come into one set once all are read, in their order, although the first is read last', async () => {
    const comparing = compareTraces(app, [traceOf(named('a')), traceOf(named('b'))]);
    await settled();
    read('b');
    await settled();
    expect([members(), app.activity.isBusy]).toEqual([['b 0'], true]);
    read('a');
    await comparing;
    expect(members()).toEqual(['a 0', 'b 0']);
  });

  test('of one file share its tab, each with its connection', async () => {
    const file = named('a');
    const comparing = compareTraces(app, [traceOf(file, 2), traceOf(file, 5)]);
    await settled();
    workerOf('a').read();
    await settled();
    read('a', 2, 5);
    await comparing;
    expect([app.files.files.length, members()]).toEqual([1, ['a 2', 'a 5']]);
  });

  test('that cannot be read, or have no such connection, are left out; the next one leads', async () => {
    const comparing = compareTraces(app, [
      ...[traceOf(named('a')), traceOf(named('b'), 7)],
      ...[traceOf(named('c')), traceOf(named('d'))],
    ]);
    await settled();
    workerOf('a').read({ phase: 'failed' });
    for (const name of ['b', 'c', 'd']) workerOf(name).read();
    await settled();
    read('b');
    await comparing;
    expect(members()).toEqual(['c 0', 'd 0']);
  });

  test('of which none can be read leave the page idle, each in its tab', async () => {
    const comparing = compareTraces(app, [traceOf(named('a')), traceOf(named('b'))]);
    await settled();
    for (const name of ['a', 'b']) workerOf(name).read({ phase: 'failed' });
    await comparing;
    expect([members(), app.files.files.length, app.activity.isBusy]).toEqual([['b 0'], 2, false]);
  });
});

describe('a source that is open', () => {
  const file = new File(['x'], 'a');
  const ofFile = (range?: { readonly fromUs: number; readonly toUs: number }): NamedSource => ({
    name: 'a',
    source: { kind: 'file', file, ...(range && { range }) },
  });
  const ofUrl = (url: string): NamedSource => ({ name: 'u', source: { kind: 'url', url, name: 'u' } });
  const ofRun = (seed: number): NamedSource => {
    const source = runSource({ scenario: 'incident', variant: 'defect', seed, end: 'sender', fields: [] });
    return { source, name: source.name };
  };

  test.each([
    ['the same file', ofFile(), ofFile(), true],
    ['a file of the same name and content', ofFile(), named('a'), false],
    ['a part of the file', ofFile(), ofFile({ fromUs: 0, toUs: 1 }), false],
    ['the same address', ofUrl('https://a.example/a'), ofUrl('https://a.example/a'), true],
    ['another address', ofUrl('https://a.example/a'), ofUrl('https://a.example/b'), false],
    ['the same run', ofRun(1), ofRun(1), true],
    ['a run of another seed', ofRun(1), ofRun(2), false],
    ['a file beside an address', ofUrl('https://a.example/a'), ofFile(), false],
  ])('is opened once: %s', (_, before, now, isSame) => {
    const first = openOnce(app, before);
    expect(openOnce(app, now) === first).toBe(isSame);
    expect(app.files.files).toHaveLength(isSame ? 1 : 2);
  });
});

test('a row of the table that is opened is shown in the tab of its file, with its connection', async () => {
  const file = named('a');
  openTrace(app, traceOf(file));
  await settled();
  workerOf('a').read();
  new HandTrace(app, 'other');
  openTrace(app, traceOf(file));
  expect(members()).toEqual(['a 0']);
  openTrace(app, traceOf(file, 3));
  await settled();
  read('a', 3);
  await settled();
  expect([app.files.files.length, members()]).toEqual([2, ['a 3']]);
});
