/** Runs of lost packets: which are too long for losses one by one, and which last too long for a queue. */
import { expect, test } from 'vitest';
import type { FlightRows } from '../../../../../../src/engine/sender/transport/loss-kinds/flight-rows.ts';
import { lostRuns } from '../../../../../../src/engine/sender/transport/loss-kinds/lost-runs.ts';

/** Packets 100 µs apart, save those with a time of their own; the smallest RTT is 20 ms. */
function rowsOf(
  packets: number,
  isLost: (row: number) => boolean,
  atUs: { [row: number]: number } = {},
): FlightRows {
  const sentUs = Float64Array.from({ length: packets }, (_, row) => atUs[row] ?? 100 * row);
  const lost = Uint8Array.from({ length: packets }, (_, row) => Number(isLost(row)));
  const losses = Uint32Array.from([...lost.keys()].filter((row) => lost[row] === 1));
  const sizeBytes = new Uint16Array(packets).fill(1000);
  const delays = { samples: new Uint32Array(), sentUs, rttUs: new Uint32Array(packets), minRttUs: 20_000 };
  return { sentUs, sizeBytes, lost, losses, delays };
}

const between = (from: number, to: number) => (row: number) => row >= from && row < to;

test('two packets in a row are no run, three are', () => {
  expect(lostRuns(rowsOf(200, between(100, 102)))).toEqual([]);
  expect(lostRuns(rowsOf(200, between(100, 103)))).toEqual([{ from: 100, to: 103, isOutage: false }]);
});

test('a run that losses one by one would leave in so many packets is none', () => {
  // No loss among the 64 around: one in 66 is taken for lost, and three in a row for one in 287,496.
  expect(lostRuns(rowsOf(2874, between(100, 103)))).toHaveLength(1);
  expect(lostRuns(rowsOf(2876, between(100, 103)))).toEqual([]);
});

test('only the 32 packets on either side count', () => {
  // One more loss among them: 2 in 66, so that three in a row are one in 35,937.
  const runs = (other: number) => lostRuns(rowsOf(1000, (row) => row === other || between(100, 103)(row)));
  expect(runs(67)).toHaveLength(1);
  expect(runs(68)).toEqual([]);
  expect(runs(134)).toEqual([]);
  expect(runs(135)).toHaveLength(1);
});

test('an outage has two losses later than half a round trip after its first', () => {
  const outage = (lastButOneUs: number) =>
    lostRuns(rowsOf(200, between(100, 105), { 103: lastButOneUs, 104: 40_000 }))[0]?.isOutage;
  expect(outage(20_001)).toBe(true);
  expect(outage(20_000)).toBe(false);
});
