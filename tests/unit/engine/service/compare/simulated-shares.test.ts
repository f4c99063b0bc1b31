/** Rows of simulated runs in figures: shares with Wilson's interval, nearest ranks, and the band of the window, against hand counts. */
import { describe, expect, test } from 'vitest';
import { spreadOf, variantSummary } from '../../../../../src/engine/service/compare/simulated-shares.ts';
import type { RunRow } from '../../../../../src/engine/simulator/runs/scenario-run.ts';
import { rowsOf } from '../../../../support/lab-runs.ts';
import { wilson } from '../../../../support/wilson.ts';

/** A run that did nothing worth telling; the rest of a row is its own. */
function rowOf(seed: number, changes: Partial<RunRow> = {}): RunRow {
  return {
    variant: 'defect',
    seed,
    completedMs: Number.NaN,
    isLate: false,
    isTrapped: false,
    longestTrapMs: 0,
    goodputMbit: [1],
    sentPackets: 1,
    lostPackets: 0,
    spuriousPackets: 0,
    droppedPackets: 0,
    reductions: 0,
    timeouts: 0,
    windowBytes: new Float32Array(2),
    samples: [],
    limitMs: 10_000,
    packetEvents: 1,
    ...changes,
  };
}

describe('medians, and nearest ranks', () => {
  test.each([
    [[7], 7, 7, 7],
    [[2, 1], 1, 1.5, 2],
    [[3, 1, 2], 1, 2, 3],
    [[10, 9, 8, 7, 6, 5, 4, 3, 2, 1], 1, 5.5, 9],
    [[11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1], 2, 6, 10],
    [[100, 20, 3], 3, 20, 100],
    [[-1, 0, 1], -1, 0, 1],
  ])('of %j', (values, low, median, high) => {
    expect(spreadOf(values)).toEqual({ low, median, high });
  });

  test('of many', () => {
    const values = Array.from({ length: 200 }, (_, i) => 200 - i);
    expect(spreadOf(values)).toEqual({ low: 20, median: 100.5, high: 180 });
  });

  test('of nothing are none', () => {
    expect(spreadOf([])).toEqual({ low: Number.NaN, median: Number.NaN, high: Number.NaN });
  });
});

describe('a summary', () => {
  const rows = Array.from({ length: 12 }, (_, i) =>
    rowOf(i + 1, {
      isLate: i < 3,
      isTrapped: i < 5,
      timeouts: i < 7 ? i : 0,
      droppedPackets: i === 1 ? 3 : 0,
      reductions: i === 1 || i === 6 ? 1 : 0,
      completedMs: i < 3 ? Number.NaN : 1000 * i,
      lostPackets: 2 * i,
      goodputMbit: [i, 100 - i],
      windowBytes: Float32Array.of(i, 20, -i),
    }),
  );
  const summary = variantSummary('defect', rows);

  test('counts runs, and gives each share its interval', () => {
    expect([summary.variant, summary.runs]).toEqual(['defect', 12]);
    for (const [counted, hits] of [
      [summary.late, 3],
      [summary.trapped, 5],
      // Six of the first seven: the first of them had none.
      [summary.probed, 6],
      // The path of one lost packets.
      [summary.spurious, 5],
      // Of these three were held, and another one was reduced.
      [summary.closed, 4],
    ] as const) {
      const [low, high] = wilson(hits, 12);
      expect(counted).toEqual({
        hits,
        share: hits / 12,
        low: expect.closeTo(low, 9),
        high: expect.closeTo(high, 9),
      });
    }
  });

  test('tells times of the runs that were done only', () => {
    expect(summary.completedMs).toEqual({ low: 3000, median: 7000, high: 11_000 });
  });

  test('tells the other figures of all', () => {
    expect(summary.lostPackets).toEqual({ low: 2, median: 11, high: 20 });
    expect(summary.timeouts).toEqual({ low: 0, median: 0.5, high: 5 });
    expect(summary.goodputMbit).toEqual([
      { low: 1, median: 5.5, high: 10 },
      { low: 90, median: 94.5, high: 99 },
    ]);
  });

  test('has the band of the window at each time', () => {
    const { low, median, high } = summary.windowBytes;
    expect([...low]).toEqual([1, 20, -10]);
    expect([...median]).toEqual([5.5, 20, -5.5]);
    expect([...high]).toEqual([10, 20, -1]);
  });

  test('does not depend on the order of the runs', () => {
    expect(variantSummary('defect', rows.toReversed())).toEqual(summary);
  });

  test('of runs none of which is done has no times', () => {
    const { completedMs, late } = variantSummary('defect', [rowOf(1, { isLate: true })]);
    expect(completedMs.median).toBeNaN();
    expect(late).toMatchObject({ hits: 1, share: 1, high: 1 });
  });

  test('of no runs is empty', () => {
    const { runs, late, goodputMbit, windowBytes, lostPackets } = variantSummary('fixed', []);
    expect([runs, late.hits, goodputMbit.length, windowBytes.median.length]).toEqual([0, 0, 0, 0]);
    expect([late.share, lostPackets.median]).toEqual([Number.NaN, Number.NaN]);
  });
});

test('of real rows: every figure is one that a run had', () => {
  const rows = rowsOf('incident', 'defect', 5, { megabytes: 0.3, limit: 4 });
  const { lostPackets, goodputMbit, windowBytes, timeouts } = variantSummary('defect', rows);
  for (const value of Object.values(lostPackets)) expect(rows.map((row) => row.lostPackets)).toContain(value);
  for (const value of Object.values(timeouts)) expect(rows.map((row) => row.timeouts)).toContain(value);
  for (const value of Object.values(goodputMbit[0] ?? {}))
    expect(rows.map((row) => row.goodputMbit[0])).toContain(value);
  for (let i = 0; i < windowBytes.median.length; i += 17) {
    const { low, median, high } = windowBytes;
    const [a, b, c] = [low[i], median[i], high[i]] as [number, number, number];
    expect([a <= b, b <= c]).toEqual([true, true]);
    expect(rows.map((row) => row.windowBytes[i])).toContain(b);
  }
});
