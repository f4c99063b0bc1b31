/** The fields of the lab's scenario: what is checked last counts, whatever order the answers come in; workers are stubs. */
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { Lab, MOST_SEEDS } from '../../../../../src/app/state/lab/lab.ts';
import type { LabQuestion } from '../../../../../src/engine/simulator/lab/contract.ts';
import { letGo, StubLabWorker, settle } from '../../../../support/lab-worker.ts';
import { draws, SEED } from '../../../../support/tier.ts';

beforeEach(() => {
  StubLabWorker.reset();
  vi.stubGlobal('Worker', StubLabWorker);
  vi.stubGlobal('navigator', { hardwareConcurrency: 2 });
});
afterEach(() => vi.unstubAllGlobals());

async function openLab(): Promise<Lab> {
  const lab = new Lab(() => undefined);
  await settle();
  return lab;
}

const checks = () => StubLabWorker.asked.flatMap((one) => (one.kind === 'check' ? [one.body] : []));
const stateOf = (lab: Lab) => lab.state.get();

describe('what is set', () => {
  test('is what the last change says, whichever check is answered last', async () => {
    const change = fc.oneof(
      fc.record({ kind: fc.constant('field' as const), text: fc.constantFrom('20', '30', 'x', '-1', '10') }),
      fc.record({ kind: fc.constant('choose' as const), text: fc.constantFrom('incident', 'other') }),
      fc.record({ kind: fc.constant('reset' as const), text: fc.constant('') }),
      fc.record({ kind: fc.constant('answer' as const), text: fc.constantFrom('first', 'last') }),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(change, { maxLength: 12 }), async (changes) => {
        StubLabWorker.reset();
        const lab = await openLab();
        StubLabWorker.heldChecks = [];
        const held = StubLabWorker.heldChecks;
        for (const { kind, text } of changes) {
          if (kind === 'field') lab.setField('rtt', text);
          else if (kind === 'choose') lab.choose(text);
          else if (kind === 'reset') lab.resetFields();
          else {
            (text === 'first' ? held.shift() : held.pop())?.();
            await null;
            await null;
          }
        }
        for (const answer of held.toReversed()) answer();
        await settle();
        const { texts, scenario, checked } = stateOf(lab);
        expect(checks().at(-1)).toEqual({ scenario, texts });
        const rtt = Number(texts.rtt ?? 10);
        expect(checked?.problems).toEqual(rtt > 0 ? {} : { rtt: 'more than 0' });
        expect(checked?.values).toEqual({ rtt: rtt > 0 ? rtt : 10 });
        expect(lab.isBusy).toBe(false);
        lab.close();
      }),
      { seed: SEED, numRuns: draws(200) },
    );
  });

  test('belongs to its scenario: another one begins with its own fields and number of runs', async () => {
    const lab = await openLab();
    lab.setField('rtt', '20');
    lab.setSeeds('7');
    lab.choose('incident');
    expect(stateOf(lab)).toMatchObject({ texts: { rtt: '20' }, seeds: '7' });
    lab.choose('other');
    expect(stateOf(lab)).toMatchObject({ texts: {}, seeds: null, checked: null });
    expect([lab.chosen?.id, lab.seeds, lab.isBusy]).toEqual(['other', 5, true]);
    await settle();
    lab.setField('rtt', '20');
    lab.setSeeds('7');
    lab.resetFields();
    expect(stateOf(lab)).toMatchObject({ texts: {}, seeds: null });
  });

  test('of a link is told where the scenario has no such field, until something is changed', async () => {
    const lab = new Lab(() => undefined, { scenario: 'other', texts: { rtt: '20', nope: '1' }, seeds: '4' });
    await settle();
    expect(stateOf(lab)).toMatchObject({
      scenario: 'other',
      texts: { rtt: '20' },
      lost: ['nope'],
      seeds: '4',
    });
    expect(lab.link).toEqual({ scenario: 'other', texts: { rtt: '20' }, seeds: 4 });
    lab.setField('rtt', '10');
    expect(stateOf(lab).lost).toEqual([]);
    expect(lab.link.texts).toEqual({});
  });
});

