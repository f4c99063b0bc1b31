/** Packets of the peer that never came, by the numbers of those that did. */
import { expect, test } from 'vitest';
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
  expect(peer.around(5000, 'behind')).toEqual({ packets: 29, lost: 15 });
  expect(peer.around(300_000, 'behind')).toEqual({ packets: 0, lost: 0 });
});
