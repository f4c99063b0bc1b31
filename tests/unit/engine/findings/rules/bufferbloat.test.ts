/** Standing queues: round trips that stay far above the smallest while the sender has more to send. */

import { describe, expect, test } from 'vitest';
import {
  type StandingQueue,
  standingQueue,
} from '../../../../../src/engine/findings/measures/standing-queue.ts';
import { NOT_ASKING, timesHeld } from '../../../../../src/engine/findings/partition/held.ts';
import { DetectInput } from '../../../../../src/engine/findings/rule/rule-input.ts';
import { bufferbloat } from '../../../../../src/engine/findings/rules/bufferbloat.ts';
import type { PathCourse } from '../../../../../src/engine/sender/transport/path/path-course.ts';
import type { TransportState } from '../../../../../src/engine/sender/transport/transport.ts';
import { type Bottleneck, bottleneck } from '../../../../support/bottleneck.ts';
import { overLink } from '../../../../support/full-link.ts';
import { runDetectors } from '../../../../support/held-detectors.ts';
import { metrics, replayEvents, type TimedEvent } from '../../../../support/replay-events.ts';
import { Scenario } from '../../../../support/scenario.ts';

const findIn = (state: TransportState) => runDetectors(new DetectInput(state), [bufferbloat]).findings;

/** The window grows and falls by an eighth, so that what the path carries is proved. */
const around = (packets: number) => (number: number) =>
  Math.floor(number / 150) % 2 === 0 ? packets : Math.round(packets / 1.25);

function stateOf(options: Bottleneck): TransportState {
  const state = bottleneck({ windowPackets: around(60), ...options });
  state.sentBeforePacer = true;
  return state;
}
const find = (options: Bottleneck) => findIn(stateOf(options));

const LEVEL = (minRttUs: number): number => minRttUs + Math.max(0.5 * minRttUs, 5000);
function queueOf(state: TransportState, stalls: Parameters<typeof standingQueue>[4] = []): StandingQueue {
  const input = new DetectInput(state);
  const { samples } = input.path as PathCourse;
  const notAsking = timesHeld(input.heldTime, NOT_ASKING);
  return standingQueue(state, samples, input.pathIntervals, LEVEL, stalls, notAsking);
}

test('a queue of data is reported with its share, its delay and its bytes', () => {
  const [finding, ...more] = find({});
  expect(more).toEqual([]);
  expect(finding?.severity).toBe('info');
  // 60 or 48 packets in flight, one sent each millisecond: 40 or 28 wait. The first round trip shows it to the sender.
  expect(finding?.verdict).toMatch(
    /^For 9\d\.\d % of the 1\.\d+ s in which the sender had more to send, packets waited/,
  );
  expect(finding?.verdict).toMatch(
    /more than half of the time that the path takes \(smallest RTT 21\.0 ms\): (39|27)\.0 ms in the median, in queues, about (39|27)\.\d kB of the flight\.$/,
  );
});

test('a queue of two paths has the smallest RTT of each', () => {
  const challenge: TimedEvent = [
    2000,
    'quic:packet_received',
    {
      header: { packet_type: '1RTT', packet_number: 1e6 },
      raw: { length: 1200 },
      frames: [{ frame_type: 'path_challenge', data: 'aabbccdd' }],
    },
  ];
  const window = (ms: number): number => (ms % 2000 < 300 ? 5 : Math.floor(ms / 100) % 2 === 0 ? 60 : 50);
  const baseMs = (ms: number): number => (ms < 2000 ? 20 : 40);
  const link = overLink({ endMs: 4000, window, bytesPerMs: () => 500, baseMs });
  const events = [metrics(0, { congestion_window: 61_000 }), ...link, challenge];
  const state = replayEvents(events.sort(([one], [other]) => one - other));
  expect(queueOf(state).minRttsUs).toEqual([22_000, 42_000]);
  expect(findIn(state)[0]?.verdict).toContain('(smallest RTT 22.0 ms to 42.0 ms, as the path changed)');
});

