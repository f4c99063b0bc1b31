/** Rows of a table in a link: they come back, the worst are kept where not all fit, and of damaged ones the sound part. */
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { SHARE_NOTHING } from '../../../../src/engine/reading/contract/share-options.ts';
import { surveyFile } from '../../../../src/engine/service/answers/survey.ts';
import { toBase64url } from '../../../../src/sharing/digest/pack.ts';
import { failedRow, ROW_VERSION, surveyRows, type TraceRow } from '../../../../src/sharing/figures/rows.ts';
import { MAX_PACKED, packRows, unpackRows } from '../../../../src/sharing/table/packed-rows.ts';
import { shareRows } from '../../../../src/sharing/table/share-rows.ts';
import { corpusPath } from '../../../support/raw-trace.ts';
import { SHARE_ALL } from '../../../support/redacted.ts';
import { madeFinding, madeRow } from '../../../support/table-rows.ts';
import frozen from './frozen-tables.json' with { type: 'json' };

const pack = (rows: readonly TraceRow[], maxLength?: number) =>
  packRows(shareRows(rows, SHARE_ALL), SHARE_ALL, maxLength);

function unpack(text: string) {
  const read = unpackRows(text);
  if (typeof read === 'string') throw new Error(read);
  return read;
}

const many = Array.from({ length: 2000 }, (_, i) =>
  madeRow(`run-${i}/server.sqlog`, {
    ...{ goodput: (i * 7919) % 100_003, packetsSent: 1000 + ((i * 31) % 977), implementation: 'quiche' },
    findings: [
      madeFinding('death-spiral', 'critical', 2e6 + i * 977, 9e6 + i * 31),
      madeFinding('pto-storm', 'warning', i * 1009, i * 1013),
    ],
    window: {
      ...{ fromUs: 0, columnUs: 65_536 },
      low: Array.from({ length: 96 }, (_, column) => ((i + 3) * column * 271) % 50_000),
      high: Array.from({ length: 96 }, (_, column) => 50_000 + (((i + 3) * column * 313) % 9000)),
    },
  }),
);

describe.each(frozen)('frozen rows of version $version: $about', ({ rows, facts }) => {
  test('open for good', () => {
    // What rows of a version do not hold is not known, and of what held a sender it is said that they are older.
    const held = facts.rows.map((row) => ({
      ...failedRow('', { kind: '', text: '' }),
      held: 'older',
      ...row,
    }));
    expect(unpack(rows)).toEqual({ ...facts, rows: held, problem: null });
  });
});

test('rows of a trace come back, rounded to µs, bytes and thousandths; the window in half as many columns', async () => {
  const name = 'rate2-both-cubic-buggy-s09.server.sqlog.gz';
  const file = new File([readFileSync(corpusPath(name))], name);
  const [row] = surveyRows(name, await surveyFile({ kind: 'file', file })) as [TraceRow];
  const failed = failedRow('b.txt', { kind: 'not-qlog', text: 'no trace' });
  const { rows, detail } = unpack(pack([row, failed]).text);
  expect(detail).toBe('whole');
  expect(rows[1]).toEqual(failed);
  const { window, ...read } = rows[0] as TraceRow;
  const { window: was, ...given } = row;
  const whole = (value: number | null): number | null => value && Math.round(value);
  expect(read).toEqual({
    ...given,
    hash: null,
    lostParts: given.lostParts?.map((part) => ({ ...part, lostUs: whole(part.lostUs) })) ?? null,
    ...{ recordedMs: whole(given.recordedMs), goodput: whole(given.goodput) },
    ...{ minRttUs: whole(given.minRttUs), smoothedRttUs: whole(given.smoothedRttUs) },
    illShare: Math.round((given.illShare ?? 0) * 1000) / 1000,
    held: given.held !== null &&
      given.held !== 'older' && {
        ...given.held,
        share: Math.round(given.held.share * 1000) / 1000,
        lostUs: whole(given.held.lostUs),
        lostShare: Math.round((given.held.lostShare ?? 0) * 1000) / 1000,
      },
    idleRule: given.idleRule && {
      ...given.idleRule,
      fit: Math.round((given.idleRule.fit ?? 0) * 1000) / 1000,
    },
  });
  expect(window?.low).toHaveLength(Math.ceil((was?.low.length ?? 0) / 2));
  const most = (values: readonly (number | null)[]): number => Math.max(...values.map((value) => value ?? 0));
  expect(most(window?.high ?? [])).toBe(most(was?.high ?? []));
  // What was read is packed as it is.
  expect(unpack(pack(rows).text).rows).toEqual(rows);
});

test('of 2,000 rows the first stay, without windows, and no link is longer than its limit', () => {
  const packed = pack(many);
  expect(packed.text.length).toBeLessThanOrEqual(MAX_PACKED);
  expect(packed.detail).toBe('worst-only');
  expect(packed.held).toBeGreaterThan(500);
  const { rows, total } = unpack(packed.text);
  expect(total).toBe(2000);
  expect(rows.map(({ name }) => name)).toEqual(many.slice(0, packed.held).map(({ name }) => name));
  expect(rows[7]?.findings.map(({ startUs }) => startUs)).toEqual([many[7]?.findings[0]?.startUs, null]);
  expect(pack(many.slice(0, 20)).detail).toBe('whole');
  expect(pack(many, 100).held).toBeLessThan(4);
  expect(unpack(pack([]).text)).toMatchObject({ rows: [], total: 0 });
});

test('names stay out unless they are asked for', () => {
  const packed = packRows(shareRows(many.slice(0, 2), SHARE_NOTHING), SHARE_NOTHING);
  expect(unpack(packed.text).rows.map(({ name }) => name)).toEqual(['trace 1', 'trace 2']);
});

describe('damage', () => {
  const { text } = pack(many.slice(0, 40));

  test('of a link that was cut the first rows are read, and it is said', () => {
    const read = unpack(text.slice(0, text.length / 2));
    expect(read.problem).toMatch(/^it is damaged|^it ends too early/);
    expect(read.total).toBe(40);
    expect(read.rows.length).toBeGreaterThan(10);
    expect(read.rows).toEqual(unpack(text).rows.slice(0, read.rows.length));
  });

  test('rows of a newer version are named as that; what is none is damaged', () => {
    expect(unpackRows(toBase64url(Uint8Array.of(ROW_VERSION + 1, 0, 0)))).toBe(
      `it was made by a newer qlogscope (rows of version ${ROW_VERSION + 1}, this one reads up to ${ROW_VERSION})`,
    );
    for (const none of ['', 'AAAA', 'AQ', 'AQAA', '<b>']) expect(unpackRows(none)).toMatch(/^it is damaged/);
  });
});
