/** Rows of a table made of anything go into a link and come out; damaged, the rows before the damage do, and nothing throws. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ORIGIN_MARKS } from '../../src/engine/base/text/origin-marks.ts';
import { REMARKS } from '../../src/engine/base/text/remarks.ts';
import { MOST_FINDINGS } from '../../src/sharing/figures/row.ts';
import { failedRow, type TraceRow } from '../../src/sharing/figures/rows.ts';
import { packRows, unpackRows } from '../../src/sharing/table/packed-rows.ts';
import { shareRows } from '../../src/sharing/table/share-rows.ts';
import { readRow } from '../../src/sharing/table/table-file.ts';
import { SHARE_ALL } from '../support/redacted.ts';
import { draws } from '../support/tier.ts';

const id = fc.stringMatching(/^[a-z][a-z0-9.-]{0,20}$/);
const words = fc.string({ unit: 'grapheme-ascii', maxLength: 30 });
const text = fc.option(words);
const count = fc.option(fc.nat({ max: 2 ** 40 }));
const time = fc.option(fc.integer({ min: -1e12, max: 1e12 }));
const share = fc.option(fc.nat({ max: 1000 }).map((value) => value / 1000));
const problem = fc.option(fc.record({ kind: id, text: words }));
const columns = fc.array(fc.tuple(fc.option(fc.nat({ max: 200 })), fc.option(fc.nat({ max: 200 }))), {
  maxLength: 48,
});

/** Of figures that are not drawn. */
const NOTHING_KNOWN = failedRow('', { kind: '', text: '' });

/** As they come out of a link: whole figures, of windows at most 200 bytes. */
const rows: fc.Arbitrary<TraceRow> = fc
  .record({
    name: fc.string({ unit: 'grapheme-ascii', minLength: 1, maxLength: 80 }),
    connection: count,
    connections: fc.nat({ max: 1e6 }),
    failure: problem,
    ended: problem,
    role: fc.constantFrom('client', 'server', 'network', 'unknown'),
    side: fc.constantFrom('sender', 'receiver', 'unknown'),
    implementation: text,
    version: text,
    recordedMs: time,
    startUs: time,
    durationUs: count,
    sentBytes: count,
    goodput: count,
    packetsSent: count,
    packetsLost: count,
    minRttUs: count,
    smoothedRttUs: count,
    controller: words,
    idleRule: fc.option(
      fc.record({ rules: fc.array(id, { maxLength: 4 }), fit: share, proven: fc.boolean() }),
    ),
    defect: fc.option(fc.record({ implementation: words, standing: id, reference: words, fixedIn: text })),
    findings: fc.array(
      fc.record({
        ...{ id, title: words, startUs: time, endUs: time },
        severity: fc.constantFrom('critical' as const, 'warning' as const, 'info' as const),
      }),
      { maxLength: MOST_FINDINGS },
    ),
    illShare: share,
    window: fc.option(
      fc
        .record({ fromUs: fc.nat(), columnUs: fc.integer({ min: 1, max: 2 ** 30 }), columns })
        .map((given) => ({
          ...{ fromUs: given.fromUs, columnUs: given.columnUs },
          low: given.columns.map(([low]) => low),
          high: given.columns.map(([, high]) => high),
        })),
    ),
    marks: fc.subarray(ORIGIN_MARKS.map(({ id: mark }) => mark)),
    remarks: fc.subarray([...REMARKS]),
  })
  .map((known) => ({ ...NOTHING_KNOWN, ...known }));
const tables = fc.array(rows, { maxLength: 12 });

/** The window is written in 200 levels of its highest value. */
function withoutWindow(row: TraceRow): TraceRow {
  return { ...row, window: null };
}

test('rows go into a link and come out as they were', () => {
  fc.assert(
    fc.property(tables, (table) => {
      const packed = packRows(shareRows(table, SHARE_ALL), SHARE_ALL);
      expect(packed.text).toMatch(/^[\w-]+$/);
      const read = unpackRows(packed.text);
      if (typeof read === 'string') throw new Error(read);
      expect(read).toMatchObject({ total: table.length, detail: 'whole', problem: null });
      expect(read.rows.map(withoutWindow)).toEqual(table.map(withoutWindow));
      for (const [i, { window }] of read.rows.entries()) {
        const was = table[i]?.window ?? null;
        expect(window?.high.map((value) => value === null)).toEqual(was?.high.map((value) => value === null));
      }
      // The second time nothing is rounded.
      const again = unpackRows(packRows(shareRows(read.rows, SHARE_ALL), SHARE_ALL).text);
      expect(again).toEqual(read);
    }),
    { numRuns: draws(1000) },
  );
});

test('damaged rows: those before the damage, and never an exception', () => {
  const damage = fc.record({
    at: fc.double({ min: 0, max: 1, noNaN: true }),
    by: fc.constantFrom('', 'A', '_z', '%'),
  });
  let cut = 0;
  fc.assert(
    fc.property(tables, fc.array(damage, { minLength: 1, maxLength: 3 }), (table, changes) => {
      const { text: packed } = packRows(shareRows(table, SHARE_ALL), SHARE_ALL);
      const damaged = changes.reduce((written, { at, by }) => {
        const from = Math.floor(at * written.length);
        return by === ''
          ? written.slice(0, from)
          : written.slice(0, from) + by + written.slice(from + by.length);
      }, packed);
      const read = unpackRows(damaged);
      if (typeof read === 'string') {
        expect(read).toMatch(/^it (is damaged|was made by a newer)/);
        return;
      }
      cut++;
      expect(read.total).toBeGreaterThanOrEqual(read.rows.length);
      for (const row of read.rows) expect(readRow(row)).toEqual(row);
    }),
    { numRuns: draws(5000) },
  );
  expect(cut).toBeGreaterThan(10);
});
