/** Which changes of a view are one step back. */
import { expect, test } from 'vitest';
import { ViewSteps } from '../../../../../src/app/state/traces/view-steps.ts';
import type { TimeRange } from '../../../../../src/drawing/view/view.ts';

const range = (fromUs: number) => ({ fromUs, toUs: fromUs + 10 });

function stepsAt(): { readonly steps: ViewSteps<TimeRange | null>; at: (ms: number) => void } {
  let now = 0;
  const at = (ms: number): void => {
    now = ms;
  };
  return { steps: new ViewSteps<TimeRange | null>(() => now), at };
}

test('changes close together are one step, later ones another', () => {
  const { steps, at } = stepsAt();
  steps.change(null);
  at(500);
  steps.change(range(1));
  at(2000);
  steps.change(range(2));
  expect(steps.walk('back', range(3))).toEqual({ step: range(2) });
  expect(steps.walk('back', range(2))).toEqual({ step: null });
  expect(steps.walk('back', null)).toBeNull();
  expect(steps.walk('forward', null)).toEqual({ step: range(2) });
});

test('one gesture is one step, however slow; the next change begins another', () => {
  const { steps, at } = stepsAt();
  steps.hold();
  steps.change(null);
  at(5000);
  steps.change(range(1));
  steps.release();
  at(5001);
  steps.change(range(2));
  expect(steps.walk('back', range(3))).toEqual({ step: range(2) });
  expect(steps.walk('back', range(2))).toEqual({ step: null });
});

test('a gesture without movement is no step, and a jump always is', () => {
  const { steps } = stepsAt();
  steps.hold();
  steps.release();
  expect(steps.walk('back', null)).toBeNull();
  steps.change(null);
  steps.leave(range(1));
  expect(steps.walk('back', range(2))).toEqual({ step: range(1) });
});

test('every step is counted, those walked back and forward too, a change that goes on is not', () => {
  const { steps, at } = stepsAt();
  expect(steps.taken).toBe(0);
  steps.change(null);
  at(500);
  steps.change(range(1));
  expect(steps.taken).toBe(1);
  steps.leave(range(2));
  steps.walk('back', range(3));
  steps.walk('forward', range(2));
  expect(steps.taken).toBe(4);
  steps.walk('forward', range(3));
  expect(steps.taken).toBe(4);
});
