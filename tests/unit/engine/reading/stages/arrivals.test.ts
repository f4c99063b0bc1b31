/** What counts as arrived, and when a connection has a goodput: by the frames that its packets held. */
import { describe, expect, it } from 'vitest';
import { arrivalsOf, goodputBytesOf } from '../../../../../src/engine/reading/stages/arrivals.ts';
import { acknowledge, replayEvents, send, type TimedEvent } from '../../../../support/replay-events.ts';

const CRYPTO = { frame_type: 'crypto', offset: 0, length: 300 };
const STREAM = { frame_type: 'stream', stream_id: 0, offset: 0, length: 900 };
const DATAGRAM = { frame_type: 'datagram', length: 700 };

const received = (timeMs: number, packet_number: number, frames?: readonly object[]): TimedEvent => [
  timeMs,
  'quic:packet_received',
  { header: { packet_type: '1RTT', packet_number }, raw: { length: 1000 }, frames },
];
/** A handshake packet and a ticket that are acknowledged, then what is said. */
const handshake = [
  send(0, 0, { type: 'handshake', frames: [CRYPTO] }),
  acknowledge(10, [[0, 0]], { type: 'handshake' }),
  send(11, 0, { frames: [CRYPTO] }),
  acknowledge(20, [[0, 0]]),
];
const sender = (frames: readonly object[]) =>
  replayEvents([...handshake, send(21, 1, { frames }), acknowledge(40, [[1, 1]])]);

describe('the goodput of a sender', () => {
  it.each<readonly [string, readonly object[], number | null]>([
    ['CRYPTO alone', [{ ...CRYPTO, offset: 300 }], null],
    ['control frames', [{ frame_type: 'ping' }, { frame_type: 'max_data', maximum: 9 }], null],
    ['a STREAM frame', [STREAM], 1500],
    ['a DATAGRAM frame', [DATAGRAM], 1300],
  ])('with %s', (_, frames, bytes) => {
    const state = sender(frames);
    expect(state.side).toBe('sender');
    expect(goodputBytesOf(state)).toBe(bytes);
    expect(arrivalsOf(state).series.length > 0).toBe(bytes !== null);
  });

  it('is none while nothing but the handshake was acknowledged', () => {
    const state = replayEvents([...handshake.slice(0, 2), send(21, 0, { frames: [STREAM] })]);
    expect(goodputBytesOf(state)).toBeNull();
    expect(arrivalsOf(state)).toMatchObject({ quantity: 'goodput', series: { length: 0 } });
  });
});

describe('the rate of a receiver counts all bytes', () => {
  it.each<readonly [string, readonly object[] | undefined, number | null]>([
    ['CRYPTO alone', [CRYPTO], null],
    ['a STREAM frame', [STREAM], 3000],
    ['a DATAGRAM frame', [DATAGRAM], 3000],
    ['frames that the log does not list', undefined, 3000],
  ])('with %s', (_, frames, bytes) => {
    const state = replayEvents([
      received(0, 0, [{ frame_type: 'ping' }]),
      received(1, 1, [{ frame_type: 'ping' }]),
      received(2, 2, frames),
    ]);
    expect(state.side).toBe('receiver');
    expect(goodputBytesOf(state)).toBe(bytes);
  });
});
