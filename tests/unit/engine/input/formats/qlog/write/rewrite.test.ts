/** What is written of each family of events: the listed fields, in the places and units of the drafts, and nothing else. */
import { describe, expect, it } from 'vitest';
import { eventRecord } from '../../../../../../../src/engine/input/formats/qlog/write/export-file.ts';
import { rewrite } from '../../../../../../../src/engine/input/formats/qlog/write/rewrite.ts';
import {
  SHARE_NOTHING,
  type ShareOptions,
} from '../../../../../../../src/engine/reading/contract/share-options.ts';
import { EventKind, eventKindOf } from '../../../../../../../src/qlog-schema/index.ts';
import { writer } from '../../../../../../support/record-writer.ts';

const EVERYTHING: ShareOptions = {
  fileName: true,
  groupNames: true,
  addresses: true,
  connectionIds: true,
  wallClock: true,
  requestTexts: true,
  reasonPhrases: true,
};

/** The data of one event, rewritten. */
function told(name: string, data: unknown, using = writer(), form: '0.3' | 'schema' = '0.3'): unknown {
  const place = { kind: eventKindOf(name), form, columns: null };
  return rewrite({ time: 1, name, data }, place, using)?.data;
}

describe('packets', () => {
  it('keep type, number, sizes and frames; ids, tokens and data stay behind', () => {
    const using = writer();
    const data = {
      header: {
        packet_type: 'initial',
        packet_number: '7',
        version: '00000001',
        scid: 'aa',
        dcid: 'bb',
        token: { data: 'ff' },
      },
      raw: { length: 1200, payload_length: 1170, data: 'c0ffee' },
      frames: [{ frame_type: 'crypto', offset: 0, length: 300, data: 'c0ffee' }],
      is_mtu_probe_packet: false,
    };
    expect(told('transport:packet_sent', data, using)).toEqual({
      header: { packet_type: 'initial', packet_number: 7, version: '00000001' },
      raw: { length: 1200, payload_length: 1170 },
      frames: [{ frame_type: 'crypto', offset: 0, length: 300 }],
      is_mtu_probe_packet: false,
    });
    const { fields, withheld } = using.leftOut.counts;
    expect(fields.map(({ name }) => name).sort()).toEqual(['frames[].data', 'header.token', 'raw.data']);
    expect(withheld).toEqual([{ option: 'connectionIds', count: 2 }]);
  });

  it('keep ids with their option, as hexadecimal digits only', () => {
    const data = {
      header: {
        packet_type: '1RTT',
        dcid: 'C0FFEE',
        scid: 'somebody@example.org',
        version: 'c0ffee00c0ffee00',
      },
    };
    expect(told('transport:packet_sent', data, writer({ options: EVERYTHING }))).toEqual({
      header: { packet_type: '1RTT', dcid: 'C0FFEE' },
    });
  });

  it.each([
    ['draft-01', { packet_type: '1RTT', header: { packet_number: '3', packet_size: 1234 } }, {}, 1234],
    [
      'picoquic, which leaves out the tag',
      { header: { packet_type: '1RTT', packet_number: 3, packet_size: 1234 } },
      { packetSizeAddBytes: 16 },
      1250,
    ],
    ['a length beside', { packet_type: 'onertt', packet_number: 3, length: 1250 }, {}, 1250],
    ['the same', { packet_type: '1RTT', packet_number: 3, length: 1250 }, { packetSizeAddBytes: 16 }, 1250],
  ])('say their size as raw.length: %s', (_, data, effects, sizeBytes) => {
    expect(told('transport:packet_sent', data, writer({ effects }))).toEqual({
      header: { packet_type: '1RTT', packet_number: 3 },
      raw: { length: sizeBytes },
    });
  });

  it('leave the size of a payload what it is', () => {
    const data = { header: { packet_type: '1RTT', packet_number: 3 }, raw: { payload_length: 1100 } };
    expect(told('transport:packet_sent', data)).toMatchObject({ raw: { payload_length: 1100 } });
  });

  it('keep ACK ranges and a delay in ms, whatever the file counts in', () => {
    const frames = [{ frame_type: 'ACK', ack_delay: '2500', acked_ranges: [['1', '4'], [9]], ecn_ce: 2 }];
    expect(
      told('transport:packet_received', { packet_type: '1RTT', frames }, writer({ unitsPerMs: 1000 })),
    ).toMatchObject({
      frames: [{ frame_type: 'ack', ack_delay: 2.5, acked_ranges: [[1, 4], [9]], ce: 2 }],
    });
    // The number on the wire, without its exponent, is no time.
    const asOnTheWire = writer({ unitsPerMs: 1000, effects: { ackDelayRaw: 'as written' } });
    expect(told('transport:packet_received', { packet_type: '1RTT', frames }, asOnTheWire)).toMatchObject({
      frames: [{ ack_delay: 2500 }],
    });
  });

  it('keep a frame of no draft as unknown: it still elicits an ACK', () => {
    expect(told('transport:packet_sent', { frames: [{ frame_type: 'mine', secret: 1 }] })).toMatchObject({
      frames: [{ frame_type: 'unknown' }],
    });
  });

  it('keep a type of no draft as what it is read for', () => {
    const typeOf = (type: string) =>
      (
        told('transport:packet_sent', { header: { packet_type: type } }) as {
          header: { packet_type: string };
        }
      ).header.packet_type;
    expect(['initial_x', 'Handshake', 'whatever', 'VersionNegotiation'].map(typeOf)).toEqual([
      ...['initial', 'handshake', 'unknown', 'version_negotiation'],
    ]);
  });

  it.each([
    ['a header with its type', { header: { packet_type: 'initial', packet_number: 3 } }, 'initial'],
    ['a type beside', { packet_type: 'initial', packet_number: 3 }, 'initial'],
    ['a space beside', { packet_number_space: 'initial', packet_number: 3 }, 'initial'],
    ['a space in the spelling of 0.2', { packet_num_space: 'handshake', packet_num: 3 }, 'handshake'],
    [
      'a space beside a header without a type',
      { header: { packet_number: 3 }, packet_number_space: 'handshake' },
      'handshake',
    ],
    ['0-RTT', { header: { packet_type: '0RTT', packet_number: 3 } }, '0RTT'],
    ['1-RTT', { header: { packet_type: '1RTT', packet_number: 3 } }, '1RTT'],
  ])('that were lost keep their number space: %s', (_, data, type) => {
    expect(told('recovery:packet_lost', { ...data, trigger: 'time_threshold' })).toEqual({
      header: { packet_type: type, packet_number: 3 },
      trigger: 'time_threshold',
    });
  });

  it.each([
    ['initial', 'initial'],
    ['Handshake', 'handshake'],
    ['onertt', 'application_data'],
  ])('that were lost without need, or acknowledged, keep theirs: %s', (logged, due) => {
    expect(told('recovery:spurious_loss', { packet_number_space: logged, packet_number: 3 })).toMatchObject({
      packet_number_space: due,
    });
    expect(told('quic:packets_acked', { packet_number_space: logged, packet_numbers: [3] })).toEqual({
      packet_number_space: due,
      packet_numbers: [3],
    });
  });

  it('name acknowledged packets in one list', () => {
    expect(told('quic:packet_ack', { packet_num_space: 'onertt', packet_num: 5 })).toEqual({
      packet_number_space: 'application_data',
      packet_numbers: [5],
    });
  });
});

