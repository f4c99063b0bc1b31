/** Whether a path has room: each of its limits met and just missed. */
import { describe, expect, test } from 'vitest';
import { hasRoom, pathRoomRows } from '../../../../../src/engine/findings/conditions/path-room.ts';
import type { Finding } from '../../../../../src/engine/findings/finding/finding';
import { DetectInput } from '../../../../../src/engine/findings/rule/rule-input.ts';
import { TransportState } from '../../../../../src/engine/sender/transport/transport.ts';

const SPAN = { startUs: 0, endUs: 1_000_000 };

interface Path {
  readonly rttUs?: number;
  readonly queuedUs?: number;
  readonly lost?: number;
  readonly deliveredBytes?: number;
}

/** A second over a path with 20 ms and 100,000 bytes per second at most. */
function roomIn({ rttUs = 20_000, queuedUs = 500_000, lost = 0, deliveredBytes = 10_000 }: Path) {
  const state = new TransportState();
  state.series.minRtt.push(0, 20_000);
  state.series.smoothedRtt.push(0, rttUs);
  state.series.smoothedRtt.push(queuedUs, 20_000);
  state.rebuilt.deliveryRate.push(0, 100_000);
  state.series.ackedTotal.push(0, 0);
  state.series.ackedTotal.push(500_000, deliveredBytes);
  state.losses.push('logged', 2_000_000, 7);
  if (lost > 0) state.losses.push('logged', 1_000_000, lost);
  const input = new DetectInput(state);
  return { rows: pathRoomRows(input, SPAN), input };
}

const has = (path: Path): boolean => {
  const { rows, input } = roomIn(path);
  return hasRoom(rows, input);
};

test('a path without a queue or a loss, of which little is used, has room', () => {
  expect(has({})).toBe(true);
});

describe.each([
  ['a queue of 10 ms', { rttUs: 30_000 }, { rttUs: 30_001 }],
  ['a quarter of the time', { rttUs: 40_000, queuedUs: 249_999 }, { rttUs: 40_000, queuedUs: 250_000 }],
  ['a lost packet', { lost: 0 }, { lost: 1 }],
  ['three quarters of the highest rate', { deliveredBytes: 74_999 }, { deliveredBytes: 75_000 }],
])('%s', (_, below, above) => {
  test('below it the path has room, and from it on not', () => {
    expect([has(below), has(above)]).toEqual([true, false]);
  });
});

test.each([
  ['bufferbloat', false],
  ['policed', false],
  ['slow-start-overshoot', false],
  ['log-quality', true],
])('beside a finding %s: %s', (id, room) => {
  const { rows, input } = roomIn({});
  input.earlier.push({ id } as Finding);
  expect(hasRoom(rows, input)).toBe(room);
});

test('a path that changes has its own smallest RTT and its own rate in each part', () => {
  const path = (rttMinUs: number, rate: number) => ({
    pathIntervals: [
      { fromUs: 0, toUs: 500_000, rttMinUs: 20_000, rate: 0.1, proof: 'proved', by: 'start' },
      { fromUs: 500_000, toUs: 1_000_000, rttMinUs, rate, proof: 'proved', by: 'path' },
    ] as const,
  });
  const state = new TransportState();
  state.series.smoothedRtt.push(0, 20_000);
  state.series.smoothedRtt.push(500_000, 60_000);
  state.series.ackedTotal.push(0, 0);
  state.series.ackedTotal.push(500_000, 60_000);
  const room = (rttMinUs: number, rate: number) =>
    pathRoomRows({ state, ...path(rttMinUs, rate) }, SPAN).map(({ value }) => value);
  expect(room(60_000, 0.1)).toEqual([0, 0, 0.6]);
  expect(room(20_000, 0.02)).toEqual([0.5, 0, 1]);
});

test('without a sample of the delivery rate nothing is said', () => {
  const { input } = roomIn({});
  const state = new TransportState();
  state.series.minRtt.push(0, 20_000);
  state.series.smoothedRtt.push(0, 20_000);
  expect(hasRoom(pathRoomRows(new DetectInput(state), SPAN), input)).toBe(false);
});
