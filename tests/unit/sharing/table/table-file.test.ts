/** A saved table opens as the same table; a damaged or hostile one as far as it fits. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { surveyFile } from '../../../../src/engine/service/answers/survey.ts';
import { failedRow, surveyRows, type TraceRow } from '../../../../src/sharing/figures/rows.ts';
import { shareRows } from '../../../../src/sharing/table/share-rows.ts';
import { tableAsJson, tableRows } from '../../../../src/sharing/table/table-file.ts';
import { rowsOfHead, TABLE_HEAD_BYTES } from '../../../../src/sharing/table/table-head.ts';
import { corpusPath } from '../../../support/raw-trace.ts';
import { SHARE_ALL } from '../../../support/redacted.ts';
import { madeRow } from '../../../support/table-rows.ts';

const MOST = 2000;
const saved = (rows: readonly TraceRow[]): string => tableAsJson(shareRows(rows, SHARE_ALL));

test('what was saved opens as it was, the failures with it', async () => {
  const name = 'spiral.sqlog.gz';
  const file = new File([readFileSync(corpusPath('rate2-both-cubic-buggy-s09.server.sqlog.gz'))], name);
  const read = surveyRows(name, await surveyFile({ kind: 'file', file }));
  const rows = [
    ...read.map((row) => ({ ...row, hash: null })),
    failedRow('b.txt', { kind: 'not-qlog', text: 'no trace' }),
  ];
  const text = saved(rows);
  expect(rowsOfHead(text.slice(0, TABLE_HEAD_BYTES))).toBe('table');
  expect(tableRows(text, MOST)).toEqual({ rows, leftOut: 0, groups: null });
  expect(tableRows(text, 1)).toEqual({ rows: rows.slice(0, 1), leftOut: 1, groups: null });
});

test('a table of version 1 opens for good', () => {
  const frozen =
    '{ "qlogscope-table": 1, "traces": [\n{"name":"a.sqlog","connection":0,"connections":1,"failure":null,"ended":null,' +
    '"role":"server","side":"sender","implementation":"quiche","version":"0.30.0","recordedMs":1795332631857.2,"startUs":0,' +
    '"durationUs":3765294,"sentBytes":10530564,"goodput":2658473.9,"packetsSent":7879,"packetsLost":145,"minRttUs":13033.6,' +
    '"smoothedRttUs":13878.9,"controller":"behaves like CUBIC (idle counted from last send), 100 %",' +
    '"idleRule":{"rules":["shift-from-last-send"],"fit":1,"proven":true},"defect":{"implementation":"quiche","standing":"fixed",' +
    '"reference":"pull request 2370","fixedIn":"0.26.1"},"findings":[{"id":"pto-storm","title":"Probes without an answer (PTO storm)",' +
    '"severity":"warning","startUs":1132575,"endUs":1702771}],"illShare":0.27,"window":{"fromUs":0,"columnUs":65536,"low":[null,2700],' +
    '"high":[null,5400]}}\n] }\n';
  const rows = tableRows(frozen, MOST)?.rows ?? [];
  expect(rows).toHaveLength(1);
  // Figures that it does not hold are not known.
  const held = Object.keys(JSON.parse(frozen).traces[0]);
  const [again] = JSON.parse(saved(rows)).traces;
  const isAdded = ([name]: [string, unknown]): boolean => !held.includes(name);
  expect(
    Object.entries(again)
      .filter(isAdded)
      .filter(([, value]) => value !== null),
  ).toEqual([['held', 'older']]);
  expect(JSON.parse(saved(rows))).toMatchObject(JSON.parse(frozen));
});

test('what does not fit is not known, and a row without a name is left out', () => {
  const text = JSON.stringify({
    'qlogscope-table': 1,
    traces: [
      {
        ...madeRow('a'),
        illShare: 7,
        durationUs: -1,
        goodput: 'fast',
        role: '<b>',
        findings: [{ id: 'NO' }, 3],
        extra: 1,
      },
      { ...madeRow('b'), window: { fromUs: 0, columnUs: 0, low: [1], high: [1] }, idleRule: 'x', failure: 5 },
      { ...madeRow('c'), window: { fromUs: 0, columnUs: 1, low: [1], high: [1, 2] } },
      { ...madeRow('') },
      null,
    ],
  });
  const { rows = [], leftOut } = tableRows(text, MOST) ?? {};
  expect(leftOut).toBe(2);
  const none = { illShare: null, durationUs: null, goodput: null, role: 'unknown', findings: [] };
  expect(rows[0]).toEqual({ ...madeRow('a'), ...none });
  expect(rows.slice(1)).toEqual([madeRow('b'), madeRow('c')]);
});

test.each(['', '{', '[]', '{"qlogscope-table":2,"traces":[]}', '{"qlogscope-table":1,"traces":{}}'])(
  '%j is no table',
  (text) => expect(tableRows(text, MOST)).toBeNull(),
);

test('groups come out as they went in, of all rows only, and what is none is left out', () => {
  const rows = shareRows([madeRow('a'), madeRow('b'), madeRow('c')], SHARE_ALL);
  const groups = { names: ['old', 'new'], ofRows: [0, null, 1], patterns: ['', 'new-*'], runs: 'Axyz' };
  const text = tableAsJson(rows, groups);
  expect(tableRows(text, MOST)?.groups).toEqual(groups);
  expect(tableRows(text, 2)?.groups).toBeNull();
  for (const broken of [{ ...groups, names: [] }, { ...groups, ofRows: [7] }, { ...groups, runs: 3 }, 'x']) {
    const read = tableRows(text.replace(JSON.stringify(groups), JSON.stringify(broken)), MOST);
    expect([read?.rows.length, read?.groups]).toEqual([3, null]);
  }
  const { patterns: _, ...older } = groups;
  const read = tableRows(text.replace(JSON.stringify(groups), JSON.stringify(older)), MOST);
  expect(read?.groups).toEqual({ ...groups, patterns: [] });
});
