/** Slow start that ends in heavy loss, with a queue before it and without, and ends that are none of that. */
import { expect, test } from 'vitest';
import type { Finding } from '../../../../../src/engine/findings/finding/finding';
import { DetectInput } from '../../../../../src/engine/findings/rule/rule-input.ts';
import { slowStartOvershoot } from '../../../../../src/engine/findings/rules/slow-start-overshoot.ts';
import { runDetectors } from '../../../../support/held-detectors.ts';
import { limited, overPath, type Path } from '../../../../support/made-path.ts';
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

/** Windows of 10, 20 and 40 packets of 1,000 bytes; `packets` of the last flight are lost. */
function slowStart(
  packets: number,
  lastRttMs: number,
  firstBytes = 10_000,
  flight = 40,
): readonly TimedEvent[] {
  const endMs = 41 + lastRttMs;
  const last = 29 + flight;
  return [
    metrics(0, { congestion_window: firstBytes }),
    ...sends(0, 0, 9),
    acknowledge(20, [[0, 9]]),
    metrics(20, { congestion_window: 20_000, smoothed_rtt: 20, min_rtt: 20, latest_rtt: 20 }),
    ...sends(20, 10, 29),
    acknowledge(40, [[10, 29]]),
    metrics(40, { congestion_window: Math.max(20, flight) * 1000, smoothed_rtt: 20.1, latest_rtt: 20 }),
    ...sends(41, 30, last),
    acknowledge(endMs, [[30 + packets, last]]),
    metrics(endMs, { latest_rtt: lastRttMs }),
    ...Array.from({ length: packets }, (_, i) => lost(endMs, 30 + i)),
    metrics(endMs, { congestion_window: 700 * flight, ssthresh: 700 * flight }),
    send(endMs + 1, last + 1),
    acknowledge(endMs + 21, [[last + 1, last + 1]]),
  ];
}

function find(events: readonly TimedEvent[]): readonly Finding[] {
  return runDetectors(new DetectInput(replayEvents(events)), [slowStartOvershoot]).findings;
}

test('many losses in a row are found', () => {
  const [finding, ...more] = find(slowStart(15, 44));
  expect(more).toEqual([]);
  expect(finding).toMatchObject({ severity: 'info', confidence: 0.8 });
  expect(finding?.verdict).toContain('15 packets (15,000 B) lost, 37.5 % of the 40,000 B in flight');
  expect(finding?.verdict).toContain('in a full queue.');
});

test('without a queue before them they are a burst', () => {
  const [finding] = find(slowStart(15, 21));
  expect(finding).toMatchObject({ confidence: 0.5 });
  expect(finding?.verdict).toContain('in a burst.');
});

/** Bursts that double from ten packets to 160, then of 60, every 30 ms, and a window that grows before the first loss. */
function doubling(path: Path): readonly TimedEvent[] {
  const sends = [10, 20, 40, 80, 160, ...Array<number>(10).fill(60)].flatMap((packets, round) =>
    Array.from({ length: packets }, (_, i) => 30 * round + 0.02 * i),
  );
  const windows = [20, 40, 80, 160].map((packets, i) =>
    metrics(29 + 30 * i, {
      congestion_window: packets * 1000 + 50_000,
      smoothed_rtt: 20,
      latest_rtt: 20,
      min_rtt: 20,
    }),
  );
  return [...overPath([...sends, 600], path), ...windows].sort(([a], [b]) => a - b);
}

test('what dropped the packets is told: a full queue, a policer, losses one by one', () => {
  const cause = (path: Path) => {
    const [finding] = find(doubling(path));
    return [finding?.verdict.split(' ms, ').at(-1), finding?.confidence];
  };
  expect(cause(limited(2000, 40_000, 1))).toEqual(['in a full queue.', 0.8]);
  expect(cause(limited(2000, 40_000, 0))).toEqual(['at a policer, without a queue.', 0.8]);
  const sparse: Path = (sentMs, index) => (sentMs < 110 || index % 3 > 0 ? 0 : null);
  expect(cause(sparse)).toEqual(['dropped at random.', 0.4]);
});

test('a raised RTT alone is no full queue', () => {
  const slow: Path = (sentMs, index) => (sentMs < 110 || index % 3 > 0 ? 0 : null);
  const raised = doubling(slow)
    .concat([metrics(125, { latest_rtt: 30 })])
    .sort(([a], [b]) => a - b);
  const [finding] = find(raised);
  expect(finding).toMatchObject({ confidence: 0.4 });
  expect(finding?.verdict).toContain('dropped at random.');
});

test('a fifth or less is an ordinary end', () => {
  expect(find(slowStart(32, 44, 10_000, 160))).toEqual([]);
  expect(find(slowStart(33, 44, 10_000, 160))).toHaveLength(1);
});

test('a flight of fewer than twenty packets loses a fifth with any loss', () => {
  expect(find(slowStart(8, 44, 10_000, 19))).toEqual([]);
  expect(find(slowStart(8, 44, 10_000, 20))).toHaveLength(1);
});

test('a queue stood before the loss where the RTT had risen by a quarter', () => {
  const queued = (lastRttMs: number): boolean | undefined =>
    find(slowStart(15, lastRttMs))[0]?.evidence.find(({ id }) => id === 'queue')?.holds;
  expect([queued(24.9), queued(25)]).toEqual([false, true]);
});

test('a window that never grew was not in slow start', () => {
  expect(find(slowStart(15, 44, 60_000))).toEqual([]);
});

test('packets declared lost after the recovery period are not lost at the end of slow start', () => {
  const told = (lateAtMs: number) => {
    const events = slowStart(15, 44).map((event): TimedEvent => {
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
    slowStart(15, 44)
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
  expect(find(slowStart(0, 44))).toEqual([]);
});

test.each([
  [40_000, 1],
  [40_001, 0],
])('a window that was at %i bytes before: slow start had ended once it falls, found %i', (before, found) => {
  const events = [...slowStart(15, 44), metrics(30, { congestion_window: before })].sort(([a], [b]) => a - b);
  expect(find(events)).toHaveLength(found);
});
