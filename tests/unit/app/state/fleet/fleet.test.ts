/** A fleet that is open: one question at a time, the newest last; rows in blocks; nothing of an order that is gone. Its worker is a stub. */
import fc from 'fast-check';
import { afterEach, describe, expect, test } from 'vitest';
import { FIRST_QUERY, OpenFleet } from '../../../../../src/app/state/fleet/fleet.ts';
import type { FleetQuery, PartSpec, ShownRow } from '../../../../../src/sharing/fleet-rows/contract.ts';
import { StubFleetWorker } from '../../../../support/fleet-worker.ts';
import { fleetAnswer, shownRow } from '../../../../support/shown-fleet.ts';
import { draws, SEED } from '../../../../support/tier.ts';

const URL_PART: PartSpec = { kind: 'url', name: 'a.parquet', url: 'https://logs.example/a.parquet' };
const ROWS = 300;
let opened: OpenFleet[] = [];
afterEach(() => {
  for (const fleet of opened) fleet.close();
  opened = [];
});

function open(query: Partial<FleetQuery> = {}) {
  const worker = new StubFleetWorker();
  let changes = 0;
  const fleet = new OpenFleet('a', [URL_PART], worker as unknown as Worker, () => changes++, query);
  opened.push(fleet);
  return { fleet, worker, changesOf: () => changes };
}

/** Opened, and its first question answered. */
async function openAnswered() {
  const all = open();
  await all.worker.answer('open', { answer: { rows: ROWS, again: 0, parts: 1, others: 0 } });
  await all.worker.answer('query', { answer: fleetAnswer({ shown: ROWS }) });
  return all;
}

const rowsFrom = (from: number, name: string): readonly ShownRow[] =>
  Array.from({ length: 128 }, (_, i) => shownRow({ row: from + i, file: `${name}${from + i}` }));

describe('questions', () => {
  test('are asked one at a time, and the answer on the screen at the end is that to the newest', async () => {
    const step = fc.oneof(fc.constant('answer' as const), fc.constantFrom('a', 'b', 'c', 'd'));
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 15 }), async (steps) => {
        const { fleet, worker } = await openAnswered();
        const answer = (): Promise<void> => {
          const [{ filter }] = worker.bodies('query') as [FleetQuery];
          return worker.answer('query', {
            answer: fleetAnswer({ groups: [], filterError: { text: filter, at: 0 } }),
          });
        };
        let newest = '';
        let asked = 0;
        for (const one of steps) {
          if (one !== 'answer') {
            fleet.setFilter(one);
            newest = one;
          } else if (worker.bodies('query').length > 0) {
            asked++;
            await answer();
          }
          expect(worker.bodies('query').length).toBeLessThanOrEqual(1);
          expect(fleet.state.get().isAsking).toBe(worker.bodies('query').length === 1);
          expect(fleet.state.get().query.filter).toBe(newest);
        }
        while (worker.bodies('query').length > 0) {
          asked++;
          await answer();
        }
        const { answer: last, isAsking } = fleet.state.get();
        expect([last?.filterError?.text ?? '', isAsking]).toEqual([newest, false]);
        expect(asked).toBeLessThanOrEqual(steps.length);
        fleet.close();
      }),
      { seed: SEED, numRuns: draws(200) },
    );
  });

  test('begin with what a link says, once its files are open', async () => {
    const { fleet, worker } = open({ by: 'rule', finding: 'death-spiral' });
    expect([worker.bodies('open'), worker.bodies('query')]).toEqual([[[URL_PART]], []]);
    fleet.setFilter('host = a');
    await worker.answer('open', { answer: { rows: 1, again: 0, parts: 1, others: 0 } });
    const asked = { ...FIRST_QUERY, by: 'rule', finding: 'death-spiral', filter: 'host = a' };
    expect(worker.bodies('query')).toEqual([asked]);
  });

  test('of the filter that there is are none', async () => {
    const { fleet, worker } = await openAnswered();
    fleet.setFilter('');
    expect(worker.bodies('query')).toEqual([]);
  });

  test('by a heading sort by it first, then the other way round, and by another one anew', async () => {
    const { fleet, worker } = await openAnswered();
    const orders = [];
    for (const key of ['cost', 'cost', 'cost', 'worst'] as const) {
      fleet.sortBy(key);
      orders.push((worker.bodies('query').at(-1) as FleetQuery).order);
      await worker.answer('query', { answer: fleetAnswer() });
    }
    expect(orders.map(({ key, reversed }) => `${key} ${reversed}`)).toEqual([
      ...['cost false', 'cost true', 'cost false', 'worst false'],
    ]);
  });
});

