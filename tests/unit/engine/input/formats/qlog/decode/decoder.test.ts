/** Records to rows: headers, clocks, and what is said about records that cannot be read as they stand. */
import { describe, expect, it } from 'vitest';
import { EventKind } from '../../../../../../../src/qlog-schema/index.ts';
import { CONTAINERS, contain } from '../../../../../../support/containers.ts';
import { decodeEvents, decodeText, decodeWith } from '../../../../../../support/decode-all.ts';
import { utf8 } from '../../../../../../support/split-all.ts';

const sent = (time: unknown) => ({ time, name: 'quic:packet_sent', data: {} });

describe('the header', () => {
  it.each(CONTAINERS)('sets the clock of the events after it in %s', (container) => {
    const text = contain(container, ['{"time":7,"name":"a:b"}', '{"time":2,"name":"a:b"}'], {
      qlog_version: '0.3',
      trace: { common_fields: { time_format: 'delta' } },
    });
    const { rows, headers, problems } = decodeText(text);
    expect(problems).toEqual([]);
    expect(rows.map(({ timeUs }) => timeUs)).toEqual([0, 2000]);
    expect(headers[0]).toMatchObject({ version: '0.3', timeFormat: 'delta' });
  });

  it('is completed by keys after the events, without resetting the clock', () => {
    const { rows, headers, problems } = decodeText(
      '{"traces":[{"events":[{"time":5,"name":"a:b"},{"time":6,"name":"a:b"}],"vantage_point":{"type":"client"},"title":"late"}],"qlog_version":"0.2"}',
    );
    expect(rows.map(({ timeUs }) => timeUs)).toEqual([5000, 6000]);
    expect(headers[0]).toMatchObject({ version: 'unknown', vantagePoint: 'unknown' });
    expect(headers.at(-1)).toMatchObject({ version: '0.2', vantagePoint: 'client', title: 'late' });
    expect(problems).toEqual([]);
  });

  it.each(['JSON-SEQ', 'NDJSON'] as const)('may be missing in %s, which is said once', (container) => {
    const text = contain(container, ['{"time":1,"name":"a:b"}', '{"time":2,"name":"a:b"}']);
    const { rows, problems } = decodeText(text.slice(text.indexOf('\n') + 1));
    expect(rows.map(({ timeUs }) => timeUs)).toEqual([1000, 2000]);
    expect(problems.map(({ reason, record }) => [reason, record])).toEqual([['no-header', 0]]);
  });

  it.each(['JSON-SEQ', 'NDJSON'] as const)(
    'of a second file joined to a %s begins another trace with a clock of its own',
    (container) => {
      const one = contain(container, ['{"time":1,"name":"a:b"}', '{"time":2,"name":"a:b"}']);
      const two = contain(container, ['{"time":0,"name":"a:b"}']);
      const { rows, infos, problems, decoder } = decodeText(one + two);
      expect(rows.map(({ timeUs, connection }) => [timeUs, connection])).toEqual([
        [1000, 0],
        [2000, 0],
        [0, 1],
      ]);
      expect(infos.map(({ index, trace }) => [index, trace])).toEqual([
        [0, 0],
        [1, 1],
      ]);
      expect(problems).toEqual([]);
      expect(decoder.skipped).toBe(0);
    },
  );

  it('written twice before the first event is no second document', () => {
    const { rows, headers, problems } = decodeText(
      '{"qlog_version":"0.3"}\n{"qlog_version":"0.4"}\n{"time":1,"name":"a:b"}\n',
    );
    expect(rows.length).toBe(1);
    expect(headers.at(-1)?.version).toBe('0.4');
    expect(problems).toEqual([]);
  });
});

