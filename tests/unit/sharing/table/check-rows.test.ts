/** What `check --json` printed, as rows: the records of the same code, older and damaged ones. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { SHARE_NOTHING } from '../../../../src/engine/reading/contract/share-options.ts';
import type { Snapshot } from '../../../../src/engine/reading/contract/snapshot.ts';
import { TraceSession } from '../../../../src/engine/service/answers/session.ts';
import { redact } from '../../../../src/engine/service/redaction/redact.ts';
import { snapshotRecord } from '../../../../src/sharing/report/records/snapshot-record.ts';
import { checkRows } from '../../../../src/sharing/table/check-rows.ts';
import { verdictWords } from '../../../../src/sharing/table/row-words.ts';
import { corpusPath } from '../../../support/raw-trace.ts';

const MOST = 100;

async function recordOf(corpus: string): Promise<Record<string, unknown>> {
  let newest: Snapshot | null = null;
  const session = new TraceSession((snapshot) => {
    newest = snapshot;
  });
  await session.open({ kind: 'file', file: new File([readFileSync(corpusPath(corpus))], corpus) });
  const { snapshot } = redact({ name: corpus, snapshot: newest as unknown as Snapshot }, SHARE_NOTHING);
  return JSON.parse(JSON.stringify(snapshotRecord(corpus, snapshot)));
}

test('a record of a spiral is the row of its trace, as far as it is told', async () => {
  const record = await recordOf('rate2-both-cubic-buggy-s09.server.sqlog.gz');
  const { rows, leftOut } = checkRows(`${JSON.stringify(record)}\n`, MOST);
  expect(leftOut).toBe(0);
  expect(rows[0]).toMatchObject({
    ...{ name: 'rate2-both-cubic-buggy-s09.server.sqlog.gz', connection: 0, role: 'server', side: 'sender' },
    ...{ implementation: 'quiche', packetsLost: 66, goodput: null, window: null, failure: null },
    idleRule: { rules: ['shift-from-last-send'], proven: true },
    defect: { implementation: 'quiche', reference: 'pull request 2370' },
  });
  const [row] = rows;
  if (row === undefined) throw new Error('no row');
  expect(verdictWords(row)).toBe('Death spiral, 7.95 s');
  expect(row.illShare).toBeGreaterThan(0.79);
  expect(checkRows(JSON.stringify([record, record]), MOST).rows).toEqual([row, row]);
});

test('what does not fit is left out part by part, and counted where no row comes of it', () => {
  const record = { schema: 1, file: 'a.sqlog', trace: 0, durationMs: 'long', rttMinMs: -1, packetsLost: 3 };
  const finding = { id: 'x', severity: 'critical', startMs: 1, endMs: 2, cause: 7 };
  const lines = [
    JSON.stringify({ ...record, findings: [finding, { id: 'Not an id!', severity: 'critical' }, 5] }),
    JSON.stringify({ ...record, schema: 3 }),
    JSON.stringify({ schema: 1, trace: 0 }),
    '{ broken',
    '[]',
    'null',
    JSON.stringify({ ...record, file: 'b', trace: null, errors: [{ record: null, reason: 'no trace' }] }),
  ];
  const { rows, leftOut } = checkRows(lines.join('\r\n'), MOST);
  expect(leftOut).toBe(5);
  expect(rows[0]).toMatchObject({
    durationUs: null,
    minRttUs: null,
    packetsLost: 3,
    role: 'unknown',
    illShare: null,
  });
  expect(rows[0]?.findings).toEqual([
    { id: 'x', title: 'X', severity: 'critical', startUs: 1000, endUs: 2000 },
  ]);
  expect(rows[1]?.failure?.text).toBe('no trace');
});

test('a record of schema 1 is the row that one of schema 2 is, though its remarks stand among its findings', () => {
  const file = { file: 'a.sqlog', trace: 0, durationMs: 5000, side: 'sender' };
  const finding = { id: 'pto-storm', severity: 'warning', startMs: 1, endMs: 2 };
  const remark = { id: 'log-quality', severity: 'info', startMs: 0, endMs: 5000 };
  const old = { ...file, schema: 1, findings: [finding, remark] };
  const newer = { ...file, schema: 2, findings: [finding], remarks: [remark] };
  const [before, after] = checkRows([old, newer].map((one) => JSON.stringify(one)).join('\n'), MOST).rows;
  expect(before).toEqual(after);
  expect(before?.findings.map(({ id }) => id)).toEqual(['pto-storm']);
  expect(before?.remarks).toEqual(['log-quality']);
});

test('no more rows than are wanted', () => {
  const line = JSON.stringify({ schema: 1, file: 'a', trace: 0 });
  const { rows, leftOut } = checkRows(Array(5).fill(line).join('\n'), 2);
  expect([rows.length, leftOut]).toEqual([2, 3]);
});