test.each([
  ...['0', '-1', '1.5', 'x', '', `${MOST_SEEDS + 1}`].map((text) => [text, null] as const),
  ...['1', '25', `${MOST_SEEDS}`].map((text) => [text, Number(text)] as const),
])('"%s" as a number of runs is %s', async (text, seeds) => {
  const lab = await openLab();
  lab.setSeeds(text);
  expect(lab.seeds).toBe(seeds);
  void lab.run(true);
  expect(stateOf(lab).isRunning).toBe(seeds !== null);
  // A link does not say what is no number.
  expect(lab.link.seeds).toBe(seeds);
  lab.close();
});

describe('runs', () => {
  test('fill all variants at once, and stand in the order of their seeds', async () => {
    const lab = await openLab();
    const done = lab.run();
    await lab.run();
    // Two workers, each with a piece of one run.
    expect(StubLabWorker.waiting).toHaveLength(2);
    StubLabWorker.waiting.push(...StubLabWorker.waiting.splice(0).toReversed());
    await letGo();
    await done;
    const asked = StubLabWorker.asked.flatMap((one) => (one.kind === 'runs' ? one.body : []));
    expect(asked.map(({ variant, seed }) => `${variant}${seed}`)).toEqual([
      'a1',
      'b1',
      'a2',
      'b2',
      'a3',
      'b3',
    ]);
    const { runs, isRunning } = stateOf(lab);
    expect([runs?.done, runs?.total, isRunning]).toEqual([6, 6, false]);
    expect([...(runs?.rows.values() ?? [])].map((rows) => rows.map(({ seed }) => seed))).toEqual([
      [1, 2, 3],
      [1, 2, 3],
    ]);
    expect(runs?.summaries.get('b')?.runs).toBe(3);
  });

  test('that are cancelled leave what came of them, and no problem; the next ones run', async () => {
    const lab = await openLab();
    const done = lab.run();
    StubLabWorker.waiting.shift()?.();
    await settle();
    lab.cancel();
    StubLabWorker.waiting = [];
    await done;
    expect(stateOf(lab)).toMatchObject({ isRunning: false, problem: null, runs: { done: 1, total: 6 } });
    const again = lab.run();
    await letGo();
    await again;
    expect(stateOf(lab).runs).toMatchObject({ done: 6 });
  });

  test('that fail are told, and not run where a field is no value', async () => {
    const lab = await openLab();
    StubLabWorker.refuses = 'it is out of memory';
    const done = lab.run();
    await letGo();
    await done;
    expect(stateOf(lab)).toMatchObject({
      isRunning: false,
      problem: 'The lab cannot go on: it is out of memory.',
    });
    StubLabWorker.asked = [];
    lab.setField('rtt', 'x');
    await settle();
    await lab.run(true);
    expect(StubLabWorker.asked.map(({ kind }) => kind)).toEqual(['check']);
  });

  test('are named by what they were run with, not by what is set now', async () => {
    const lab = await openLab();
    expect(lab.runOf('a', 1, 'sender')).toBeNull();
    expect(await lab.filesOf('a', 1)).toEqual([]);
    lab.setField('rtt', '20');
    await settle();
    const done = lab.run();
    await letGo();
    await done;
    lab.choose('other');
    await settle();
    expect(lab.runOf('b', 2, 'receiver')).toEqual({
      ...{ scenario: 'incident', variant: 'b', seed: 2, end: 'receiver', fields: ['rtt:20'] },
    });
    const files = await lab.filesOf('b', 2);
    expect(files.map(({ name }) => name)).toEqual([
      'incident-b-s2.sender.sqlog',
      'incident-b-s2.receiver.sqlog',
    ]);
    const last = StubLabWorker.asked.at(-1) as LabQuestion;
    expect(last.body).toMatchObject({ scenario: 'incident', values: { rtt: 20 }, variant: 'b', seed: 2 });
  });
});
