/** The delay of the path at a loss: by the sample sent next to it, above the smallest RTT of the path then. */
import { expect, test } from 'vitest';
import { stepsSoFar, withLimit } from '../../../../../../src/engine/base/columns/work.ts';
import { delaysAtLosses } from '../../../../../../src/engine/sender/transport/loss-kinds/delays-at-losses.ts';
import type { PathLevel } from '../../../../../../src/engine/sender/transport/path/path-levels.ts';

/** Samples sent 10 ms apart, with these RTTs, ms. */
function samplesOf(rttMs: readonly number[]) {
  const sentUs = Float64Array.from(rttMs, (_, i) => 10_000 * i);
  const rttUs = Float64Array.from(rttMs, (ms) => 1000 * ms);
  return { sentUs, rttUs, ackedUs: sentUs.map((us, i) => us + (rttUs[i] as number)) };
}

const LEVEL: PathLevel = {
  fromUs: 0,
  toUs: 1e9,
  rttMinUs: 20_000,
  by: 'start' as const,
  undecidedUs: Number.NaN,
};
const around = (rttMs: readonly number[], lostUs: readonly number[], levels = [LEVEL]) =>
  delaysAtLosses(samplesOf(rttMs), levels, Float64Array.from(lostUs));

test('it is that of the nearer sample, of two that are as near the one before', () => {
  const { delayUs } = around([20, 25, 30], [4000, 5000, 6000, 14_000, 16_000]);
  expect([...delayUs]).toEqual([0, 0, 5000, 5000, 10_000]);
});

test('a sample says nothing of a loss more than 20 ms away, or two of the smallest RTTs where those are longer', () => {
  const at = (ms: number, rttMinUs: number) =>
    around([20, 25], [10_000 + 1000 * ms], [{ ...LEVEL, rttMinUs }]).delayUs[0];
  expect(at(20, 5000)).toBe(20_000);
  expect(at(20.001, 5000)).toBeNaN();
  expect(at(40, 20_000)).toBe(5000);
  expect(at(40.001, 20_000)).toBeNaN();
});

test('the smallest RTT is that of the path when the packet was sent', () => {
  const levels = [
    { ...LEVEL, toUs: 100_000 },
    { ...LEVEL, fromUs: 100_000, rttMinUs: 80_000 },
  ];
  const rttMs = Array.from({ length: 20 }, (_, i) => (i < 10 ? 22 : 85));
  const { delayUs, minRttUs, spreadAround } = around(rttMs, [90_000, 100_000], levels);
  expect([...minRttUs]).toEqual([20_000, 80_000]);
  expect([...delayUs]).toEqual([2000, 5000]);
  // RTTs of the other path are none around it.
  expect([0, 1].map((loss) => spreadAround(loss).mostUs)).toEqual([2000, 5000]);
});

test('its rank is the share of the RTTs around that are smaller; least and most are those of a tenth and nine tenths', () => {
  const rttMs = Array.from({ length: 100 }, (_, i) => 20 + (i % 10));
  const { rank, spreadAround } = around(rttMs, [80_000]);
  expect(rank[0]).toBeCloseTo(0.85);
  expect(spreadAround(0)).toEqual({ leastUs: 1000, mostUs: 9000 });
});

test('around is a second on either side, or ten of the smallest RTTs where those are longer', () => {
  // A delay of 50 ms at the ends alone.
  const rttMs = Array.from({ length: 1001 }, (_, i) => (i < 100 || i > 900 ? 70 : 20));
  expect(around(rttMs, [5e6]).spreadAround(0).mostUs).toBe(0);
  expect(
    around(rttMs, [5e6], [{ ...LEVEL, rttMinUs: 500_000, by: 'start' as const }]).spreadAround(0).leastUs,
  ).toBe(0);
  const slow = (rttMinUs: number) =>
    delaysAtLosses(
      samplesOf(rttMs.map((ms) => ms + rttMinUs / 1000)),
      [{ ...LEVEL, rttMinUs }],
      Float64Array.of(5e6),
    );
  expect(slow(390_000).spreadAround(0).mostUs).toBe(20_000);
  expect(slow(500_000).spreadAround(0).mostUs).toBe(70_000);
});

test('rank and usual delay are those of the fifteen groups of losses around, each next to one sample', () => {
  // 20 losses next to the first sample, one next to each of the seven others: those count once each.
  const lostUs = [...Array<number>(20).fill(0), 1, 2, 3, 4, 5, 6, 7].map(
    (ten, i) => 10_000 * ten + (i < 20 ? i : 0),
  );
  const { usualUs, rank } = around([40, 21, 22, 23, 24, 25, 26, 27], lostUs);
  expect(usualUs[0]).toBe(2000);
  expect(usualUs[0]).toBe(usualUs[19]);
  expect(rank[0]).toBeCloseTo(3.5 / 8);
});

test('RTTs are ranked once for the losses of an eighth of a second, however many those are', () => {
  const rttMs = Array.from({ length: 10_000 }, (_, i) => 20 + (i % 50));
  const stepsOf = (losses: number) =>
    withLimit(1e9, () => {
      around(
        rttMs,
        Array.from({ length: losses }, (_, i) => (i * 1e8) / losses),
      );
      return stepsSoFar();
    });
  expect(stepsOf(10_000)).toBe(stepsOf(1000));
  expect(stepsOf(10_000)).toBeLessThan(800 * 256);
});
