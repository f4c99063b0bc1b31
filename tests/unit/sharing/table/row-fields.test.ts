/** Rows are filtered by the words of the event list. */
import { expect, test } from 'vitest';
import { compileRowFilter, isFilterError } from '../../../../src/engine/service/filter/index.ts';
import { ROW_FIELDS, ROW_FILTER_HELP } from '../../../../src/sharing/table/row-fields.ts';
import { madeFinding, madeRow } from '../../../support/table-rows.ts';

const ROWS = [
  madeRow('runs/buggy-1.sqlog', {
    findings: [madeFinding('death-spiral', 'critical', 2e6, 9e6), madeFinding('pto-storm', 'info', 0, 1)],
    ...{ implementation: 'quiche', version: '0.30.0', role: 'server', side: 'sender', illShare: 0.7 },
    ...{ goodput: 125_000, packetsSent: 1000, packetsLost: 66, smoothedRttUs: 14_000, sentBytes: 1.8e6 },
    idleRule: { rules: ['shift-from-last-send'], fit: 0.98, proven: true },
    defect: {
      implementation: 'quiche',
      standing: 'affected',
      reference: 'pull request 2370',
      fixedIn: '0.26.1',
    },
    controller: 'behaves like CUBIC (idle counted from last send), 98 %',
    recordedMs: Date.parse('2026-03-31T14:02:00Z'),
    held: {
      ...{ holder: 'window', cause: 'cutRandom', share: 0.583, lostUs: 2.5e6, lostShare: 0.25 },
      lostIsAtLeast: true,
    },
  }),
  madeRow('runs/fixed-1.sqlog', {
    implementation: 'quiche',
    version: '0.31.0',
    packetsLost: 0,
    packetsSent: 9,
    notJudged: ['death-spiral'],
  }),
  madeRow('readme.txt', { failure: { kind: 'not-qlog', text: 'Not a qlog trace' } }),
];

function matching(text: string): readonly string[] {
  const filter = compileRowFilter(text, ROW_FIELDS);
  if (isFilterError(filter)) throw new Error(`${filter.text} at ${filter.at}`);
  return ROWS.filter(filter).map(({ name }) => name.replace('runs/', '').replace(/-1.*/, ''));
}

test.each([
  ['finding = death-spiral and impl ~ "quiche 0.30"', ['buggy']],
  ['finding = pto-storm', []],
  ['info = pto-storm', ['buggy']],
  ['alarm = death-spiral', ['buggy']],
  ['notjudged = death-spiral', ['fixed']],
  ['impl = quiche', ['buggy', 'fixed']],
  ['severity = none', ['fixed']],
  ['severity = failed', ['readme.txt']],
  ['has failure', ['readme.txt']],
  ['rule = shift-from-last-send fit >= 98%', ['buggy']],
  ['rule = not-from-last-send', []],
  ['defect = affected', ['buggy']],
  ['ill > 69.9% and ill < 71', ['buggy']],
  ['since = 2s lasts > 6.9s', ['buggy']],
  ['goodput = 1Mbit/s', ['buggy']],
  ['goodput < 126 kB/s', ['buggy']],
  ['loss = 6.6%', ['buggy']],
  ['lost = 0', ['fixed']],
  ['rtt < 14.1ms', ['buggy']],
  ['bytes >= 1.8MB', ['buggy']],
  ['recorded > 2026-03-31 and recorded < 2026-03-31T14:03', ['buggy']],
  ['recorded > 2026-04-01', []],
  ['controller ~ cubic', ['buggy']],
  ['held ~ "random loss"', ['buggy']],
  ['held = window and held = cutRandom', ['buggy']],
  ['held = credit', []],
  ['heldshare > 58% and heldshare < 59%', ['buggy']],
  ['timelost = 2.5s', ['buggy']],
  ['timelost < 2s', []],
  ['name = *fixed*', ['fixed']],
  ['"not a qlog"', ['readme.txt']],
  ['spiral', ['buggy']],
])('%s', (text, due) => expect(matching(text)).toEqual(due));

test('every example of the help compiles, and every field stands in it', () => {
  for (const { example } of ROW_FILTER_HELP) expect(() => matching(example), example).not.toThrow();
  const words = ROW_FILTER_HELP.map(({ example, meaning }) => `${example} ${meaning}`).join(' ');
  for (const field of Object.keys(ROW_FIELDS.fields)) expect(words).toMatch(new RegExp(`\\b${field}\\b`));
});
