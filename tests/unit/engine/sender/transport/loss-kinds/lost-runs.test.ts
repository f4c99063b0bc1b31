/** Runs of lost packets: which are too long for losses one by one, and which last too long for a queue. */
import { expect, test } from 'vitest';
import {
  LostShares,
  lostRuns as lostRunsOn,
} from '../../../../../../src/engine/sender/transport/loss-kinds/lost-runs.ts';
import { MADE_LEVELS, madeRows } from '../../../../../support/flight-rows.ts';

const lostRuns = (rows: ReturnType<typeof madeRows>, levels = MADE_LEVELS) => lostRunsOn(rows, levels);
const between = (from: number, to: number) => (row: number) => row >= from && row < to;

test('two packets in a row are no run, three are', () => {
  expect(lostRuns(madeRows({ packets: 200, isLost: between(100, 102) }))).toEqual([]);
  expect(lostRuns(madeRows({ packets: 200, isLost: between(100, 103) }))).toEqual([
    { from: 100, to: 103, isOutage: false },
  ]);
});

test('a run that chance makes among 120 packets with two percent or more is none', () => {
  // The share lost of the others, and one loss and one delivery: p³ · 120 < 0.02 up to p = 0.055.
  const runs = (others: number) =>
    lostRuns(
      madeRows({
        packets: 400,
        isLost: (row) => between(200, 203)(row) || (between(140, 140 + 9 * others)(row) && row % 9 === 5),
      }),
    );
  // 6 + 1 of 120 + 2 are 0.0574, 5 + 1 are 0.0492.
  expect(runs(5)).toHaveLength(1);
  expect(runs(6)).toEqual([]);
});

test('only the 60 packets on either side count', () => {
  const others = (near: readonly number[]) =>
    lostRuns(madeRows({ packets: 400, isLost: (row) => between(200, 203)(row) || near.includes(row) }));
  const five = [150, 160, 170, 180, 190];
  expect(others([...five, 140])).toEqual([]);
  expect(others([...five, 139])).toHaveLength(1);
  expect(others([...five, 262])).toEqual([]);
  expect(others([...five, 263])).toHaveLength(1);
});

test('the share lost nearby leaves the run itself out, and is never 0', () => {
  const { lost } = madeRows({ packets: 10, isLost: between(4, 7) });
  expect(new LostShares(lost).around(4, 7, 3)).toBeCloseTo(1 / 9);
  expect(new LostShares(lost).around(4, 7, 0)).toBeCloseTo(4 / 12);
});

test('an outage has two losses later than half a round trip after its first', () => {
  // Rows 100 to 104, the first at 10 ms.
  const outage = (lastButOneUs: number, levels = MADE_LEVELS) =>
    lostRuns(
      madeRows({
        packets: 200,
        isLost: between(100, 105),
        sentUs: (row) => (row === 103 ? lastButOneUs : row === 104 ? 40_000 : 100 * row),
      }),
      levels,
    )[0]?.isOutage;
  expect(outage(20_001)).toBe(true);
  expect(outage(20_000)).toBe(false);
  // From 5 ms on the path takes twice as long.
  const longer = MADE_LEVELS.map((level) => ({ ...level, fromUs: 5000, rttMinUs: 40_000 }));
  expect(outage(20_001, [...MADE_LEVELS, ...longer])).toBe(false);
});
