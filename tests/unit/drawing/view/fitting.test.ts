/** Lists from outside: what fits is taken, and no claimed length costs more than the limit. */
import * as v from 'valibot';
import { expect, test } from 'vitest';
import { fitting } from '../../../../src/drawing/view/fitting.ts';

const Even = v.pipe(
  v.number(),
  v.check((value) => value % 2 === 0),
  v.transform((value) => value / 2),
);

test('items that fit are taken as their schema gives them, the others passed over', () => {
  expect(v.parse(fitting(Even, 10), [2, 3, '4', null, 6])).toEqual([1, 3]);
  expect(v.parse(fitting(Even, 10), [])).toEqual([]);
});

test('items beyond the limit are not looked at', () => {
  let looked = 0;
  const Counted = v.custom<unknown>(() => ++looked > 0);
  expect(v.parse(fitting(Counted, 3), [1, 2, 3, 4, 5])).toEqual([1, 2, 3]);
  expect(looked).toBe(3);
});

test('a list that claims the longest length is cut at once', () => {
  const claimed: unknown[] = [4];
  claimed.length = 2 ** 32 - 1;
  expect(v.parse(fitting(Even, 100), claimed)).toEqual([2]);
});

test.each([[null], [7], ['ab'], [{ length: 2 }], [undefined]])('%j is no list', (value) => {
  expect(v.is(fitting(Even, 10), value)).toBe(false);
});
