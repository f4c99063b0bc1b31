/** A limit of steps: what columns count, and work within work. */
import { expect, test } from 'vitest';
import { BlockColumn } from '../../../../../src/engine/base/columns/block-column.ts';
import {
  inOneGo,
  spend,
  stepsSoFar,
  TooMuchWork,
  withLimit,
} from '../../../../../src/engine/base/columns/work.ts';

const column = new BlockColumn();
for (let i = 0; i < 10_000; i++) column.push(i);

/** Steps of what is done. */
const stepsOf = (run: () => void): number =>
  withLimit(Number.POSITIVE_INFINITY, () => {
    run();
    return stepsSoFar();
  });

test('work that takes more steps than it may ends there, and leaves no count after', () => {
  expect(withLimit(10, () => spend(10))).toBeUndefined();
  expect(() => withLimit(10, () => spend(11))).toThrow(new TooMuchWork(10));
  expect(() => spend(1e12)).not.toThrow();
});

test('work within work counts for itself alone, also where it fails', () => {
  const inner = (): unknown => withLimit(5, () => spend(6));
  withLimit(10, () => {
    spend(4);
    expect(inner).toThrow(TooMuchWork);
    withLimit(1000, () => spend(900));
    expect(stepsSoFar()).toBe(4);
    expect(() => spend(7)).toThrow(new TooMuchWork(10));
  });
});

test('a column counts what is read of it: by value, by search, by block', () => {
  expect(stepsOf(() => column.at(7))).toBe(1);
  const search = stepsOf(() => column.lowerBound(5000));
  expect(search).toBeGreaterThan(0);
  expect(search).toBeLessThan(20);
  const pass = stepsOf(() => {
    const values = column.reader();
    for (let i = 0; i < values.length; i++) values.at(i);
  });
  expect(pass).toBeGreaterThan(column.length / 8);
  expect(pass).toBeLessThan(column.length);
});

test('a walk that never ends by itself does', () => {
  const values = column.reader();
  const walk = (): void => {
    for (let i = 0; ; i++) values.at((i * 64) % column.length);
  };
  expect(() => withLimit(100_000, walk)).toThrow(TooMuchWork);
  const search = (): void => {
    for (;;) column.upperBound(3);
  };
  expect(() => withLimit(100_000, search)).toThrow(TooMuchWork);
});

test('work in pieces is driven to its end', () => {
  function* pieces(): Generator<void, string, void> {
    yield;
    yield;
    return 'done';
  }
  expect(inOneGo(pieces())).toBe('done');
});
