/** A digest's columns, two of which become one: what is known of both stays, states and their order included. */
import { describe, expect, test } from 'vitest';
import { coarsen, surveyWindow } from '../../../../src/sharing/digest/coarsen.ts';
import type { Block } from '../../../../src/sharing/digest/digest.ts';
import { DETAILS, reduceTo } from '../../../../src/sharing/digest/fit.ts';
import { makeDigest } from '../../../../src/sharing/digest/make.ts';
import { decodeDigest, encodeDigest } from '../../../../src/sharing/digest/pack.ts';
import { surveyTrace } from '../../../support/digest-input.ts';
import { corpusPath } from '../../../support/raw-trace.ts';

/** Four columns of 100 µs after the odd place 100 µs: the first stands alone in what is twice as wide. */
const BLOCK: Block = {
  window: { fromUs: 100, columnUs: 100, columns: 4 },
  series: [
    {
      id: 'cwnd',
      values: Float64Array.from([
        ...[5, 1, 9, 6],
        ...[Number.NaN, Number.NaN, Number.NaN, Number.NaN],
        ...[7, 2, 8, 3],
        ...[4, 4, 4, 4],
      ]),
      entry: 5,
      next: { timeUs: 600, value: 1 },
    },
  ],
  shares: [
    {
      kind: 'states',
      slice: {
        names: ['slow_start', 'recovery'],
        shares: Float64Array.from([1, 0, 0.5, 0.5, 0.25, 0.75, 0, 1]),
        changes: Float64Array.from([0, 1, 3, 2]),
      },
    },
  ],
  losses: Float64Array.from([1, 2, 3, 4]),
  streamShares: null,
  ptos: {
    method: 'counted',
    counts: Uint32Array.from([1, 0, 2, 3]),
    spurious: Uint32Array.from([0, 0, 1, 1]),
    // The most of a pair in its first half, in its second, and alone.
    consecutive: Uint32Array.from([1, 3, 2, 5]),
    persistentCongestion: [{ startUs: 300, endUs: 350 }],
  },
};

describe('the window that is asked for', () => {
  const endOf = ({ fromUs, columnUs, columns }: ReturnType<typeof surveyWindow>) =>
    fromUs + columnUs * columns;

  test.each<[fromUs: number, toUs: number]>([
    [0, 4096],
    [0, 4095],
    [0, 4097],
    [4096, 8192],
    [-4096, 0],
    [100, 7777],
  ])('for %i to %i µs holds both ends, on a grid that halving cuts no column of', (fromUs, toUs) => {
    const window = surveyWindow({ fromUs, toUs }, 128);
    expect(window.fromUs).toBeLessThanOrEqual(fromUs);
    // What happens exactly at the end lies in a column.
    expect(endOf(window)).toBeGreaterThan(toUs);
    expect(window.columnUs).toBeGreaterThanOrEqual((toUs - fromUs) / 128);
    expect(window.columnUs).toBeLessThan((2 * (toUs - fromUs)) / 128);
    expect(window.columns).toBeLessThanOrEqual(128 + 64);
    expect([Math.log2(window.columnUs) % 1, window.columns % 32]).toEqual([0, 0]);
    expect(Math.abs(window.fromUs % (window.columnUs * 32))).toBe(0);
  });

  test('has no columns finer than its source', () => {
    expect(surveyWindow({ fromUs: 0, toUs: 4096 }, 128, 33).columnUs).toBe(64);
    expect(surveyWindow({ fromUs: 0, toUs: 4096 }, 128, 32).columnUs).toBe(32);
  });
});

