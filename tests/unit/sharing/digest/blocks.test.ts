/** A block of a digest as bytes: shares of states as near as their parts allow, counts and windows as they were. */
import { describe, expect, test } from 'vitest';
import { block } from '../../../../src/sharing/digest/blocks.ts';
import { ByteReader, ByteWriter } from '../../../../src/sharing/digest/bytes.ts';
import { type Block, DIGEST_VERSION } from '../../../../src/sharing/digest/digest.ts';

/** Shares are written in so many parts. */
const PARTS = 127;

const form = block({ levels: 255, version: DIGEST_VERSION, exactOf: () => new Set() });

function written(given: Block): Block {
  const writer = new ByteWriter();
  form.write(writer, given);
  const reader = new ByteReader(writer.done());
  const read = form.read(reader);
  expect(reader.left).toBe(0);
  return read;
}

function blockOf(names: readonly string[], shares: readonly number[]): Block {
  const columns = shares.length / names.length;
  return {
    window: { fromUs: 4096 * 3, columnUs: 4096, columns },
    series: [],
    shares: [
      {
        kind: 'states',
        slice: {
          names,
          shares: Float64Array.from(shares),
          changes: Float64Array.from({ length: columns }, (_, i) => i * 3),
        },
      },
    ],
    losses: Float64Array.from({ length: columns }, (_, i) => i % 2),
    ptos: null,
    streamShares: null,
  };
}

describe('shares of states', () => {
  const sixth = 1 / 6;
  const given = blockOf(
    ['a', 'b', 'c'],
    [
      ...[1, 0, 0],
      ...[1 / 3, 1 / 3, 1 / 3],
      ...[0.1, 0.2, 0.7],
      ...[sixth + sixth, sixth + sixth, sixth + sixth - 1e-15],
      ...[0.004, 0.992, 0.004],
      ...[0, 0.5, 0],
      ...[0, 0, 0],
      ...[0.997, 0, 0],
    ],
  );
  const read = written(given);
  const [{ slice }] = given.shares as [Block['shares'][number]];
  const [{ slice: found }] = read.shares as [Block['shares'][number]];
  const rows = (shares: Float64Array): readonly (readonly number[])[] =>
    Array.from({ length: 8 }, (_, i) => [...shares.subarray(i * 3, i * 3 + 3)]);

  test('are read to the nearest part as they add up, and within a part each', () => {
    rows(slice.shares).forEach((due, column) => {
      const got = rows(found.shares)[column] as readonly number[];
      let [sum, sumRead] = [0, 0];
      due.forEach((share, state) => {
        sum += share;
        sumRead += got[state] as number;
        expect(Math.abs(sumRead - sum) * PARTS, `column ${column}`).toBeLessThanOrEqual(0.5 + 1e-9);
        expect(Math.abs((got[state] as number) - share) * PARTS).toBeLessThan(1);
      });
    });
  });

  test('that fill a column fill it as read, and one without a state stays without', () => {
    const sums = rows(found.shares).map((row) => row.reduce((sum, share) => sum + share, 0));
    for (const column of [0, 1, 2, 3, 4, 7]) expect(sums[column]).toBeCloseTo(1, 9);
    expect(sums[6]).toBe(0);
  });

  test('keep the names of the states and how often they changed', () => {
    expect(found.names).toEqual(['a', 'b', 'c']);
    expect(found.changes).toEqual(slice.changes);
  });
});

test('a window, its losses and its timeouts are read as they were', () => {
  const ptos: Block['ptos'] = {
    method: 'timer',
    counts: Uint32Array.from([1, 0, 300]),
    spurious: Uint32Array.from([0, 0, 2]),
    consecutive: Uint32Array.from([1, 0, 7]),
    persistentCongestion: [{ startUs: 5, endUs: 7.5 }],
  };
  const given = { ...blockOf(['a'], [0, 0, 0]), ptos };
  const read = written(given);
  expect(read.window).toEqual(given.window);
  expect(read.losses).toEqual(given.losses);
  expect(read.ptos).toEqual(ptos);
  const early = { ...given, window: { fromUs: -0.5, columnUs: 0.25, columns: 3 } };
  expect(written(early).window).toEqual(early.window);
});

