/** Tables as text: cells that a spreadsheet must not run, and rows redacted. */
import { expect, test } from 'vitest';
import { SHARE_NOTHING } from '../../../../src/engine/reading/contract/share-options.ts';
import { shareRows } from '../../../../src/sharing/table/share-rows.ts';
import { tableAsJson } from '../../../../src/sharing/table/table-file.ts';
import { tableAsCsv, tableAsTsv } from '../../../../src/sharing/table/table-text.ts';
import { SHARE_ALL } from '../../../support/redacted.ts';
import { madeFinding, madeRow } from '../../../support/table-rows.ts';

const ROW = madeRow('=HYPERLINK("https://x","y"),\tz', {
  findings: [madeFinding('death-spiral', 'critical', 2e6, 9.5e6)],
  ...{ illShare: 0.75, goodput: 1000, packetsSent: 4, packetsLost: 1, version: '-1.2.3 (build of anna)' },
  held: {
    ...{ holder: 'pacing', cause: 'startUp', share: 0.5, lostUs: 2.5e6, lostShare: 0.25 },
    lostIsAtLeast: false,
  },
  ...{ implementation: '@quiche', recordedMs: Date.parse('2026-03-31T14:02:00.500Z') },
});

const cells = (text: string, separator: string): readonly (readonly string[])[] =>
  text
    .replace(/\n$/, '')
    .split('\n')
    .map((line) => line.split(separator));

test('a cell that would be a formula begins with an apostrophe, also after quotation marks', () => {
  const csv = tableAsCsv(shareRows([ROW], SHARE_ALL));
  expect(csv).toContain('"\'=HYPERLINK(""https://x"",""y""),\tz"');
  const [head = [], row = []] = cells(tableAsTsv(shareRows([ROW], SHARE_ALL)), '\t');
  expect(row.length).toBe(head.length);
  const cell = (name: string): string | undefined => row[head.indexOf(name)];
  expect(cell('name')).toBe('\'=HYPERLINK("https://x","y"), z');
  expect(cell('implementation')).toBe("'@quiche");
  expect(cell('version')).toBe("'-1.2.3 (build of anna)");
  for (const text of row) expect(text).not.toMatch(/^[=+\-@]/);
  expect([cell('since_s'), cell('until_s'), cell('ill_share'), cell('loss_share')]).toEqual([
    '2',
    '9.5',
    '0.75',
    '0.25',
  ]);
  expect(['held_by', 'held_share', 'time_lost_s', 'time_lost_share'].map(cell)).toEqual([
    'pacing rate: start-up',
    '0.5',
    '2.5',
    '0.25',
  ]);
  expect(cell('recorded')).toBe('2026-03-31T14:02:00.500Z');
  expect(cell('min_rtt_ms')).toBe('');
});

test('without options neither name, date nor free text leaves', () => {
  const failed = madeRow('secret.sqlog', { failure: { kind: 'unreadable', text: 'secret.sqlog: secret' } });
  const shared = shareRows([ROW, failed], SHARE_NOTHING);
  const json = JSON.parse(tableAsJson(shared)) as { traces: Record<string, unknown>[] };
  expect(json.traces.map(({ name, version, recordedMs }) => [name, version, recordedMs])).toEqual([
    ['trace 1', '1.2.3', null],
    ['trace 2', null, null],
  ]);
  expect(json.traces[1]?.failure).toEqual({ kind: 'unreadable', text: 'unreadable' });
  expect(tableAsTsv(shared)).not.toMatch(/secret|anna|2026/);
});
