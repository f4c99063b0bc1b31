/** What several rules ask for is made once, also where making it fails or takes too many steps. */
import { expect, test } from 'vitest';
import { spend, stepsSoFar, TooMuchWork, withLimit } from '../../../../../src/engine/base/columns/work.ts';
import { Once, stepLimit, unlessTooMuch } from '../../../../../src/engine/findings/rule/step-limit.ts';

const TRACE = { events: { length: 10 } };

function counted<T>(make: () => T): { readonly once: Once<T>; readonly times: () => number } {
  let times = 0;
  const once = new Once(
    () => stepLimit(TRACE),
    'stars',
    () => {
      times++;
      return make();
    },
  );
  return { once, times: () => times };
}

test('a value is made when it is asked for first, and costs who asks nothing', () => {
  const { once, times } = counted(() => {
    spend(50);
    return 7;
  });
  expect(times()).toBe(0);
  withLimit(10, () => expect([once.get(), once.get(), stepsSoFar()]).toEqual([7, 7, 0]));
  expect(times()).toBe(1);
});

test('what making it threw is thrown each time, with what there was too much of', () => {
  const { once, times } = counted(() => spend(1e9));
  for (let i = 0; i < 2; i++) expect(() => once.get()).toThrow(new TooMuchWork(stepLimit(TRACE), 'stars'));
  expect(times()).toBe(1);
  const outer = new Once(
    () => 1e9,
    'skies',
    () => once.get(),
  );
  expect(() => outer.get()).toThrow(/through stars$/);
  const broken = counted(() => {
    throw new Error('broken');
  });
  expect(() => broken.once.get()).toThrow('broken');
  expect(() => broken.once.get()).toThrow('broken');
  expect(broken.times()).toBe(1);
});

test('the limit grows with the trace', () => {
  expect(stepLimit({ events: { length: 1e6 } })).toBeGreaterThan(900 * stepLimit(TRACE));
});

test('what may be left out is, where it takes too many steps, and for no other reason', () => {
  expect(unlessTooMuch(TRACE, () => 'words')).toBe('words');
  expect(unlessTooMuch(TRACE, () => spend(1e9))).toBeNull();
  expect(() =>
    unlessTooMuch(TRACE, () => {
      throw new Error('broken');
    }),
  ).toThrow('broken');
});
