/** Goodput and what was sent again. */
import { describe, expect, it } from 'vitest';
import { acknowledge, lost, replayEvents, send, type TimedEvent } from '../../../../support/replay-events.ts';

const data = (timeMs: number, packetNumber: number, offset: number, length = 900): TimedEvent =>
  send(timeMs, packetNumber, { frames: [{ frame_type: 'stream', stream_id: 0, offset, length }] });

describe('goodput', () => {
  it('is the acknowledged payload, without packet overhead', () => {
    const { delivery, rebuilt } = replayEvents([data(0, 0, 0), data(1, 1, 900), acknowledge(20, [[0, 1]])]);
    expect([...rebuilt.goodputTotal.values]).toEqual([1800]);
    expect([delivery.resentBytes, delivery.duplicateBytes]).toEqual([0, 0]);
  });

  it('counts a repaired loss once', () => {
    const { delivery } = replayEvents([
      data(0, 0, 0),
      data(1, 1, 900),
      lost(10, 0),
      data(11, 2, 0),
      acknowledge(30, [[1, 2]]),
    ]);
    expect([delivery.goodputBytes, delivery.resentBytes, delivery.duplicateBytes]).toEqual([1800, 900, 0]);
  });

  it('counts payload acknowledged twice once: the loss was spurious', () => {
    const { delivery, spuriousLosses } = replayEvents([
      data(0, 0, 0),
      lost(10, 0),
      data(11, 1, 0),
      acknowledge(30, [[0, 1]]),
    ]);
    expect(spuriousLosses).toBe(1);
    expect([delivery.goodputBytes, delivery.duplicateBytes]).toEqual([900, 900]);
  });

  it('counts only the overlap as retransmitted', () => {
    const { rebuilt } = replayEvents([data(0, 0, 0, 500), data(1, 1, 300, 500), data(2, 2, 0, 100)]);
    expect([...rebuilt.resentTotal.values]).toEqual([200, 300]);
  });

  it('tracks CRYPTO by space, and DATAGRAM frames, which are never retransmitted', () => {
    const frame = (timeMs: number, n: number, type: string, one: object): TimedEvent =>
      send(timeMs, n, { type, frames: [one] });
    const crypto = { frame_type: 'crypto', offset: 0, length: 300 };
    const { delivery } = replayEvents([
      frame(0, 0, 'initial', crypto),
      frame(1, 0, 'handshake', crypto),
      frame(2, 1, 'handshake', crypto),
      frame(3, 0, '1RTT', { frame_type: 'datagram', length: 50 }),
      frame(4, 1, '1RTT', { frame_type: 'datagram', length: 50 }),
      acknowledge(20, [[0, 1]]),
    ]);
    expect([delivery.resentBytes, delivery.goodputBytes]).toEqual([300, 100]);
  });
});
