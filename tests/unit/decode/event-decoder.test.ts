/** One event to one row: both dialects of quiche, other stacks' spellings, and hostile values. */
import { describe, expect, it } from 'vitest';
import { eventName } from '../../../src/decode/event-decoder.ts';
import { EventKind, MetricField, PacketFlag, PacketSpace } from '../../../src/qlog-schema/index.ts';
import { decodeEvents, decodeOne } from '../../support/decode-all.ts';

const IN_FLIGHT = PacketFlag.ackEliciting | PacketFlag.inFlight;

/** A received packet with one ACK frame of the given ranges. */
const ackOf = (ranges: unknown) =>
  decodeOne('quic:packet_received', {
    header: { packet_type: '1RTT', packet_number: 1 },
    frames: [{ frame_type: 'ack', acked_ranges: ranges }],
  });

describe('both dialects of quiche', () => {
  it.each(['transport:packet_sent', 'quic:packet_sent', 'QUIC:Packet_Sent'])('read %s', (name) => {
    const row = decodeOne(name, {
      header: { packet_type: 'initial', packet_number: 3 },
      raw: { length: 1200, payload_length: 1141 },
      frames: [
        { frame_type: 'ack', acked_ranges: [[1, 2]] },
        { frame_type: 'crypto', offset: 0 },
      ],
    });
    expect(row).toMatchObject({
      kind: EventKind.packetSent,
      space: PacketSpace.initial,
      packetNumber: 3,
      sizeBytes: 1200,
      flags: IN_FLIGHT | PacketFlag.hasAck,
      pairs: [],
    });
  });

  it.each(['recovery:metrics_updated', 'quic:recovery_metrics_updated'])('read %s', (name) => {
    const { kind, pairs } = decodeOne(name, {
      min_rtt: 333,
      smoothed_rtt: 14.25,
      congestion_window: 13500,
      bytes_in_flight: 0,
      ssthresh: 2 ** 64,
      cf_lost_packets: { total: 7, delta: 2 },
    });
    expect(kind).toBe(EventKind.metricsUpdated);
    expect(Object.fromEntries(pairs)).toEqual({
      [MetricField.minRtt]: 333_000,
      [MetricField.smoothedRtt]: 14_250,
      [MetricField.congestionWindow]: 13500,
      [MetricField.bytesInFlight]: 0,
      [MetricField.ssthresh]: 2 ** 64,
      [MetricField.lostPacketsTotal]: 7,
    });
  });

  it.each(['recovery:congestion_state_updated', 'quic:congestion_state_updated'])('read %s', (name) => {
    expect(decodeOne(name, { old: 'slow_start', new: 'recovery' }).name).toBe('recovery');
  });
});

describe('names', () => {
  it('come from name, from category and type, or from older keys', () => {
    expect(eventName({ name: 'quic:packet_sent', type: 'x' })).toBe('quic:packet_sent');
    expect(eventName({ category: 'transport', type: 'packet_sent' })).toBe('transport:packet_sent');
    expect(eventName({ category: 'transport', event: 'packet_sent' })).toBe('transport:packet_sent');
    expect(eventName({ event_type: 'packet_sent' })).toBe('packet_sent');
    expect(eventName({ name: 7 })).toBeNull();
  });
});

describe('packets', () => {
  it('take number, type and size from wherever the dialect keeps them', () => {
    expect(
      decodeOne('transport:packet_sent', { packet_type: 'handshake', packet_number: '12' }),
    ).toMatchObject({
      space: PacketSpace.handshake,
      packetNumber: 12,
    });
    const sized = { packet_type: '1RTT', header: { packet_number: 5, packet_size: 1350 } };
    expect(decodeOne('transport:packet_sent', sized)).toMatchObject({
      space: PacketSpace.application,
      packetNumber: 5,
      sizeBytes: 1350,
    });
  });

  it('count as ack-eliciting and in flight when no frames are listed, and say that this is assumed', () => {
    const { flags } = decodeOne('quic:packet_sent', { header: { packet_number: 1 } });
    expect(flags).toBe(IN_FLIGHT | PacketFlag.framesUnknown);
  });

  it.each([
    ['an ACK alone', [{ frame_type: 'ack' }], PacketFlag.hasAck],
    [
      'a padded ACK',
      [{ frame_type: 'ack' }, { frame_type: 'padding' }],
      PacketFlag.hasAck | PacketFlag.inFlight,
    ],
    ['a CONNECTION_CLOSE', [{ frame_type: 'connection_close' }], 0],
    ['a PING', [{ frame_type: 'PING' }], IN_FLIGHT],
    ['stream data', [{ frame_type: 'stream' }], IN_FLIGHT | PacketFlag.hasStreamData],
    ['a blocked stream', [{ frame_type: 'stream_data_blocked' }], IN_FLIGHT | PacketFlag.blocked],
    ['HANDSHAKE_DONE', [{ frame_type: 'handshake_done' }], IN_FLIGHT | PacketFlag.handshakeDone],
    ['frames of a wrong type', [null, 7, 'ack', { frame_type: 8 }], 0],
  ])('are flagged by their frames: %s', (_, frames, flags) => {
    expect(decodeOne('quic:packet_sent', { frames }).flags).toBe(flags);
  });

  it('are marked as MTU or PTO probes', () => {
    const { flags } = decodeOne('quic:packet_sent', {
      is_mtu_probe_packet: true,
      trigger: 'pto_probe',
      frames: [],
    });
    expect(flags).toBe(PacketFlag.mtuProbe | PacketFlag.ptoProbe);
  });

  it('are marked when they send stream data again, per stream', () => {
    const stream = (id: number, offset: number, length: number) => ({
      time: 0,
      name: 'quic:packet_sent',
      data: { frames: [{ frame_type: 'stream', stream_id: id, offset, length }] },
    });
    const { rows } = decodeEvents([
      stream(0, 0, 100),
      stream(4, 0, 100),
      stream(0, 100, 50),
      stream(0, 50, 100),
      stream(4, 100, 1),
    ]);
    expect(rows.map(({ flags }) => (flags & PacketFlag.resentData) !== 0)).toEqual([
      false,
      false,
      false,
      true,
      false,
    ]);
  });

  it('keep damaged sizes inside what UDP can carry', () => {
    const sizeOf = (length: unknown) => decodeOne('quic:packet_sent', { raw: { length } }).sizeBytes;
    expect([sizeOf(-5), sizeOf(1e12), sizeOf('big'), sizeOf(null)]).toEqual([0, 65_535, 0, 0]);
  });
});