describe('metrics', () => {
  it('have their newest names and ms; unknown ones stay behind', () => {
    const using = writer({ unitsPerMs: 1000 });
    const data = { cwnd: '12000', smoothed_rtt: 14_000, pto_count: 1, my_secret: 5, ssthresh: 2 ** 64 };
    expect(told('recovery:metrics_updated', data, using)).toEqual({
      congestion_window: 12_000,
      smoothed_rtt: 14,
      pto_count: 1,
    });
    // 2⁶⁴ is what a double keeps of 2⁶⁴−1.
    expect(using.leftOut.counts.fields).toEqual([
      { name: 'my_secret', count: 1 },
      { name: 'ssthresh', count: 1 },
    ]);
  });

  it('keep a stack’s own unit of RTTs, because its name stands in the header', () => {
    const using = writer({ unitsPerMs: 1000, effects: { rttUnit: 'us' } });
    expect(told('recovery:metrics_updated', { smoothed_rtt: 14_000 }, using)).toEqual({
      smoothed_rtt: 14_000,
    });
  });

  it('count losses from the beginning of the export', () => {
    const data = { cf_lost_packets: { total: 66, delta: 1 } };
    expect(told('recovery:metrics_updated', data, writer({ lostBefore: 60 }))).toEqual({
      cf_lost_packets: { total: 6 },
    });
  });

  it('of two spellings take the one that a reader takes', () => {
    expect(told('recovery:metrics_updated', { cwnd: 1, congestion_window: 2 })).toEqual({
      congestion_window: 2,
    });
    expect(told('recovery:metrics_updated', { congestion_window: 2, cwnd: 1 })).toEqual({
      congestion_window: 2,
    });
  });
});

