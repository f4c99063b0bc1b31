/** Standing queues: round trips that stay far above the smallest while the window is what limits the sender. */
import { describe, expect, test } from 'vitest';
import {
  type StandingQueue,
  standingQueue,
} from '../../../../../src/engine/findings/measures/standing-queue.ts';
import { DetectInput } from '../../../../../src/engine/findings/rule/rule-input.ts';
import { bufferbloat } from '../../../../../src/engine/findings/rules/bufferbloat.ts';
import type { TransportState } from '../../../../../src/engine/sender/transport/transport.ts';
import { type Bottleneck, bottleneck } from '../../../../support/bottleneck.ts';
import { runDetectors } from '../../../../support/held-detectors.ts';
import { Scenario } from '../../../../support/scenario.ts';

const findIn = (state: TransportState) => runDetectors(new DetectInput(state), [bufferbloat]).findings;
const find = (options: Bottleneck) => findIn(bottleneck(options));

test('a standing queue is reported with its share, its delay and its bytes', () => {
  const [finding, ...more] = find({});
  expect(more).toEqual([]);
  expect(finding?.severity).toBe('info');
  // 60 packets in flight, one sent each millisecond: 40 wait. The first round trip shows it to the sender.
  expect(finding?.verdict).toMatch(/^For 9\d\.\d % of the 1\.16 s in which the window limited the sender/);
  expect(finding?.verdict).toContain(
    'more than 2 × as long as the path needs (smoothed RTT, smallest 20.0 ms); the median there is 60.0 ms',
  );
  expect(finding?.verdict).toContain('40.0 ms of it in queues, about 40.0 kB of the flight');
});

/** What is measured over one knob, and where it is found: each limit must have values close to it on both sides. */
function pinned(limit: number, value: (queue: StandingQueue) => number, knobs: readonly Bottleneck[]) {
  const runs = knobs.map((knob) => {
    const state = bottleneck(knob);
    const level = (minRttUs: number) => Math.max(2 * minRttUs, minRttUs + 5000);
    return { value: value(standingQueue(state, level)), found: findIn(state).length > 0 };
  });
  const closest = (found: boolean): number =>
    Math.min(...runs.filter((run) => run.found === found).map((run) => Math.abs(run.value / limit - 1)));
  return { runs, closest: [closest(true), closest(false)] };
}

const each = (values: readonly number[], knob: (value: number) => Bottleneck) => values.map(knob);

describe('each limit, met and just missed', () => {
  test.each([
    // The first fifth of the packets took a share of the time.
    [
      'the highest rate of the path',
      0.75,
      ({ rateShare }: StandingQueue) => rateShare,
      each([0.72, 0.74, 0.76, 0.78], (share) => ({ packetMs: (n) => (n < 240 ? share : 1) })),
      0.03,
    ],
    [
      'what is in flight',
      0.75,
      ({ flightShare }: StandingQueue) => flightShare,
      each([1.3, 1.32, 1.36, 1.4], (loggedRtt) => ({ loggedRtt })),
      0.03,
    ],
    [
      'ACKs in a round trip',
      4,
      ({ acksPerRtt }: StandingQueue) => acksPerRtt,
      each([12, 15, 16], (ackEvery) => ({ ackEvery })),
      0.26,
    ],
  ] as const)('%s', (_, limit, value, knobs, most) => {
    const { runs, closest } = pinned(limit, value, knobs);
    for (const run of runs) expect(run.found, `${run.value}`).toBe(run.value >= limit);
    for (const distance of closest) expect(distance).toBeLessThan(most);
  });

  test('the time above the level', () => {
    const knobs = each([310, 320, 330], (wide) => ({ windowPackets: (n: number) => (n < wide ? 60 : 22) }));
    const { runs } = pinned(0.25, ({ aboveShare }) => aboveShare, knobs);
    expect(runs.map(({ found }) => found)).toEqual([false, false, true]);
    expect(runs[1]?.value).toBe(0.25);
  });

  test('the share of the trace in which the window limits the sender', () => {
    const knobs = each([3200, 3300, 3400, 3500, 3600, 3700], (tailMs) => ({ tailMs }));
    const { runs, closest } = pinned(0.25, ({ limitedShare }) => limitedShare, knobs);
    for (const run of runs) expect(run.found, `${run.value}`).toBe(run.value >= 0.25);
    for (const distance of closest) expect(distance).toBeLessThan(0.05);
  });

  test('that time in smallest RTTs', () => {
    const knobs = each([180, 200, 210, 215, 220, 225, 230, 240, 260], (packets) => ({ packets }));
    const { runs, closest } = pinned(10, ({ limitedUs, minRttUs }) => limitedUs / minRttUs, knobs);
    for (const run of runs) expect(run.found, `${run.value}`).toBe(run.value >= 10);
    for (const distance of closest) expect(distance).toBeLessThan(0.05);
  });

  test('5 ms in the queue, where twice the smallest RTT is less', () => {
    const queued = (window: number) =>
      find({ minRttMs: 2, packetMs: () => 0.1, windowPackets: () => window }).length;
    // 0.1 ms each: 6.9 and 7.2 ms of RTT.
    expect([queued(69), queued(72)]).toEqual([0, 1]);
  });

  test('what the pacer of the sender held', () => {
    const rates = [1.05, 1.06, 1.07, 1.075, 1.08, 1.09, 1.1, 1.2, 1.3];
    const knobs = each(rates, (pacingBytesPerMs) => ({ pacingBytesPerMs: pacingBytesPerMs * 1000 }));
    const { runs, closest } = pinned(0.25, ({ heldShare }) => heldShare, knobs);
    for (const run of runs) expect(run.found, `${run.value}`).toBe(run.value <= 0.25);
    for (const distance of closest) expect(distance).toBeLessThan(0.05);
  });
});

