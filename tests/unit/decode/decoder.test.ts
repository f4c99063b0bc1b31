/** Records to rows: headers, clocks, and what is said about records that cannot be read as they stand. */
import { describe, expect, it } from 'vitest';
import { EventKind } from '../../../src/qlog-schema/index.ts';
import { CONTAINERS, contain } from '../../support/containers.ts';
import { decodeEvents, decodeText } from '../../support/decode-all.ts';

const sent = (time: unknown) => ({ time, name: 'quic:packet_sent', data: {} });

describe('the header', () => {
  it.each(CONTAINERS)('sets the clock of the events behind it in %s', (container) => {
    const text = contain(container, ['{"time":7,"name":"a:b"}', '{"time":2,"name":"a:b"}'], {
      qlog_version: '0.3',
      trace: { common_fields: { time_format: 'delta' } },
    });
    const { rows, headers, problems } = decodeText(text);
    expect(problems).toEqual([]);
    expect(rows.map(({ timeUs }) => timeUs)).toEqual([0, 2000]);
    expect(headers[0]).toMatchObject({ version: '0.3', timeFormat: 'delta' });
  });

  it('is completed by keys behind the events, without a new start of the clock', () => {
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
    'of a second file joined to a %s ends the reading',
    (container) => {
      const one = contain(container, ['{"time":1,"name":"a:b"}', '{"time":2,"name":"a:b"}']);
      const two = contain(container, ['{"time":0,"name":"a:b"}']);
      const { rows, problems, decoder } = decodeText(one + two);
      expect(rows.map(({ timeUs }) => timeUs)).toEqual([1000, 2000]);
      const lead = container === 'JSON-SEQ' ? 1 : 0;
      expect(problems).toMatchObject([{ reason: 'second-document', offset: one.length + lead, record: 3 }]);
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

  it('of further traces is named once each, and their events stay out', () => {
    const event = (time: number) => `{"time":${time},"name":"a:b"}`;
    const trace = (...times: readonly number[]) => `{"events":[${times.map(event).join(',')}]}`;
    const { rows, problems } = decodeText(`{"traces":[${trace(1)},${trace(2, 3)},${trace(4)}]}`);
    expect(rows.map(({ timeUs }) => timeUs)).toEqual([1000]);
    expect(problems.map(({ reason }) => reason)).toEqual(['other-trace', 'other-trace']);
    expect(problems[1]?.detail).toContain('trace 3');
  });
});

describe('an event', () => {
  it.each([
    ['no name', { time: 1, data: {} }, 'the event has no name'],
    ['no time', { name: 'a:b', data: {} }, 'the event has no time'],
    ['a time that is no number', sent('soon'), 'the event has no time'],
    ['an infinite time', sent('1e999'), 'the event has no time'],
    ['a time beyond every clock', sent(1e300), "the event's time 1e+300 is out of range"],
  ])('with %s is skipped, counted and named', (_, event, detail) => {
    const { rows, problems, decoder } = decodeEvents([sent(0), event, sent(2)]);
    expect(rows.map(({ timeUs }) => timeUs)).toEqual([0, 2000]);
    expect(problems).toMatchObject([{ reason: 'broken', record: 2, detail }]);
    expect([decoder.events, decoder.skipped]).toEqual([2, 1]);
  });

  it('may write its time as a string', () => {
    expect(decodeEvents([sent('12.5')]).rows[0]?.timeUs).toBe(12_500);
  });

  it('that is an empty object is passed over: some writers end their list so', () => {
    const { rows, problems } = decodeEvents([sent(1), {}], 'JSON');
    expect(rows.length).toBe(1);
    expect(problems).toEqual([]);
  });

  it('that is no object is named', () => {
    const { problems } = decodeText(contain('JSON', ['[1,"transport","packet_sent",{}]']));
    expect(problems).toMatchObject([{ reason: 'broken', detail: 'the record is not a JSON object' }]);
  });

  it('of 10 MB is read and named', () => {
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

  it('that ends the file unfinished is cut, not broken', () => {
    const text = contain('JSON-SEQ', ['{"time":1,"name":"a:b"}', '{"time":2,"name":"a:b"}']);
    const { rows, problems, decoder } = decodeText(text.slice(0, -8));
    expect(rows.length).toBe(1);
    expect(problems).toMatchObject([{ reason: 'cut', record: 2 }]);
    expect(decoder.skipped).toBe(1);
  });

  it('is handed on in batches, in order, none lost between them', () => {
    const { rows } = decodeEvents(Array.from({ length: 5000 }, (_, time) => sent(time)));
    expect(rows.map(({ timeUs }) => timeUs)).toEqual(Array.from({ length: 5000 }, (_, i) => i * 1000));
  });
});
