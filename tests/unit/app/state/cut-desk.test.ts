/** The page's end of a cut: the newest question counts, and nothing is waited for in vain. */
import { expect, it } from 'vitest';
import { CutDesk } from '../../../../src/app/state/cut-desk.ts';
import type { CutRequest } from '../../../../src/engine/contract/export.ts';
import { NOTHING_TICKED } from '../../../../src/engine/contract/ticks.ts';

const WANTED = { fromUs: 0, toUs: 10, ticks: NOTHING_TICKED, fileName: 'a' };

function desk(): { readonly desk: CutDesk; readonly asked: (number | null)[] } {
  const asked: (number | null)[] = [];
  const ask = (request: Omit<CutRequest, 'connection'> | null): void => {
    asked.push(request?.seq ?? null);
  };
  return { desk: new CutDesk(ask), asked };
}

it('drops answers to an older question', () => {
  const { desk: cuts, asked } = desk();
  cuts.make(WANTED);
  cuts.make(WANTED);
  expect(asked).toEqual([1, 2]);
  cuts.take({ seq: 1, state: 'failed', reason: 'late' });
  expect([cuts.pending, cuts.current.get()?.state]).toEqual([true, 'making']);
  cuts.take({ seq: 2, state: 'failed', reason: 'x' });
  expect([cuts.pending, cuts.current.get()?.state]).toEqual([false, 'failed']);
});

it('tells the worker to stop only what is under way', () => {
  const { desk: cuts, asked } = desk();
  cuts.make(WANTED);
  cuts.drop();
  cuts.drop();
  expect(asked).toEqual([1, null]);
  expect([cuts.pending, cuts.current.get()]).toEqual([false, null]);
});

it('does not wait for a worker that is gone', () => {
  const { desk: cuts } = desk();
  cuts.make(WANTED);
  cuts.end('Reading stopped');
  expect(cuts.current.get()).toEqual({ state: 'failed', reason: 'Reading stopped' });
});
