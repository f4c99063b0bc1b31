/** Rows that were taken out of the table of traces come back where they were, unless their file has changed since. */
import { beforeEach, expect, test } from 'vitest';
import { putBackRows, takeRows } from '../../../../../src/app/state/table/removed-rows.ts';

interface Row {
  readonly key: string;
}
class Entry {
  rows: readonly Row[];

  constructor(...keys: readonly string[]) {
    this.rows = keys.map((key) => ({ key }));
  }
}
const keysOf = (entries: readonly Entry[]): readonly (readonly string[])[] =>
  entries.map(({ rows }) => rows.map(({ key }) => key));
const take = (...keys: readonly string[]) => takeRows(entries, new Set(keys));

let entries: readonly Entry[];
beforeEach(() => {
  entries = [new Entry('a'), new Entry('b1', 'b2', 'b3'), new Entry('c'), new Entry('d')];
});

test('a row goes out of its file, a file of which none is left with it; both come back where they were', () => {
  const { left, taken } = take('a', 'b2', 'c');
  expect(keysOf(left)).toEqual([['b1', 'b3'], ['d']]);
  expect(keysOf(putBackRows(left, taken))).toEqual([['a'], ['b1', 'b2', 'b3'], ['c'], ['d']]);
});

test('all that was taken comes back in its order', () => {
  const { left, taken } = take('a', 'b1', 'b2', 'b3', 'c', 'd');
  expect(left).toEqual([]);
  expect(putBackRows(left, taken)).toEqual(entries);
});

test('of rows that the table does not have nothing is taken, and nothing comes back', () => {
  const { left, taken } = take('x');
  expect([keysOf(left), taken]).toEqual([keysOf(entries), []]);
  expect(putBackRows(left, taken)).toEqual(entries);
});

test('a file that was read again since keeps its new rows', () => {
  const { left, taken } = take('b1');
  const [, again] = entries as readonly [Entry, Entry];
  again.rows = [{ key: 'new' }];
  expect(keysOf(putBackRows(left, taken))).toEqual([['a'], ['new'], ['c'], ['d']]);
});

test('what was added since stays behind what comes back', () => {
  const { left, taken } = take('a');
  expect(keysOf(putBackRows([...left, new Entry('e')], taken))).toEqual([
    ...[['a'], ['b1', 'b2', 'b3'], ['c'], ['d']],
    ['e'],
  ]);
});