describe('two columns that become one', () => {
  const [coarse, narrow] = [coarsen(BLOCK, 3), coarsen(BLOCK, 4)];

  test('lie on the grid of the wider ones', () => {
    expect(coarse.window).toEqual({ fromUs: 0, columnUs: 200, columns: 3 });
    expect(narrow).toBe(BLOCK);
  });

  test('have the mean of both shares of a state, and all of its changes', () => {
    const [{ kind, slice } = { kind: null, slice: null }] = coarse.shares;
    expect(coarse.shares).toHaveLength(1);
    expect(kind).toBe('states');
    expect(slice?.names).toEqual(['slow_start', 'recovery']);
    // Nothing is known of the half before the first column, nor of the one after the last.
    expect([...(slice?.shares ?? [])]).toEqual([0.5, 0, 0.375, 0.625, 0, 0.5]);
    expect([...(slice?.changes ?? [])]).toEqual([0, 4, 2]);
  });

  test('keep first and last, the smallest and the largest, and what held before and comes after', () => {
    const [{ values, entry, next } = { values: [], entry: 0, next: null }] = coarse.series;
    expect([...values]).toEqual([5, 1, 9, 6, 7, 2, 8, 3, 4, 4, 4, 4]);
    expect([entry, next]).toEqual([5, { timeUs: 600, value: 1 }]);
    const [all] = coarsen(BLOCK, 1).series;
    expect([...(all?.values ?? [])]).toEqual([5, 1, 9, 4]);
  });

  test('sum losses and timeouts, and keep most timeouts in a row', () => {
    expect([...coarse.losses]).toEqual([1, 5, 4]);
    expect(coarse.ptos).toEqual({
      method: 'counted',
      counts: Uint32Array.from([1, 2, 3]),
      spurious: Uint32Array.from([0, 1, 1]),
      consecutive: Uint32Array.from([1, 3, 5]),
      persistentCongestion: [{ startUs: 300, endUs: 350 }],
    });
  });

  test('become ever wider until there are few enough, at least one', () => {
    expect(coarsen(BLOCK, 2).window).toEqual({ fromUs: 0, columnUs: 400, columns: 2 });
    expect(coarsen(BLOCK, 1).window).toEqual({ fromUs: 0, columnUs: 800, columns: 1 });
    expect(coarsen(BLOCK, 0).window.columns).toBe(1);
    expect([...(coarsen(BLOCK, 1).ptos?.consecutive ?? [])]).toEqual([5]);
  });
});

test('a digest of any detail has the same time per state as the trace', async () => {
  const trace = await surveyTrace(corpusPath('rate2-both-cubic-buggy-s09.server.sqlog.gz'));
  const digest = makeDigest(trace.input());
  /** Time in each state over the blocks, µs, and how often it changed. */
  const told = ({ blocks }: { readonly blocks: readonly Block[] }) =>
    blocks.flatMap(({ window, shares }) =>
      shares
        .filter(({ kind }) => kind === 'states')
        .map(({ slice: { names, shares: parts, changes } }) => ({
          names,
          us: names.map(
            (_, state) =>
              parts.filter((__, i) => i % names.length === state).reduce((sum, share) => sum + share, 0) *
              window.columnUs,
          ),
          changes: changes.reduce((sum, count) => sum + count, 0),
        })),
    );
  const due = told(digest);
  expect(due).toHaveLength(2);
  expect(due[1]?.us[1]).toBeGreaterThan(8_000_000);
  for (const detail of DETAILS) {
    const reduced = reduceTo(digest, trace, detail);
    const read = decodeDigest(encodeDigest(reduced, detail.levels));
    if ('reason' in read) throw new Error(read.reason);
    const found = told(read.digest);
    expect(found.map(({ names }) => names)).toEqual(due.map(({ names }) => names));
    found.forEach(({ us, changes }, i) => {
      expect(changes, `${detail.columns} columns`).toBe(due[i]?.changes);
      const { columnUs, columns } = read.digest.blocks[i]!.window;
      const off = us.map((one, state) => Math.abs(one - (due[i]?.us[state] as number)));
      // A share is written in 255 steps.
      expect(Math.max(...off), `${detail.columns} columns`).toBeLessThan((columnUs * columns) / 255);
    });
  }
});