describe('limits of what is read', () => {
  /** A block without series and states, whose window and counts are as told; losses are zeros. */
  const raw = (
    log: number,
    columns: number,
    { series = 0, shares = 0, losses = columns }: { series?: number; shares?: number; losses?: number } = {},
    body: (writer: ByteWriter) => void = () => {},
  ) => {
    const writer = new ByteWriter();
    writer.int(log);
    writer.int(0);
    writer.uint(columns);
    writer.uint(series);
    writer.uint(shares);
    body(writer);
    for (let i = 0; i < losses; i++) writer.uint(0);
    writer.byte(0);
    writer.byte(0);
    return () => form.read(new ByteReader(writer.done()));
  };

  test.each([
    [-10, 1],
    [50, 1],
    [0, 2],
    [0, 8192],
  ])('columns of 2^%i µs, %i of them, are read', (log, columns) => {
    expect(raw(log, columns)().window).toEqual({ fromUs: 0, columnUs: 2 ** log, columns });
  });

  test.each([
    [-11, 1],
    [51, 1],
    [0, 0],
    [0, 8193],
  ])('columns of 2^%i µs, %i of them, are refused', (log, columns) => {
    expect(raw(log, columns)).toThrow('a window in it has an invalid size');
  });

  test('65 series and six kinds of states are refused, whatever follows', () => {
    expect(raw(0, 1, { series: 65 })).toThrow('it holds too many series');
    expect(raw(0, 1, { shares: 6 })).toThrow('it holds too many states');
  });

  test('a count too few is an early end', () => {
    expect(raw(0, 3, { losses: 3 })().losses).toEqual(Float64Array.from([0, 0, 0]));
    expect(raw(0, 9, { losses: 7 })).toThrow('it ends too early');
  });

  /** States `a` and `b` in one column, as differences from what is expected of them. */
  const shares = (a: number, b: number) =>
    raw(0, 1, { shares: 1 }, (writer) => {
      writer.byte(0);
      writer.uint(2);
      for (const name of ['a', 'b']) {
        writer.uint(1);
        writer.byte(name.charCodeAt(0));
      }
      writer.uint(7874);
      for (const isExact of [1, 0]) writer.byte(isExact);
      writer.int(a);
      writer.int(b);
      writer.uint(0);
    });

  test.each([
    [0, 0, [0, 1]],
    [127, 0, [1, 0]],
    [60, 0, [60 / PARTS, 67 / PARTS]],
    [60, -67, [60 / PARTS, 0]],
  ])('shares written as %i and %i are %j', (a, b, found) => {
    expect([...(shares(a, b)().shares[0]?.slice.shares ?? [])]).toEqual(found);
  });

  test.each([
    [128, 0],
    [-1, 0],
    [60, 1],
    [60, -68],
  ])('shares written as %i and %i are more than a whole, or less than none', (a, b) => {
    expect(shares(a, b)).toThrow('its shares exceed 100 %');
  });
});

test('of more than 64 series the first 64 are written', () => {
  const series = Array.from({ length: 66 }, (_, i) => ({
    id: `series-${i}`,
    values: Float64Array.from([1, 1, 1, 1]),
    entry: 1,
    next: null,
  }));
  const read = written({ ...blockOf(['a'], [1]), series });
  expect(read.series.map(({ id }) => id)).toEqual(series.slice(0, 64).map(({ id }) => id));
});

describe('series', () => {
  const nan = Number.NaN;
  const gap = [nan, nan, nan, nan];
  const seriesOf = (id: string, columns: readonly (readonly number[])[], entry = nan) => {
    const slice = { id, values: Float64Array.from(columns.flat()), entry, next: { timeUs: 99, value: 7 } };
    const shares = Array.from({ length: columns.length }, () => 1);
    return { given: slice, read: written({ ...blockOf(['a'], shares), series: [slice] }).series[0] };
  };

  test.each<[what: string, columns: readonly (readonly number[])[]]>([
    [
      'without a gap',
      [
        [5, 1, 9, 6],
        [7, 2, 8, 3],
      ],
    ],
    ['with a gap at first', [gap, gap, [5, 1, 9, 6]]],
    ['with one in the middle', [[5, 1, 9, 6], gap, [7, 2, 8, 3]]],
    ['with one at the end', [[5, 1, 9, 6], gap, gap]],
    ['with gaps in turn', [gap, [4, 4, 4, 4], gap, [3, 2, 3, 2], gap]],
    ['of one column', [[-5, -9, 1, 0]]],
    ['of gaps alone', [gap, gap, gap]],
  ])('%s are read as they were', (_, columns) => {
    const { given, read } = seriesOf('cwnd', columns, 12);
    expect(read).toEqual(given);
  });

  test('that are totals keep where they began and what each column reached', () => {
    const { read } = seriesOf('sent-total', [gap, [10, 10, 30, 30], gap, [30, 30, 70, 70]]);
    expect([...(read?.values ?? [])]).toEqual([...gap, 10, 10, 30, 30, ...gap, 30, 30, 70, 70]);
  });

  test('hold no value that is infinite', () => {
    const { read } = seriesOf('cwnd', [
      [Number.POSITIVE_INFINITY, 1, 2, 3],
      [7, 2, 8, 3],
    ]);
    expect([...(read?.values ?? [])]).toEqual([...gap, 7, 2, 8, 3]);
  });
});
