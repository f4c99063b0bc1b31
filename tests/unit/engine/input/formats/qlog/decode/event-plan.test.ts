/**
 * Recognised records go to the same rows and counts as parsed ones: for each kind that has a plan, and for what makes
 * a plan wrong. Each list of events is read with the scanner and without, in every container.
 */
import { describe, expect, it } from 'vitest';
import { CONTAINERS, contain } from '../../../../../../support/containers.ts';
import { differences, readThrough } from '../../../../../../support/scan-compare.ts';
import { utf8 } from '../../../../../../support/split-all.ts';

type Json = { readonly [key: string]: unknown };

/** A header, and what it is about. */
const header = (trace: Json): Json => ({ qlog_version: '0.3', trace });
const PLAIN = header({ vantage_point: { type: 'server' }, common_fields: { time_format: 'relative' } });

/** Several records of one skeleton. */
function repeat(count: number, record: (i: number) => Json): readonly Json[] {
  return Array.from({ length: count }, (_, i) => record(i));
}

const sent = (i: number, more: Json = {}, data: Json = {}): Json => ({
  time: i * 1.25,
  name: 'transport:packet_sent',
  data: {
    header: { packet_type: '1RTT', packet_number: i },
    raw: { length: 1200 + i, payload_length: 1100 },
    frames: [
      { frame_type: 'stream', stream_id: 4 * (i % 2), offset: 1000 * (i >> 1), length: 1000, fin: false },
    ],
    ...data,
  },
  ...more,
});
const received = (i: number, frames: readonly Json[], data: Json = {}): Json => ({
  time: i * 1.25 + 0.5,
  name: 'transport:packet_received',
  data: { header: { packet_type: '1RTT', packet_number: i }, raw: { length: 40 }, frames, ...data },
});
const ack = (i: number, more: Json = {}): Json => ({
  frame_type: 'ack',
  ack_delay: 0.5 + i,
  acked_ranges: [
    [0, i],
    [i + 2, i + 5],
  ],
  ...more,
});
const metrics = (i: number, data: Json): Json => ({ time: i, name: 'recovery:metrics_updated', data });

