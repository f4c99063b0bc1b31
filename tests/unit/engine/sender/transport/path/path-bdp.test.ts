/** The bandwidth-delay product of the path in time. */
import { expect, test } from 'vitest';
import { pathBdp } from '../../../../../../src/engine/sender/transport/path/path-bdp.ts';
import {
  type PathCourse,
  type PathInterval,
  pathCourse,
  pathIntervals,
} from '../../../../../../src/engine/sender/transport/path/path-course.ts';
import { TransportState } from '../../../../../../src/engine/sender/transport/transport.ts';
import { overLink } from '../../../../../support/full-link.ts';
import { replayEvents } from '../../../../../support/replay-events.ts';

const pointsOf = (state: TransportState, intervals: readonly PathInterval[]) => {
  const { timesUs, values } = pathBdp(state, intervals);
  return [...timesUs].map((us, i) => [us, Math.round(values.at(i))]);
};

const interval = (fromUs: number, rate: number, rttMinUs: number): PathInterval => ({
  fromUs,
  toUs: fromUs + 1_000_000,
  rate,
  rttMinUs,
  proof: Number.isNaN(rate) ? null : 'proved',
  by: 'rate',
});

test('steps with the rate and with the smallest RTT of the path', () => {
  const intervals = [interval(0, 1, 20_000), interval(1e6, 0.5, 20_000), interval(2e6, 0.5, 80_000)];
  expect(pointsOf(new TransportState(), intervals)).toEqual([
    [0, 20_000],
    [1e6, 10_000],
    [2e6, 40_000],
  ]);
});

test('is that of the rate of the path where that is at least', () => {
  const unproved = [interval(0, 0.2, 20_000), interval(1e6, 0.3, 40_000)].map((one) => ({
    ...one,
    proof: 'atLeast' as const,
  }));
  expect(pointsOf(new TransportState(), unproved)).toEqual([
    [0, 4000],
    [1e6, 12_000],
  ]);
});

test('has no point where nothing is known, and none where the value stays', () => {
  const intervals = [interval(0, Number.NaN, 20_000), interval(1e6, 1, 20_000), interval(2e6, 2, 10_000)];
  expect(pointsOf(new TransportState(), intervals)).toEqual([[1e6, 20_000]]);
});

test('is not known of a range that begins midway', () => {
  const state = new TransportState();
  state.isRange = true;
  state.beginsMidway = true;
  expect(pointsOf(state, [interval(0, 1, 20_000)])).toEqual([]);
});

test('of a link is its rate times its smallest RTT, also where the flight is larger', () => {
  const window = (ms: number): number => (ms < 200 || ms > 1000 ? 5 : 40);
  const state = replayEvents(overLink({ endMs: 2000, window, bytesPerMs: () => 500 }));
  const points = pointsOf(state, pathIntervals(state, pathCourse(state) as PathCourse));
  expect(points).toEqual([[0, expect.closeTo(500 * 22, -2)]]);
});
