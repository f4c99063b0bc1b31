/**
 * What a digest answers for windows that are not its own: what held before the first column, running totals that grow
 * through wide columns, shares and counts. Blocks are made by hand, so that every value can be reckoned.
 */
import { describe, expect, test } from 'vitest';
import type { ColumnWindow } from '../../../../src/engine/base/columns/series.ts';
import { coarsen } from '../../../../src/sharing/digest/coarsen.ts';
import type { Block } from '../../../../src/sharing/digest/digest.ts';
import {
  coarseUsOf,
  drawable,
  resampleLosses,
  resamplePtos,
  resampleRates,
  resampleSeries,
  resampleShares,
} from '../../../../src/sharing/digest/resample.ts';

const NONE = [Number.NaN, Number.NaN, Number.NaN, Number.NaN];

/** Four columns of 1,024 µs from 4,096 on. The window stands at 5 and changes in the third column only. */
const BLOCK: Block = {
  window: { fromUs: 4096, columnUs: 1024, columns: 4 },
  series: [
    { id: 'cwnd', values: Float64Array.from([...NONE, ...NONE, 7, 2, 8, 3, ...NONE]), entry: 5, next: null },
    {
      id: 'sent-total',
      values: Float64Array.from([100, 100, 180, 180, ...NONE, 180, 180, 580, 580, 580, 580, 620, 620]),
      entry: 100,
      next: null,
    },
  ],
  shares: [
    {
      kind: 'states',
      slice: {
        names: ['slow_start', 'recovery'],
        shares: Float64Array.from([1, 0, 0.5, 0.5, 0.25, 0.75, 0, 1]),
        changes: Float64Array.from([0, 4, 8, 0]),
      },
    },
  ],
  losses: Float64Array.from([1, 0, 3, 4]),
  streamShares: null,
  ptos: {
    method: 'counted',
    counts: Uint32Array.from([1, 0, 2, 3]),
    spurious: Uint32Array.from([0, 0, 1, 1]),
    consecutive: Uint32Array.from([1, 0, 2, 5]),
    persistentCongestion: [{ startUs: 5000, endUs: 6000 }],
  },
};

const toUs = ({ fromUs, columnUs, columns }: ColumnWindow): number => fromUs + columnUs * columns;

function drawn(window: ColumnWindow, blocks: readonly Block[] = [BLOCK]) {
  return drawable(blocks, window, { fromUs: window.fromUs, toUs: toUs(window) });
}

function seriesIn(window: ColumnWindow, id: string, blocks: readonly Block[] = [BLOCK]) {
  const slice = resampleSeries(drawn(window, blocks), blocks, id);
  const at = (of: number): readonly number[] =>
    Array.from({ length: (slice?.values.length ?? 0) / 4 }, (_, i) => slice?.values[i * 4 + of] as number);
  return { entry: slice?.entry, first: at(0), low: at(1), high: at(2), last: at(3) };
}

const NARROW: ColumnWindow = { fromUs: 4096, columnUs: 256, columns: 16 };
const QUARTERS = [0, 1, 2, 3];

describe('what held before the first column', () => {
  test.each<[fromUs: number, entry: number]>([
    [4096, 5],
    [5120, 5],
    [6144, 5],
    [7168, 3],
  ])('at %i µs it is what the columns before say, else what the block began with', (fromUs, entry) => {
    const columns = (8192 - fromUs) / 256;
    expect(seriesIn({ fromUs, columnUs: 256, columns }, 'cwnd').entry).toBe(entry);
  });

  test('where a coarser block goes before, its end does', () => {
    const before: Block = {
      ...BLOCK,
      window: { fromUs: 0, columnUs: 4096, columns: 2 },
      series: [{ id: 'cwnd', values: Float64Array.from([9, 4, 9, 4, 4, 2, 8, 3]), entry: 9, next: null }],
    };
    const { entry, low, high } = seriesIn({ fromUs: 3072, columnUs: 256, columns: 20 }, 'cwnd', [
      BLOCK,
      before,
    ]);
    expect(entry).toBe(9);
    expect([low.slice(0, 5), high.slice(0, 5)]).toEqual([
      [4, 4, 4, 4, 5],
      [9, 9, 9, 9, 5],
    ]);
  });

  test('a block that begins after the window says nothing of its beginning', () => {
    expect(seriesIn({ fromUs: 3072, columnUs: 1024, columns: 5 }, 'cwnd').entry).toBe(5);
    expect(drawn({ fromUs: 3072, columnUs: 1024, columns: 5 }).window.fromUs).toBe(4096);
  });
});

