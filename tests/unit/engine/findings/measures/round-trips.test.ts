/** Intervals cut into round trips, each as long as the RTT in force, and those in which something was acknowledged. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { BlockColumn } from '../../../../../src/engine/base/columns/block-column.ts';
import { Series } from '../../../../../src/engine/base/columns/series.ts';
import {
  medianRtt,
  roundTripAt,
  roundTripsIn,
  roundTripsWith,
  rttAt,
  smoothedRtt,
} from '../../../../../src/engine/findings/measures/round-trips.ts';
import type { TransportState } from '../../../../../src/engine/sender/transport/transport.ts';
import { draws } from '../../../../support/tier.ts';

type Points = readonly (readonly [timeUs: number, value: number])[];

function seriesOf(id: string, points: Points): Series {
  const series = new Series({ id, name: id, unit: 'us', shape: 'step', origin: 'logged' });
  for (const [timeUs, value] of points) series.push(timeUs, value);
  return series;
}

function stateOf(
  logged: Points,
  acked: Points = [],
  rebuilt: Points = [],
  latest: Points = [],
): TransportState {
  const series = {
    smoothedRtt: seriesOf('rtt', logged),
    latestRtt: seriesOf('latest', latest),
    ackedTotal: seriesOf('acked', acked),
  };
  const fromPackets = { smoothedRtt: seriesOf('rebuilt', rebuilt), latestRtt: seriesOf('latest', latest) };
  return { series, rebuilt: fromPackets } as unknown as TransportState;
}

const at = (startUs: number, endUs: number) => ({ startUs, endUs });

function columnOf(values: readonly number[]): BlockColumn {
  const column = new BlockColumn();
  for (const value of values) column.push(value);
  return column;
}

describe('the current RTT', () => {
  const state = stateOf([
    [100, 10],
    [200, 20],
  ]);

  test('is that of the last sample, before the first one the first', () => {
    expect([rttAt(state, 50), rttAt(state, 150), rttAt(state, 200)]).toEqual([10, 10, 20]);
    expect(rttAt(stateOf([]), 50)).toBeNaN();
  });

  test('is the logged one if there is one, else the rebuilt one', () => {
    expect(smoothedRtt(stateOf([[0, 1]], [], [[0, 2]])).last).toBe(1);
    expect(smoothedRtt(stateOf([], [], [[0, 2]])).last).toBe(2);
  });

  test('is used as the median of an interval without a sample', () => {
    expect([medianRtt(state, at(100, 200)), medianRtt(state, at(120, 180))]).toEqual([15, 10]);
  });
});

describe('round trips', () => {
  test('are as long as the current RTT when each begins', () => {
    const state = stateOf([
      [0, 10],
      [20, 40],
    ]);
    expect(roundTripsIn(state, at(0, 100)).count).toBe(4);
  });

  test('are as long as the latest sample, whatever is smoothed; as the smoothed RTT without one', () => {
    const lengthWith = (latest: number): number => roundTripAt(stateOf([[0, 40]], [], [], [[0, latest]]), 5);
    expect([lengthWith(20), lengthWith(90), lengthWith(0)]).toEqual([20, 90, 40]);
    // 8, 8, then 39 twice.
    const state = stateOf(
      [[0, 40]],
      [],
      [],
      [
        [0, 8],
        [16, 39],
      ],
    );
    expect(roundTripsIn(state, at(0, 96)).count).toBe(4);
    const rebuilt = stateOf([], [], [[0, 40]], [[0, 8]]);
    expect(roundTripsIn(rebuilt, at(0, 96)).count).toBe(12);
  });

  test('truncated by the end count only if they are the only one', () => {
    const state = stateOf([[0, 10]]);
    expect([
      roundTripsIn(state, at(0, 29)).count,
      roundTripsIn(state, at(0, 30)).count,
      roundTripsIn(state, at(0, 5)).count,
    ]).toEqual([2, 3, 1]);
  });

  test('last as many as the shares of each that lie in the interval', () => {
    const state = stateOf(
      [],
      [],
      [],
      [
        [0, 10],
        [20, 40],
      ],
    );
    const lasts = (endUs: number): number => roundTripsIn(state, at(0, endUs)).lasts;
    expect([lasts(5), lasts(20), lasts(30), lasts(100)]).toEqual([0.5, 2, 2.25, 4]);
    // Also where they are alike for long.
    expect(lasts(20 + 40 * 1000 + 10)).toBe(1002.25);
  });

  test('begin or end with an ACK between two of them', () => {
    // At 0 and 10: the second ends the first round trip, or begins the second.
    const state = stateOf(
      [[0, 10]],
      [
        [0, 1],
        [10, 2],
      ],
    );
    expect(roundTripsIn(state, at(0, 40)).ackedShare).toBe(0.25);
    expect(roundTripsIn(state, at(0, 40), 'start').ackedShare).toBe(0.5);
  });

  test('are counted with whatever happened in them', () => {
    const state = stateOf([[0, 10]]);
    expect(roundTripsWith(state, at(0, 49), columnOf([0, 1, 25, 39, 45]), 'start')).toEqual({
      count: 4,
      having: 3,
      lasts: 4.9,
    });
    expect(roundTripsWith(state, at(0, 49), columnOf([0]), 'end')).toMatchObject({ count: 4, having: 0 });
  });

  test('are counted as one by one where nothing happens in many of them', () => {
    const instants = fc.array(fc.nat(3000), { maxLength: 6 }).map((all) => all.sort((a, b) => a - b));
    const rtts = fc.array(fc.tuple(fc.nat(3000), fc.integer({ min: 1, max: 40 })), { maxLength: 4 });
    fc.assert(
      fc.property(instants, rtts, fc.nat(3000), fc.boolean(), (happened, samples, endUs, atStart) => {
        const points = [[0, 7] as const, ...samples.sort(([a], [b]) => a - b)];
        const state = stateOf(points);
        const rttUs = (timeUs: number): number => rttAt(state, timeUs);
        let [count, having] = [0, 0];
        for (let fromUs = 0; fromUs < endUs; fromUs += rttUs(fromUs)) {
          const toUs = fromUs + rttUs(fromUs);
          if (toUs > endUs && count > 0) break;
          count++;
          const isIn = (us: number): boolean =>
            us <= endUs && (atStart ? us >= fromUs && us < toUs : us > fromUs && us <= toUs);
          if (happened.some(isIn)) having++;
        }
        const found = roundTripsWith(state, at(0, endUs), columnOf(happened), atStart ? 'start' : 'end');
        expect(found).toMatchObject({ count, having });
      }),
      { numRuns: draws(1000) },
    );
  });

  test('of a damaged RTT are counted up to a million', () => {
    expect(roundTripsIn(stateOf([[0, 1e-6]]), at(0, 10_000_000)).count).toBeCloseTo(1_000_000, -1);
    expect(roundTripsIn(stateOf([[0, 11]]), at(0, 10_999_989)).count).toBe(999_999);
  });

  test('cannot be counted without an RTT', () => {
    expect(roundTripsIn(stateOf([]), at(0, 100)).ackedShare).toBe(0);
  });
});