describe('states', () => {
  it('keep names of congestion control, and replace others by the same one each time', () => {
    const using = writer();
    const change = (to: string) =>
      told('recovery:congestion_state_updated', { new: to, trigger: 'free words' }, using);
    expect(
      ['slow_start', 'host-7.example', 'BBR_ProbeBW_Up', 'host-7.example', 'state 3', 'Bob'].map(change),
    ).toEqual([
      ...[{ new: 'slow_start' }, { new: 'unnamed state 1' }, { new: 'BBR_ProbeBW_Up' }],
      ...[{ new: 'unnamed state 1' }, { new: 'state 3' }, { new: 'unnamed state 2' }],
    ]);
  });

  it('are left out, and counted, where none is named', () => {
    const using = writer();
    expect(told('recovery:congestion_state_updated', { idle: true }, using)).toBeUndefined();
    expect(using.leftOut.counts.events).toEqual([{ name: 'recovery:congestion_state_updated', count: 1 }]);
  });
});

describe('the connection', () => {
  const started = {
    ip_version: 'ipv4',
    src_ip: '192.0.2.7',
    dst_ip: '192.0.2.8',
    src_port: 4433,
    src_cid: 'aabb',
  };

  it('loses addresses and ids unless each is withheld', () => {
    const using = writer();
    expect(told('connectivity:connection_started', started, using)).toEqual({ ip_version: 'ipv4' });
    expect(using.leftOut.counts.withheld).toEqual([
      { option: 'addresses', count: 3 },
      { option: 'connectionIds', count: 1 },
    ]);
    const options = { ...SHARE_NOTHING, addresses: true };
    expect(told('connectivity:connection_started', started, writer({ options }))).toEqual({
      ...{ ip_version: 'ipv4', src_ip: '192.0.2.7', dst_ip: '192.0.2.8', src_port: 4433 },
    });
  });

  it('loses its reason unless withheld', () => {
    const closed = { owner: 'remote', connection_code: 'no_error', reason: 'bye, Bob' };
    expect(told('connectivity:connection_closed', closed)).toEqual({
      initiator: 'remote',
      connection_error: 'no_error',
    });
    expect(told('connectivity:connection_closed', closed, writer({ options: EVERYTHING }))).toMatchObject({
      reason: 'bye, Bob',
    });
  });

  it('never tells secrets, tokens and addresses of its parameters, whatever is withheld', () => {
    const using = writer({ options: EVERYTHING });
    const parameters = {
      ...{ owner: 'remote', max_ack_delay: 25, stateless_reset_token: 'aa', alpn: 'h3' },
      preferred_address: { ip_v4: '192.0.2.1' },
    };
    expect(told('transport:parameters_set', parameters, using)).toEqual({
      initiator: 'remote',
      max_ack_delay: 25,
    });
    expect(
      told('security:key_updated', { key_type: 'server_1rtt_secret', new: 'c0ffee', old: 'aa' }, using),
    ).toEqual({
      key_type: 'server_1rtt_secret',
    });
  });

  it('tells no line of a logger unless withheld, and no event of another schema ever', () => {
    const using = writer();
    expect(told('loglevel:info', { message: 'hello' }, using)).toBeUndefined();
    expect(told('moqt:stream_type_set', { stream_id: 4 }, using)).toBeUndefined();
    expect(using.leftOut.counts).toMatchObject({
      events: [{ name: 'moqt:stream_type_set', count: 1 }],
      withheld: [{ option: 'reasonPhrases', count: 1 }],
    });
    expect(told('loglevel:info', { message: 'hello' }, writer({ options: EVERYTHING }))).toEqual({
      message: 'hello',
    });
  });
});

