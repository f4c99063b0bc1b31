/** What is counted while a connection is decoded, and the quirks that its implementation brings. */
import { describe, expect, it } from 'vitest';
import { NameTable, OVERFLOW_NAME_ID } from '../../../../../../../src/engine/input/formats/name-table.ts';
import { repairJson } from '../../../../../../../src/engine/input/formats/qlog/decode/tolerant-json.ts';
import { EventKind, MetricField } from '../../../../../../../src/qlog-schema/index.ts';
import { decodeDocument, decodeWith } from '../../../../../../support/decode-all.ts';
import { utf8 } from '../../../../../../support/split-all.ts';

const packet = (time: number, packet_number: number, more: object = {}) => ({
  time,
  name: 'quic:packet_sent',
  data: { header: { packet_type: '1RTT', packet_number }, ...more },
});
const metrics = (time: number, data: object) => ({ time, name: 'recovery:metrics_updated', data });

function qualityOf(document: object, ...events: readonly unknown[]) {
  const { trace = {}, ...file } = document as { readonly trace?: object };
  const decoded = decodeDocument({ ...file, traces: [{ ...trace, events }] });
  return { ...decoded, quality: decoded.decoder.quality(0)! };
}

describe('the quality of a connection', () => {
  it('counts names with what is known about them, most frequent first', () => {
    const { quality, rows } = qualityOf(
      {},
      packet(1, 1),
      packet(2, 2),
      { time: 3, name: 'h3:frame_created' },
      { time: 4, name: 'acme:x' },
    );
    expect(quality.names.map(({ name, status, count }) => [name, status, count])).toEqual([
      ['quic:packet_sent', 'transport', 2],
      ['h3:frame_created', 'known', 1],
      ['acme:x', 'unknown', 1],
    ]);
    expect([quality.transportEvents, quality.knownEvents, quality.unknownEvents]).toEqual([2, 1, 1]);
    expect(rows.map(({ event }) => event)).toEqual([
      'quic:packet_sent',
      'quic:packet_sent',
      'h3:frame_created',
      'acme:x',
    ]);
  });

  it('shows the source of sizes, and whether frames and numbers were logged', () => {
    const received = {
      time: 4,
      name: 'quic:packet_received',
      data: { frames: [{ frame_type: 'ack', acked_ranges: [[1]] }] },
    };
    const { quality } = qualityOf(
      {},
      packet(1, 1, { raw: { length: 5 }, frames: [] }),
      packet(2, 2),
      packet(3, 2),
      received,
    );
    expect(quality.sent).toEqual({
      packets: 3,
      sized: 1,
      numbered: 3,
      framed: 1,
      unusableNumbers: 0,
      withAckRanges: 0,
      sizeSources: ['raw.length'],
    });
    expect(quality.received).toMatchObject({
      packets: 1,
      sized: 0,
      numbered: 0,
      framed: 1,
      unusableNumbers: 0,
      withAckRanges: 1,
    });
    expect(quality.repeatedPackets).toBe(1);
  });

  it('counts steps back in time, ranges left out, and names the metric fields', () => {
    const ranges = [[5, 3], ...Array.from({ length: 5000 }, (_, i) => [i * 2])];
    const frames = [{ frame_type: 'ack', acked_ranges: ranges }];
    const { quality, rows } = qualityOf({}, metrics(5, { cwnd: 1, latest_rtt: 3 }), {
      time: 4,
      name: 'quic:packet_received',
      data: { frames },
    });
    expect(rows[1]?.pairs.length).toBe(4096);
    expect([quality.backwardTimes, quality.droppedRanges]).toEqual([1, 905]);
    expect(quality.metricFields).toEqual(['congestion_window', 'latest_rtt']);
  });

  it('shows that the time format came too late', () => {
    const early = decodeDocument({
      traces: [{ common_fields: { time_format: 'relative' }, events: [packet(1, 1)] }],
    });
    expect(early.decoder.quality(0)).toMatchObject({
      timeFormat: 'relative',
      timeFormatStated: true,
      timeDescribedLate: false,
    });
    const { decoder } = decodeWith((sink) => {
      sink.header(utf8('{"traces":[{"events":[]}]}'), false, 0);
      sink.event(utf8(JSON.stringify(packet(1, 1))), 20, 0);
      const late = '{"traces":[{"events":[],"configuration":{"time_units":"us"}}]}';
      sink.header(utf8(late), true, 0);
    });
    expect(decoder.quality(0)?.timeDescribedLate).toBe(true);
    const guessed = qualityOf({}, packet(1, 1)).quality;
    expect(guessed).toMatchObject({ timeFormat: 'relative', timeFormatStated: false });
  });
});

