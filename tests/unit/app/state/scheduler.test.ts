/** The scheduler: one frame, each painter once, and none that takes the others down. */
import { expect, test, vi } from 'vitest';
import { createScheduler } from '../../../../src/app/state/scheduler.ts';

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

/** A scheduler whose frames, timers and clock are moved by hand. */
function byHand() {
  const frames = manualFrames();
  const timers: { at: number; callback: () => void }[] = [];
  let now = 0;
  const scheduler = createScheduler(
    frames.request,
    (callback, ms) => timers.push({ at: now + ms, callback }),
    () => now,
  );
  const pass = (ms: number): void => {
    const end = now + ms;
    for (;;) {
      timers.sort((a, b) => a.at - b.at);
      const next = timers[0];
      if (next === undefined || next.at > end) break;
      timers.shift();
      now = Math.max(now, next.at);
      next.callback();
    }
    now = end;
  };
  const work = (ms: number): void => {
    now += ms;
  };
  return { frames, scheduler, pass, work };
}

test('work for afterwards is done once, when the pictures rest', () => {
  const { frames, scheduler, pass } = byHand();
  const settled = vi.fn();
  const words = vi.fn();
  scheduler.onSettled = settled;
  for (let i = 0; i < 10; i++) {
    scheduler.invalidate(vi.fn());
    frames.run();
    scheduler.afterwards(words);
    pass(16);
  }
  expect([words.mock.calls.length, scheduler.pending]).toEqual([0, true]);
  pass(200);
  expect([words.mock.calls.length, scheduler.pending]).toEqual([1, false]);
  expect(settled).toHaveBeenCalled();
});

test('work that has waited too long is done although pictures go on', () => {
  const { frames, scheduler, pass } = byHand();
  const words = vi.fn();
  for (let i = 0; i < 100; i++) {
    scheduler.invalidate(vi.fn());
    frames.run();
    scheduler.afterwards(words);
    pass(16);
  }
  expect(words.mock.calls.length).toBeGreaterThan(0);
  expect(words.mock.calls.length).toBeLessThan(6);
});

test('much work leaves room for frames in between', () => {
  const { scheduler, pass, work } = byHand();
  let done = 0;
  for (let i = 0; i < 4; i++)
    scheduler.afterwards(() => {
      work(10);
      done++;
    });
  pass(81);
  expect(done).toBeLessThan(4);
  pass(100);
  expect([done, scheduler.pending]).toEqual([4, false]);
});

test('work of a panel that went away is not done', () => {
  const { scheduler, pass } = byHand();
  const gone = vi.fn();
  scheduler.afterwards(gone);
  scheduler.forget(gone);
  pass(1000);
  expect([gone.mock.calls.length, scheduler.pending]).toEqual([0, false]);
});

test('what takes a frame of its own is drawn one after the other, beside what must be drawn', () => {
  const frames = manualFrames();
  const scheduler = createScheduler(frames.request);
  const drawn: string[] = [];
  const [first, second] = [() => drawn.push('first'), () => drawn.push('second')];
  for (const painter of [first, second, first]) scheduler.oneByOne(painter);
  scheduler.invalidate(() => drawn.push('at once'));
  frames.run();
  expect([drawn, scheduler.pending]).toEqual([['at once', 'first'], true]);
  frames.run();
  expect([drawn.at(-1), scheduler.pending, frames.waiting]).toEqual(['second', false, 0]);
});