describe('a queue whose rate is not proved', () => {
  /** A flight that grows and falls. */
  const sawtooth = (ms: number): number => 30 + Math.round(30 * ((ms / 400) % 1));
  /** The log names a window that nothing fills, and no application that waits: it has more to send. */
  const ofLink = (events: readonly TimedEvent[]): TransportState =>
    replayEvents([metrics(0, { congestion_window: 10_000 }), ...events]);
  /** The rate changes every 80 ms, so that no three round trips deliver the same. */
  const varying = (ms: number): number => [600, 900, 300, 800, 450][Math.floor(ms / 80) % 5] as number;

  test('is one of data or of ACKs, without its bytes', () => {
    const state = ofLink(overLink({ endMs: 4000, window: sawtooth, bytesPerMs: varying }));
    const [finding, ...more] = findIn(state);
    expect(more).toEqual([]);
    expect(finding?.verdict).toMatch(/ms in the median, in queues of data or of ACKs\.$/);
    expect(queueOf(state).provedShare).toBeLessThan(0.5);
  });

  test('is none where ACKs come together', () => {
    const events = overLink({ endMs: 4000, window: sawtooth, bytesPerMs: varying }).map(
      ([timeMs, name, data]): TimedEvent => [
        name === 'quic:packet_received' ? Math.ceil(timeMs / 25) * 25 : timeMs,
        name,
        data,
      ],
    );
    const state = ofLink(events.sort(([one], [other]) => one - other));
    expect(queueOf(state).evenShare).toBeLessThan(0.5);
    expect(findIn(state)).toEqual([]);
  });

  test('is none where a host is late by as much, whatever it gets, and where the flight never falls', () => {
    const baseMs = (ms: number): number => (ms < 500 ? 20 : 80);
    const window = (ms: number): number => (Math.floor(ms / 200) % 2 === 0 ? 30 : 20);
    const state = ofLink(overLink({ endMs: 1200, window, bytesPerMs: () => 3000, baseMs }));
    expect(queueOf(state).followShare).toBeLessThan(0.25);
    expect(findIn(state)).toEqual([]);
    expect(find({ windowPackets: () => 60 })).toEqual([]);
  });
});

/** What is measured over one knob, and where it is found: each limit must have values close to it on both sides. */
function pinned(limit: number, value: (queue: StandingQueue) => number, knobs: readonly Bottleneck[]) {
  const runs = knobs.map((knob) => {
    const state = stateOf(knob);
    return { value: value(queueOf(state)), found: findIn(state).length > 0 };
  });
  const closest = (found: boolean): number =>
    Math.min(...runs.filter((run) => run.found === found).map((run) => Math.abs(run.value / limit - 1)));
  return { runs, closest: [closest(true), closest(false)] };
}

const each = (values: readonly number[], knob: (value: number) => Bottleneck) => values.map(knob);

