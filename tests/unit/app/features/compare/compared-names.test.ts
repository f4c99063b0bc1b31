/** What compared traces are called: letters, and what tells their names apart. */
import { expect, test } from 'vitest';
import { comparedNames } from '../../../../../src/app/features/compare/compared-names.ts';

test.each([
  [
    ['rate-cubic-buggy-s03.server.sqlog.gz', 'rate-reno-s03.server.sqlog.gz'],
    ['A (cubic-buggy)', 'B (reno)'],
  ],
  [
    ['rate-reno-s03.sqlog', 'rate-reno-s04.sqlog', 'rate-reno-s05.sqlog'],
    ['A (s03)', 'B (s04)', 'C (s05)'],
  ],
  [
    ['one.qlog', 'one.qlog'],
    ['A', 'B'],
  ],
  [
    ['big.qlog, connection 1', 'big.qlog, connection 2'],
    ['A (1)', 'B (2)'],
  ],
  [
    ['logs-of-the-incident/host-1/server.qlog', 'logs-of-the-incident/host-2/server.qlog'],
    ['A (1)', 'B (2)'],
  ],
  // Digests whose names are not told; in the second set the traces were exchanged.
  [
    ['Digest of trace A', 'Digest of trace B'],
    ['A', 'B'],
  ],
  [
    ['Digest of trace B', 'Digest of trace A'],
    ['A (B)', 'B (A)'],
  ],
  // One name is the beginning of the other: nothing is its own.
  [
    ['run.qlog', 'run.qlog.2'],
    ['A (qlog)', 'B (qlog.2)'],
  ],
  [
    ['before-fix.qlog', `${'x'.repeat(40)}.qlog`],
    ['A (before-fix)', `B (${'x'.repeat(23)}…)`],
  ],
  [['alone.qlog'], ['A']],
])('%j', (names, expected) => {
  expect(comparedNames(names)).toEqual(expected);
});