describe('hostile records', () => {
  it('give no key of their own, however they are built', () => {
    const data: unknown = JSON.parse(
      '{"__proto__":{"cwnd":1},"constructor":{"prototype":{"x":1}},"toString":"x","congestion_window":5,"hasOwnProperty":1}',
    );
    const written = told('recovery:metrics_updated', data) as object;
    expect(JSON.stringify(written)).toBe('{"congestion_window":5}');
    expect(Object.getPrototypeOf(written)).toBe(Object.prototype);
    expect(({} as { x?: number }).x).toBeUndefined();
  });

  it('give nothing of deep nesting, huge texts and wrong types', () => {
    let deep: unknown = 'secret';
    for (let i = 0; i < 5000; i++) deep = [deep];
    const huge = 'secret'.repeat(200_000);
    const data = {
      header: deep,
      raw: { length: deep, data: huge },
      frames: [
        deep,
        huge,
        null,
        7,
        { frame_type: huge },
        { frame_type: 'ack', acked_ranges: [deep, [1, 'secret'], [-1], [2]] },
      ],
      trigger: huge,
      packet_type: huge,
    };
    for (const options of [SHARE_NOTHING, EVERYTHING]) {
      const text = JSON.stringify(told('transport:packet_sent', data, writer({ options })));
      expect(text.length).toBeLessThan(600);
      if (options === SHARE_NOTHING) expect(text).not.toContain('secret');
    }
  });

  it('are bounded in what they leave to be counted', () => {
    const using = writer();
    const data = Object.fromEntries(Array.from({ length: 10_000 }, (_, i) => [`key${i}`, 1]));
    told('recovery:metrics_updated', data, using);
    for (let i = 0; i < 1000; i++) told('recovery:metrics_updated', { [`other${i}`]: 1 }, using);
    expect(using.leftOut.counts.fields.length).toBeLessThanOrEqual(201);
  });

  it.each([null, 7, 'text', [], [1], {}, { name: 5 }])('that are no events are counted: %j', (record) => {
    const using = writer();
    const place = { kind: EventKind.packetSent, form: '0.3', columns: null } as const;
    expect(rewrite(record, place, using)).toBeNull();
    expect(using.leftOut.counts.unreadable).toBe(1);
  });
});

describe('a record', () => {
  it('stands between RS and LF, its time in ms', () => {
    const name = 'connectivity:spin_bit_updated';
    const place = { kind: eventKindOf(name), form: '0.3', columns: null } as const;
    const event = rewrite({ name, data: { state: true } }, place, writer());
    expect(eventRecord(1_234_567, event!)).toBe(
      '\x1e{"time":1234.567,"name":"connectivity:spin_bit_updated","data":{"state":true}}\n',
    );
  });

  it('of an array is read by its columns', () => {
    const place = {
      kind: EventKind.metricsUpdated,
      form: '0.3',
      columns: ['time', 'category', 'event', 'data'],
    } as const;
    expect(rewrite([5, 'RECOVERY', 'METRIC_UPDATE', { cwnd: 9 }], place, writer())).toEqual({
      name: 'recovery:metrics_updated',
      data: { congestion_window: 9 },
    });
  });
});

describe('HTTP/3', () => {
  const headers = [
    { name: ':method', value: 'GET' },
    { name: ':path', value: '/private' },
    [':status', '200'],
    { name: 'Content-Length', value: 12 },
    { name: 'cookie', value: 'c0ffee' },
    { name: ':method', value: 'SOMEBODY' },
    { name: ':status', value: 'text' },
    null,
  ];
  const data = {
    stream_id: 4,
    length: 20,
    frame: { frame_type: 'headers', headers, raw: { payload_length: 20, data: 'c0ffee' } },
  };

  it('tells methods, statuses and lengths of headers, paths with their option, and no other value', () => {
    const using = writer();
    const written = (more: readonly object[]) => ({
      stream_id: 4,
      length: 20,
      frame: { frame_type: 'headers', headers: more, raw: { payload_length: 20 } },
    });
    const plain = [
      { name: ':method', value: 'GET' },
      { name: ':status', value: '200' },
      { name: 'content-length', value: '12' },
    ];
    expect(told('http3:frame_parsed', data, using)).toEqual(written(plain));
    expect(using.leftOut.counts.withheld).toEqual([{ option: 'requestTexts', count: 1 }]);
    const [method, ...rest] = plain;
    expect(told('http3:frame_parsed', data, writer({ options: EVERYTHING }))).toEqual(
      written([
        method!,
        { name: ':path', value: '/private' },
        ...rest,
        { name: ':method', value: 'SOMEBODY' },
      ]),
    );
  });

  it('tells frames of an unlisted type without it', () => {
    const frame = { frame_type: 'somebody', frame_type_bytes: 9 };
    expect(told('h3:frame_created', { stream_id: 2, frame })).toEqual({
      stream_id: 2,
      frame: { frame_type_bytes: 9 },
    });
  });
});
