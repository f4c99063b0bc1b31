/** The scheduler: one frame, each painter once, and none that takes the others down. */
import { expect, test, vi } from 'vitest';
import { createScheduler } from '../../../src/chart/scheduler.ts';

function manualFrames() {
  const queue: (() => void)[] = [];
  return {
    request: (callback: () => void) => queue.push(callback),
    run: () => {
      for (const callback of queue.splice(0)) callback();
    },
    get waiting() {
      return queue.length;
    },
  };
}

test('however often painters are stale, they are painted once in one frame', () => {
  const frames = manualFrames();
  const scheduler = createScheduler(frames.request);
  const first = vi.fn();
  const second = vi.fn();
  for (let i = 0; i < 5; i++) {
    scheduler.invalidate(first);
    scheduler.invalidate(second);
  }
  expect([frames.waiting, scheduler.pending]).toEqual([1, true]);
  frames.run();
  expect([first.mock.calls.length, second.mock.calls.length, scheduler.pending]).toEqual([1, 1, false]);
});

test('it settles when nothing is stale any more, not while painters make others stale', () => {
  const frames = manualFrames();
  const scheduler = createScheduler(frames.request);
  const settled = vi.fn();
  scheduler.onSettled = settled;
  const second = vi.fn();
  scheduler.invalidate(() => scheduler.invalidate(second));
  frames.run();
  expect(settled).not.toHaveBeenCalled();
  frames.run();
  expect(second).toHaveBeenCalledTimes(1);
  expect(settled).toHaveBeenCalledTimes(1);
});

test('it says when it becomes stale, once, before the frame', () => {
  const frames = manualFrames();
  const scheduler = createScheduler(frames.request);
  const states: boolean[] = [];
  scheduler.onStale = () => states.push(scheduler.pending);
  scheduler.invalidate(vi.fn());
  scheduler.invalidate(vi.fn());
  expect(states).toEqual([true]);
  frames.run();
  scheduler.invalidate(vi.fn());
  expect(states).toEqual([true, true]);
});

test('a painter that throws is reported and the others are painted', () => {
  const frames = manualFrames();
  const scheduler = createScheduler(frames.request);
  const reported = vi.fn();
  vi.stubGlobal('reportError', reported);
  const sound = vi.fn();
  scheduler.invalidate(() => {
    throw new Error('no canvas');
  });
  scheduler.invalidate(sound);
  frames.run();
  vi.unstubAllGlobals();
  expect(sound).toHaveBeenCalledTimes(1);
  expect(reported).toHaveBeenCalledTimes(1);
});

test('a painter that went away is not painted', () => {
  const frames = manualFrames();
  const scheduler = createScheduler(frames.request);
  const gone = vi.fn();
  scheduler.invalidate(gone);
  scheduler.forget(gone);
  frames.run();
  expect(gone).not.toHaveBeenCalled();
});
