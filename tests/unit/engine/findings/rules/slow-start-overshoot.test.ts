/** Slow start that ends in heavy loss, with a queue before it and without, and ends that are none of that. */
import { expect, test } from 'vitest';
import type { Finding } from '../../../../../src/engine/findings/detector.ts';
import { DetectInput } from '../../../../../src/engine/findings/input.ts';
import { slowStartOvershoot } from '../../../../../src/engine/findings/rules/slow-start-overshoot.ts';
import { runDetectors } from '../../../../support/held-detectors.ts';
import {
  acknowledge,
  lost,
  metrics,
  replayEvents,
  send,
  type TimedEvent,
} from '../../../../support/replay-events.ts';

const sends = (timeMs: number, from: number, to: number): readonly TimedEvent[] =>
  Array.from({ length: to - from + 1 }, (_, i) => send(timeMs, from + i));

interface Overshoot {
  /** Of the last flight, which the link sends with this RTT. */
  readonly lost: number;
  readonly lastRttMs: number;
  /** ACKs of the last flight, a microsecond apart. */
  readonly acks?: number;
  readonly firstBytes?: number;
  readonly rttMs?: number;
}

/** Windows of 10, 20 and 40 packets of 1,000 bytes; packets of the last flight are lost. */
function slowStart({ lost: packets, lastRttMs, acks = 1, firstBytes = 10_000, rttMs = 20 }: Overshoot) {
  const sentMs = 2 * rttMs + 1;
  const endMs = sentMs + lastRttMs;
  const firstLost = 30 + acks - 1;
  const single = Array.from({ length: acks - 1 }, (_, i) =>
    acknowledge(endMs - (acks - 1 - i) / 1000, [[30 + i, 30 + i]]),
  );
  return [
    metrics(0, { congestion_window: firstBytes }),
    ...sends(0, 0, 9),
    acknowledge(rttMs, [[0, 9]]),
    metrics(rttMs, { congestion_window: 20_000, smoothed_rtt: rttMs, min_rtt: rttMs, latest_rtt: rttMs }),
    ...sends(rttMs, 10, 29),
    acknowledge(2 * rttMs, [[10, 29]]),
    metrics(2 * rttMs, { congestion_window: 40_000, smoothed_rtt: rttMs + 0.1, latest_rtt: rttMs }),
    ...sends(sentMs, 30, 69),
    ...single,
    acknowledge(endMs, [[firstLost + packets, 69]]),
    metrics(endMs, { latest_rtt: lastRttMs }),
    ...Array.from({ length: packets }, (_, i) => lost(endMs, firstLost + i)),
    metrics(endMs, { congestion_window: 28_000, ssthresh: 28_000 }),
    send(endMs + 1, 70),
    acknowledge(endMs + 21, [[70, 70]]),
  ];
}

function find(events: readonly TimedEvent[]): readonly Finding[] {
  return runDetectors(new DetectInput(replayEvents(events)), [slowStartOvershoot]).findings;
}

const BEHIND = 'behind a queue.';
const WITHOUT =
  'without a queue before it, so that random loss, a policer or an interruption may be the reason.';

test('many losses after a queue are found', () => {
  const [finding, ...more] = find(slowStart({ lost: 15, lastRttMs: 44, acks: 8 }));
  expect(more).toEqual([]);
  expect(finding).toMatchObject({ severity: 'info', confidence: 0.8 });
  expect(finding?.verdict).toContain('15 packets (15,000 B) lost, 37.5 % of the 40,000 B in flight');
  expect(finding?.verdict).toContain(BEHIND);
});

test('without a queue there are other reasons, which is stated', () => {
  const [finding] = find(slowStart({ lost: 15, lastRttMs: 20, acks: 8 }));
  expect(finding).toMatchObject({ severity: 'info', confidence: 0.4 });
  expect(finding?.verdict).toContain(WITHOUT);
});

test('eight samples of a round trip tell of a queue, seven do not', () => {
  const told = (acks: number) => find(slowStart({ lost: 15, lastRttMs: 44, acks }))[0]?.verdict;
  expect(told(8)).toContain(BEHIND);
  expect(told(7)).toContain('with too few RTT samples (7) to tell whether a queue overflowed.');
  expect(told(1)).toContain('with too few RTT samples (1) to tell whether a queue overflowed.');
  // One sample without delay is enough: a full queue delays all.
  expect(find(slowStart({ lost: 15, lastRttMs: 20 }))[0]?.verdict).toContain(WITHOUT);
});

test.each([
  [20, 4],
  [64, 8],
  [400, 16],
])('from an RTT of %i ms on, a queue delays by %i ms or more', (rttMs, queueMs) => {
  const told = (lastRttMs: number) => find(slowStart({ lost: 15, lastRttMs, acks: 8, rttMs }))[0]?.verdict;
  expect(told(rttMs + queueMs + 0.01)).toContain(BEHIND);
  expect(told(rttMs + queueMs - 0.01)).toContain(WITHOUT);
});

test('a fifth or less is an ordinary end', () => {
  expect(find(slowStart({ lost: 8, lastRttMs: 44 }))).toEqual([]);
  expect(find(slowStart({ lost: 9, lastRttMs: 44 }))).toHaveLength(1);
});

test('a window that never grew was not in slow start', () => {
  expect(find(slowStart({ lost: 15, lastRttMs: 44, firstBytes: 60_000 }))).toEqual([]);
});

test('packets declared lost after the recovery period are not lost at the end of slow start', () => {
  const told = (lateAtMs: number) => {
    const events = slowStart({ lost: 15, lastRttMs: 44 }).map((event): TimedEvent => {
      const [timeMs, name] = event;
      return name === 'quic:packet_received' && timeMs === 85 ? acknowledge(85, [[50, 69]]) : event;
    });
    const late = Array.from({ length: 5 }, (_, i) => lost(lateAtMs, 45 + i));
    const [finding] = find([...events, ...late].sort(([a], [b]) => a - b));
    return finding?.verdict;
  };
  // It ends with the ACK of a packet sent in it, at 106 ms.
  expect(told(105)).toContain('with 20 packets');
  expect(told(106)).toContain('with 20 packets');
  expect(told(107)).toContain('with 15 packets');
});

test('a CE mark before the first loss ended slow start, and later losses are not its overshoot', () => {
  const marked = (ce: number) =>
    slowStart({ lost: 15, lastRttMs: 44 })
      .flatMap((event): readonly TimedEvent[] => {
        const [timeMs, name] = event;
        if (name !== 'quic:packet_received' || timeMs !== 40) return [event];
        return [acknowledge(40, [[10, 28]], { ce: 0 })];
      })
      .concat([acknowledge(42, [[29, 29]], { ce })])
      .sort(([a], [b]) => a - b);
  expect(find(marked(0))).toHaveLength(1);
  expect(find(marked(1))).toEqual([]);
});

test('no loss, no finding', () => {
  expect(find(slowStart({ lost: 0, lastRttMs: 44 }))).toEqual([]);
});
