/** A block of a digest as bytes: shares of states as near as their parts allow, counts and windows as they were. */
import { describe, expect, test } from 'vitest';
import { block } from '../../../../src/sharing/digest/blocks.ts';
import { ByteReader, ByteWriter } from '../../../../src/sharing/digest/bytes.ts';
import type { Block } from '../../../../src/sharing/digest/digest.ts';

/** Shares are written in so many parts. */
const PARTS = 127;

function written(given: Block): Block {
  const writer = new ByteWriter();
  block(255).write(writer, given);
  const reader = new ByteReader(writer.done());
  const read = block(255).read(reader);
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
