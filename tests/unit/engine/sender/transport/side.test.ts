/** Whose log it is: who sent more, by bytes where sizes are told, by packets where they are not. */
import { describe, expect, test } from 'vitest';
import { replayEvents, send, type TimedEvent } from '../../../../support/replay-events.ts';

const receive = (timeMs: number, packet_number: number, bytes: number | null): TimedEvent => [
  timeMs,
  'quic:packet_received',
  {
    header: { packet_type: '1RTT', packet_number },
    ...(bytes === null ? {} : { raw: { length: bytes } }),
    frames: [{ frame_type: 'ping' }],
  },
];
const sendUnsized = (timeMs: number, packet_number: number): TimedEvent => [
  timeMs,
  'quic:packet_sent',
  { header: { packet_type: '1RTT', packet_number }, frames: [{ frame_type: 'ping' }] },
];

describe('the side of a log', () => {
  test.each<[string, readonly TimedEvent[], string]>([
    ['more bytes sent: a sender', [send(0, 0), receive(1, 0, 999)], 'sender'],
    ['more bytes received: a receiver', [send(0, 0), receive(1, 0, 1001)], 'receiver'],
    ['as many bytes sent as received: a sender', [send(0, 0), receive(1, 0, 1000)], 'sender'],
    [
      'no sizes, and more packets received: a receiver',
      [sendUnsized(0, 0), receive(1, 0, null), receive(2, 1, null)],
      'receiver',
    ],
    ['no sizes, and as many packets of both: a sender', [sendUnsized(0, 0), receive(1, 0, null)], 'sender'],
    ['received packets only: a receiver', [receive(1, 0, 10)], 'receiver'],
    ['nothing that counts: unknown', [[0, 'quic:recovery_metrics_updated', { pto_count: 0 }]], 'unknown'],
  ])('with %s', (_, events, side) => {
    expect(replayEvents(events).side).toBe(side);
  });

  test('of quinn, which logs sizes of sent packets only, is that of the packets: its client is a receiver', () => {
    // Made from its server's log: 1,294 packets received and 3,746 sent, each the other way round.
    const quinn = (timeMs: number, what: string, packet_number: number, length?: number): TimedEvent => [
      timeMs,
      `transport:${what}`,
      { header: { packet_type: '1RTT', packet_number, ...(length === undefined ? {} : { length }) } },
    ];
    const sentBy = (sent: number, received: number): readonly TimedEvent[] => [
      ...Array.from({ length: sent }, (_, i) => quinn(i, 'packet_sent', i, 1452)),
      ...Array.from({ length: received }, (_, i) => quinn(sent + i, 'packet_received', i)),
    ];
    expect(replayEvents(sentBy(3746, 1294)).side).toBe('sender');
    expect(replayEvents(sentBy(1294, 3746)).side).toBe('receiver');
  });

  test('is unknown of what was captured on the wire', () => {
    const state = replayEvents([send(0, 0)]);
    state.captured = true;
    expect(state.side).toBe('unknown');
  });
});
