/** The table of `summary`. */
import { expect, test } from 'vitest';
import { cellsOf, tableText } from '../../../../src/node/cli/summary.ts';
import { emptyRecord } from '../../../../src/sharing/report/trace-record.ts';
import { judgedRecord, report, spiral } from '../../../support/cli-report.ts';

test('columns are below their names, figures right-aligned, missing ones as a dash', () => {
  const bare = report(null, {
    record: { ...judgedRecord(null, { lossesKnown: false, minRttUs: Number.NaN }), file: 'b.qlog', trace: 2 },
  });
  const unreadable = report(null, {
    record: emptyRecord('c.qlog', null, 0, []),
    failure: 'no such file or folder',
  });
  const [header, first, second, third, ...rest] = tableText(
    [report(spiral()), bare, unreadable].map(cellsOf),
  ).split('\n');
  expect(rest).toEqual(['']);
  const columnAt = (name: string): number => (header ?? '').indexOf(name);
  const cell = (line: string | undefined, name: string): string | undefined =>
    (line ?? '').slice(0, columnAt(name) + name.length).match(/\S+$/)?.[0];
  expect([cell(first, 'events'), cell(first, 'lost'), cell(first, 'cwnd max')]).toEqual([
    '7,602',
    '25',
    '13,500',
  ]);
  expect([cell(second, 'lost'), cell(second, 'min RTT')]).toEqual(['–', '–']);
  expect(first).toMatch(/^logs\/a\.sqlog .* critical: death-spiral$/);
  expect(second).toMatch(/^b\.qlog #2 .* none$/);
  expect(third).toBe('c.qlog        could not be read: no such file or folder');
});
