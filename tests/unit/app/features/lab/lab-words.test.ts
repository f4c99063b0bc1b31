/** Runs in words and in their order: the list, its caption and the button for the worst one are about the same order. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  listedRuns,
  middleOf,
  orderWords,
  runWords,
  secondsWords,
  shareSentence,
  shareWords,
  spreadWords,
  worstOf,
} from '../../../../../src/app/features/lab/lab-words.ts';
import { variantSummary } from '../../../../../src/engine/service/compare/simulated-shares.ts';
import { lateRun, madeRun } from '../../../../support/run-rows.ts';
import { draws, SEED } from '../../../../support/tier.ts';

const seedsOf = (rows: readonly { readonly seed: number }[]): readonly number[] =>
  rows.map(({ seed }) => seed);

const anyRun = fc
  .record({ seed: fc.integer({ min: 1, max: 999 }), isLate: fc.boolean(), done: fc.nat(5), trap: fc.nat(3) })
  .map(({ seed, isLate, done, trap }) => {
    const held = { longestTrapMs: 1000 * trap, isTrapped: trap > 0 };
    return isLate ? lateRun(seed, held) : madeRun(seed, { completedMs: 1000 * done, ...held });
  });
const anyRuns = fc.uniqueArray(anyRun, { selector: ({ seed }) => seed, maxLength: 12 });

describe('the order of runs', () => {
  test('is by how long they were held, then late ones, then the last one done', () => {
    const rows = [
      madeRun(1, { completedMs: 9000 }),
      madeRun(2, { longestTrapMs: 1000, isTrapped: true, completedMs: 9500 }),
      lateRun(3),
      madeRun(4, { longestTrapMs: 4000, isTrapped: true, completedMs: 4500 }),
      madeRun(5, { completedMs: 0 }),
    ];
    expect(seedsOf(listedRuns(rows))).toEqual([4, 2, 3, 1, 5]);
    expect(seedsOf(rows)).toEqual([1, 2, 3, 4, 5]);
  });

  test('has the worst one first, whatever there is, and is the same from any order', () => {
    fc.assert(
      fc.property(anyRuns, (rows) => {
        const listed = listedRuns(rows);
        expect(seedsOf(listed).toSorted()).toEqual(seedsOf(rows).toSorted());
        expect(worstOf(rows)).toBe(listed[0] ?? null);
        expect(seedsOf(listedRuns(rows.toReversed()))).toEqual(seedsOf(listed));
        for (const [i, row] of listed.entries()) {
          const before = listed[i - 1];
          if (before !== undefined) expect(before.longestTrapMs).toBeGreaterThanOrEqual(row.longestTrapMs);
        }
      }),
      { seed: SEED, numRuns: draws(300) },
    );
  });

  test.each([
    ['The longest held first.', [madeRun(1), madeRun(2, { longestTrapMs: 1 })]],
    ['The last one done first.', [lateRun(1), madeRun(2)]],
    ['By seed.', [lateRun(1), lateRun(2)]],
    ['By seed.', []],
  ])('is told: %s', (words, rows) => {
    expect(orderWords(rows)).toBe(words);
  });

  test('the one in the middle has as many done before it as after it, late ones after', () => {
    fc.assert(
      fc.property(anyRuns, (rows) => {
        const middle = middleOf(rows);
        expect(middle === null).toBe(rows.length === 0);
        if (middle === null) return;
        const when = (row: typeof middle): number => (row.isLate ? Number.MAX_VALUE : row.completedMs);
        const before = rows.filter((row) => when(row) < when(middle)).length;
        const after = rows.filter((row) => when(row) > when(middle)).length;
        expect(before).toBeLessThanOrEqual(rows.length / 2);
        expect(after).toBeLessThanOrEqual(rows.length / 2);
      }),
      { seed: SEED, numRuns: draws(300) },
    );
    expect(middleOf([madeRun(3), lateRun(1), madeRun(2, { completedMs: 500 })])?.seed).toBe(3);
    // Of an even number the earlier one.
    expect(middleOf([madeRun(1), madeRun(2, { completedMs: 1500 })])?.seed).toBe(1);
  });
});

describe('a run in words', () => {
  test.each([
    ['done in 1.00 s', madeRun(1)],
    ['done in 0.00 s', madeRun(1, { completedMs: 0 })],
    ['late', lateRun(1)],
    ['late, window held for 7.94 s', lateRun(1, { isTrapped: true, longestTrapMs: 7940 })],
    ['done in 1.00 s, window held for 0.50 s', madeRun(1, { isTrapped: true, longestTrapMs: 500 })],
    // Held for less than a trap is.
    ['done in 1.00 s', madeRun(1, { longestTrapMs: 20 })],
    ['1.25 Mbit/s', madeRun(1, { completedMs: Number.NaN, goodputMbit: [1.25] })],
    ['1.25; 3.00 Mbit/s', madeRun(1, { completedMs: Number.NaN, goodputMbit: [1.25, 3] })],
  ])('%s', (words, row) => {
    expect(runWords(row)).toBe(words);
  });

  test('what is not known is a dash, and a spread without width one figure', () => {
    expect(secondsWords(Number.NaN)).toBe('–');
    const [none, wide, narrow] = [Number.NaN, 2000, 1001];
    const spread = (low: number, median: number, high: number) => ({ low, median, high });
    expect(spreadWords(spread(none, none, none), secondsWords)).toBe('–');
    expect(spreadWords(spread(1000, 1500, wide), secondsWords)).toBe('1.50 s (1.00 s to 2.00 s)');
    expect(spreadWords(spread(1000, 1000, narrow), secondsWords)).toBe('1.00 s');
  });

  test('a share has its interval and its counts, and none without runs', () => {
    const { late } = variantSummary('a', [lateRun(1), madeRun(2), madeRun(3), madeRun(4)]);
    expect(shareWords(late, 4)).toMatch(/^25\.0 % \(4\.6 % to 69\.9 %\), 1 of 4$/);
    expect(shareWords(late, 0)).toBe('no run yet');
  });

  test('a cell tells of timeouts whether the loop closes, else of late runs and of spirals', () => {
    const rows = [lateRun(1, { timeouts: 2, reductions: 1 }), madeRun(2, { isTrapped: true })];
    const summary = variantSummary('a', rows);
    expect(shareSentence('timeouts', summary)).toBe(
      'The loop closes: yes, in 1 of 2 runs. A PTO fired in 1, in 1 of them though nothing was lost.',
    );
    expect(shareSentence('shares', summary)).toMatch(
      /^Late: 50\.0 % .*, 1 of 2\. With a spiral: 50\.0 % .*, 1 of 2\.$/,
    );
    expect(shareSentence('shares', variantSummary('a', [lateRun(1)]))).toContain('With a spiral: 0.0 %');
  });
});
