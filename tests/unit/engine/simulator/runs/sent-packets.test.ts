/** The ring of sent packets: numbers, fates, and growth while old ones are not settled. */
import { describe, expect, test } from 'vitest';
import { Fate, type Sent, SentPackets } from '../../../../../src/engine/simulator/runs/sent-packets.ts';

const sentAt = (sentUs: number): Sent => ({
  sentUs,
  sizeBytes: 1000,
  isAckEliciting: true,
  offset: 0,
  dataBytes: 960,
  ackLargest: -1,
  isHandshakeDone: false,
  maxData: 0,
  fate: Fate.unsettled,
});

function filled(count: number): SentPackets {
  const packets = new SentPackets();
  for (let i = 0; i < count; i++) packets.push(sentAt(i));
  return packets;
}

describe('SentPackets', () => {
  test('numbers count from 0', () => {
    const packets = filled(3);
    expect([packets.first, packets.next, packets.at(2).sentUs]).toEqual([0, 3, 2]);
  });

  test('settle forgets those at the beginning, up to the first that is not settled', () => {
    const packets = filled(5);
    packets.at(0).fate = Fate.acked;
    packets.at(1).fate = Fate.lost;
    packets.at(3).fate = Fate.acked;
    packets.settle();
    expect(packets.first).toBe(2);
    packets.at(2).fate = Fate.lost;
    packets.settle();
    expect([packets.first, packets.at(4).sentUs]).toEqual([4, 4]);
    packets.at(4).fate = Fate.acked;
    packets.settle();
    expect([packets.first, packets.next]).toEqual([5, 5]);
  });

  test('keeps all that are not settled, however many and from whatever number on', () => {
    const packets = filled(50);
    for (let i = 0; i < 49; i++) packets.at(i).fate = Fate.acked;
    packets.settle();
    for (let i = 50; i < 1000; i++) packets.push(sentAt(i));
    expect([packets.first, packets.next]).toEqual([49, 1000]);
    const times = Array.from({ length: 951 }, (_, i) => packets.at(49 + i).sentUs);
    expect(times).toEqual(Array.from({ length: 951 }, (_, i) => 49 + i));
  });

  test('goes round its ring for ever where packets are settled as they come', () => {
    const packets = new SentPackets();
    for (let i = 0; i < 1000; i++) {
      packets.push(sentAt(i));
      expect(packets.at(i).sentUs).toBe(i);
      packets.at(i).fate = Fate.acked;
      packets.settle();
    }
    expect([packets.first, packets.next]).toEqual([1000, 1000]);
  });
});
