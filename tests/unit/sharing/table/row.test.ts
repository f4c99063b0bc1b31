/** What a row says of a trace: how much of its time is ill, which idle rule, and the words of its cells. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { surveyFile } from '../../../../src/engine/service/answers/survey.ts';
import { idleRuleOf, illShareOf, isJudged } from '../../../../src/sharing/figures/row.ts';
import { surveyRows } from '../../../../src/sharing/figures/rows.ts';
import { intervalWords } from '../../../../src/sharing/report/words/finding-words.ts';
import { sinceWords as headlineSince } from '../../../../src/sharing/report/words/headline-words.ts';
import {
  idleRuleWords,
  implementationCell,
  severityOf,
  verdictWords,
} from '../../../../src/sharing/table/row-words.ts';
import { cellOf } from '../../../../src/sharing/table/views.ts';
import { corpusPath } from '../../../support/raw-trace.ts';
import { madeFinding, madeRow } from '../../../support/table-rows.ts';

test('the share of time that alarms cover counts each time once, and no info', () => {
  const spans = (...of: readonly (readonly [number, number])[]) =>
    of.map(([start, end]) => madeFinding('x', 'warning', start, end));
  expect(illShareOf([], 0, 10)).toBe(0);
  expect(illShareOf(spans([1, 3], [2, 4], [8, 20]), 0, 10)).toBe(0.5);
  expect(illShareOf(spans([2, 9], [3, 4]), 0, 10)).toBe(0.7);
  expect(illShareOf([madeFinding('x', 'info', 0, 10)], 0, 10)).toBe(0);
  expect(illShareOf(spans([0, 1]), 0, 0)).toBeNull();
});

test('a proven rule outranks what models tell; without either nothing is said', () => {
  const proven = [{ cause: null }, { cause: 'shift-from-last-send' }];
  expect(idleRuleOf(proven, ['shift-from-last-send'], 0.98)).toEqual({
    ...{ rules: ['shift-from-last-send'], fit: 0.98, proven: true },
  });
  expect(idleRuleOf(proven, [], 0.3)).toEqual({ rules: ['shift-from-last-send'], fit: null, proven: true });
  expect(idleRuleOf([], ['none', 'reset'], 0.9)).toEqual({
    rules: ['none', 'reset'],
    fit: 0.9,
    proven: false,
  });
  expect(idleRuleOf([], [], 0.9)).toBeNull();
  const words = (...rules: readonly string[]) =>
    idleRuleWords(madeRow('a', { idleRule: { rules, fit: 0.999, proven: false } }));
  expect(words('shift-from-last-send')).toBe('from last send, 99 %');
  expect(words('shift-from-last-send', 'none')).toBe('from last send or idle not counted, 99 %');
  expect(words('none', 'reset', 'threshold')).toBe('not from last send, 99 %');
  expect(words('none', 'reset', 'shift-from-last-send')).toBe('not distinguished, 99 %');
});

test('the row of a trace with a death spiral', async () => {
  const name = 'runs/spiral.sqlog.gz';
  const file = new File([readFileSync(corpusPath('rate2-both-cubic-buggy-s09.server.sqlog.gz'))], name);
  const [row] = surveyRows(name, await surveyFile({ kind: 'file', file }));
  if (row === undefined) throw new Error('no row');
  expect(row).toMatchObject({
    name,
    connection: 0,
    connections: 1,
    role: 'server',
    side: 'sender',
    failure: null,
  });
  expect(verdictWords(row)).toBe('Death spiral, 7.95 s');
  expect(cellOf('since', row)).toBe('2.036 s');
  expect(row.illShare).toBeGreaterThan(0.79);
  expect(idleRuleWords(row)).toMatch(/^from last send, \d+ %$/);
  expect(cellOf('controller', row)).toMatch(/^CUBIC \(idle counted from last send\), \d+ %$/);
  expect(implementationCell(row)).toMatch(/^quiche 0\.\d+/);
  expect(cellOf('defect', row)).toContain('quiche pull request 2370');
  expect(cellOf('loss', row)).toBe('66 (4.9 %)');
  expect(cellOf('rtt', row)).toBe('13.0 ms / 14.4 ms');
  expect(cellOf('goodput', row)).toMatch(/^1\.\d Mbit\/s$/);
  expect(cellOf('answer', row)).toContain('does not grow beyond 2.7 kB (death spiral)');
  expect(cellOf('heldBy', row)).toBe('congestion window: it does not grow 79.9 %');
  expect(cellOf('lostTime', row)).toBe('≥ 9.02 s (90.3 %)');
  expect(cellOf('recordedMs', row)).toMatch(/^20\d\d-\d\d-\d\d \d\d:\d\d:\d\d UTC$/);
});

test('what is not known is a dash, and a failure says so', () => {
  const row = madeRow('a', { durationUs: 1e6 });
  expect([
    cellOf('loss', row),
    cellOf('rtt', row),
    cellOf('goodput', row),
    cellOf('answer', row),
    cellOf('heldBy', row),
    cellOf('lostTime', row),
    idleRuleWords(row),
  ]).toEqual(['–', '–', '–', '–', '–', '–', '–']);
  expect(verdictWords(row)).toBe('No alarm');
  expect(verdictWords({ ...row, failure: { kind: 'x', text: 'y' } })).toBe('Could not be read');
});

test('of what held it, what is known is said, and of an older row that it has no account', () => {
  const held = { holder: 'nextRequest', cause: null, share: 0.5, lostUs: null, lostShare: null } as const;
  const row = madeRow('a', { held: { ...held, lostIsAtLeast: false } });
  expect([cellOf('heldBy', row), cellOf('lostTime', row)]).toEqual(['next request 50.0 %', '–']);
  const older = madeRow('a', { held: 'older' });
  expect([cellOf('heldBy', older), cellOf('lostTime', older)]).toEqual([
    'made by an older version: no account',
    '–',
  ]);
});

test('what happens at one moment has no duration', () => {
  const worst = madeFinding('closed-with-error', 'critical', 3e6, 3e6);
  const row = madeRow('a', { durationUs: 1e7, findings: [worst] });
  expect(verdictWords(row)).toBe(worst.title);
  expect(verdictWords({ ...row, findings: [{ ...worst, endUs: 4e6 }] })).toBe(`${worst.title}, 1.00 s`);
  const at = { startUs: 3e6, endUs: 3e6 };
  expect(intervalWords(at, { extent: { toUs: 3e6 } })).toBe('at 3.000 s');
  expect(headlineSince(at, { extent: { fromUs: 0, toUs: 3e6 } })).toBe('at 3.000 s');
});

test('an entry of a zip, and what could not be read of it, are named by their paths', () => {
  const failures = [
    { kind: 'not-qlog', level: 'warning', text: 'notes.txt: words', places: [], entry: 'notes.txt' },
  ] as const;
  const rows = surveyRows('run.zip', { traces: [], hash: null, connectionCount: 0, failures, ends: null });
  expect(rows.map(({ name, failure }) => [name, failure?.kind])).toEqual([
    ['run.zip!/notes.txt', 'not-qlog'],
  ]);
});

test('where no rule could be applied that raises alarms, that there is none is not said', async () => {
  const text = JSON.stringify({
    qlog_version: '0.3',
    traces: [
      {
        vantage_point: { type: 'client' },
        common_fields: { time_format: 'relative' },
        events: [
          { time: 0, name: 'recovery:metrics_updated', data: { congestion_window: 13500 } },
          { time: 99, name: 'recovery:metrics_updated', data: { congestion_window: 13500 } },
        ],
      },
    ],
  });
  const [row] = surveyRows('a', await surveyFile({ kind: 'text', text, name: 'a' }));
  if (row === undefined) throw new Error('no row');
  expect([severityOf(row), verdictWords(row), row.illShare]).toEqual(['unjudged', 'Cannot be judged', null]);
  const alarm = { ...row, findings: [madeFinding('x', 'warning', 0, 1)] };
  expect(severityOf(alarm)).toBe('warning');
});

test('a sender is judged by its stalls or its PTOs, a receiver also by the bursts of its peer', () => {
  const without = (...ids: readonly string[]) => ids.map((id) => ({ id }));
  expect(isJudged('sender', without('death-spiral', 'pto-storm'))).toBe(true);
  expect(isJudged('sender', without('delivery-stall', 'pto-storm'))).toBe(false);
  expect(isJudged('receiver', without('delivery-stall', 'pto-storm'))).toBe(true);
  expect(isJudged('receiver', without('delivery-stall', 'pto-storm', 'peer-flat'))).toBe(false);
});

test('a digest among the files is no failure', () => {
  const row = madeRow('a', { failure: { kind: 'digest', text: 'A digest' } });
  expect([severityOf(row), verdictWords(row)]).toEqual(['digest', 'A digest, no trace']);
});