describe('quirks in force', () => {
  it('are listed with their reasons, and a guess as a guess', () => {
    const trace = { common_fields: { reference_time: { clock_type: '', epoch: '' } }, event_schemas: [] };
    const { quality } = qualityOf({ file_schema: 'urn:x', trace }, packet(1, 1));
    expect(quality).toMatchObject({ implementation: 'noq', implementationGuessed: true });
    expect(quality.quirks.map(({ id }) => id)).toEqual(['noq-loss-trigger', 'noq-ack-frames']);
    expect(quality.quirks[0]?.reason).toContain('reordering_threshold');
  });

  it.each([
    ['quinn, seconds', { description: 'quinn', qlog_version: '0.3' }, 0.022, 22_000],
    ['xquic, µs', { title: 'xquic-qlog' }, 22_000, 22_000],
    ['any other, ms', { title: 'quic-go' }, 22, 22_000],
    ['µs by time_units', { trace: { configuration: { time_units: 'us' } } }, 22_000, 22_000],
    [
      'quicX, µs whatever time_units says',
      { title: 'quicX', trace: { configuration: { time_units: 'ms' } } },
      22_000,
      22_000,
    ],
  ])('set the unit of RTTs: %s', (_, document, latest_rtt, us) => {
    const { rows } = qualityOf(document, metrics(1, { latest_rtt }));
    expect(rows[0]?.pairs[0]?.[0]).toBe(MetricField.latestRtt);
    expect(rows[0]?.pairs[0]?.[1]).toBeCloseTo(us, 6);
  });

  it('add the AEAD tag to packets that picoquic sends, and not to received ones', () => {
    const data = { packet_type: '1RTT', header: { packet_size: 1424, packet_number: 1 } };
    const { rows } = qualityOf(
      { title: 'picoquic' },
      { time: 1, name: 'transport:packet_sent', data },
      { time: 2, name: 'transport:packet_received', data },
    );
    expect(rows.map(({ sizeBytes }) => sizeBytes)).toEqual([1440, 1424]);
  });

  it('take the payload of neqo as its packet, and its reference time in seconds', () => {
    const trace = {
      vantage_point: { name: 'neqo-Server' },
      common_fields: { reference_time: 1_795_245_418, time_format: 'relative' },
    };
    const { rows, quality } = qualityOf({ trace }, packet(1, 1, { raw: { payload_length: 1357 } }));
    expect(rows[0]?.sizeBytes).toBe(1357);
    expect(quality.originMs).toBe(1_795_245_418_000);
  });

  it('read pacing rates in the unit of the stack', () => {
    const rate = (title: string) => qualityOf({ title }, metrics(1, { pacing_rate: 800 })).rows[0]?.pairs;
    expect(rate('quiche')).toEqual([[MetricField.pacingRate, 800]]);
    expect(rate('aioquic')).toEqual([[MetricField.pacingRate, 100]]);
  });

  it('name the known states of picoquic', () => {
    const state = (time: number, value: unknown) => ({
      time,
      name: 'recovery:congestion_state_updated',
      data: { new: value },
    });
    const { rows } = qualityOf({ title: 'picoquic' }, state(1, '65539'), state(2, 5));
    expect(rows.map(({ name }) => name)).toEqual(['bbr_probe_bw_cruise', 'bbr_probe_bw_up']);
  });

  it('apply from the first event that only one stack writes', () => {
    const { infos } = qualityOf({}, packet(1, 1), { time: 2, name: 'mvfst:app_idle' });
    expect(infos.at(-1)?.implementation).toMatchObject({ name: 'mvfst', guessed: true });
  });
});

describe('the table of names', () => {
  it('keeps 65,535 names; further ones share an entry, and known ones are still understood', () => {
    const names = new NameTable();
    for (let i = 0; i < 65_535; i++) expect(names.entry(`acme:${i}`).id).toBe(i);
    expect(names.entry('acme:late')).toMatchObject({ id: OVERFLOW_NAME_ID, kind: EventKind.other });
    expect(names.entry('quic:packet_sent')).toMatchObject({
      id: OVERFLOW_NAME_ID,
      kind: EventKind.packetSent,
    });
    expect([names.nameOf(3), names.nameOf(OVERFLOW_NAME_ID), names.length]).toEqual([
      'acme:3',
      '(further names)',
      65_535,
    ]);
  });

  it('cuts long names, and knows them again', () => {
    const names = new NameTable();
    const long = `acme:${'x'.repeat(1e6)}`;
    expect(names.entry(long).id).toBe(names.entry(long).id);
    expect([names.length, names.nameOf(0)?.length]).toEqual([1, 129]);
    expect(names.nameOf(1)).toBeNull();
  });
});

describe('repairJson', () => {
  it.each([
    ['[NaN,-Infinity,Infinity]', '[null,null,null]'],
    ['{"a":[1,2,],}', '{"a":[1,2]}'],
    ['["NaN, ],\\"",NaN]', '["NaN, ],\\"",null]'],
    ['[1 , \n ]', '[1  \n ]'],
  ])('mends %s', (text, mended) => {
    expect(repairJson(text)).toBe(mended);
  });

  it.each(['', '[1,2', '{"a":-1}', '"NaN', '[,,]x'.slice(0, 2)])('leaves %j to be broken', (text) => {
    expect(repairJson(text)).toBeNull();
  });
});

describe('boundary cases', () => {
  it.each([
    [1_000_000_000, null],
    [1_000_000_001, 1_000_000_001_000],
    [8_999_999_999, 8_999_999_999_000],
    [9_000_000_000, null],
  ])('a reference time of neqo of %i is that many seconds, or no date: %s', (reference_time, originMs) => {
    const trace = {
      vantage_point: { name: 'neqo-Server' },
      common_fields: { reference_time, time_format: 'relative' },
    };
    expect(qualityOf({ trace }, packet(1, 1)).quality.originMs).toBe(originMs);
  });

  it('a record that is no event is not taken for the one before it', () => {
    const { rows, quality } = qualityOf({}, packet(1, 1), 5, 'packet_sent', null, [], packet(2, 2));
    expect(rows.map(({ packetNumber }) => packetNumber)).toEqual([1, 2]);
    expect(quality.names.map(({ count }) => count)).toEqual([2]);
  });
});
