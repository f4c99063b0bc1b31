/** What a column shows of names: their folders once, and of files with the same name what tells them apart. */
import { expect, test } from 'vitest';
import { commonFolder, shortNames } from '../../../../../src/app/state/table/short-names.ts';

test.each([
  [['a/b/c', 'a/b/d'], 'a/b/'],
  [['a/b/c', 'a/bc/d'], 'a/'],
  [['a', 'b'], ''],
  [['a/b'], ''],
  [[], ''],
] as const)('folders that all of %j have: %s', (names, due) => expect(commonFolder(names)).toBe(due));

test.each([
  [
    ['logs/a.qlog', 'logs/b.qlog'],
    ['a.qlog', 'b.qlog'],
  ],
  [
    ['x.zip!/2026/host-1/server.qlog', 'x.zip!/2026/host-2/server.qlog', 'other.qlog'],
    ['…/host-1/server.qlog', '…/host-2/server.qlog', 'other.qlog'],
  ],
  [
    ['a.zip!/run/server.qlog', 'b.zip!/run/server.qlog', 'b.zip!/run/client.qlog'],
    ['a.zip!/run/server.qlog', 'b.zip!/run/server.qlog', 'b.zip!/run/client.qlog'],
  ],
  [
    ['in/a/server.qlog', 'in/a/server.qlog', 'in/b/server.qlog'],
    ['a/server.qlog', 'a/server.qlog', 'b/server.qlog'],
  ],
  [['one/server.qlog'], ['one/server.qlog']],
] as const)('of %j is shown %j', (names, due) => {
  const short = shortNames(names);
  expect(names.map((name) => short.get(name))).toEqual(due);
});
