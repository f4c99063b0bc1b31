/** RTT samples: what is taken off for the ACK delay, what is left out, and which of them is the smallest RTT. */
import { describe, expect, test } from 'vitest';
import { rttSamples } from '../../../../../../src/engine/sender/transport/path/rtt-samples.ts';
import { smallestOf } from '../../../../../../src/engine/sender/transport/smallest-rtt.ts';
import {
  acknowledge,
  metrics,
  replayEvents,
  send,
  type TimedEvent,
} from '../../../../../support/replay-events.ts';

const acked = (timeMs: number, packet: number, delayMs: number, type = '1RTT'): TimedEvent => [
  timeMs,
  'quic:packet_received',
  {
    header: { packet_type: type, packet_number: timeMs },
    raw: { length: 60 },
    frames: [{ frame_type: 'ack', acked_ranges: [[packet, packet]], ack_delay: delayMs }],
  },
];

/** Samples of a trace, ms. */
function samplesOf(...events: readonly TimedEvent[]) {
  const { sentUs, ackedUs, rttUs } = rttSamples(replayEvents(events));
  return [...sentUs].map((us, i) => [us, ackedUs[i] as number, rttUs[i] as number].map((at) => at / 1000));
}

test('one per ACK, of the newest packet that it acknowledges, less the delay of the ACK', () => {
  const events = [
    send(0, 0),
    acked(20, 0, 0),
    send(30, 1),
    send(31, 2),
    acked(60, 2, 8),
    send(70, 3),
    acked(95, 3, 0),
  ];
  expect(samplesOf(...events)).toEqual([
    [0, 20, 20],
    [31, 60, 21],
    [70, 95, 25],
  ]);
});

test('a delay that would leave less than the smallest RTT was not in it', () => {
  expect(
    samplesOf(send(0, 0), acked(20, 0, 0), send(30, 1), acked(52, 1, 2), send(60, 2), acked(82, 2, 2.1)),
  ).toEqual([
    [0, 20, 20],
    [30, 52, 20],
    [60, 82, 22],
  ]);
});

test('of several spaces what was sent before the sample before it is left out', () => {
  const events = [
    send(0, 0, { type: 'initial' }),
    send(10, 0, { type: 'handshake' }),
    acked(30, 0, 0, 'handshake'),
    acked(40, 0, 0, 'initial'),
    send(50, 0),
    acked(70, 0, 0),
  ];
  expect(samplesOf(...events)).toEqual([
    [10, 30, 20],
    [50, 70, 20],
  ]);
});

test('where packets give none they are those that the stack logged', () => {
  const events = [metrics(10, { latest_rtt: 8 }), metrics(30, { latest_rtt: 9 })];
  expect(samplesOf(...events)).toEqual([
    [2, 10, 8],
    [21, 30, 9],
  ]);
  expect(samplesOf(send(0, 0), ...events, acknowledge(40, [[0, 0]]))).toEqual([[0, 40, 40]]);
});

describe('the smallest RTT', () => {
  const least = (...us: readonly number[]) => smallestOf(Float64Array.from(us));

  test('is the smallest that two others are near: up to five thirds of it', () => {
    expect(least(100, 60, 100)).toBe(60);
    expect(least(101, 60, 100, 150)).toBe(100);
    expect(least(50, 20_000, 20_100, 20_200, 30_000)).toBe(20_000);
    expect(least(50, 20_000, 55, 20_100, 20_200)).toBe(20_000);
    expect(least(50, 20_000, 55, 60, 20_200)).toBe(50);
  });

  test('of fewer than three it is the smallest, and of none not known', () => {
    expect(least(50, 20_000)).toBe(50);
    expect(least(50)).toBe(50);
    expect(least()).toBeNaN();
  });

  test('records that are out of order make up to thirty that are none', () => {
    const single = Array.from({ length: 30 }, (_, i) => 1.7 ** -i);
    expect(least(20_000, ...single, 20_100, 20_200)).toBe(20_000);
  });
});
