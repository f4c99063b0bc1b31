/** Ranges walked through: back, forward, and what a new step drops. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { back, emptyHistory, forward, type History, leave } from '../../../../src/drawing/view/history.ts';
import type { TimeRange } from '../../../../src/drawing/view/view.ts';

const range = (from: number): TimeRange => ({ fromUs: from, toUs: from + 100 });

test('back goes to the previous range, forward returns', () => {
  const history = leave(emptyHistory<TimeRange | null>(), null);
  const walked = back(history, range(1));
  expect(walked?.step).toBeNull();
  const returned = forward(walked?.history as History<TimeRange | null>, null);
  expect(returned?.step).toEqual(range(1));
  expect(returned?.history).toEqual(history);
});

test('there is nothing before the first range and nothing after the last', () => {
  expect(back(emptyHistory<TimeRange | null>(), range(1))).toBeNull();
  expect(forward(leave(emptyHistory<TimeRange | null>(), null), range(1))).toBeNull();
});

test('a new step drops the forward part', () => {
  const walked = back(leave(leave(emptyHistory<TimeRange | null>(), null), range(1)), range(2));
  const elsewhere = leave(walked?.history as History<TimeRange | null>, walked?.step ?? null);
  expect(forward(elsewhere, range(9))).toBeNull();
  expect(back(elsewhere, range(9))?.step).toEqual(range(1));
});

test('the oldest of very many steps is dropped, the newest hundred stay', () => {
  let history = emptyHistory<TimeRange | null>();
  for (let i = 0; i < 250; i++) history = leave(history, range(i));
  expect(history.past).toHaveLength(100);
  expect(history.past[0]).toEqual(range(150));
});

test('any walk back and as far forward again ends where it began', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(1000), { minLength: 1, maxLength: 60 }), fc.nat(60), (visited, wanted) => {
      let history = emptyHistory<TimeRange | null>();
      let current: TimeRange | null = null;
      for (const from of visited) {
        history = leave(history, current);
        current = range(from);
      }
      const end = current;
      const steps = Math.min(wanted, visited.length);
      for (const step of [...Array(steps).fill(back), ...Array(steps).fill(forward)]) {
        const walked = step(history, current);
        history = walked.history;
        current = walked.step;
      }
      expect(current).toEqual(end);
    }),
  );
});
