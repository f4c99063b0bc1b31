/** The path in time on made links, whose rate and delay are known at each time. */
import { describe, expect, test } from 'vitest';
import {
  type PathCourse,
  pathCourse,
  pathIntervals,
} from '../../../../../../src/engine/sender/transport/path/path-course.ts';
import { LINK_RTT_MS, type Link, overLink } from '../../../../../support/full-link.ts';
import { loadBytes, readTrace } from '../../../../../support/load.ts';
import { replayEvents } from '../../../../../support/replay-events.ts';

/** Rates in bytes per ms, times in ms. */
const courseOf = (link: Link) => {
  const state = replayEvents(overLink(link));
  return pathIntervals(state, pathCourse(state) as PathCourse).map(({ fromUs, toUs, rate, proof, by }) => ({
    fromMs: Math.round(fromUs / 1000),
    toMs: Math.round(toUs / 1000),
    rate: Math.round(rate * 1000),
    proof,
    by,
  }));
};
const shortly = (link: Link) => courseOf(link).map(({ rate, proof }) => [rate, proof]);

/** The window in packets of 1,000 bytes: small, then more than the path holds, then small again. */
const rising = (ms: number): number => (ms < 200 || ms > 1000 ? 5 : 40);
const RATE = 500;
/** More than the path holds, by an eighth more or less. */
const around = (packets: number) => (ms: number) =>
  Math.floor(ms / 100) % 2 === 0 ? packets : Math.round(packets / 1.25);

