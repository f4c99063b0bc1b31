/** Counts of a plane, and the sentence about them. */
import { describe, expect, test } from 'vitest';
import { loopVerdicts, loopWords } from '../../../../../src/engine/service/compare/loop-verdicts.ts';
import {
  type VariantSummary,
  variantSummary,
} from '../../../../../src/engine/service/compare/simulated-shares.ts';
import type { RunRow } from '../../../../../src/engine/simulator/runs/scenario-run.ts';
import { rowsOf } from '../../../../support/lab-runs.ts';

const [ROW] = rowsOf('late-host', '0.1ms-100us', 1, { seconds: 0.5 }) as [RunRow];
const QUIET = { timeouts: 0, droppedPackets: 0, reductions: 0, isTrapped: false };

/** A cell of runs that differ in what is given. */
function cell(variant: string, runs: readonly Partial<RunRow>[]): VariantSummary {
  return variantSummary(
    variant,
    runs.map((run) => ({ ...ROW, ...QUIET, ...run })),
  );
}

const PLANES = [
  { id: 'a', at: { x: 1, y: 1, plane: 'long' } },
  { id: 'b', at: { x: 2, y: 1, plane: 'long' } },
  { id: 'c', at: { x: 1, y: 1, plane: 'short' } },
];

describe('a verdict', () => {
  const summaries = new Map([
    ['a', cell('a', [{}, { timeouts: 2 }, { timeouts: 1, droppedPackets: 4, reductions: 1 }])],
    ['b', cell('b', [{}, {}, { timeouts: 1, reductions: 1 }])],
    ['c', cell('c', [{ timeouts: 1 }, { timeouts: 3, isTrapped: true }, { reductions: 1 }])],
  ]);

  test('counts the runs of its plane: those with a probe timeout, a spurious one, and a loop', () => {
    expect(loopVerdicts(PLANES, summaries)).toEqual([
      { plane: 'long', runs: 6, probed: 3, spurious: 2, closed: 1 },
      { plane: 'short', runs: 3, probed: 2, spurious: 2, closed: 1 },
    ]);
  });

  test('is of one plane where there are none, and of no run where there is no summary', () => {
    const [all, ...others] = loopVerdicts([{ id: 'a' }, { id: 'c', at: null }], summaries);
    expect([all, others]).toEqual([{ plane: '', runs: 6, probed: 4, spurious: 3, closed: 1 }, []]);
    expect(loopVerdicts([{ id: 'x' }], summaries).map(loopWords)).toEqual(['no run yet']);
  });

  test('is a sentence with yes or no', () => {
    const [long, short] = loopVerdicts(PLANES, summaries).map(loopWords);
    expect(long).toBe(
      'The loop closes: yes, in 1 of 6 runs. A PTO fired in 3, in 2 of them though nothing was lost.',
    );
    expect(short).toContain('yes, in 1 of 3 runs');
    expect(loopWords({ plane: '', runs: 9, probed: 1, spurious: 1, closed: 0 })).toContain(
      'no, in none of 9 runs',
    );
  });
});
