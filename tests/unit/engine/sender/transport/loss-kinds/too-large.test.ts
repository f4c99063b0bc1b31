/** Losses by size alone: what is lost because it is larger than the path carries, and what only looks so. */
import { expect, test } from 'vitest';
import { tooLargeLosses as tooLargeOn } from '../../../../../../src/engine/sender/transport/loss-kinds/too-large.ts';
import { MADE_LEVELS, madeRows } from '../../../../../support/flight-rows.ts';
import { numbersFrom } from '../../../../../support/made-path.ts';

const tooLargeLosses = (rows: ReturnType<typeof madeRows>, fromUs: number) =>
  tooLargeOn(rows, MADE_LEVELS, fromUs);

/** From this row on the path carries no large packet. */
const HOLE = 100;
const LARGE = 1350;

/** Every fourth packet is small; of the large ones from the hole on so many are lost, one every so many µs. */
function hole(losses: number, everyUs = 10_000, smallEvery = 4, large = LARGE) {
  const bytes = (row: number) => (row % smallEvery === 0 ? 60 : large);
  let lost = 0;
  const rows = Array.from(
    { length: 400 },
    (_, row) => row >= HOLE && bytes(row) === large && lost++ < losses,
  );
  const last = rows.lastIndexOf(true);
  return madeRows({
    packets: last + smallEvery + 1,
    isLost: (row) => rows[row] === true,
    bytes,
    sentUs: (row) => everyUs * row,
  });
}

test('from a row on every large packet is lost while small ones arrive', () => {
  const rows = hole(40);
  expect(tooLargeLosses(rows, 0).toSorted((a, b) => a - b)).toEqual([...rows.losses]);
});

test('five are lost at the least, three small ones arrive meanwhile', () => {
  expect(tooLargeLosses(hole(4, 30_000, 2), 0)).toEqual([]);
  expect(tooLargeLosses(hole(5, 30_000, 2), 0)).toHaveLength(5);
  // 7 losses beside two small ones, 10 beside three.
  expect(tooLargeLosses(hole(7), 0)).toEqual([]);
  expect(tooLargeLosses(hole(10), 0)).toHaveLength(10);
});

test('they are lost in four round trips at the least', () => {
  // 20 losses among 26 packets: every eighth of them begins a round trip of 20 ms, or every ninth.
  expect(tooLargeLosses(hole(20, 2499), 0)).toEqual([]);
  expect(tooLargeLosses(hole(20, 2500), 0)).toHaveLength(20);
});

test('what every path carries is not too large', () => {
  expect(tooLargeLosses(hole(40, 10_000, 4, 548), 0)).toEqual([]);
  expect(tooLargeLosses(hole(40, 10_000, 4, 549), 0)).toHaveLength(40);
});

test('what is lost before data flows is none', () => {
  const rows = hole(40);
  expect(tooLargeLosses(rows, 10_000 * (HOLE + 20)).length).toBeLessThan(40);
  expect(tooLargeLosses(rows, 10_000 * 400)).toEqual([]);
});

test('a path that carries nothing drops small ones as well', () => {
  expect(
    tooLargeLosses(
      madeRows({
        packets: 200,
        isLost: (row) => row >= HOLE,
        sentUs: (row) => 10_000 * row,
        bytes: (row) => (row % 4 === 0 ? 60 : LARGE),
      }),
      0,
    ),
  ).toEqual([]);
});

test('random losses of packets of all sizes are none', () => {
  for (const share of [0.01, 0.05, 0.3, 0.5]) {
    const next = numbersFrom(5);
    const lost = Array.from({ length: 2000 }, () => next() < share);
    const sizes = Array.from({ length: 2000 }, () => 60 + Math.floor(next() * 1290));
    const rows = madeRows({
      packets: 2000,
      isLost: (row) => lost[row] === true,
      bytes: (row) => sizes[row] as number,
      sentUs: (row) => 5000 * row,
    });
    expect(tooLargeLosses(rows, 0), `${share}`).toEqual([]);
  }
});

test('a policer, which passes small packets when it has no room for large ones, lets large ones pass again', () => {
  let tokens = 0;
  const lost = Array.from({ length: 2000 }, (_, row) => {
    tokens = Math.min(20_000, tokens + 500);
    const bytes = row % 4 === 0 ? 60 : LARGE;
    if (bytes > tokens) return true;
    tokens -= bytes;
    return false;
  });
  const rows = madeRows({
    packets: 2000,
    isLost: (row) => lost[row] === true,
    bytes: (row) => (row % 4 === 0 ? 60 : LARGE),
    sentUs: (row) => 1000 * row,
  });
  expect(rows.losses.length).toBeGreaterThan(500);
  expect(tooLargeLosses(rows, 0)).toEqual([]);
});

test('a handshake over a path that loses half, with padded Initials and small ACKs, is none', () => {
  const sizes = [1200, 1200, 60, 60, 1200, 60, 1200, 60, 60, 1200, 900, 60];
  const lost = [1, 1, 0, 0, 1, 0, 1, 0, 0, 1, 1, 0];
  const rows = madeRows({
    packets: 12,
    isLost: (row) => lost[row] === 1,
    bytes: (row) => sizes[row] as number,
    sentUs: (row) => 100_000 * row,
  });
  expect(tooLargeLosses(rows, 1_200_000)).toEqual([]);
});
