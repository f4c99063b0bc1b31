/** Standing queues: round trips that stay far above the smallest while the window is what limits the sender. */
import { expect, test } from 'vitest';
import { DetectInput } from '../../../../../src/engine/findings/input.ts';
import { bufferbloat } from '../../../../../src/engine/findings/rules/bufferbloat.ts';
import { runDetectors } from '../../../../support/held-detectors.ts';
import { Scenario } from '../../../../support/scenario.ts';

const MIN_RTT = 20;

/** Round trips with the window full: so many at the path's own RTT, then so many in a queue. */
function queued(clear: number, waiting: number, rttMs: number, gapMs = 0.1): Scenario {
  const scenario = new Scenario().cwnd(13_500);
  for (let i = 0; i < clear + waiting; i++) {
    scenario.burst({ packets: 10, rttMs: i < clear ? MIN_RTT : rttMs, gapMs });
  }
  return scenario;
}

const find = (scenario: Scenario) => runDetectors(new DetectInput(scenario.load()), [bufferbloat]).findings;

test('a standing queue is reported with its share, its delay and its bytes', () => {
  const [finding, ...more] = find(queued(10, 60, 50));
  expect(more).toEqual([]);
  expect(finding?.severity).toBe('info');
  // 10 round trips of 20 ms and 60 of 50 ms, each limited by the window; the first of the 60 shows it at its ACK.
  expect(finding?.verdict).toMatch(/^For 92\.\d % of the 3\.2\d s in which the window limited the sender/);
  expect(finding?.verdict).toContain('above 2 × the smallest (20.0 ms); the median RTT there is 50.0 ms');
  expect(finding?.verdict).toContain('30.0 ms of it in queues, about 8.1 kB of the window');
});

test('less than twice the smallest RTT is no finding, nor is a short while', () => {
  expect(find(queued(10, 60, 39))).toEqual([]);
  expect(find(queued(100, 10, 50))).toEqual([]);
});

test('twenty ACKs in the queue are a queue, nineteen are none', () => {
  const acksIn = (waiting: number): readonly number[] =>
    find(queued(10, waiting, 50)).flatMap(({ evidence }) =>
      evidence
        .filter(({ id }) => id === 'acks')
        .map(({ name }) => Number(/at the (\d+) ACKs/.exec(name)?.[1])),
    );
  const found = Array.from({ length: 12 }, (_, i) => acksIn(14 + i));
  expect(found.filter((acks) => acks.length === 0).length).toBeGreaterThan(2);
  expect(found.flat()[0]).toBe(20);
});

test('an application-limited sender causes no queue', () => {
  const scenario = new Scenario().cwnd(135_000);
  for (let i = 0; i < 70; i++) scenario.burst({ packets: 2, rttMs: i < 10 ? MIN_RTT : 50, gapMs: 0.1 });
  expect(find(scenario)).toEqual([]);
});

test('a smoothed RTT kept high by late ACKs, with samples of an empty path, is no queue', () => {
  const scenario = queued(10, 0, MIN_RTT);
  for (let i = 0; i < 60; i++) {
    for (let packet = 0; packet < 10; packet++) scenario.send();
    scenario
      .wait(MIN_RTT)
      .metrics({ latest_rtt: MIN_RTT + i / 100, smoothed_rtt: 60 + i / 100 })
      .ack(10)
      .wait(0.1);
  }
  expect(find(scenario)).toEqual([]);
});

test('twice a tiny RTT is scheduling, no queue', () => {
  const scenario = new Scenario().cwnd(13_500);
  for (let i = 0; i < 200; i++) scenario.burst({ packets: 10, rttMs: i < 10 ? 0.5 : 2, gapMs: 0.01 });
  expect(find(scenario)).toEqual([]);
});