describe('what the path carries', () => {
  test('is proved by a queue, and holds before and after', () => {
    const [only, ...more] = courseOf({ endMs: 2000, window: rising, bytesPerMs: () => RATE });
    expect(more).toEqual([]);
    expect(only).toMatchObject({ fromMs: 0, rate: RATE, proof: 'proved', by: 'start' });
    expect(only?.toMs).toBeGreaterThan(1900);
  });

  test('is at least the highest delivery where no queue stands', () => {
    const [only, ...more] = courseOf({ endMs: 2000, window: () => 5, bytesPerMs: () => RATE });
    expect(more).toEqual([]);
    expect(only?.proof).toBe('atLeast');
    expect(only?.rate).toBeGreaterThan(0.9 * (5000 / (LINK_RTT_MS + 1000 / RATE)));
    expect(only?.rate).toBeLessThanOrEqual(RATE);
  });

  test('does not expire by age', () => {
    expect(shortly({ endMs: 30_000, window: rising, bytesPerMs: () => RATE })).toEqual([[RATE, 'proved']]);
  });

  test('is another where another proof contradicts it, from there on', () => {
    const course = courseOf({
      endMs: 4000,
      window: around(40),
      bytesPerMs: (ms) => (ms < 2000 ? RATE : 150),
    });
    expect(course.map(({ rate, proof, by }) => [rate, proof, by])).toEqual([
      [RATE, 'proved', 'start'],
      [150, 'proved', 'rate'],
    ]);
    expect(course[1]?.fromMs).toBeGreaterThan(1900);
    expect(course[1]?.fromMs).toBeLessThan(2000 + 20 * LINK_RTT_MS);
  });

  test('ends where ten packets, and a round trip, take longer than its queue makes them', () => {
    const slower = (endMs: number) =>
      courseOf({ endMs, window: around(40), bytesPerMs: (ms) => (ms < 2000 ? RATE : 25) });
    const [before, after, ...more] = slower(2300);
    expect(more).toEqual([]);
    expect(before).toMatchObject({ rate: RATE, proof: 'proved' });
    // No three round trips follow.
    expect(after).toMatchObject({ rate: Number.NaN, proof: null, by: 'rate' });
    expect(after?.fromMs).toBeGreaterThan(2000);
    expect(after?.fromMs).toBeLessThan(2200);
    expect(slower(2005)).toHaveLength(2);
    expect(slower(2003)).toHaveLength(1);
  });

  test('is proved by what a policer drops, unless a queue stood then', () => {
    const policedFrom = (fromUs: number) => {
      const state = replayEvents(overLink({ endMs: 2000, window: rising, bytesPerMs: () => RATE }));
      const policed = { fromUs, toUs: 1_900_000, rate: 0.25 };
      return pathIntervals(state, pathCourse(state) as PathCourse, policed).map(({ rate, proof }) => [
        Math.round(rate * 1000),
        proof,
      ]);
    };
    expect(policedFrom(1_500_000)).toEqual([
      [RATE, 'proved'],
      [250, 'proved'],
    ]);
    expect(policedFrom(500_000)).toEqual([[RATE, 'proved']]);
  });

  test('is more where more is delivered, before its proof and after it', () => {
    const later = shortly({
      endMs: 3000,
      window: (ms) => (ms < 1500 ? 20 : 30),
      bytesPerMs: (ms) => (ms < 1500 ? 150 : 5000),
    });
    expect(later.map(([, proof]) => proof)).toEqual(['proved', 'atLeast']);
    expect(later[0]?.[0]).toBe(150);
    expect(later[1]?.[0]).toBeGreaterThan(1000);
    const before = shortly({
      endMs: 3000,
      window: around(30),
      bytesPerMs: (ms) => (ms < 1500 ? 5000 : 150),
    });
    expect(before.map(([, proof]) => proof)).toEqual(['atLeast', 'proved']);
    expect(before[1]?.[0]).toBe(150);
  });

  test('is not proved by three packets in flight', () => {
    expect(
      shortly({ endMs: 3000, window: (ms) => (ms < 500 || ms > 2900 ? 1 : 3), bytesPerMs: () => 50 }),
    ).toEqual([[expect.any(Number), 'atLeast']]);
    expect(
      shortly({ endMs: 3000, window: (ms) => (ms < 500 || ms > 2900 ? 1 : 5), bytesPerMs: () => 50 }),
    ).toEqual([[50, 'proved']]);
  });

  test('is not proved by a rise that lasts to the end and may be of a longer path: the RTT follows no flight', () => {
    const link = { endMs: 3000, bytesPerMs: () => RATE };
    expect(shortly({ ...link, window: (ms) => (ms < 200 ? 5 : 40) })).toEqual([[RATE, 'atLeast']]);
    expect(shortly({ ...link, window: (ms) => (ms < 200 ? 5 : around(40)(ms)) })).toEqual([[RATE, 'proved']]);
  });

  test('is less for a while where packets wait as long as the flight says, and not where a host is late', () => {
    const isThen = (ms: number): boolean => ms > 2000 && ms < 3500;
    const carried = {
      endMs: 6000,
      window: around(40),
      bytesPerMs: (ms: number) => (isThen(ms) ? 150 : RATE),
    };
    expect(shortly(carried)).toEqual([
      [RATE, 'proved'],
      [150, 'proved'],
      [RATE, 'proved'],
    ]);
    // A client in Java that is late at times, on a path of 50 Mbit/s.
    const file = new URL('../../../../../corpus/other/kwik-0.10.8_loss5MB_server.qlog.gz', import.meta.url);
    const { state } = loadBytes(readTrace(file.pathname)).pipeline;
    const late = pathIntervals(state, pathCourse(state) as PathCourse);
    expect(late.map(({ proof }) => proof)).toEqual(['atLeast']);
  });

  test('is not proved where delivery follows the flight: ACKs wait, not data', () => {
    const baseMs = (ms: number): number => (ms < 200 ? LINK_RTT_MS : 120);
    const window = (ms: number): number => (ms < 200 ? 5 : Math.floor(ms / 500) % 2 === 0 ? 22 : 26);
    const proofs = shortly({ endMs: 6000, window, bytesPerMs: () => 50_000, baseMs });
    expect(proofs.map(([, proof]) => proof)).toEqual(['atLeast']);
  });
});

test('a log without ACKs shows no path', () => {
  expect(pathCourse(replayEvents([]))).toBeNull();
});