describe('an event', () => {
  it('without a name is skipped, counted and reported', () => {
    const { rows, problems, decoder } = decodeEvents([sent(0), { time: 1, data: {} }, sent(2)]);
    expect(rows.map(({ timeUs }) => timeUs)).toEqual([0, 2000]);
    expect(problems).toMatchObject([{ reason: 'broken', record: 2, detail: 'the event has no name' }]);
    expect([decoder.events, decoder.skipped]).toEqual([2, 1]);
  });

  it.each([
    ['no time', { name: 'a:b', data: {} }],
    ['a time that is no number', { name: 'a:b', time: 'soon' }],
    ['an infinite time', { name: 'a:b', time: '1e999' }],
    ['a time beyond every clock', { name: 'a:b', time: 1e300 }],
  ])('with %s takes the time of the one before it, counted and named', (_, event) => {
    const { rows, problems, decoder } = decodeEvents([sent(1), event, sent(2)]);
    expect(rows.map(({ timeUs }) => timeUs)).toEqual([1000, 1000, 2000]);
    const detail = "a:b has no usable time; it was given its predecessor's";
    expect(problems).toMatchObject([{ reason: 'no-time', record: 2, detail }]);
    expect([decoder.events, decoder.skipped, decoder.quality(0)?.absentTimes]).toEqual([3, 0, 1]);
  });

  it('may write its time as a string', () => {
    expect(decodeEvents([sent('12.5')]).rows[0]?.timeUs).toBe(12_500);
  });

  it('that is an empty object is skipped: some writers end their list so', () => {
    const { rows, problems } = decodeEvents([sent(1), {}], 'JSON');
    expect(rows.length).toBe(1);
    expect(problems).toEqual([]);
  });

  it.each(['7', '"text"', 'null', '[{}]', '["a","b"]'])(
    'that is neither object nor event array is named: %s',
    (text) => {
      const { rows, problems } = decodeWith((sink) => sink.event(utf8(text), 5, 0));
      expect(rows).toEqual([]);
      expect(problems.at(-1)).toMatchObject({ reason: 'broken', offset: 5 });
    },
  );

  it('of 10 MB is read and reported', () => {
    const metrics = {
      time: 1,
      name: 'quic:recovery_metrics_updated',
      data: { congestion_window: 5, note: 'x'.repeat(10_000_000) },
    };
    const { rows, problems, decoder } = decodeEvents([metrics, sent(2)]);
    expect(rows.map(({ kind }) => kind)).toEqual([EventKind.metricsUpdated, EventKind.packetSent]);
    expect(rows[0]?.pairs).toEqual([[0, 5]]);
    expect(problems).toMatchObject([{ reason: 'large', record: 1 }]);
    expect(problems[0]?.detail).toContain('10.0 MB');
    expect(decoder.skipped).toBe(0);
  });

  it('with the keys of an object prototype harms nothing', () => {
    const text = contain('JSON-SEQ', [
      '{"time":1,"name":"quic:packet_sent","__proto__":{"polluted":1},"data":{"__proto__":{"header":{"packet_number":7}},"constructor":{"prototype":{"polluted":1}}}}',
      '{"time":2,"name":"__proto__","data":{}}',
      '{"time":3,"name":"quic:congestion_state_updated","data":{"new":"__proto__"}}',
    ]);
    const { rows, problems } = decodeText(text);
    expect(problems).toEqual([]);
    expect(rows.map(({ kind }) => kind)).toEqual([
      EventKind.packetSent,
      EventKind.other,
      EventKind.congestionStateUpdated,
    ]);
    expect(rows[0]?.packetNumber).toBeNaN();
    expect(rows[2]?.name).toBe('__proto__');
    expect(({} as { polluted?: number }).polluted).toBeUndefined();
  });

  it('at the end of the file that is incomplete is truncated, not invalid', () => {
    const text = contain('JSON-SEQ', ['{"time":1,"name":"a:b"}', '{"time":2,"name":"a:b"}']);
    const { rows, problems, decoder } = decodeText(text.slice(0, -8));
    expect(rows.length).toBe(1);
    expect(problems).toMatchObject([{ reason: 'cut', record: 2 }]);
    expect(decoder.skipped).toBe(1);
  });

  it('is delivered in batches, in order, without losing one', () => {
    const { rows } = decodeEvents(Array.from({ length: 5000 }, (_, time) => sent(time)));
    expect(rows.map(({ timeUs }) => timeUs)).toEqual(Array.from({ length: 5000 }, (_, i) => i * 1000));
  });

  it.each([
    [
      'NaN',
      '{"time":1,"name":"quic:recovery_metrics_updated","data":{"smoothed_rtt":NaN,"congestion_window":5}}',
    ],
    [
      'an infinite number',
      '{"time":1,"name":"quic:recovery_metrics_updated","data":{"ssthresh":-Infinity,"cwnd":5}}',
    ],
    ['a comma too many', '{"time":1,"name":"quic:recovery_metrics_updated","data":{"cwnd":5,},}'],
  ])('with %s is read without it, and counted', (_, text) => {
    const { rows, problems, decoder } = decodeText(contain('JSON-SEQ', [text]));
    expect(rows[0]?.pairs).toEqual([[0, 5]]);
    expect(problems).toEqual([]);
    expect(decoder.quality(0)?.repairedRecords).toBe(1);
  });

  it('with a key twice takes the last value', () => {
    const text = '{"time":1,"time":2,"name":"quic:recovery_metrics_updated","data":{"cwnd":5,"cwnd":6}}';
    const { rows } = decodeText(contain('JSON-SEQ', [text]));
    expect(rows).toMatchObject([{ timeUs: 2000, pairs: [[0, 6]] }]);
  });

  it('with invalid UTF-8 is read, and the characters counted', () => {
    const text = contain('JSON-SEQ', ['{"time":1,"name":"a:b","data":{"note":"##"}}']);
    const bytes = utf8(text).map((byte) => (byte === 0x23 ? 0xff : byte));
    const { rows, decoder } = decodeWith((sink) => {
      const records = bytes.subarray(text.lastIndexOf('\x1e') + 1);
      sink.record(utf8('{"qlog_version":"0.3"}'), 0, true);
      sink.record(records, 1, true);
    });
    expect(rows.length).toBe(1);
    expect(decoder.quality(0)?.replacedCharacters).toBe(2);
  });

  it('nested a hundred thousand deep harms nothing', () => {
    const deep = '['.repeat(100_000) + ']'.repeat(100_000);
    const { rows } = decodeText(
      contain('JSON-SEQ', [
        `{"time":1,"name":"quic:packet_sent","group_id":${deep},"data":{"frames":${deep}}}`,
      ]),
    );
    expect(rows.length).toBe(1);
  });
});
