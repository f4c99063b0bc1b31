/** Moments of the wall clock in words, by the reader's calendar and not by 24 hours. */
import { expect, test } from 'vitest';
import { moment } from '../../../../../src/engine/base/text/moments.ts';

const at = (...parts: [number, number, number, number, number]): number => new Date(...parts).getTime();
const NOW = at(2026, 2, 3, 0, 30);

test.each([
  ['the same day', at(2026, 2, 3, 0, 5), 'today 00:05'],
  ['an hour ago, before midnight', at(2026, 2, 2, 23, 30), 'yesterday 23:30'],
  ['almost two days ago', at(2026, 2, 2, 0, 31), 'yesterday 00:31'],
  ['two days ago', at(2026, 2, 1, 23, 59), '1 Mar 2026'],
  ['last year', at(2025, 11, 31, 12, 0), '31 Dec 2025'],
  ['ahead, by a clock that was set back', at(2026, 2, 4, 9, 0), '4 Mar 2026'],
])('%s', (_, then, words) => {
  expect(moment(then, NOW)).toBe(words);
});
