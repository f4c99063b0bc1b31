/** Patterns of names. */
import { expect, test } from 'vitest';
import { matchesGlob } from '../../../../../src/engine/base/text/glob.ts';

test.each([
  // [pattern, name, matches]
  ['buggy-*', 'buggy-s1.sqlog', true],
  ['buggy-*', 'not-buggy-s1', false],
  ['*buggy*', 'rate-cubic-buggy-s1', true],
  ['s??', 's09', true],
  ['s??', 's9', false],
  ['*', '', true],
  ['?', '', false],
  ['', '', true],
  ['a*b*c', 'a-b-b-c', true],
  ['a*b*c', 'a-b-b', false],
  // Nothing else is special.
  ['a.c[1]', 'a.c[1]', true],
  ['a.c', 'abc', false],
  ['*.gz', 'x.sqlog.gz', true],
])('%s against %s', (pattern, name, isMatch) => {
  expect(matchesGlob(pattern, name)).toBe(isMatch);
});

test('a pattern of many stars does not take long', () => {
  expect(matchesGlob(`${'*a'.repeat(200)}b`, 'a'.repeat(4000))).toBe(false);
});
