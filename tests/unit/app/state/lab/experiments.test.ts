/** The experiments of the lab: a queue of cards, cancelling, what is refused, what a link asks for; workers are stubs. */
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { Lab } from '../../../../../src/app/state/lab/lab.ts';
import type { LabQuestion } from '../../../../../src/engine/simulator/lab/contract.ts';
import { formatLink } from '../../../../../src/sharing/link/format.ts';
import { parseLink } from '../../../../../src/sharing/link/parse.ts';
import { EMPTY_LINK } from '../../../../../src/sharing/link/state.ts';
import { letGo, StubLabWorker, settle } from '../../../../support/lab-worker.ts';

const cardOf = (lab: Lab, id: string) => lab.experiments.state.get().cards.get(id);

async function openLab(): Promise<Lab> {
  const lab = new Lab(() => undefined);
  lab.show('experiments');
  await settle();
  return lab;
}

beforeEach(() => {
  StubLabWorker.reset();
  vi.stubGlobal('Worker', StubLabWorker);
  vi.stubGlobal('navigator', { hardwareConcurrency: 2 });
});
afterEach(() => vi.unstubAllGlobals());

test('nothing is asked before the page is shown; formulas have their result at once, and again for other fields', async () => {
  const lab = new Lab(() => undefined);
  await settle();
  expect(StubLabWorker.asked.map(({ kind }) => kind)).toEqual(['scenarios', 'check']);
  expect(lab.isBusy).toBe(false);
  lab.show('experiments');
  expect(lab.isBusy).toBe(true);
  await settle();
  expect(lab.isBusy).toBe(false);
  expect(cardOf(lab, 'formula')?.outcome).toMatchObject({ seeds: 0, done: 0, total: 0 });
  expect(cardOf(lab, 'one')?.outcome).toBeNull();
  lab.experiments.setField('formula', 'rtt', '20');
  await settle();
  expect(cardOf(lab, 'formula')?.outcome?.checked.values).toEqual({ rtt: 20 });
  lab.experiments.setField('formula', 'rtt', 'x');
  await settle();
  expect(cardOf(lab, 'formula')?.outcome?.checked.values).toEqual({ rtt: 20 });
});

test('cards wait in one queue, and keep rows without samples', async () => {
  const lab = await openLab();
  lab.experiments.runAll();
  lab.experiments.run('one');
  const { progress, queue } = lab.experiments.state.get();
  expect([progress?.id, queue]).toEqual(['one', ['two']]);
  expect(lab.isBusy).toBe(true);
  await letGo();
  expect(lab.isBusy).toBe(false);
  for (const id of ['one', 'two']) {
    const outcome = cardOf(lab, id)?.outcome;
    expect(outcome).toMatchObject({ seeds: 2, done: 4, total: 4, result: { answers: [{ claim: '4' }] } });
    const rows = [...(outcome?.rows ?? [])].map(([variant, of]) => [variant, of.map(({ seed }) => seed)]);
    expect(rows).toEqual([
      ['a', [1, 2]],
      ['b', [1, 2]],
    ]);
    const kept = [...(outcome?.rows.values() ?? [])].flat();
    expect(kept.every(({ samples, windowBytes }) => samples.length + windowBytes.length === 0)).toBe(true);
  }
  const sent = StubLabWorker.asked.flatMap((one) => (one.kind === 'result' ? [one.body.rows] : [])).at(-1);
  expect(sent?.every(({ samples }) => samples.length === 1)).toBe(true);
});

test('a card that is cancelled shows what came of it, and the next one runs; all are cancelled at once', async () => {
  const lab = await openLab();
  lab.experiments.runAll();
  StubLabWorker.waiting.shift()?.();
  await settle();
  lab.experiments.cancel('one');
  StubLabWorker.waiting = [];
  await settle();
  expect(cardOf(lab, 'one')).toMatchObject({ problem: null, outcome: { done: 1, total: 4 } });
  expect(lab.experiments.state.get().progress?.id).toBe('two');
  lab.experiments.run('one');
  lab.experiments.cancel();
  await settle();
  expect(lab.experiments.state.get()).toMatchObject({ progress: null, queue: [] });
  expect(cardOf(lab, 'two')).toMatchObject({ problem: null, outcome: null });
  expect(lab.isBusy).toBe(false);
});