describe('rows', () => {
  test('are fetched once for all of a block', async () => {
    const { fleet, worker } = await openAnswered();
    for (const index of [0, 1, 127, 128, 299]) expect(fleet.rowAt(index)).toBeNull();
    expect(worker.bodies('rows')).toEqual([0, 128, 256].map((from) => ({ from, count: 128 })));
    const { held } = fleet.state.get();
    await worker.answer('rows', { answer: rowsFrom(0, 'x') });
    expect(fleet.state.get().held).toBeGreaterThan(held);
    expect([fleet.rowAt(0)?.file, fleet.rowAt(127)?.file, fleet.rowAt(128)]).toEqual(['x0', 'x127', null]);
    expect(worker.bodies('rows')).toHaveLength(2);
  });

  test('of an order that is gone are dropped when they come', async () => {
    const { fleet, worker } = await openAnswered();
    fleet.rowAt(0);
    fleet.sortBy('cost');
    await worker.answer('query', { answer: fleetAnswer({ shown: ROWS }) });
    await worker.answer('rows', { answer: rowsFrom(0, 'old') });
    expect(fleet.rowAt(0)).toBeNull();
    await worker.answer('rows', { answer: rowsFrom(0, 'new') });
    expect(fleet.rowAt(0)?.file).toBe('new0');
  });

  test('are fetched again once all columns are read', async () => {
    const { fleet, worker } = await openAnswered();
    fleet.rowAt(0);
    await worker.answer('rows', { answer: rowsFrom(0, 'half') });
    expect(fleet.isBusy).toBe(true);
    const problems = [{ name: 'b', why: 'it is cut', leftOut: false }];
    await worker.say({ complete: true, problems });
    expect(fleet.state.get()).toMatchObject({ isComplete: true, problems });
    expect([fleet.rowAt(0), fleet.isBusy]).toEqual([null, false]);
  });

  test('one of them is current, within those that are shown', async () => {
    const { fleet, worker } = await openAnswered();
    const at = (): number | null => fleet.state.get().current;
    fleet.moveBy(5);
    expect(at()).toBe(0);
    fleet.moveBy(-1);
    expect(at()).toBe(0);
    fleet.moveBy(1000);
    expect(at()).toBe(ROWS - 1);
    const { reveal } = fleet.state.get();
    fleet.moveTo(7);
    expect([at(), fleet.state.get().reveal]).toEqual([7, reveal + 1]);
    fleet.setFilter('none');
    await worker.answer('query', { answer: fleetAnswer({ shown: 0 }) });
    expect(at()).toBeNull();
    fleet.moveTo(0);
    expect(at()).toBeNull();
  });
});

describe('what is refused', () => {
  test('is told, and nothing is waited for any more', async () => {
    const { fleet, worker } = open();
    await worker.answer('open', { problem: 'its files hold no table' });
    expect(fleet.state.get()).toMatchObject({ problem: 'its files hold no table', isAsking: false });
    expect(fleet.isBusy).toBe(false);
  });

  test('is forgotten with the next answer; a question that waited is not asked', async () => {
    const { fleet, worker } = await openAnswered();
    fleet.setFilter('a');
    fleet.setFilter('b');
    await worker.answer('query', { problem: 'there is not enough memory' });
    expect(fleet.state.get()).toMatchObject({ problem: 'there is not enough memory', isAsking: false });
    expect(worker.bodies('query')).toEqual([]);
    fleet.setFilter('c');
    await worker.answer('query', { answer: fleetAnswer() });
    expect([fleet.state.get().problem, worker.bodies('query')]).toEqual([null, []]);
  });

  test('of a worker that fails, ends it, and all that is asked from then on', async () => {
    const { fleet, worker } = await openAnswered();
    const detail = fleet.detail(3);
    worker.dispatchEvent(new Event('error'));
    await expect(detail).rejects.toThrow('perhaps there is not enough memory');
    expect(worker.isEnded).toBe(true);
    await expect(fleet.detail(3)).rejects.toThrow('perhaps there is not enough memory');
  });
});

test('what it does is heard of, and a fleet has an address where it is one file at a URL', async () => {
  const { fleet, worker, changesOf } = open();
  const before = changesOf();
  await worker.say({ progress: { rows: 5, total: 9 } });
  expect(fleet.state.get().progress).toEqual({ rows: 5, total: 9 });
  expect(changesOf()).toBeGreaterThan(before);
  expect(fleet.url).toBe(URL_PART.url);
  const two = new OpenFleet(
    '2 files',
    [URL_PART, URL_PART],
    new StubFleetWorker() as unknown as Worker,
    () => 0,
  );
  opened.push(two);
  expect(two.url).toBeNull();
});
