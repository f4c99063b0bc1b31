/** Packets of the peer that never came, by the numbers of those that did. */
import { describe, expect, test } from 'vitest';
import { PeerPackets } from '../../../../../src/engine/findings/stalls/peer-packets.ts';
import { replayEvents, type TimedEvent } from '../../../../support/replay-events.ts';

const came = (timeMs: number, packet_number: number, frame_type = 'ack'): TimedEvent => [
  timeMs,
  'quic:packet_received',
  {
    header: { packet_type: '1RTT', packet_number },
    raw: { length: 60 },
    frames: [frame_type === 'ack' ? { frame_type, acked_ranges: [[0, 0]] } : { frame_type }],
  },
];

/** Ten packets before 100 ms and ten from 200 ms on, with the given ones between. */
const peerOf = (between: readonly TimedEvent[], next = 20) =>
  new PeerPackets(
    replayEvents([
      ...Array.from({ length: 10 }, (_, i) => came(i, i)),
      ...between,
      ...Array.from({ length: 10 }, (_, i) => came(200 + i, next + i)),
    ]),
  );

test('none is missing where the numbers go on', () => {
  expect(peerOf([came(150, 10)]).lostIn(100_000, 150_000)).toBe(0);
  expect(peerOf([came(150, 11), came(151, 10)]).lostIn(100_000, 151_000)).toBe(0);
});

test('each number that is passed over is one that was lost', () => {
  expect(peerOf([came(150, 12)]).lostIn(100_000, 150_000)).toBe(2);
});

test('a number of another space is none where the peer numbers all in one line', () => {
  const of = (packet_type: string, timeMs: number, packet_number: number): TimedEvent => {
    const [, name, data] = came(timeMs, packet_number);
    return [timeMs, name, { ...data, header: { packet_type, packet_number } }];
  };
  const lostBeside = (handshake: number): number =>
    new PeerPackets(
      replayEvents([
        of('handshake', 0, handshake),
        ...[5, 6, 7].map((number, i) => came(1 + i, number)),
        of('handshake', 149, 8),
        came(150, 9),
      ]),
    ).lostIn(100_000, 150_000);
  expect(lostBeside(4)).toBe(0);
  // Each space has its own numbers: the Handshake packet says nothing of the 1-RTT packet of its number.
  expect(lostBeside(6)).toBe(1);
});

test('a probe explains one that was skipped (RFC 9002 §6.2.4), if nothing else is missing', () => {
  expect(peerOf([came(150, 11, 'ping')], 12).lostIn(100_000, 150_000)).toBe(0);
  expect(peerOf([came(150, 12, 'ping')], 13).lostIn(100_000, 150_000)).toBe(2);
  const lossy = new PeerPackets(
    replayEvents([came(1, 1), came(2, 3), came(150, 5, 'ping'), came(200, 6), came(201, 7)]),
  );
  expect(lossy.lostIn(100_000, 150_000)).toBe(1);
});

test('unknown where none came in the time, or none before', () => {
  expect(peerOf([]).lostIn(100_000, 150_000)).toBeNaN();
  expect(peerOf([]).lostIn(-2, -1)).toBeNaN();
});

test('losses next to a time are counted on both sides', () => {
  const peer = peerOf([], 25);
  expect(peer.around(100_000, 'before')).toEqual({ packets: 10, lost: 0 });
  expect(peer.around(5000, 'after')).toEqual({ packets: 29, lost: 15 });
  expect(peer.around(300_000, 'after')).toEqual({ packets: 0, lost: 0 });
});

describe('each limit, just below and just above it', () => {
  test('packets that arrive out of order are among the last 32', () => {
    /** The highest number before the gap came so many packets ago; those after it fill the numbers below. */
    const lostBehind = (ago: number): number => {
      const before = [100, ...Array.from({ length: ago - 1 }, (_, i) => 100 - ago + i + 1)];
      const events = before.map((number, i) => came(i, number));
      return new PeerPackets(replayEvents([...events, came(150, 103)])).lostIn(100_000, 150_000);
    };
    // Numbers 101 and 102 never came; one that is forgotten counts as missing again.
    expect([lostBehind(32), lostBehind(33)]).toEqual([2, 3]);
  });

  test('probes less than a millisecond apart are of one PTO', () => {
    const lostWith = (apartMs: number): number =>
      peerOf([came(150, 11, 'ping'), came(150 + apartMs, 13, 'ping')], 14).lostIn(100_000, 155_000);
    // Two numbers are passed over: two probes explain them, one does not.
    expect([lostWith(0.999), lostWith(1)]).toEqual([2, 0]);
  });

  test('a probe up to a millisecond after the time explains a number', () => {
    const lostWith = (behindMs: number): number =>
      peerOf([came(150, 11), came(150 + behindMs, 12, 'ping')], 13).lostIn(100_000, 150_000);
    expect([lostWith(1), lostWith(1.001)]).toEqual([0, 1]);
  });

  test('losses among the fifty packets next to a time are counted', () => {
    /** One number is left out, so many packets before or after 100 ms. */
    const around = (packets: number, side: 'before' | 'after'): number => {
      const sign = side === 'before' ? -1 : 1;
      const events = Array.from({ length: 60 }, (_, i) => {
        const number = i < packets - 1 ? 100 + sign * i : 100 + sign * (i + 1);
        return came(100 + sign * (i + (side === 'before' ? 0 : 1)), number);
      });
      const inOrder = events.sort(([a], [b]) => a - b);
      return new PeerPackets(replayEvents(inOrder)).around(100_000, side).lost;
    };
    for (const side of ['before', 'after'] as const) {
      expect([around(50, side), around(51, side)], side).toEqual([1, 0]);
    }
  });
});