test('a run that fails is told on its card, and the next card runs', async () => {
  const lab = await openLab();
  StubLabWorker.refuses = 'no such thing';
  lab.experiments.runAll();
  StubLabWorker.waiting.shift()?.();
  StubLabWorker.refuses = null;
  await settle();
  StubLabWorker.waiting.splice(0, 1);
  await letGo();
  expect(cardOf(lab, 'one')?.problem).toBe('The lab cannot go on: no such thing.');
  expect(cardOf(lab, 'two')).toMatchObject({ problem: null, outcome: { done: 4 } });
});

test.each(['0', '101', '1.5', 'x', ''])('"%s" runs of each variant cannot be run', async (seeds) => {
  const lab = await openLab();
  lab.experiments.setSeeds('one', seeds);
  expect(lab.experiments.canRun('one')).toBe(false);
  lab.experiments.run('one');
  expect(lab.experiments.state.get().progress).toBeNull();
});

test('the runs of a card are named, and made, by what it was run with', async () => {
  const lab = await openLab();
  lab.experiments.setField('one', 'rtt', '20');
  await settle();
  lab.experiments.run('one');
  await letGo();
  lab.experiments.setField('one', 'rtt', '30');
  const run = { scenario: 'one', variant: 'a', seed: 2, end: 'sender', fields: ['rtt:20'] };
  expect(lab.experiments.runOf('one', 'a', 2, 'sender')).toEqual(run);
  expect(lab.experiments.runOf('two', 'a', 2, 'sender')).toBeNull();
  const files = await lab.experiments.filesOf('one', 'a', 2);
  expect(files.map(({ name }) => name)).toEqual(['one-a-s2.sender.sqlog', 'one-a-s2.receiver.sqlog']);
});

const fragmentOf = ({ link }: Lab): string => formatLink({ ...EMPTY_LINK, lab: link });

test('a link names the list, or the card that was worked with last, and reads back as it was written', async () => {
  const lab = await openLab();
  expect(fragmentOf(lab)).toBe('v=7&lab=experiments');
  lab.experiments.setField('two', 'rtt', '20');
  lab.experiments.setSeeds('two', '5');
  expect(fragmentOf(lab)).toBe('v=7&lab=two&fields=rtt:20&seeds=5');
  expect(parseLink(fragmentOf(lab)).state.lab).toEqual(lab.link);
  lab.experiments.runAll();
  expect(fragmentOf(lab)).toBe('v=7&lab=experiments');
  lab.show('scenarios');
  expect(fragmentOf(lab)).toBe('v=7&lab=incident');
  lab.close();
});

test('what a link asks for opens its card and runs it; a field that there is not is told', async () => {
  const lab = new Lab(() => undefined, { scenario: 'two', texts: { rtt: '20', nope: '1' }, seeds: '1' });
  await settle();
  await letGo();
  expect(lab.page.get()).toBe('experiments');
  expect(cardOf(lab, 'two')).toMatchObject({
    ...{ texts: { rtt: '20' }, lost: ['nope'], outcome: { done: 2, checked: { values: { rtt: 20 } } } },
  });
  expect(cardOf(lab, 'one')?.outcome).toBeNull();
  expect(fragmentOf(lab)).toBe('v=7&lab=two&fields=rtt:20&seeds=1');
  expect(lab.state.get()).toMatchObject({ scenario: 'incident', problem: null });
});

