/** The machine of an endpoint: how late it wakes, how long it works, and when nothing runs. */
import { describe, expect, test } from 'vitest';
import { Host, type HostSettings } from '../../../../../src/engine/simulator/runs/host.ts';

const hostOf = (settings: HostSettings, seed = 1): Host => new Host(settings, seed, 'server 0');

const STALLS: HostSettings = { stalls: { perSecond: 10, lengthMs: 20 } };

/** Spans in which nothing runs, found by asking at every 100 µs. */
function stallsOf(host: Host, untilUs: number): readonly (readonly [number, number])[] {
  const stalls: [number, number][] = [];
  for (let atUs = 0; atUs < untilUs; atUs += 100) {
    const runsUs = host.wakesUs(atUs);
    if (runsUs > atUs && stalls.at(-1)?.[1] !== runsUs) stalls.push([atUs, runsUs]);
  }
  return stalls;
}

describe('Host', () => {
  test('without settings it takes no time', () => {
    const host = hostOf({});
    expect([host.wakesUs(5), host.turnedUs(5), host.nextUs(5)]).toEqual([5, 5, 5]);
  });

  test('wakes late, works, and leaves a gap between packets: each its own', () => {
    const host = hostOf({ wakeUs: 50, turnaroundUs: 40, gapUs: 12 });
    expect([host.wakesUs(1000), host.turnedUs(1000), host.nextUs(1000)]).toEqual([1050, 1040, 1012]);
  });

  test('times drawn from a distribution lie in it, differ, and are the same for the same seed', () => {
    const wakeUs = [
      [0, 10],
      [1, 90],
    ] as const;
    const times = (seed: number): readonly number[] => {
      const host = hostOf({ wakeUs }, seed);
      return Array.from({ length: 200 }, () => host.wakesUs(1000) - 1000);
    };
    expect(Math.min(...times(1))).toBeGreaterThanOrEqual(10);
    expect(Math.max(...times(1))).toBeLessThanOrEqual(90);
    expect(new Set(times(1)).size).toBeGreaterThan(190);
    expect(times(1)).toEqual(times(1));
    expect(times(2)).not.toEqual(times(1));
  });

  test('in a stall nothing wakes before its end, outside at once', () => {
    const stalls = stallsOf(hostOf(STALLS), 20e6);
    for (const [fromUs, toUs] of stalls) {
      expect(toUs - fromUs).toBeGreaterThan(0);
      expect(toUs - fromUs).toBeLessThanOrEqual(20_000);
    }
    for (let i = 1; i < stalls.length; i++)
      expect((stalls[i] as readonly [number, number])[0]).toBeGreaterThanOrEqual(
        (stalls[i - 1] as readonly [number, number])[1],
      );
  });

  test('stalls begin as often as they are asked to, after the end of the one before', () => {
    const count = stallsOf(hostOf(STALLS), 100e6).length;
    // 100 ms without, 20 ms with: 833 in 100 s.
    expect(Math.abs(count - 833)).toBeLessThan(4 * Math.sqrt(833));
  });

  test('work that a stall interrupts goes on after it', () => {
    const [[fromUs, toUs] = [0, 0]] = stallsOf(hostOf(STALLS), 20e6);
    const before = fromUs - 500;
    expect(hostOf({ ...STALLS, turnaroundUs: 300 }).turnedUs(before)).toBe(before + 300);
    const ends = hostOf({ ...STALLS, turnaroundUs: 1000 }).turnedUs(before);
    expect(ends).toBeCloseTo(before + 1000 + 20_000, 6);
    expect(hostOf({ ...STALLS, gapUs: 1000 }).nextUs(before)).toBeCloseTo(ends, 6);
    expect(hostOf({ ...STALLS, turnaroundUs: 100 }).turnedUs(fromUs + 500)).toBeCloseTo(toUs + 100, 6);
  });

  test('work that lasts longer than the time between two stalls is interrupted by each', () => {
    const host = hostOf({ ...STALLS, turnaroundUs: 1e6 });
    const worked = host.turnedUs(0);
    const inside = stallsOf(hostOf(STALLS), worked).length;
    expect(inside).toBeGreaterThan(3);
    expect(worked).toBeCloseTo(1e6 + inside * 20_000, 3);
  });

  test('stalls at known times, and none after them', () => {
    const stallsAt = [
      { fromMs: 2, toMs: 4 },
      { fromMs: 10, toMs: 10.5 },
    ];
    expect(stallsOf(hostOf({ stallsAt }), 1e6)).toEqual([
      [2000, 4000],
      [10_000, 10_500],
    ]);
    expect(hostOf({ stallsAt, turnaroundUs: 9000 }).turnedUs(1000)).toBe(1000 + 9000 + 2000 + 500);
  });

  test('drawn stalls come after those at known times', () => {
    const stalls = stallsOf(hostOf({ ...STALLS, stallsAt: [{ fromMs: 500, toMs: 600 }] }), 2e6);
    expect(stalls[0]).toEqual([500_000, 600_000]);
    expect(stalls.length).toBeGreaterThan(3);
  });

  test('a rate of no stalls, and none', () => {
    for (const stalls of [null, { perSecond: 0, lengthMs: 20 }])
      expect(stallsOf(hostOf({ stalls }), 1e6)).toEqual([]);
  });
});