describe('a column of a digest that is wider than those asked for', () => {
  test('gives each of them its whole envelope', () => {
    const { first, low, high, last } = seriesIn(NARROW, 'cwnd');
    const third = (values: readonly number[]): readonly number[] => values.slice(8, 12);
    expect([third(first), third(low), third(high), third(last)]).toEqual(
      [7, 2, 8, 3].map((value) => QUARTERS.map(() => value)),
    );
    expect(low.filter((value) => !Number.isNaN(value))).toHaveLength(4);
  });

  test('lets a total grow evenly, and to its end', () => {
    const { last } = seriesIn(NARROW, 'sent-total');
    expect(last.slice(0, 4)).toEqual([120, 140, 160, 180]);
    expect(last.slice(4, 8)).toEqual(QUARTERS.map(() => Number.NaN));
    expect(last.slice(8)).toEqual([280, 380, 480, 580, 590, 600, 610, 620]);
  });

  test('lets a total grow as evenly where the window begins inside it', () => {
    const { last } = seriesIn({ fromUs: 6656, columnUs: 256, columns: 6 }, 'sent-total');
    expect(last).toEqual([480, 580, 590, 600, 610, 620]);
  });

  test('gives each its shares, and spreads its changes', () => {
    const states = resampleShares(drawn(NARROW), [BLOCK], 'states');
    expect([...(states?.shares.slice(8, 16) ?? [])]).toEqual(QUARTERS.flatMap(() => [0.5, 0.5]));
    expect([...(states?.changes ?? [])]).toEqual([0, 1, 2, 0].flatMap((each) => QUARTERS.map(() => each)));
  });

  test('has its counts in the first of them', () => {
    const inFirst = (counts: readonly number[]): readonly number[] =>
      counts.flatMap((count) => [count, 0, 0, 0]);
    expect([...resampleLosses(drawn(NARROW), [BLOCK])]).toEqual(inFirst([1, 0, 3, 4]));
    const ptos = resamplePtos(drawn(NARROW), [BLOCK]);
    expect([...(ptos?.counts ?? [])]).toEqual(inFirst([1, 0, 2, 3]));
    expect([...(ptos?.spurious ?? [])]).toEqual(inFirst([0, 0, 1, 1]));
    expect([...(ptos?.consecutive ?? [])]).toEqual(inFirst([1, 0, 2, 5]));
    expect(ptos?.method).toBe('counted');
  });
});

test('columns that are wider than those of the digest hold what two that become one hold', () => {
  const wide: ColumnWindow = { fromUs: 4096, columnUs: 2048, columns: 2 };
  const coarse = coarsen(BLOCK, 2);
  expect(coarse.window).toEqual(wide);
  for (const { id, values } of coarse.series)
    expect([...(resampleSeries(drawn(wide), [BLOCK], id)?.values ?? [])], id).toEqual([...values]);
  expect(resampleShares(drawn(wide), [BLOCK], 'states')).toEqual(coarse.shares[0]?.slice);
  expect(resampleLosses(drawn(wide), [BLOCK])).toEqual(coarse.losses);
  expect(resamplePtos(drawn(wide), [BLOCK])).toEqual(coarse.ptos);
});