test('an id that nothing has is told', async () => {
  const lab = new Lab(() => undefined, { scenario: 'nothing-such', texts: {}, seeds: null });
  await settle();
  expect(lab.page.get()).toBe('scenarios');
  expect(lab.state.get().problem).toBe('There is no scenario and no experiment nothing-such.');
  expect(lab.isBusy).toBe(false);
});

test('what no worker answers is told', async () => {
  vi.stubGlobal(
    'Worker',
    class extends StubLabWorker {
      override postMessage({ id }: LabQuestion): void {
        queueMicrotask(() =>
          this.dispatchEvent(new MessageEvent('message', { data: { id, problem: 'it is out of memory' } })),
        );
      }
    },
  );
  const lab = await openLab();
  expect(lab.experiments.state.get().problem).toBe('The lab cannot go on: it is out of memory.');
  expect(lab.isBusy).toBe(false);
});

const hasRun = (): boolean => StubLabWorker.asked.some(({ kind }) => kind === 'runs');
const QUESTION =
  'These 4 runs take up to about 100 seconds and 2.0 MB of memory. It takes less with another value of “RTT”.';

describe('runs that cost much', () => {
  test('of a card are asked about on it; the others of the list run', async () => {
    const lab = await openLab();
    lab.experiments.setField('one', 'rtt', '99');
    await settle();
    lab.experiments.runAll();
    expect(cardOf(lab, 'one')?.question).toBe(QUESTION);
    expect(lab.experiments.state.get().progress?.id).toBe('two');
    await letGo();
    expect([cardOf(lab, 'one')?.outcome, lab.isBusy]).toEqual([null, false]);
    lab.experiments.run('one', true);
    expect(cardOf(lab, 'one')?.question).toBeNull();
    await letGo();
    expect(cardOf(lab, 'one')?.outcome).toMatchObject({ done: 4 });
  });

  test('of a card are not asked about any more once that is dismissed, or its setting changed', async () => {
    const lab = await openLab();
    const asked = async (): Promise<void> => {
      lab.experiments.resetFields('one');
      lab.experiments.setField('one', 'rtt', '99');
      await settle();
      lab.experiments.run('one');
      expect(cardOf(lab, 'one')?.question).toBe(QUESTION);
    };
    for (const change of [
      () => lab.experiments.dismissQuestion('one'),
      () => lab.experiments.setField('one', 'rtt', '98'),
      () => lab.experiments.setSeeds('one', '1'),
      () => lab.experiments.resetFields('one'),
    ]) {
      await asked();
      change();
      expect(cardOf(lab, 'one')?.question).toBeNull();
    }
    expect(hasRun()).toBe(false);
  });

  test('of a link to a card are asked about too', async () => {
    const lab = new Lab(() => undefined, { scenario: 'one', texts: { rtt: '99' }, seeds: null });
    await settle();
    expect(cardOf(lab, 'one')?.question).toBe(QUESTION);
    expect([hasRun(), lab.isBusy]).toEqual([false, false]);
  });

  test('of a scenario are asked about, also for their number alone, and run once that is agreed to', async () => {
    const lab = new Lab(() => undefined, { scenario: 'incident', texts: {}, seeds: '900' });
    await settle();
    void lab.run();
    await settle();
    expect(lab.state.get().question).toBe(
      'These 1,800 runs take up to about 45 seconds and 11.0 MB of memory. It takes less with fewer than 900 runs of each variant.',
    );
    lab.setSeeds('2');
    expect(lab.state.get().question).toBeNull();
    lab.setField('rtt', '99');
    await settle();
    void lab.run();
    await settle();
    expect(lab.state.get()).toMatchObject({ question: QUESTION, isRunning: false });
    lab.dismissQuestion();
    expect([lab.state.get().question, hasRun()]).toEqual([null, false]);
    const done = lab.run(true);
    expect(lab.state.get()).toMatchObject({ question: null, isRunning: true });
    await letGo();
    await done;
    expect(lab.state.get().runs).toMatchObject({ done: 4, total: 4 });
  });
});
