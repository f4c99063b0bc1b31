/** Flow control as the bottleneck: a sender that says it is blocked while its window has room. */
import { expect, test } from 'vitest';
import { DetectInput } from '../../../../../src/engine/findings/rule/rule-input.ts';
import { flowControlLimited } from '../../../../../src/engine/findings/rules/flow-control-limited.ts';
import { runDetectors } from '../../../../support/held-detectors.ts';
import { type Burst, Scenario } from '../../../../support/scenario.ts';

const BURST_BYTES = 4 * 1350;

/** Each burst uses up the credit of the connection and says so; its ACK brings that of the next. */
const held = (i: number): Partial<Burst> => ({
  sendFrames: [{ frame_type: 'data_blocked', limit: (i + 1) * BURST_BYTES }],
  ackFrames: [{ frame_type: 'max_data', maximum: (i + 2) * BURST_BYTES }],
});

function bursts(burstOf: (i: number) => Partial<Burst>, cwnd: number, rounds = 40): Scenario {
  const scenario = new Scenario().cwnd(cwnd);
  for (let i = 0; i < rounds; i++) scenario.burst({ packets: 4, rttMs: 20, gapMs: 1, ...burstOf(i) });
  return scenario;
}

const find = (scenario: Scenario) =>
  runDetectors(new DetectInput(scenario.load()), [flowControlLimited]).findings;

test('a sender that waits for credit with space in its window', () => {
  const [finding] = find(bursts(held, 135_000));
  expect(finding?.severity).toBe('info');
  expect(finding?.verdict).toMatch(
    /^Flow control held the sender for 9\d\.\d % of the 8\d\d ms, the window for 0\.0 %/,
  );
  expect(finding?.evidence.filter(({ needed }) => needed).every(({ holds }) => holds)).toBe(true);
});

test('a sender that fills its window waits for the network while credit is left, whatever its frames say', () => {
  const ahead = (i: number): Partial<Burst> => ({
    ...held(i),
    ackFrames: [{ frame_type: 'max_data', maximum: (i + 3) * BURST_BYTES }],
  });
  expect(find(bursts(ahead, 5400))).toEqual([]);
  // Where credit and window lift by one event it is credit (docs/account.md).
  expect(find(bursts(held, 5400))).toHaveLength(1);
});

test('a sender needs no BLOCKED frames to be held', () => {
  const silent = (i: number): Partial<Burst> => ({ ...held(i), sendFrames: [] });
  expect(find(bursts(silent, 135_000))).toHaveLength(1);
  expect(find(bursts(() => ({}), 135_000))).toEqual([]);
});

test('a few round trips are not enough data', () => {
  expect(find(bursts(held, 135_000, 5))).toEqual([]);
});

test('the late answers of a host do not hide it, and a path that is full does', () => {
  const scenario = new Scenario().cwnd(135_000);
  for (let i = 0; i < 245; i++)
    scenario.burst({ packets: 4, rttMs: i % 3 === 0 ? 20 : 90 + (i % 7) * 10, gapMs: 8, ...held(i) });
  const [finding] = find(scenario);
  expect(finding?.evidence.find(({ id }) => id === 'queue')).toMatchObject({ holds: false, needed: false });
  expect(finding?.evidence.find(({ id }) => id === 'share')?.value).toBeGreaterThan(0.85);
  expect(finding?.verdict).not.toContain('the network is not');
  const full = (roundTrips: number) => {
    const input = new DetectInput(bursts(held, 135_000).load());
    const { partition } = input;
    if (partition === null) throw new Error('no partition');
    const trips = partition.trips.length;
    const path = {
      busyShare: new Float64Array(trips).fill(1),
      isProved: Uint8Array.from({ length: trips }, (_, trip) => Number(trip < roundTrips)),
    };
    Object.defineProperty(input, 'partition', { value: { ...partition, path } });
    return runDetectors(input, [flowControlLimited]).findings;
  };
  // Of 42 round trips.
  expect(full(20)).toHaveLength(1);
  expect(full(22)).toEqual([]);
});

test('how long the connection had no credit left stands beside it, as far as the log says what was granted', () => {
  const rowOf = (scenario: Scenario) => find(scenario)[0]?.evidence.find(({ id }) => id === 'credit');
  // Of each 21 ms the 20 ms of the round trip.
  expect(rowOf(bursts(held, 135_000))).toMatchObject({ holds: true, needed: false, panel: 'limits' });
  expect(rowOf(bursts(held, 135_000))?.value).toBeCloseTo(20 / 21, 2);
  // The stream is what is blocked, and the connection has one byte left.
  const ofStream = (i: number): Partial<Burst> => ({
    sendFrames: [{ frame_type: 'stream_data_blocked', stream_id: 0, limit: (i + 1) * BURST_BYTES }],
    ackFrames: [
      { frame_type: 'max_stream_data', stream_id: 0, maximum: (i + 2) * BURST_BYTES },
      { frame_type: 'max_data', maximum: (i + 2) * BURST_BYTES + 1 },
    ],
  });
  expect(rowOf(bursts(ofStream, 135_000))).toMatchObject({ value: 0, holds: false });
});

test('an announcement of a limit that the peer has raised since holds nothing', () => {
  const stale = (i: number): Partial<Burst> => ({
    sendFrames: [{ frame_type: 'data_blocked', limit: BURST_BYTES }],
    ackFrames: [{ frame_type: 'max_data', maximum: 1e6 + i }],
  });
  expect(find(bursts(stale, 135_000))).toEqual([]);
});