const CASES: readonly (readonly [string, readonly Json[], Json?])[] = [
  ['packets sent', repeat(20, (i) => sent(i))],
  [
    'data sent again',
    [
      ...repeat(10, (i) => sent(i)),
      ...repeat(10, (i) => sent(i + 2)),
      ...repeat(5, (i) => sent(i, {}, { raw: { length: 65_535 * i } })),
    ],
  ],
  ['packets of the same number', repeat(8, (i) => sent(i >> 1))],
  [
    'packets with numbers that none can have',
    repeat(20, (i) => sent([i, -i, 2 ** 53 + 2 * i, i + 0.5][i % 4]!)),
  ],
  [
    'packets with a negative size beside another',
    repeat(12, (i) => sent(i, {}, { raw: { length: i % 3 === 0 ? -1 : 900 + i, payload_length: 800 } })),
  ],
  ['packets with a payload only', repeat(8, (i) => sent(i, {}, { raw: { payload_length: 800 + i } }))],
  ['packets without a size', repeat(8, (i) => sent(i, {}, { raw: {} }))],
  ['packets without a number', repeat(8, (i) => sent(i, {}, { header: { packet_type: '1RTT' } }))],
  [
    'packets with their number beside the header',
    repeat(8, (i) => sent(i, {}, { header: {}, packet_nr: i })),
  ],
  [
    'packets with text in the header for a number',
    repeat(8, (i) => sent(i, {}, { header: { packet_number: 'x' }, packet_number: i })),
  ],
  ['packets without frames', repeat(8, (i) => sent(i, {}, { frames: undefined }))],
  [
    'packets of a space without numbers',
    repeat(6, (i) => sent(i, {}, { header: { packet_type: 'retry', packet_number: i } })),
  ],
  [
    'packets with a number for a type',
    repeat(6, (i) => sent(i, {}, { header: { packet_type: i, packet_number: i } })),
  ],
  ['MTU probes told by a number', repeat(8, (i) => sent(i, {}, { is_mtu_probe_packet: i % 2 }))],
  [
    'MTU probes and PTO probes',
    repeat(8, (i) => sent(i, {}, { is_mtu_probe_packet: true, trigger: 'pto_probe' })),
  ],
  [
    'CRYPTO frames in two spaces',
    repeat(16, (i) =>
      sent(
        i,
        {},
        {
          header: { packet_type: i % 2 ? 'initial' : 'handshake', packet_number: i, dcid: `ab${i % 2}` },
          frames: [{ frame_type: 'crypto', offset: 500 * (i >> 2), length: 600 }],
        },
      ),
    ),
  ],
  [
    'DATAGRAM frames',
    repeat(8, (i) =>
      sent(
        i,
        {},
        {
          frames: [
            { frame_type: 'datagram', length: 300 + i },
            { frame_type: 'datagram', raw: { length: i } },
          ],
        },
      ),
    ),
  ],
  [
    'stream frames without offset, or with their id elsewhere',
    repeat(12, (i) =>
      sent(
        i,
        {},
        {
          frames: [
            { frame_type: 'stream', length: i },
            { frame_type: 'stream', id: i >> 2, offset: 10 * (i % 3), raw: { payload_length: 100 } },
          ],
        },
      ),
    ),
  ],
  [
    'stream frames with a negative length',
    repeat(12, (i) =>
      sent(
        i,
        {},
        { frames: [{ frame_type: 'stream', stream_id: 0, offset: 100 - 10 * i, length: 20 - 5 * i }] },
      ),
    ),
  ],
  [
    'ACKs that are sent',
    repeat(8, (i) => sent(i, {}, { frames: [ack(i), { frame_type: 'ack' }, { frame_type: 'padding' }] })),
  ],
  [
    'ACKs that are received',
    repeat(12, (i) => received(i, [ack(i), { frame_type: 'max_data', maximum: i }, { frame_type: 'ping' }])),
  ],
  [
    'ACKs with ECN counts',
    repeat(12, (i) => received(i, [ack(i, { ect1: i, ce: i >> 1 }), ack(i, { ecn_ce: i })])),
  ],
  [
    'ACKs with ranges the wrong way round',
    repeat(12, (i) => received(i, [ack(i, { acked_ranges: [[9, i], [3], [i]] })])),
  ],
  [
    'ACKs with ranges of text',
    repeat(6, (i) =>
      received(i, [
        ack(i, {
          acked_ranges: [
            ['1', '7'],
            [i, i],
          ],
        }),
      ]),
    ),
  ],
  [
    'ACKs with negative numbers',
    repeat(12, (i) => received(i, [ack(i, { ack_delay: 3 - i, acked_ranges: [[i - 4, i]], ce: 2 - i })])),
  ],
  ['ACKs without delay or ranges', repeat(8, (i) => received(i, [{ frame_type: 'ack', note: i }]))],
  [
    'ACK delays in a file of µs',
    repeat(8, (i) => received(i, [ack(i)])),
    header({ vantage_point: { type: 'server' }, configuration: { time_units: 'us' } }),
  ],
  [
    'metrics',
    repeat(20, (i) =>
      metrics(i, {
        bytes_in_flight: 100 * i,
        cwnd: 12_000 + i,
        smoothed_rtt: 20.5 + i,
        latest_rtt: i % 2,
        pacing_rate: 8 * i,
        cf_lost_packets: { total: i, delta: 1 },
        unknown: i,
      }),
    ),
  ],
  [
    'metrics that are negative',
    repeat(20, (i) => metrics(i, { bytes_in_flight: 100 - 10 * i, min_rtt: i % 2 ? -0 : -1 })),
  ],
  ['metrics under two names', repeat(8, (i) => metrics(i, { cwnd: 7 - i, congestion_window: i }))],
  [
    'metrics with flags',
    repeat(8, (i) => metrics(i, { app_limited: i % 2, cwnd: i })).concat(
      repeat(8, (i) => metrics(i, { app_limited: true, cwnd: i })),
    ),
  ],
  [
    'metrics with a state',
    repeat(8, (i) => metrics(i, { state: i < 4 ? 'SlowStart' : 'Recovery', cwnd: i })),
  ],
  [
    'metrics with what is always the same',
    repeat(8, (i) => metrics(i, { ssthresh: 2 ** 64, min_rtt: '7', pto_count: '-1', cwnd: i })),
  ],
  ['metrics without any', repeat(8, (i) => metrics(i, {}))],
  ['events of no kind', repeat(8, (i) => ({ time: i, name: 'custom:event', data: { a: i } }))],
  ['events without data', repeat(8, (i) => ({ time: i, name: 'transport:packet_sent' }))],
  [
    'losses and others without a plan',
    repeat(12, (i) => ({
      time: i,
      name: ['recovery:packet_lost', 'quic:timer_updated', 'recovery:congestion_state_updated'][i % 3],
      data: { header: { packet_number: i }, event_type: 'set', delta: i, new: 'recovery', old: i },
    })),
  ],
  [
    'times that step back, and times that are none',
    repeat(20, (i) => sent(i, { time: [5 - i, 1e16 + 2 * i, i, -i][i % 4]! })),
  ],
  [
    'times relative to the last event',
    repeat(8, (i) => ({ delta_time: i, name: 'a:b', data: {} })).concat(repeat(8, (i) => sent(i))),
  ],
  [
    'times of both kinds',
    repeat(8, (i) => ({ relative_time: i, delta_time: 2 * i, name: 'a:b', data: {} })).concat(
      repeat(8, (i) => ({ relative_time: 100 * i, time: i, name: 'a:b', data: {} })),
    ),
  ],
  [
    'times in a format of their own',
    repeat(12, (i) => sent(i, { time_format: i % 2 ? 'delta' : 'relative' })),
  ],
  ['absolute times', repeat(12, (i) => sent(i, { time: 1_795_242_693_225.9397 + i / 7 }))],
  [
    'paths',
    repeat(40, (i) =>
      sent(
        i,
        {},
        i % 2 ? { path_id: i % 24 } : { header: { packet_number: i, packet_type: '1RTT', path_id: i } },
      ),
    ),
  ],
  [
    'numbers written as text',
    repeat(20, (i) =>
      sent(
        i,
        {},
        {
          header: {
            packet_type: '1RTT',
            packet_number: `${i}`,
            path_id: `${i % 3}`,
            packet_size: `${900 + i}`,
          },
          raw: {},
          frames: [
            { frame_type: 'stream', stream_id: `${4 * (i % 2)}`, offset: `${10 * (i % 4)}`, length: '20' },
            ack(i, { acked_ranges: [['0', `${i}`]], ack_delay: `${i}` }),
          ],
        },
      ),
    ).concat(
      repeat(12, (i) => received(i, [ack(i, { acked_ranges: [['0', `${i}`], [`${i + 2}`]], ect0: `${i}` })])),
      repeat(12, (i) => metrics(i, { cwnd: `${12_000 + i}`, latest_rtt: `${i}`, app_limited: `${i % 2}` })),
    ),
  ],
  [
    'texts that only look like numbers',
    repeat(24, (i) =>
      sent(i, {}, { header: { packet_type: `${i % 5}`, packet_number: ['7', '07', '7.0', '-7'][i % 4] } }),
    ),
  ],
  ['names of digits', repeat(16, (i) => ({ time: i, name: `${i % 2}`, data: { a: `${i}` } }))],
  [
    'congestion states of digits',
    repeat(16, (i) => ({
      time: i,
      name: 'recovery:congestion_state_updated',
      data: { old: `${i % 3}`, new: `${(i + 1) % 3}` },
    })).concat(repeat(8, (i) => metrics(i, { state: `${i}`, cwnd: `${i}` }))),
  ],
  ['groups of digits', repeat(24, (i) => sent(i, { group_id: `${i % 3}` }))],
  [
    'common fields of digits',
    repeat(24, (i) => sent(i, { common_fields: { group_id: `${i % 3}` } }, { owner: `${i}` })),
  ],
  ['groups', repeat(24, (i) => sent(i, { group_id: `g${i % 3}` }))],
  ['groups told by numbers', repeat(24, (i) => sent(i, { group_id: i % 3 }))],
  [
    'an event of no group before there is such a group',
    [
      sent(0, { group_id: 'a' }),
      ...repeat(6, (i) => ({ time: i, name: 'custom:event', data: { a: i } })),
      sent(1),
      ...repeat(6, (i) => ({ time: i, name: 'custom:event', data: { a: i } })),
      ...repeat(5, (i) => sent(i, { group_id: 'a' })),
    ],
  ],
  [
    'a connection that learns its group',
    [
      ...repeat(6, (i) => ({ time: i, name: 'custom:event', data: { a: i } })),
      ...repeat(6, (i) => sent(i, { group_id: 'a' })),
      ...repeat(6, (i) => ({ time: i, name: 'custom:event', data: { a: i } })),
    ],
  ],
  [
    'an implementation that shows itself late',
    [
      ...repeat(6, (i) => metrics(i, { latest_rtt: 20 + i, pacing_rate: 8 * i })),
      ...repeat(6, (i) => received(i, [ack(i)])),
      ...repeat(4, (i) => ({ time: i, name: 'mvfst:x', data: { a: i } })),
      ...repeat(6, (i) => metrics(i, { latest_rtt: 20 + i, pacing_rate: 8 * i })),
      ...repeat(6, (i) => received(i, [ack(i)])),
    ],
  ],
  [
    'a first packet that tells the connection id',
    repeat(6, (i) => sent(i, {}, { header: { packet_type: 'initial', packet_number: i, dcid: 'abcd' } })),
  ],
];

const NAMED = CASES.map(([name, events, file = PLAIN]) => ({ name, events, file }));

describe.each(CONTAINERS)('as %s', (container) => {
  it.each(NAMED)('$name', ({ events, file }) => {
    const records = events.map((event) => JSON.stringify(event));
    const bytes = utf8(contain(container, records, file));
    const parsed = readThrough(bytes, 'parsed', [bytes.length]);
    const scanned = readThrough(bytes, 'simd', [bytes.length]);
    expect(differences(scanned, parsed)).toEqual([]);
    expect(scanned.events).toBe(events.length);
    expect(scanned.recognised).toBeGreaterThan(0);
    expect(differences(readThrough(bytes, 'scalar', [700, 3, 90]), parsed)).toEqual([]);
  });

  it('a second trace after a first', () => {
    const records = repeat(10, (i) => sent(i)).map((event) => JSON.stringify(event));
    const one = contain(container, records);
    const bytes = utf8(one + one);
    const parsed = readThrough(bytes, 'parsed', [bytes.length]);
    const scanned = readThrough(bytes, 'simd', [bytes.length]);
    expect(differences(scanned, parsed)).toEqual([]);
    expect(scanned.recognised).toBeGreaterThan(10);
  });
});