describe('columns wider than what is asked', () => {
  const over = (columnUs: number, fromUs: number, toUs: number) => {
    const visible = { fromUs, toUs };
    const window = { fromUs, columnUs, columns: Math.ceil((toUs - fromUs) / columnUs) };
    return { drawable: drawable([BLOCK], window, visible), visible };
  };

  test('are drawn however narrow the others are, and their width is said', () => {
    for (const columnUs of [512, 32, 1]) {
      const { drawable: found, visible } = over(columnUs, 4096, 4608);
      expect(found.sources.every((source) => source === BLOCK)).toBe(true);
      expect(coarseUsOf(found, visible)).toBe(1024);
    }
  });

  test('of which none is in view, or that are as narrow, have no width to say', () => {
    const { drawable: found } = over(16, 4096, 8192);
    expect(coarseUsOf(found, { fromUs: 9000, toUs: 9500 })).toBeUndefined();
    const same = over(1024, 4096, 8192);
    expect(coarseUsOf(same.drawable, same.visible)).toBeUndefined();
  });

  test('have one rate over each of them', () => {
    const window: ColumnWindow = { fromUs: 6144, columnUs: 16, columns: 64 };
    const found = drawn(window);
    const series = [resampleSeries(found, [BLOCK], 'sent-total')!];
    const changes = new Float64Array(64);
    const extent = { fromUs: 0, toUs: 9000 };
    const rates = resampleRates(found, extent, Number.NaN, { series, changes, coarseUs: 1024 });
    // 400 bytes in 1,024 µs.
    for (const rate of rates.totals[0]?.values ?? []) expect(rate).toBeCloseTo(400 / 0.001024, 0);
    expect(rates.widthUs).toBe(1024);
    expect([...new Set(rates.transitions)]).toEqual([0]);
  });
});

test('a series in no block is not answered; one in several blocks is answered once', () => {
  expect(resampleSeries(drawn(NARROW), [BLOCK], 'latest-rtt')).toBeNull();
  expect(resampleShares(drawn(NARROW), [BLOCK], 'limits')).toBeNull();
  expect(resamplePtos(drawn(NARROW), [{ ...BLOCK, ptos: null }])).toBeNull();
  const spans = resamplePtos(drawn(NARROW), [BLOCK, coarsen(BLOCK, 1)])?.persistentCongestion;
  expect(spans).toEqual([{ startUs: 5000, endUs: 6000 }]);
});