describe('ACK ranges', () => {
  it('may be single numbers, pairs, and numbers as strings', () => {
    expect(ackOf([[1], [3, 5], ['7', '9']]).pairs).toEqual([
      [1, 1],
      [3, 5],
      [7, 9],
    ]);
  });

  it.each([
    ['a range that ends before it begins', [[5, 3]]],
    ['a negative range', [[-3, 2]]],
    ['an infinite range', [['0', '1e999']]],
    ['numbers without a list', [4, null, {}]],
    ['an empty list', [[]]],
    [
      'lists of wrong types',
      [
        [{}, []],
        [null, 3],
      ],
    ],
    ['no list at all', { 0: [1, 2] }],
  ])('leave %s out', (_, ranges) => {
    expect(ackOf([[1, 1]]).pairs).toEqual([[1, 1]]);
    expect(ackOf(ranges).pairs).toEqual([]);
  });

  it('are read up to 4096 per frame', () => {
    expect(ackOf(Array.from({ length: 10_000 }, (_, i) => [i * 2])).pairs.length).toBe(4096);
  });

  it('say nothing about our packets when we send them', () => {
    const frames = [{ frame_type: 'ack', acked_ranges: [[0, 5]] }];
    expect(decodeOne('quic:packet_sent', { frames }).pairs).toEqual([]);
  });

  it('carry the count of ECN marks', () => {
    const frames = [{ frame_type: 'ack', acked_ranges: [[0]], ce: '3' }];
    expect(decodeOne('quic:packet_received', { frames }).ceCount).toBe(3);
    expect(ackOf([[0]]).ceCount).toBeNaN();
  });
});

describe('other events', () => {
  it('lists acknowledged packets with their space', () => {
    const row = decodeOne('quic:packets_acked', {
      packet_number_space: 'handshake',
      packet_numbers: [1, '4', -2, 'x', null],
    });
    expect(row).toMatchObject({
      space: PacketSpace.handshake,
      pairs: [
        [1, 1],
        [4, 4],
      ],
    });
  });

  it('reads the older spellings of metrics and leaves wrong values out', () => {
    const metrics = (data: object) => Object.fromEntries(decodeOne('recovery:metric_update', data).pairs);
    expect(metrics({ cwnd: 10, current_cwnd: 20 })).toEqual({ [MetricField.congestionWindow]: 10 });
    expect(metrics({ congestion_window: 'many', cwnd: '12' })).toEqual({
      [MetricField.congestionWindow]: 12,
    });
    expect(metrics({ bytes_in_flight: -1, smoothed_rtt: null, cf_lost_packets: 5 })).toEqual({});
  });

  it('reads RTTs in µs where the header says so', () => {
    const metrics = { time: 1000, name: 'recovery:metrics_updated', data: { latest_rtt: 1500 } };
    expect(decodeEvents([metrics]).rows[0]?.pairs).toEqual([[MetricField.latestRtt, 1_500_000]]);
  });

  it.each([
    ['server_initial_secret', PacketSpace.initial],
    ['client_handshake_secret', PacketSpace.handshake],
    ['server_1rtt_secret', PacketSpace.none],
  ])('names the space whose keys go: %s', (key, space) => {
    expect(decodeOne('security:key_discarded', { key_type: key }).space).toBe(space);
  });

  it.each([null, 7, 'text', [1, 2]])('takes data of a wrong type as empty: %j', (data) => {
    expect(decodeOne('quic:recovery_metrics_updated', data).pairs).toEqual([]);
  });
});