describe('each limit, met and just missed', () => {
  test.each([
    [
      'RTT samples in a round trip',
      4,
      ({ samplesPerRtt }: StandingQueue) => samplesPerRtt,
      each([20, 21], (ackEvery) => ({ ackEvery, windowPackets: around(88) })),
      0.26,
    ],
    [
      'the share of the trace in which the sender has more to send',
      0.25,
      ({ askedShare }: StandingQueue) => askedShare,
      each([3300, 3400, 3500, 3600], (tailMs) => ({ tailMs })),
      0.05,
    ],
    [
      'that time in smallest RTTs',
      10,
      ({ askedUs, minRttUs }: StandingQueue) => askedUs / minRttUs,
      each([20, 20.2, 20.4, 20.6, 20.8, 21, 21.4], (minRttMs) => ({ packets: 216, minRttMs })),
      0.05,
    ],
  ] as const)('%s', (_, limit, value, knobs, most) => {
    const { runs, closest } = pinned(limit, value, knobs);
    for (const run of runs) expect(run.found, `${run.value}`).toBe(run.value >= limit);
    for (const distance of closest) expect(distance).toBeLessThan(most);
  });

  test('the time above the level', () => {
    const knobs = each([280, 290, 300, 310], (wide) => ({
      windowPackets: (n: number) => (n < wide ? around(60)(n) : 22),
    }));
    const { runs, closest } = pinned(0.25, ({ aboveShare }) => aboveShare, knobs);
    for (const run of runs) expect(run.found, `${run.value}`).toBe(run.value > 0.25);
    for (const distance of closest) expect(distance).toBeLessThan(0.05);
  });

  test('5 ms in the queue, where half of the smallest RTT is less', () => {
    const queued = (window: number) =>
      find({ minRttMs: 2, packetMs: () => 0.1, windowPackets: around(window) }).length;
    // 0.1 ms each: 4.8 and 5.1 ms in the queue.
    expect([queued(69), queued(72)]).toEqual([0, 1]);
  });

  test('half of the smallest RTT', () => {
    // One each millisecond, 21 on the path.
    const queued = (window: number) => find({ windowPackets: (n) => (n % 300 < 30 ? 21 : window) });
    expect(queued(31)).toEqual([]);
    expect(queued(33)).toHaveLength(1);
  });

  test('what the pacer of the sender held', () => {
    const knobs = each([1.01, 1.02, 1.03, 1.04, 1.05], (rate) => ({ pacingBytesPerMs: rate * 1000 }));
    const { runs, closest } = pinned(0.25, ({ heldShare }) => heldShare, knobs);
    for (const run of runs) expect(run.found, `${run.value}`).toBe(run.value <= 0.25);
    for (const distance of closest) expect(distance).toBeLessThan(0.5);
  });
});

test('twice a tiny RTT is scheduling, no queue', () => {
  const scenario = new Scenario().cwnd(13_500);
  for (let i = 0; i < 200; i++) scenario.burst({ packets: 10, rttMs: i < 10 ? 0.5 : 2, gapMs: 0.01 });
  expect(findIn(scenario.load())).toEqual([]);
});

test('twenty RTT samples in the queue are a queue, nineteen are none', () => {
  const knobs = each([96, 102, 108, 114, 120, 126, 132, 138, 144, 150], (wide) => ({
    packets: 300,
    ackEvery: 6,
    minRttMs: 2,
    windowPackets: (n: number) => (n < wide ? around(40)(n) : 8),
  }));
  const { runs, closest } = pinned(20, ({ samples }) => samples, knobs);
  for (const run of runs) expect(run.found, `${run.value}`).toBe(run.value >= 20);
  for (const distance of closest) expect(distance).toBeLessThan(0.06);
});

test('an application-limited sender causes no queue', () => {
  const scenario = new Scenario().cwnd(135_000);
  for (let i = 0; i < 70; i++) scenario.burst({ packets: 2, rttMs: i < 10 ? 20 : 50, gapMs: 0.1 });
  expect(findIn(scenario.load())).toEqual([]);
});

test('a smoothed RTT kept high by late ACKs, with samples of an empty path, is no queue', () => {
  const scenario = new Scenario().cwnd(13_500);
  for (let i = 0; i < 60; i++) {
    for (let packet = 0; packet < 10; packet++) scenario.send();
    scenario
      .wait(20)
      .metrics({ latest_rtt: 20 + i / 100, smoothed_rtt: 60 + i / 100, min_rtt: 20 })
      .ack(10)
      .wait(0.1);
  }
  expect(findIn(scenario.load())).toEqual([]);
});

test('time in which something stalls is left out', () => {
  const state = stateOf({});
  const all = queueOf(state);
  const rest = queueOf(state, [
    { startUs: 300_000, endUs: 400_000 },
    { startUs: 500_000, endUs: 550_000 },
  ]);
  expect(all.askedUs - rest.askedUs).toBeGreaterThan(148_000);
  expect(all.askedUs - rest.askedUs).toBeLessThan(154_000);
  expect(rest.above.some(({ startUs, endUs }) => startUs < 350_000 && endUs > 350_000)).toBe(false);
});
