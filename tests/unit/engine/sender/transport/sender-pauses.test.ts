/** When the sender pauses, and since when its data flows. */
import { describe, expect, it } from 'vitest';
import type { TransportState } from '../../../../../src/engine/sender/transport/transport.ts';
import {
  acknowledge,
  metrics,
  replayEvents,
  request,
  send,
  type TimedEvent,
} from '../../../../support/replay-events.ts';

/** Pauses in ms; one that is open has no end. */
const pausesOf = ({ pauses }: TransportState): readonly (readonly [number, number | undefined])[] => {
  const ends = [...pauses.endUs.view()].map((us) => us / 1000);
  return [...pauses.startUs.view()].map((us, i) => [us / 1000, ends[i]]);
};

const window = (timeMs: number, bytes: number): TimedEvent => metrics(timeMs, { congestion_window: bytes });
const full = { bytes: 1200 };

describe('the sender', () => {
  it('pauses while a datagram fits and none is sent', () => {
    const state = replayEvents([
      request(0),
      window(0, 2400),
      send(1, 0, full),
      send(2, 1, full),
      acknowledge(20, [[0, 1]]),
      send(60, 2, full),
      send(61, 3, full),
    ]);
    expect(pausesOf(state)).toEqual([[20, 61]]);
  });

  it('is paced if the gap is about as long as the pacing rate says, and pauses if it is longer', () => {
    const paced = (gapMs: number) =>
      replayEvents([
        // 1,200 bytes each 4 ms; the wire's unit is bits per second.
        request(0),
        metrics(0, { congestion_window: 12_000, pacing_rate: 2_400_000 }),
        ...[1, 2, 3].map((n) => send(n * gapMs, n, full)),
      ]);
    expect(pausesOf(paced(4))).toEqual([]);
    expect(pausesOf(paced(30))).toEqual([[0, undefined]]);
  });

  it('pauses from a BLOCKED frame, or an event of the same meaning, until credit arrives', () => {
    const credit: TimedEvent = [
      90,
      'quic:packet_received',
      {
        header: { packet_type: '1RTT', packet_number: 9 },
        raw: { length: 60 },
        frames: [{ frame_type: 'max_data', maximum: 1e6 }],
      },
    ];
    const event = (timeMs: number, state: string, reason?: string): TimedEvent => [
      timeMs,
      'quic:connection_data_blocked_updated',
      { new: state, reason },
    ];
    const until = (...events: readonly TimedEvent[]) =>
      pausesOf(
        replayEvents([request(0), window(0, 12_000), send(1, 0), ...events, send(90.5, 1), send(91, 2)]),
      );
    const blocked = { bytes: 60, frames: [{ frame_type: 'data_blocked', limit: 0 }] };
    expect(until(send(2, 9, blocked), credit)).toEqual([[2, 90]]);
    // The gap before it is longer than a pacer's.
    const said = (reason: string) => until(event(5, 'blocked', reason), event(90, 'unblocked'));
    expect(said('connection_flow_control')).toEqual([[1, 90]]);
    expect(said('application')).toEqual([[1, 90]]);
    // What is no reason of the peer or the application says nothing: the next packet ends the gap.
    expect(said('congestion_control')).toEqual([[1, 90.5]]);
  });

  const handshake = (timeMs: number, name: string, frames: readonly object[]): TimedEvent => [
    timeMs,
    `quic:packet_${name}`,
    { header: { packet_type: 'initial', packet_number: timeMs }, raw: { length: 1200 }, frames },
  ];
  const endOfHandshake = (...events: readonly TimedEvent[]) =>
    replayEvents([
      handshake(0, 'received', [{ frame_type: 'crypto', offset: 0, length: 300 }]),
      handshake(1, 'sent', [{ frame_type: 'crypto', offset: 0, length: 900 }]),
      window(2, 12_000),
      ...events,
    ]).establishedUs;
  const sendData = (timeMs: number, number: number, frame: object): TimedEvent =>
    send(timeMs, number, { frames: [frame] });
  const stream = { frame_type: 'stream', stream_id: 3, offset: 0, length: 900 };

  it('is in its handshake as a server until a request comes: settings and tickets go out before', () => {
    const tickets = { frame_type: 'crypto', offset: 0, length: 512 };
    const events = [sendData(10, 0, stream), sendData(11, 1, tickets), acknowledge(50, [[0, 1]])];
    expect(endOfHandshake(...events, request(700), send(701, 2))).toBe(700_000);
    expect(endOfHandshake(...events)).toBeNaN();
  });

  it.each([
    [4096, Number.NaN],
    [4097, 50_000],
  ])('that has %i bytes delivered without a request ended its handshake at %d µs', (bytes, endUs) => {
    const data = { ...stream, length: bytes };
    expect(endOfHandshake(sendData(10, 0, data), acknowledge(50, [[0]]), send(90, 1))).toEqual(endUs);
  });

  it('ends its handshake as a client with the first packet of the application space', () => {
    const client = replayEvents([
      handshake(0, 'sent', [{ frame_type: 'crypto', offset: 0, length: 300 }]),
      handshake(30, 'received', [{ frame_type: 'crypto', offset: 0, length: 900 }]),
      sendData(31, 0, stream),
      acknowledge(60, [[0]]),
    ]);
    expect(client.role).toBe('client');
    expect(client.establishedUs).toBe(60_000);
  });

  it('waits for loss detection before a probe, not for the application', () => {
    const state = replayEvents([
      request(0),
      window(1, 12_000),
      sendData(2, 0, stream),
      acknowledge(22, [[0]]),
      sendData(23, 1, { ...stream, offset: 900 }),
      sendData(400, 2, { ...stream, offset: 900 }),
      acknowledge(420, [[2]]),
      sendData(900, 3, { ...stream, offset: 1800 }),
    ]);
    expect(pausesOf(state)).toEqual([
      [0, 23],
      [400, undefined],
    ]);
  });

  it('does not pause, as far as the log says, if no window is logged and something is in flight', () => {
    const state = replayEvents([send(0, 0), acknowledge(20, [[0]]), send(90, 1)]);
    expect(pausesOf(state)).toEqual([[20, 90]]);
  });
});
