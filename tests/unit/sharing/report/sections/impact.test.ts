/** What findings cost, as a report sums it up: one row per finding with a cost, and what a run closed loop gave. */
import { expect, test } from 'vitest';
import type { Finding } from '../../../../../src/engine/findings/finding/finding';
import type { Block } from '../../../../../src/sharing/report/document/document.ts';
import { impactBlocks } from '../../../../../src/sharing/report/sections/sections-findings.ts';
import { SPIRAL_PATH, traceInput } from '../../../../support/report-input.ts';

const trace = await traceInput(SPIRAL_PATH, { panels: [] });
const [spiral] = trace.snapshot.findings;

function blocksOf(costs: readonly Pick<Finding, 'cost' | 'closedLoop'>[]): readonly Block[] {
  if (spiral === undefined) throw new Error('the trace has no finding');
  const findings = costs.map((cost, i) => ({ ...spiral, key: `death-spiral.${i}`, ...cost }));
  return impactBlocks({ ...trace, snapshot: { ...trace.snapshot, findings } });
}

/** The column of costs; null for no table. */
function rowsOf(costs: readonly Finding['cost'][]): readonly (string | undefined)[] | null {
  const blocks = blocksOf(costs.map((cost) => ({ cost, closedLoop: null })));
  const table = blocks.find(({ kind }) => kind === 'table');
  return table?.kind === 'table' ? table.rows.map((row) => row[2]) : null;
}

const held = (lostUs: number | null, provedShare = 1) => ({ heldUs: 7_940_000, lostUs, provedShare });

test.each([
  [held(5_200_000), 'held the sender for 7.94 s, 5.20 s of it lost'],
  [held(5_200_000, 0.4), 'held the sender for 7.94 s, at least 5.20 s of it lost'],
  [held(0), 'held the sender for 7.94 s, none of it lost'],
  [held(null), 'held the sender for 7.94 s; how much of it is lost is not known'],
  [{ ...held(0), heldUs: 0 }, 'held the sender at no time'],
])('the cost %o in words', (cost, words) => {
  expect(rowsOf([cost])).toEqual([words]);
});

test('time that several have is said to be in each', () => {
  const twice = 'Time of those that overlap is in each of them.';
  const one = { cost: held(0), closedLoop: null };
  expect(JSON.stringify(blocksOf([one]))).not.toContain(twice);
  expect(JSON.stringify(blocksOf([one, one]))).toContain(twice);
});

test('findings without a cost have no row, and without any there is no table', () => {
  expect(rowsOf([held(0), null])).toHaveLength(1);
  expect(rowsOf([null, null])).toBeNull();
  expect(rowsOf([])).toBeNull();
});

test('what a run closed loop gave stands after it, also without a table', () => {
  const closedLoop = { us: 1, bytes: Number.NaN, words: 'a run' };
  const none = { cost: null, closedLoop: null };
  expect(blocksOf([{ cost: held(0), closedLoop }]).at(-1)).toMatchObject({ items: ['Death spiral: a run'] });
  expect(blocksOf([{ ...none, closedLoop }, none]).at(-1)).toMatchObject({ items: ['Death spiral: a run'] });
  expect(blocksOf([none]).map(({ kind }) => kind)).toEqual(['text']);
});
