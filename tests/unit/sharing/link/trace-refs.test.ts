/** Which traces a link names: an address as long as can be read back is named, a longer one is not. */
import { expect, test } from 'vitest';
import { MAX_URL } from '../../../../src/sharing/link/state.ts';
import { formatTrace, readTrace } from '../../../../src/sharing/link/trace-refs.ts';

const urlOf = (length: number): string => 'https://a.example/'.padEnd(length, 'x');

test.each([
  [MAX_URL - 1, true],
  [MAX_URL, true],
  [MAX_URL + 1, false],
])('an address of %i characters: %s', (length, named) => {
  const ref = { kind: 'src', url: urlOf(length) } as const;
  const text = formatTrace(ref);
  expect(text).toBe(named ? `src=${ref.url}` : null);
  expect(readTrace('src', ref.url)).toEqual(named ? ref : `it is longer than 2,000 characters`);
});

test.each([
  ['a', true],
  ['a'.repeat(64), true],
  ['a'.repeat(65), false],
  ['', false],
  ['A', false],
  ['a/b', false],
])('an example of the name %s: %s', (id, known) => {
  expect(readTrace('example', id)).toEqual(
    known ? { kind: 'example', id } : 'it is not the name of an example',
  );
});
