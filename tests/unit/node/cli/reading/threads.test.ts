/** Work in several threads: results in the order of the work, whoever did it, and errors in their place. */
import { setImmediate as turn } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import {
  type Answer,
  type Order,
  orderBySize,
  orderTaker,
  type Thread,
  Threads,
} from '../../../../../src/node/cli/reading/threads.ts';

type Done = (one: number) => Promise<number>;

interface FakeThread extends Thread {
  fail(error: unknown): void;
  readonly isEnded: () => boolean;
}

/** A thread in this one. */
function thread(done: Done): FakeThread {
  let onAnswer = (_: Answer<unknown>): void => undefined;
  let onFailure = (_: unknown): void => undefined;
  let isEnded = false;
  const takeOrder = orderTaker(done, (answer) => onAnswer(structuredClone(answer)));
  return {
    post: (order) => takeOrder(structuredClone(order) as Order<number>),
    listen: (answer, failure) => {
      onAnswer = answer;
      onFailure = failure;
    },
    end: () => {
      isEnded = true;
    },
    fail: (error) => onFailure(error),
    isEnded: () => isEnded,
  };
}

/** Gives way so often before it is done. */
async function after(turns: number): Promise<void> {
  for (let i = 0; i < turns; i++) await Promise.resolve();
}

async function all<T>(results: AsyncIterable<T>): Promise<T[]> {
  const found: T[] = [];
  for await (const result of results) found.push(result);
  return found;
}

const NUMBERS = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9];
const never = (): Promise<number> => new Promise(() => undefined);

describe('results', () => {
  test.each([[[]], [[1]], [[30]], [[1, 30, 7]]])(
    'come in the order of the work, each done once, with further threads that take %j turns',
    async (turns) => {
      const done: number[] = [];
      const work =
        (turn: number): Done =>
        async (one) => {
          await after(turn * (one % 3));
          done.push(one);
          return one * one;
        };
      const threads = new Threads<number, number>(
        turns.map((turn) => thread(work(turn))),
        work(3),
      );
      for (const order of [NUMBERS, NUMBERS.toReversed()]) {
        expect(await all(threads.results(NUMBERS, order))).toEqual(NUMBERS.map((one) => one * one));
        expect(done.splice(0).sort((a, b) => a - b)).toEqual(NUMBERS);
      }
    },
  );

  test('of no work are none', async () => {
    expect(await all(new Threads<number, number>([thread(never)], never).results([], []))).toEqual([]);
  });
});

test('what work throws is thrown in its place, after the results before it', async () => {
  const work: Done = async (one) => {
    if (one === 4) throw new Error('no 4');
    return one;
  };
  const found: number[] = [];
  const threads = new Threads<number, number>([thread(work)], work);
  await expect(async () => {
    for await (const one of threads.results(NUMBERS, NUMBERS)) found.push(one);
  }).rejects.toThrow('no 4');
  expect(found).toEqual([0, 1, 2, 3]);
});

test('a thread that ends on its own ends the work with its error', async () => {
  const other = thread(never);
  const threads = new Threads<number, number>([other], async (one) => one);
  const results = all(threads.results(NUMBERS, NUMBERS));
  other.fail(new Error('out of memory'));
  await expect(results).rejects.toThrow('out of memory');
});

test('another thread gets its share of work that waits for nothing here', async () => {
  const work = Array.from({ length: 40 }, (_, i) => i);
  let elsewhere = 0;
  const other = thread(async (one) => {
    // As from another thread: never before this one has given way.
    await turn();
    elsewhere++;
    return one;
  });
  const threads = new Threads<number, number>([other], async (one) => one);
  expect(await all(threads.results(work, work))).toEqual(work);
  expect(elsewhere).toBeGreaterThan(10);
});

test('work that nobody asks for any more is not begun', async () => {
  const begun: number[] = [];
  const threads = new Threads<number, number>([], async (one) => {
    begun.push(one);
    await after(20);
    return one;
  });
  for await (const one of threads.results(NUMBERS, NUMBERS)) if (one === 1) break;
  await after(500);
  expect(begun.length).toBeLessThan(NUMBERS.length);
});

test('a thread has several pieces of small work at a time, and large work alone', async () => {
  const atOnce: number[] = [];
  let has = 0;
  const other = thread(async (one) => one);
  const counted: Thread = {
    ...other,
    post: (order) => {
      atOnce.push(++has);
      other.post(order);
    },
    listen: (onAnswer, onFailure) =>
      other.listen((answer) => {
        has--;
        onAnswer(answer);
      }, onFailure),
  };
  const threads = new Threads<number, number>([counted], async (one) => one);
  await all(threads.results(NUMBERS, NUMBERS, () => false));
  expect(Math.max(...atOnce.splice(0))).toBe(1);
  await all(threads.results(NUMBERS, NUMBERS));
  expect(Math.max(...atOnce)).toBe(3);
});

test('what a thread still answers of a list that was left is none of the next one', async () => {
  const threads = new Threads<number, number>([thread(async (one) => one)], async (one) => {
    await after(5);
    return one;
  });
  for await (const one of threads.results(NUMBERS, NUMBERS)) if (one === 0) break;
  const others = NUMBERS.map((one) => one + 100);
  expect(await all(threads.results(others, NUMBERS))).toEqual(others);
});

test('the end of the work ends the threads', () => {
  const other = thread(never);
  new Threads<number, number>([other], never).end();
  expect(other.isEnded()).toBe(true);
});

describe('the order in which work is begun', () => {
  test('is as it stands where no file is large', () => {
    const sizes = Array.from({ length: 40 }, (_, i) => 1 + (i % 3));
    expect(orderBySize(sizes, 2)).toEqual([...sizes.keys()]);
  });

  test('has what is large first, the largest of it before all', () => {
    expect(orderBySize([1, 1, 90, 1, 200, 1], 2)).toEqual([4, 2, 0, 1, 3, 5]);
  });

  test('holds each once, also where nothing has a size', () => {
    expect([...orderBySize([0, 0, 0], 4)].sort()).toEqual([0, 1, 2]);
    expect(orderBySize([], 4)).toEqual([]);
  });
});
