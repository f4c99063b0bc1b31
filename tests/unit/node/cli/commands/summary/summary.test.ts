/** The table of `summary`. */
import { expect, test } from 'vitest';
import { cellsOf, tableText } from '../../../../../../src/node/cli/commands/summary/summary.ts';
import { emptyRecord } from '../../../../../../src/sharing/report/records/trace-record.ts';
import { judgedRecord, report, spiral } from '../../../../../support/cli-report.ts';

/** The columns of the table: figures end below the end of their name, words begin below its beginning. */
const FIGURES = [
  ...['duration', 'events', 'skipped', 'sent', 'lost', 'cwnd min', 'cwnd max', 'min RTT'],
  ...['handshake', 'streams', 'requests'],
];
const WORDS = ['trace', 'implementation', 'dialect', 'role', 'side', 'ended', 'controller', 'findings'];

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
  const figures = (line = ''): readonly (string | undefined)[] =>
    FIGURES.map((name) => line.slice(0, columnAt(name) + name.length).match(/\S+(?: \S+)*$/)?.[0]);
  const words = (line = ''): readonly (string | undefined)[] =>
    WORDS.map((name) => line.slice(columnAt(name)).match(/^\S+(?: \S+)*/)?.[0]);
  const sizes = ['10.00 s', '7,602', '0', '1,181'];
  expect(figures(first)).toEqual([...sizes, '25', '2,700', '13,500', '13.0 ms', '–', '–', '–']);
  expect(figures(second)).toEqual([...sizes, '–', '2,700', '13,500', '–', '–', '–', '–']);
  const said = ['quiche 0.30.0', 'JSON-SEQ 0.3', 'server', 'sender', '–'];
  const controller = 'not compared with models (no window logged)';
  expect(words(first)).toEqual(['logs/a.sqlog', ...said, controller, 'critical: death-spiral']);
  expect(words(second)).toEqual(['b.qlog #2', ...said, controller, 'none']);
  expect(third).toBe('c.qlog        could not be read: no such file or folder');
});
