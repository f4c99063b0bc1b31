/** What limits the sender, and since when. */
import { describe, expect, it } from 'vitest';
import { LIMITS } from '../../../../../src/engine/sender/transport/sender-limits.ts';
import type { TransportState } from '../../../../../src/engine/sender/transport/transport.ts';
import {
  acknowledge,
  metrics,
  replayEvents,
  request,
  send,
  type TimedEvent,
} from '../../../../support/replay-events.ts';

const spans = ({ limits }: TransportState): readonly (readonly [number, string | undefined])[] =>
  [...limits.timesUs].map((timeUs, i) => [timeUs / 1000, limits.names[limits.states[i]!]]);

const window = (timeMs: number, bytes: number): TimedEvent => metrics(timeMs, { congestion_window: bytes });
const full = { bytes: 1200 };

describe('the sender', () => {
  it('is limited by its window while no further datagram fits', () => {
    const state = replayEvents([
      window(0, 2400),
      send(1, 0, full),
      send(2, 1, full),
      acknowledge(20, [[0, 1]]),
      send(60, 2, full),
      send(61, 3, full),
    ]);
    expect(spans(state)).toEqual([
      [0, LIMITS.pacing],
      [2, LIMITS.window],
      [20, LIMITS.application],
      [61, LIMITS.window],
    ]);
  });

  it('is paced if the gap is about as long as the pacing rate says, application-limited if it is longer', () => {
    const paced = (gapMs: number) =>
      replayEvents([
        // 1,200 bytes each 4 ms; the wire's unit is bits per second.
        request(0),
        metrics(0, { congestion_window: 12_000, pacing_rate: 2_400_000 }),
        ...[1, 2, 3].map((n) => send(n * gapMs, n, full)),
      ]);
    expect(spans(paced(4)).map(([, name]) => name)).toEqual([LIMITS.pacing]);
    expect(spans(paced(30)).map(([, name]) => name)).toEqual([LIMITS.application]);
  });

  it('is blocked by flow control until credit arrives', () => {
    const credit: TimedEvent = [
      90,
      'quic:packet_received',
      {
        header: { packet_type: '1RTT', packet_number: 9 },
        raw: { length: 60 },
        frames: [{ frame_type: 'max_data', maximum: 1e6 }],
      },
    ];
    const state = replayEvents([
      window(0, 12_000),
      send(1, 0, { bytes: 60, frames: [{ frame_type: 'data_blocked', limit: 0 }] }),
      acknowledge(20, [[0]]),
      credit,
      send(190, 1),
    ]);
    expect(spans(state).slice(-2)).toEqual([
      [1, LIMITS.flowControl],
      [90, LIMITS.application],
    ]);
  });

  it('is blocked by an event of the same meaning', () => {
    const event = (timeMs: number, state: string): TimedEvent => [
      timeMs,
      'quic:connection_data_blocked_updated',
      { new: state },
    ];
    const state = replayEvents([
      request(0),
      window(0, 12_000),
      event(5, 'blocked'),
      event(9, 'unblocked'),
      send(90, 0),
    ]);
    expect(spans(state)).toEqual([
      [0, LIMITS.application],
      [5, LIMITS.flowControl],
      [9, LIMITS.application],
    ]);
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
    expect(spans(state).slice(-2)).toEqual([
      [23, LIMITS.lossDetection],
      [400, LIMITS.application],
    ]);
  });

  it('is limited by anti-amplification as a server, until a Handshake packet arrives', () => {
    const receive = (timeMs: number, packet_type: string, length: number): TimedEvent => [
      timeMs,
      'quic:packet_received',
      { header: { packet_type, packet_number: timeMs }, raw: { length }, frames: [{ frame_type: 'crypto' }] },
    ];
    const state = replayEvents([
      receive(0, 'initial', 1200),
      ...[1, 2, 3].map((n) => send(n, n, { type: 'initial', bytes: 1200 })),
      receive(50, 'handshake', 100),
      window(51, 2400),
    ]);
    expect(spans(state).map(([, name]) => name)).toContain(LIMITS.amplification);
    expect(spans(state).find(([, name]) => name === LIMITS.amplification)?.[0]).toBe(3);
    expect(state.limits.shareOf(LIMITS.amplification, 3000, 50_000)).toBe(1);
  });

  it('is not limited by anti-amplification if the log has no sizes of received packets', () => {
    const receive = (timeMs: number, raw: object): TimedEvent => [
      timeMs,
      'quic:packet_received',
      {
        header: { packet_type: 'initial', packet_number: timeMs },
        ...raw,
        frames: [{ frame_type: 'crypto' }],
      },
    ];
    const limitsOf = (raw: object) => {
      const sent = [1, 2, 3].map((n) => send(n, n, { type: 'initial', bytes: 1200 }));
      const state = replayEvents([receive(0, raw), ...sent, window(51, 2400)]);
      expect(state.role).toBe('server');
      return spans(state).map(([, name]) => name);
    };
    expect(limitsOf({ raw: { length: 1200 } })).toContain(LIMITS.amplification);
    expect(limitsOf({})).not.toContain(LIMITS.amplification);
  });

  it('is unknown if no window is logged and something is in flight', () => {
    const state = replayEvents([send(0, 0), acknowledge(20, [[0]]), send(90, 1)]);
    expect(spans(state)).toEqual([
      [0, LIMITS.unknown],
      [20, LIMITS.application],
      [90, LIMITS.unknown],
    ]);
  });
});