describe('which block a column comes from', () => {
  const NOTHING = { series: [], shares: [], losses: new Float64Array(0), ptos: null, streamShares: null };
  const made = (fromUs: number, columnUs: number, columns: number): Block => ({
    ...NOTHING,
    window: { fromUs, columnUs, columns },
  });
  const [fine, coarse] = [made(1000, 100, 10), made(0, 1000, 4)];
  const sourcesOf = (
    blocks: readonly Block[],
    window: ColumnWindow,
    visible?: { fromUs: number; toUs: number },
  ) => {
    const { sources, window: found } = drawable(
      blocks,
      window,
      visible ?? { fromUs: window.fromUs, toUs: toUs(window) },
    );
    return {
      from: found.fromUs,
      columns: found.columns,
      of: sources.map((source) => blocks.indexOf(source as Block)),
    };
  };

  test('is the first that covers it, to the µs at both ends', () => {
    expect(sourcesOf([fine, coarse], { fromUs: 900, columnUs: 100, columns: 12 }).of).toEqual([
      1,
      ...Array.from({ length: 10 }, () => 0),
      1,
    ]);
    // Cut by a µs: the fine one no longer covers the column at either edge.
    expect(sourcesOf([fine, coarse], { fromUs: 999, columnUs: 100, columns: 11 }).of.slice(0, 2)).toEqual([
      1, 0,
    ]);
    expect(sourcesOf([fine, coarse], { fromUs: 1001, columnUs: 100, columns: 10 }).of.slice(-2)).toEqual([
      0, 1,
    ]);
  });

  test('is one that it only touches where none covers it, and none after their ends', () => {
    expect(sourcesOf([fine], { fromUs: 950, columnUs: 100, columns: 11 }).of).toEqual(Array(11).fill(0));
    expect(sourcesOf([fine], { fromUs: 800, columnUs: 100, columns: 14 })).toEqual({
      from: 1000,
      columns: 10,
      of: Array(10).fill(0),
    });
  });

  test('of two parts the one that more is seen of is drawn, the first of equals', () => {
    const [left, right] = [made(0, 100, 5), made(1000, 100, 5)];
    const window = { fromUs: 0, columnUs: 100, columns: 15 };
    const drawnOf = (fromUs: number, upToUs: number) =>
      sourcesOf([left, right], window, { fromUs, toUs: upToUs });
    expect(drawnOf(0, 1500)).toEqual({ from: 0, columns: 5, of: Array(5).fill(0) });
    expect(drawnOf(1, 1500)).toEqual({ from: 1000, columns: 5, of: Array(5).fill(1) });
    expect(drawnOf(0, 1499)).toEqual({ from: 0, columns: 5, of: Array(5).fill(0) });
    expect(drawnOf(400, 1100).from).toBe(0);
    expect(drawnOf(401, 1100).from).toBe(1000);
  });

  test('without data or visible part, the answer is one empty column', () => {
    const window = { fromUs: 9000, columnUs: 100, columns: 7 };
    const found = drawable([fine, coarse], window, { fromUs: 9000, toUs: 9700 });
    expect(found).toEqual({ window: { fromUs: 9000, columnUs: 700, columns: 1 }, sources: [null] });
    expect(drawable([fine], { ...window, fromUs: 1000 }, { fromUs: 5000, toUs: 6000 }).sources).toEqual([
      null,
    ]);
    expect(resampleSeries(found, [BLOCK], 'cwnd')).toMatchObject({ entry: Number.NaN });
  });

  test('a finer block begins with what it holds there, inside a coarser one', () => {
    const slice = (entry: number, ...values: readonly number[]) => ({
      id: 'cwnd',
      values: Float64Array.from(values),
      entry,
      next: null,
    });
    const inner: Block = { ...made(2000, 500, 2), series: [slice(6, ...NONE, 8, 8, 8, 8)] };
    const outer: Block = { ...coarse, series: [slice(1, ...NONE, 5, 5, 9, 9, ...NONE, ...NONE)] };
    const { entry, low, last } = seriesIn({ fromUs: 0, columnUs: 500, columns: 8 }, 'cwnd', [inner, outer]);
    expect(entry).toBe(1);
    const nan = Number.NaN;
    // Within the wide column what was held before it lasts until a time that is not known.
    expect(low).toEqual([nan, nan, 1, 1, 6, 8, nan, nan]);
    // It ends with what the finer block holds there: the 9 may come later.
    expect(last).toEqual([nan, nan, 9, 6, 6, 8, nan, nan]);
  });

  test('states of other names are not taken for those of the first block', () => {
    const named = (block: Block, names: readonly string[]): Block => ({
      ...block,
      shares: [
        {
          kind: 'states',
          slice: {
            names,
            shares: new Float64Array(block.window.columns * names.length).fill(0.5),
            changes: new Float64Array(block.window.columns).fill(2),
          },
        },
      ],
    });
    const window = { fromUs: 0, columnUs: 1000, columns: 4 };
    const sharesOf = (inner: Block, outer: Block) => {
      const blocks = [inner, outer];
      const found = resampleShares(drawn(window, blocks), blocks, 'states');
      return [[...(found?.shares ?? [])], [...(found?.changes ?? [])]];
    };
    const same = sharesOf(named(fine, ['a', 'b']), named(coarse, ['a', 'b']));
    expect(same[0]).toEqual(
      Array(8)
        .fill(0.5)
        .map((share) => expect.closeTo(share, 9)),
    );
    expect(same[1]).toEqual([2, 20, 2, 2]);
    const other = sharesOf(named(fine, ['a', 'b']), named(coarse, ['b', 'a']));
    expect(other[0]).toEqual([0, 0, expect.closeTo(0.5, 9), expect.closeTo(0.5, 9), 0, 0, 0, 0]);
    expect(other[1]).toEqual([0, 20, 0, 0]);
  });
});
