/** Names of groups: what differs between their patterns. */
import { expect, test } from 'vitest';
import { patternNames } from '../../../../src/sharing/table/pattern-names.ts';

test.each([
  [
    ['runs/buggy-*', 'runs/fixed-*'],
    ['buggy', 'fixed'],
  ],
  [
    ['qlogs/before', 'qlogs/after/'],
    ['before', 'after'],
  ],
  [
    ['a/main/*.sqlog.gz', 'a/branch/*.sqlog.gz'],
    ['main', 'branch'],
  ],
  [
    ['buggy-s1*.server.sqlog', 'buggy-s2*.server.sqlog'],
    ['s1', 's2'],
  ],
  [
    ['quiche-0.30.0-*', 'quiche-0.31.0-*'],
    ['0.30.0', '0.31.0'],
  ],
  [
    ['x/old-cubic-*', 'y/new-reno-*'],
    ['x/old-cubic', 'y/new-reno'],
  ],
  [
    ['r/a-*', 'r/b-*', 'r/c-*'],
    ['a', 'b', 'c'],
  ],
])('%j', (patterns, names) => {
  expect(patternNames(patterns)).toEqual(names);
});

test('patterns of which nothing is left, or the same, stay whole', () => {
  expect(patternNames(['runs/*', 'runs/a-*'])).toEqual(['runs/*', 'runs/a-*']);
  expect(patternNames(['a-b*', 'a_b?'])).toEqual(['a-b*', 'a_b?']);
  expect(patternNames(['x\u0007-1', 'y-1'])).toEqual(['x\\x07', 'y']);
});
