/** One event to one row: both dialects of quiche, other stacks' spellings, and hostile values. */
import { describe, expect, it } from 'vitest';
import { eventName } from '../../../../../../../src/engine/input/formats/qlog/decode/event-shape.ts';
import {
  EventKind,
  MetricField,
  PacketFlag,
  PacketSpace,
} from '../../../../../../../src/qlog-schema/index.ts';
import { decodeEvents, decodeOne } from '../../../../../../support/decode-all.ts';

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
      pairs: [[1, 2]],
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
  it('take number, type and size from wherever the dialect has them', () => {
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

  it('count as ack-eliciting and in flight when no frames are listed, marked as an assumption', () => {
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
    [
      'a blocked stream',
      [{ frame_type: 'stream_data_blocked' }],
      IN_FLIGHT | PacketFlag.blocked | PacketFlag.flowBlocked,
    ],
    ['a blocked number of streams', [{ frame_type: 'streams_blocked' }], IN_FLIGHT | PacketFlag.blocked],
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

  it('are marked when they retransmit stream data, per stream', () => {
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

  it('limit damaged sizes to the maximum of UDP', () => {
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

  it('of sent packets are those of packets of the peer', () => {
    const frames = [{ frame_type: 'ack', acked_ranges: [[0, 5]] }];
    expect(decodeOne('quic:packet_sent', { frames }).pairs).toEqual([[0, 5]]);
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
    expect(metrics({ latest_rtt: 1e308, ssthresh: 3 })).toEqual({ [MetricField.ssthresh]: 3 });
    expect(metrics({ bytes_in_flight: -1, smoothed_rtt: null, cf_lost_packets: 5 })).toEqual({});
  });

  it('reads RTTs in ms, whatever the times are', () => {
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

  it('keeps the pacing rate in bytes per second, and flags as numbers', () => {
    const { pairs } = decodeOne('recovery:metrics_updated', {
      pacing_rate: 8000,
      packets_in_flight: 3,
      app_limited: true,
      path_id: '2',
      pto_count: 1,
    });
    expect(Object.fromEntries(pairs)).toEqual({
      [MetricField.pacingRate]: 1000,
      [MetricField.packetsInFlight]: 3,
      [MetricField.appLimited]: 1,
      [MetricField.pathId]: 2,
      [MetricField.ptoCount]: 1,
    });
  });

  it('reads a state inside metrics (pre-spec, old mvfst)', () => {
    const row = decodeOne('RECOVERY:CWND_UPDATE', { cc_phase: 'slow_start', cwnd: 14_793 });
    expect(row).toMatchObject({ kind: EventKind.metricsUpdated, name: 'slow_start' });
    expect(row.pairs).toEqual([[MetricField.congestionWindow, 14_793]]);
    expect(
      decodeOne('metric_update:congestion_metric_update', { current_cwnd: 7, state: 'Steady' }).name,
    ).toBe('Steady');
  });

  it('reads a single acknowledged packet (mvfst, draft-00)', () => {
    expect(decodeOne('quic:packet_ack', { packet_num_space: 'Handshake', packet_num: 5 })).toMatchObject({
      kind: EventKind.packetsAcked,
      space: PacketSpace.handshake,
      pairs: [[5, 5]],
    });
    expect(decodeOne('RECOVERY:PACKET_ACKNOWLEDGED', { packet_number: '9' }).pairs).toEqual([[9, 9]]);
  });

  it('takes an aggregated loss as one pair, largest number and count', () => {
    const loss = { largest_lost_packet_num: 40, lost_bytes: 2704, lost_packets: 2 };
    expect(decodeOne('quic:packet_lost', loss)).toMatchObject({
      kind: EventKind.packetLost,
      space: PacketSpace.application,
      packetNumber: 40,
      sizeBytes: 2704,
      pairs: [[40, 2]],
    });
    expect(decodeOne('quic:packet_lost', { lost_packets: 1e300, lost_bytes: 1e300 }).sizeBytes).toBe(
      0xffff_ffff,
    );
    expect(decodeOne('quic:packet_lost', { lost_packets: 0 }).pairs).toEqual([]);
  });

  it('finds a lost packet wherever the dialect has it', () => {
    const found = (data: object) => {
      const { space, packetNumber } = decodeOne('recovery:packet_lost', data);
      return [space, packetNumber];
    };
    expect(found({ header: { packet_type: 'handshake', packet_number: 3 } })).toEqual([1, 3]);
    expect(found({ type: '1RTT', packet_number: 52 })).toEqual([2, 52]);
    expect(found({ packet_type: 'initial', packet_number: '4' })).toEqual([0, 4]);
    expect(found({ packet_nr: 6 })).toEqual([2, 6]);
  });

  it('takes sizes in order of precedence, a payload with its overhead', () => {
    const sizeOf = (data: object) => decodeOne('quic:packet_sent', data).sizeBytes;
    expect(sizeOf({ raw: { length: 1200, payload_length: 1100 }, header: { packet_size: 7 } })).toBe(1200);
    expect(sizeOf({ header: { packet_size: 1350, payload_length: 1300, length: 9 } })).toBe(1350);
    expect(sizeOf({ header: { length: 1452 } })).toBe(1452);
    expect(sizeOf({ length: 800 })).toBe(800);
    expect(sizeOf({ raw: { payload_length: 1000 } })).toBe(1030);
    expect(sizeOf({ header: { payload_length: 1000 } })).toBe(1030);
    expect(sizeOf({})).toBe(0);
  });

  it('refuses packet numbers that RFC 9000 does not allow', () => {
    const numberOf = (packet_number: unknown) =>
      decodeOne('quic:packet_sent', { header: { packet_number } }).packetNumber;
    // Beyond 2⁵³ two numbers would become one.
    expect(numberOf(2 ** 53 - 1)).toBe(2 ** 53 - 1);
    expect(numberOf(2 ** 53)).toBeNaN();
    expect([numberOf(2 ** 63), numberOf(-1), numberOf('x'), numberOf(null)]).toEqual([NaN, NaN, NaN, NaN]);
  });

  it('reads the ranges of ACKs under their other key', () => {
    const frames = [{ frame_type: 'ACK', ack_ranges: [[4, 7]] }];
    expect(decodeOne('quic:packet_received', { frames }).pairs).toEqual([[4, 7]]);
  });
});
