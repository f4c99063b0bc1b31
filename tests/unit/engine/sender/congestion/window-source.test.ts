/** What sets a sender's window, told without a model: at the limits. */
import { describe, expect, test } from 'vitest';
import { windowSource } from '../../../../../src/engine/sender/congestion/window-source.ts';
import {
  acknowledge,
  lost,
  metrics,
  replayEvents,
  send,
  type TimedEvent,
} from '../../../../support/replay-events.ts';

const RTT_MS = 20;
const source = (...events: readonly TimedEvent[]) => windowSource(replayEvents(events));
const window = (timeMs: number, bytes: number): TimedEvent => metrics(timeMs, { congestion_window: bytes });
const state = (timeMs: number, name: string): TimedEvent => [
  timeMs,
  'recovery:congestion_state_updated',
  { new: name },
];
const OPENED: readonly TimedEvent[] = [
  metrics(0, { congestion_window: 100_000, smoothed_rtt: RTT_MS, latest_rtt: RTT_MS, min_rtt: RTT_MS }),
  ...[0, 1, 2, 3].map((number) => send(1, number)),
];

describe('logged', () => {
  test.each([
    ['bbr_startup', 'estimate'],
    ['probe_bw', 'estimate'],
    ['recovery', 'losses'],
    ['congestion_avoidance', 'losses'],
    ['CongestionAvoidance', 'losses'],
    ['slow_start', 'unknown'],
    ['application_limited', 'unknown'],
  ])('the state %s: %s', (name, expected) => {
    expect(source(...OPENED, state(2, name))).toBe(expected);
  });

  test.each([
    [100_000, 'losses'],
    [100_001, 'unknown'],
    [2 ** 64, 'unknown'],
  ])('an ssthresh of %i bytes, the largest window being 100,000: %s', (ssthresh, expected) => {
    expect(source(...OPENED, metrics(2, { ssthresh }))).toBe(expected);
  });

  test('states of BBR beside a threshold are those of BBR', () => {
    expect(source(...OPENED, metrics(2, { ssthresh: 5000 }), state(3, 'bbr_drain'))).toBe('estimate');
  });

  test('several paths are not told apart, whatever their states', () => {
    const replayed = replayEvents([...OPENED, state(2, 'recovery')]);
    replayed.pathCount = 2;
    expect(windowSource(replayed)).toBe('several-paths');
  });
});

describe('a peer that moves to another path', () => {
  const received = (timeMs: number, frames: readonly object[]): TimedEvent => [
    timeMs,
    'quic:packet_received',
    { header: { packet_type: '1RTT', packet_number: timeMs }, raw: { length: 1200 }, frames },
  ];
  const moved = (windowBytes: number): readonly TimedEvent[] => [
    metrics(0, { congestion_window: 12_000, ssthresh: 12_000 }),
    ...OPENED.slice(1),
    window(30, 100_000),
    received(40, [{ frame_type: 'path_challenge', data: 'aa'.repeat(8) }]),
    send(41, 4, { frames: [{ frame_type: 'path_challenge', data: 'bb'.repeat(8) }] }),
    window(42, windowBytes),
    received(60, [{ frame_type: 'path_response', data: 'bb'.repeat(8) }]),
    window(61, 100_000),
  ];

  test.each([
    ['the initial window', 12_000, 'several-paths'],
    ['a window above the initial one', 50_000, 'losses'],
  ])('with %s', (_, windowBytes, expected) => {
    expect(source(...moved(windowBytes))).toBe(expected);
  });
});

describe('the falls of the window', () => {
  /** A loss every 100 ms, each followed by a fall to `share` of the window after `afterMs`, then a rise back. */
  const falls = (count: number, strange: number, strangeShare: number, afterMs = 1) => {
    const events: TimedEvent[] = [];
    for (let i = 0; i < count; i++) {
      const timeMs = 100 * (i + 1);
      const isStrange = i < strange;
      const fall = window(timeMs + afterMs, isStrange ? 100_000 * strangeShare : 50_000);
      const loss = lost(timeMs, i % 4);
      events.push(...(afterMs < 0 ? [fall, loss] : [loss, fall]), window(timeMs + 90, 100_000));
    }
    return source(...OPENED, acknowledge(2, [[3]]), ...events);
  };

  test.each([
    ['two', 2, 'unknown'],
    ['three', 3, 'perhaps-estimate'],
  ])('%s, all small', (_, count, expected) => {
    expect(falls(count, count, 0.95)).toBe(expected);
  });

  test.each([
    ['two of four small', 4, 2, 0.95, 'unknown'],
    ['three of four small', 4, 3, 0.95, 'perhaps-estimate'],
    ['three of four by a tenth', 4, 3, 0.9, 'unknown'],
    ['three of four by less', 4, 3, 0.90001, 'perhaps-estimate'],
  ])('%s', (_, count, strange, share, expected) => {
    expect(falls(count, strange, share)).toBe(expected);
  });

  test.each([
    ['one and a half round trips after its loss', 1.5 * RTT_MS, 'unknown'],
    ['later', 1.5 * RTT_MS + 0.001, 'perhaps-estimate'],
    ['a quarter of one before', -0.25 * RTT_MS, 'unknown'],
    ['earlier', -0.25 * RTT_MS - 0.001, 'perhaps-estimate'],
  ])('by half, each %s', (_, afterMs, expected) => {
    expect(falls(3, 0, 1, afterMs)).toBe(expected);
  });

  test('by half without a loss show it only where losses are known', () => {
    const halves = [100, 200, 300].flatMap((ms) => [window(ms, 50_000), window(ms + 50, 100_000)]);
    expect(source(...OPENED, acknowledge(2, [[3]]), lost(3, 0), ...halves)).toBe('perhaps-estimate');
    const unknown = replayEvents([window(0, 100_000), ...halves]);
    expect(unknown.losses.isKnown).toBe(false);
    expect(windowSource(unknown)).toBe('unknown');
  });

  test('by half, each at a CE mark, are those of a loss-based controller', () => {
    const marked = [100, 200, 300].flatMap((ms, i) => [
      acknowledge(ms, [[i]], { ce: i + 1 }),
      window(ms + 1, 50_000),
      window(ms + 50, 100_000),
    ]);
    expect(source(...OPENED, lost(3, 3), ...marked)).toBe('unknown');
  });
});
