/** Names that one writer gives to the files of one log. */
import { expect, it } from 'vitest';
import { differInNumber } from '../../../../../src/engine/reading/segments/running-name.ts';

it.each([
  ['a.0.qlog', 'a.1.qlog'],
  ['a.9.qlog', 'a.10.qlog'],
  ['server-01.sqlog.gz', 'server-02.sqlog'],
  ['a.qlog', 'a.qlog.1'],
  ['a.qlog', 'a-1.qlog'],
  ['trace.qlog', 'trace (1).qlog'],
  ['run/a.qlog', 'run/a_2.qlog'],
  ['run1/a.qlog', 'run2/a.qlog'],
  ['a.qlog.1.gz', 'a.qlog.2.gz'],
])('%s and %s differ in a running number', (a, b) => {
  expect(differInNumber(a, b)).toBe(true);
  expect(differInNumber(b, a)).toBe(true);
});

it.each([
  ['a.qlog', 'a.qlog'],
  ['a.qlog', 'b.qlog'],
  ['a-client.qlog', 'a-server.qlog'],
  ['a.1.2.qlog', 'a.2.3.qlog'],
  ['7ab1.qlog', '8cd2.qlog'],
  ['a.qlog', 'a.1.sqlog'],
])('%s and %s do not', (a, b) => {
  expect(differInNumber(a, b)).toBe(false);
  expect(differInNumber(b, a)).toBe(false);
});
