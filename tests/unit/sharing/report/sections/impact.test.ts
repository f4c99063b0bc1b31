/** What was lost, as a report sums it up: one row per finding with an estimate, and a total from two on. */
import { expect, test } from 'vitest';
import { amount, duration } from '../../../../../src/engine/base/text/figures.ts';
import type { Finding } from '../../../../../src/engine/findings/finding/finding';
import { impactBlocks } from '../../../../../src/sharing/report/sections/sections-findings.ts';
import { SPIRAL_PATH, traceInput } from '../../../../support/report-input.ts';

const trace = await traceInput(SPIRAL_PATH, { panels: [] });
const [spiral] = trace.snapshot.findings;

const COSTS = [
  { us: 1_500_000, bytes: 20_000, words: 'first' },
  { us: 2_000_000, bytes: 30_000, words: 'second' },
  { us: 4_000_000, bytes: 70_000, words: 'third' },
] as const;

/** The rows of the table, seconds and bytes only; null for none. */
function rowsOf(costs: readonly Finding['cost'][]): readonly (readonly string[])[] | null {
  if (spiral === undefined) throw new Error('the trace has no finding');
  const findings = costs.map((cost, i) => ({ ...spiral, key: `death-spiral.${i}`, cost }));
  const blocks = impactBlocks({ ...trace, snapshot: { ...trace.snapshot, findings } });
  const table = blocks.find(({ kind }) => kind === 'table');
  return table?.kind === 'table' ? table.rows.map((row) => row.slice(2)) : null;
}

const row = (us: number, bytes: number): readonly string[] => [duration(us), amount(bytes)];
const OWN = COSTS.map(({ us, bytes }) => row(us, bytes));

test('one estimate has no total, two and three have one', () => {
  expect(rowsOf(COSTS.slice(0, 1))).toEqual(OWN.slice(0, 1));
  expect(rowsOf(COSTS.slice(0, 2))).toEqual([...OWN.slice(0, 2), row(3_500_000, 50_000)]);
  expect(rowsOf(COSTS)).toEqual([...OWN, row(7_500_000, 120_000)]);
});

test('bytes that are not known are said to be, and make no total', () => {
  const open = { us: 1_000_000, bytes: Number.NaN, words: 'the trace ends in it' };
  expect(rowsOf([COSTS[0], open])).toEqual([
    OWN[0],
    [duration(1_000_000), 'not known'],
    [duration(2_500_000), 'not known'],
  ]);
});

test('findings without an estimate have no row, and without any there is no table', () => {
  expect(rowsOf([COSTS[0], null])).toEqual(OWN.slice(0, 1));
  expect(rowsOf([null, null])).toBeNull();
  expect(rowsOf([])).toBeNull();
});
