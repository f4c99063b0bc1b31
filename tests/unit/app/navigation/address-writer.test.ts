/** How often the address is written: never more than browsers let a page, and always the newest at rest. */
import { describe, expect, test } from 'vitest';
import { AddressWriter } from '../../../../src/app/navigation/address-writer.ts';

/** A writer on a clock that is turned by hand, and what it wrote when. */
function harness() {
  let now = 0;
  let timers: { readonly at: number; readonly run: () => void }[] = [];
  const written: { readonly how: 'replace' | 'push'; readonly fragment: string; readonly at: number }[] = [];
  const writer = new AddressWriter(
    {
      replace: ({ fragment }) => written.push({ how: 'replace', fragment, at: now }),
      push: ({ fragment }) => written.push({ how: 'push', fragment, at: now }),
    },
    {
      now: () => now,
      later(run, ms) {
        const timer = { at: now + ms, run };
        timers.push(timer);
        return () => {
          timers = timers.filter((other) => other !== timer);
        };
      },
    },
  );
  const write = (fragment: string, step: boolean) =>
    writer.write({ fragment, place: null, lost: [], names: new Map() }, step);
  const wait = (ms: number): void => {
    const end = now + ms;
    for (;;) {
      const next = timers.filter(({ at }) => at <= end).sort((a, b) => a.at - b.at)[0];
      if (next === undefined) break;
      timers = timers.filter((timer) => timer !== next);
      now = next.at;
      next.run();
    }
    now = end;
  };
  return { writer, write, written, wait };
}

test('the first change is written at once, those that follow closely every 300 ms, the last one at rest', () => {
  const { write, written, wait } = harness();
  for (let i = 0; i < 100; i++) {
    write(String(i), false);
    wait(10);
  }
  wait(1000);
  expect(written.map(({ at }) => at)).toEqual([0, 300, 600, 900, 1200]);
  expect(written.map(({ fragment }) => fragment)).toEqual(['0', '29', '59', '89', '99']);
});

test('a step is an entry at once, after the newest state of the one before', () => {
  const { write, written, wait } = harness();
  write('a', false);
  wait(1);
  write('b', false);
  write('c', true);
  wait(1000);
  expect(written.map(({ how, fragment }) => `${how} ${fragment}`)).toEqual([
    'replace a',
    'replace b',
    'push c',
  ]);
});

describe('whatever is done', () => {
  test.each([1, 30, 150, 299, 700])('every %d ms, no 30 s hold 200 changes', (gap) => {
    const { write, written, wait } = harness();
    for (let at = 0; at < 120_000; at += gap) {
      write(`${at}`, at % (3 * gap) !== 0);
      wait(gap);
    }
    wait(1000);
    for (const { at } of written) {
      expect(written.filter((other) => other.at >= at && other.at < at + 30_000).length).toBeLessThan(200);
    }
    expect(written.filter(({ how }) => how === 'push').length).toBeGreaterThan(100);
    expect(Number(written[written.length - 1]?.fragment)).toBeGreaterThanOrEqual(120_000 - gap);
  });
});

test('what waits is not written any more once the address is another one', () => {
  const { writer, write, written, wait } = harness();
  write('a', false);
  wait(1);
  write('b', false);
  writer.drop();
  writer.flush();
  wait(1000);
  expect(written.map(({ fragment }) => fragment)).toEqual(['a']);
});