test('a queue of twice the smallest RTT is found, one of less is none', () => {
  expect(find({ windowPackets: () => 40 })).toEqual([]);
  expect(find({ windowPackets: () => 42 })).toHaveLength(1);
});

test('twice a tiny RTT is scheduling, no queue', () => {
  const scenario = new Scenario().cwnd(13_500);
  for (let i = 0; i < 200; i++) scenario.burst({ packets: 10, rttMs: i < 10 ? 0.5 : 2, gapMs: 0.01 });
  expect(findIn(scenario.load())).toEqual([]);
});

test('a host that acknowledges late is no queue', () => {
  // It answers 60 ms later for the last two thirds: 60 packets per 80 ms where the path delivered one each 0.4 ms.
  const late = (lateMs: number) => find({ packetMs: () => 0.4, lateMs: (n) => (n < 400 ? 0 : lateMs) });
  expect(late(60)).toEqual([]);
  expect(find({ packetMs: (n) => (n < 400 ? 1 : 1.3) })).toHaveLength(1);
});

test('twenty ACKs in the queue are a queue, nineteen are none', () => {
  const acksOf = (packets: number): readonly number[] =>
    find({ packets, ackEvery: 10, packetMs: () => 2 }).flatMap(({ evidence }) =>
      evidence
        .filter(({ id }) => id === 'acks')
        .map(({ name }) => Number(/at the (\d+) ACKs/.exec(name)?.[1])),
    );
  const found = Array.from({ length: 12 }, (_, i) => acksOf(180 + 10 * i));
  expect(found.filter((acks) => acks.length === 0).length).toBeGreaterThan(2);
  expect(found.flat()[0]).toBe(20);
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
  const state = bottleneck({});
  const level = () => 40_000;
  const all = standingQueue(state, level);
  const stalls = [
    { startUs: 300_000, endUs: 400_000 },
    { startUs: 500_000, endUs: 550_000 },
  ];
  const rest = standingQueue(state, level, stalls);
  expect(all.limitedUs - rest.limitedUs).toBe(150_000);
  expect(rest.above.some(({ startUs, endUs }) => startUs < 350_000 && endUs > 350_000)).toBe(false);
});

test('the highest rate is that which one in twenty delivery rate samples reaches', () => {
  // So many of the 1,200 packets take half the time; the rate over a round trip rises with every second of them.
  const rateShare = (fast: number) =>
    standingQueue(bottleneck({ packetMs: (n) => (n >= 400 && n < 400 + fast ? 0.5 : 1) }), () => 40_000)
      .rateShare;
  expect(rateShare(61)).toBe(1);
  expect(rateShare(62)).toBeLessThan(0.995);
});

test('all of up to 8,192 ACKs are measured, of more every second one', () => {
  // Every second ACK shows a fifth more than 60 ms: half of all, or all of those that are measured then.
  const queueOf = (packets: number) =>
    standingQueue(bottleneck({ packets, loggedRtt: (ack) => (ack % 2 === 0 ? 1.2 : 1) }), () => 40_000);
  const more = 8192 - queueOf(8000).acks;
  const measured = [0, 1].map((beyond) => queueOf(8000 + more + beyond));
  expect(measured.map(({ acks, rttUs }) => [acks, rttUs > 70_000])).toEqual([
    [8192, false],
    [8193, true],
  ]);
});
