/**
 * "Robustness rules" (qlog-format.md §6), row by row, through the whole worker side: the rows about what stands in a
 * record. The containers differ in who finds the damage, so the rows run in each of them.
 */
import { describe, expect, it } from 'vitest';
import { CONTAINERS, contain } from '../../../support/containers.ts';
import { acked, metrics, open, sent } from './open.ts';

const update = (timeMs: number | string, data: string): string =>
  `{"time":${timeMs},"name":"recovery:metrics_updated","data":${data}}`;
const other = (time: string): string => `{${time}"name":"acme:thing","data":{}}`;

describe.each(CONTAINERS)('%s: integers above 2^53', (container) => {
  it('may be decimal strings, wherever a number is expected', async () => {
    const opened = await open(
      contain(container, [
        sent(1, '"7"').replace('1200', '"1200"'),
        update('"2.5"', '{"congestion_window":"12000","ssthresh":"18446744073709551615","min_rtt":"1e1"}'),
        acked(3, '[["0","7"]]'),
      ]),
    );
    expect(opened.values('cwnd')).toEqual([12_000]);
    expect(opened.snapshot.summary).toMatchObject({ sentBytes: 1200, packetsSent: 1 });
    expect(opened.values('acked-total')).toEqual([1200]);
    expect((await opened.rows()).map(({ timeUs }) => timeUs)).toEqual([1000, 2500, 3000]);
  });

  it('mean infinity as a slow start threshold, which is not drawn', async () => {
    const limits = ['9007199254740992', '18446744073709551615', '"18446744073709551615"'];
    const events = limits.map((limit, i) => update(i, `{"ssthresh":${limit}}`));
    const opened = await open(contain(container, [...events, update(9, '{"ssthresh":24000}')]));
    expect(opened.values('ssthresh')).toEqual([24_000]);
  });

  it('are no packet numbers beyond 2^62; hexadecimal strings are none either', async () => {
    const opened = await open(
      contain(container, [sent(1, 0), sent(2, '9223372036854775807'), sent(3, '"0x10"'), sent(4, -1)]),
    );
    expect((await opened.rows()).map(({ packetNumber }) => packetNumber)).toEqual([0, null, null, null]);
    expect(opened.snapshot.summary.packetsSent).toBe(1);
    expect(opened.quality.outOfOrder).toBe(3);
    expect(opened.quality.decode.sent).toMatchObject({ packets: 4, numbered: 1 });
  });
});

describe.each(CONTAINERS)('%s: NaN and Infinity literals', (container) => {
  it('count as absent; the record is kept and counted as repaired', async () => {
    const opened = await open(
      contain(container, [
        update(1, '{"congestion_window":1000,"smoothed_rtt":NaN,"pacing_rate":Infinity}'),
        update(2, '{"congestion_window":2000,"ssthresh":-Infinity}'),
        update('NaN', '{"smoothed_rtt":-NaN,"x":["NaN",{"Infinity":"NaN"}]}'),
      ]),
    );
    expect(opened.values('cwnd')).toEqual([1000, 2000]);
    expect(opened.quality.decode).toMatchObject({ events: 3, repairedRecords: 3, absentTimes: 1 });
    expect(opened.quality.skippedTotal).toBe(0);
    expect(opened.quality.decode.metricFields).toEqual(['congestion_window']);
  });
});

describe.each(CONTAINERS)('%s: bad escapes', (container) => {
  const BAD = [
    String.raw`{"time":2,"name":"a:b","data":{"reason":"\0a"}}`,
    String.raw`{"time":2,"name":"a:b","data":{"reason":"\u12"}}`,
    '{"time":2,"name":"a:b","data":{"reason":"no "such" thing"}}',
    '{"time":2,"name":"a:b","data":{connection_id:"00"}}',
    '{"time":2,"name":"a:b","data":{"reason":"one\u0001two"}}',
  ];

  it.each(BAD)('drop that record only: %s', async (bad) => {
    const text = contain(container, [metrics(1, 1000), bad, metrics(3, 3000)]);
    const opened = await open(text);
    expect(opened.values('cwnd')).toEqual([1000, 3000]);
    expect(opened.snapshot.progress).toMatchObject({ events: 2, skippedRecords: 1 });
    expect(opened.quality.skipped).toMatchObject([
      { record: 2, reason: 'broken', offset: text.indexOf(bad) },
    ]);
    expect(opened.message('broken-record').text).toContain('The other 2 events are shown.');
  });
});

describe.each(CONTAINERS)('%s: duplicate keys', (container) => {
  it('the last wins, and nothing is merged', async () => {
    const opened = await open(
      contain(container, [
        '{"time":1,"time":4,"name":"a:b","name":"recovery:metrics_updated","data":{"ssthresh":3},"data":{"congestion_window":6000,"congestion_window":7000}}',
      ]),
    );
    expect(opened.values('cwnd')).toEqual([7000]);
    expect(opened.values('ssthresh')).toEqual([]);
    expect(opened.snapshot.extent.toUs).toBe(4000);
    const { text } = await opened.record(0);
    expect(text?.match(/"congestion_window"/g)).toHaveLength(2);
  });
});

describe.each(CONTAINERS)('%s: __proto__ and constructor keys', (container) => {
  it('are keys like any other, and names like any other', async () => {
    const before = Object.getOwnPropertyNames(Object.prototype);
    const poison =
      '"__proto__":{"congestion_window":5000,"polluted":1},"constructor":{"prototype":{"polluted":1}}';
    const opened = await open(
      contain(container, [
        update(1, `{${poison},"congestion_window":7000}`),
        update(2, `{${poison}}`),
        `{"__proto__":{"time":9,"name":"x:y"},"time":3,"name":"__proto__","group_id":"__proto__","data":{${poison}}}`,
        '{"time":4,"name":"constructor","group_id":"constructor","data":{}}',
        '{"time":5,"name":"recovery:congestion_state_updated","data":{"new":"toString"}}',
      ]),
    );
    expect(opened.snapshot.progress).toMatchObject({ events: 5, skippedRecords: 0 });
    expect(opened.values('cwnd')).toEqual([7000]);
    expect(opened.snapshot.summary.states).toEqual(['toString']);
    const groups = [0, 1, 2].map((index) => opened.session.connection(index).connection.info.groupId);
    expect(groups).toEqual([null, '__proto__', 'constructor']);
    const details = (await opened.rows('polluted = 1')).concat(await opened.rows());
    expect(details.length).toBeGreaterThan(0);
    expect(Object.getOwnPropertyNames(Object.prototype)).toEqual(before);
    expect(Reflect.get({}, 'polluted')).toBeUndefined();
  });

  it.each(['__proto__', 'constructor', 'toString'])('%s is a value like any other', async (word) => {
    const common_fields = { time_format: word, group_id: word, ODCID: word };
    const header = {
      qlog_version: word,
      title: word,
      trace: { vantage_point: { type: word }, common_fields },
    };
    const events = [
      sent(1, 0).replace('1RTT', word).replace('"ping"', `"${word}"`),
      acked(2, '[[0,0]]').replace('1RTT', word),
      `{"time":3,"name":"security:key_discarded","data":{"key_type":"${word}"}}`,
      `{"time":4,"name":"recovery:congestion_state_updated","data":{"new":"${word}"}}`,
    ];
    const opened = await open(contain(container, events, header));
    expect(opened.snapshot.summary).toMatchObject({ events: 4, packetsSent: 1, states: [word] });
    expect(opened.snapshot.summary).toMatchObject({ qlogVersion: word, vantagePoint: 'unknown' });
    expect(opened.snapshot.connections).toMatchObject([{ groupId: word, odcid: word, title: word }]);
  });

  it('do no harm in a header', async () => {
    const header = `{"qlog_version":"0.3","__proto__":{"title":"no"},"trace":{"__proto__":{"common_fields":{"time_format":"delta"}},"vantage_point":{"type":"constructor"}}}`;
    const opened = await open(contain(container, [metrics(1, 1000), metrics(2, 2000)], JSON.parse(header)));
    expect(opened.values('cwnd')).toEqual([1000, 2000]);
    expect(opened.snapshot.connections[0]).toMatchObject({ title: null, role: 'unknown' });
  });
});

describe.each(CONTAINERS)('%s: null and wrong types', (container) => {
  it('count as absent; numeric strings are numbers, "true" is true', async () => {
    const wrong = ['null', '"many"', '{}', '[]', '[7]', 'true', '""', '"0x10"', '-5'];
    const events = wrong.map((value, i) => update(i, `{"congestion_window":${value}}`));
    const opened = await open(
      contain(container, [
        ...events,
        update(20, '{"congestion_window":" 5","bytes_in_flight":"700","app_limited":"true"}'),
        update(21, 'null'),
        update(22, '[1,2]'),
        update(23, '"text"'),
      ]),
    );
    expect(opened.values('cwnd')).toEqual([]);
    expect(opened.values('bytes-in-flight', 32_768)).toEqual([700]);
    expect(opened.quality.decode).toMatchObject({ events: 13, absentTimes: 0 });
    expect(opened.quality.decode.metricFields).toContain('app_limited');
    expect(opened.kinds).toContain('no-window');
  });

  it('of packets keep the event, without the unreadable fields', async () => {
    const packet = (time: number, data: string): string =>
      `{"time":${time},"name":"transport:packet_sent","data":${data}}`;
    const opened = await open(
      contain(container, [
        packet(1, '{"header":[],"raw":"1200","frames":{"frame_type":"ping"}}'),
        packet(
          2,
          '{"header":{"packet_type":7,"packet_number":{}},"raw":{"length":[1200]},"frames":[null,1,"ack",[]]}',
        ),
        acked(3, 'null'),
        acked(4, '[null,[],["x"],{},[5,3],[0,1,2]]'),
      ]),
    );
    expect(opened.snapshot.progress).toMatchObject({ events: 4, skippedRecords: 0 });
    expect(opened.snapshot.summary).toMatchObject({ sentBytes: 0, packetsSent: 0 });
    expect(opened.quality.decode.droppedRanges).toBe(5);
  });

  it('of whole records are dropped and counted', async () => {
    const opened = await open(
      contain(container, [
        metrics(1, 1000),
        '{"time":2}',
        '[null,"x"]',
        '{"time":2,"name":5}',
        metrics(3, 3000),
      ]),
    );
    expect(opened.values('cwnd')).toEqual([1000, 3000]);
    expect(opened.quality.skippedTotal).toBe(3);
    expect(opened.quality.skipped.map(({ record }) => record)).toEqual([2, 3, 4]);
  });
});

describe.each(CONTAINERS)('%s: time absent, negative, backwards', (container) => {
  it('an absent one gets its predecessor’s, is flagged and counted', async () => {
    const times = ['', '"time":null,', '"time":"soon",', '"time":{},', '"time":1e300,'];
    const opened = await open(contain(container, [metrics(5, 1000), ...times.map(other), metrics(6, 2000)]));
    expect((await opened.rows()).map(({ timeUs }) => timeUs)).toEqual([
      5000, 5000, 5000, 5000, 5000, 5000, 6000,
    ]);
    expect(opened.quality.decode).toMatchObject({ events: 7, absentTimes: 5 });
    expect(opened.message('no-time')).toMatchObject({
      text: expect.stringMatching(/^5 records have no time/),
      places: expect.arrayContaining([expect.stringMatching(/^record 2 at byte \d+: acme:thing/)]),
    });
  });

  it('a negative one is an event before the reference', async () => {
    const opened = await open(contain(container, [metrics(-2.5, 1000), metrics(0, 2000), metrics(1, 3000)]));
    expect((await opened.rows()).map(({ timeUs }) => timeUs)).toEqual([-2500, 0, 1000]);
    expect(opened.snapshot.extent).toEqual({ fromUs: -2500, toUs: 1000 });
    expect(opened.kinds).toEqual([]);
  });

  it('a backward step keeps the event, in file order at its predecessor, and is counted', async () => {
    const opened = await open(
      contain(container, [metrics(1, 1000), metrics(9, 9000), metrics(2, 2000), metrics(10, 500)]),
    );
    expect((await opened.rows()).map(({ timeUs }) => timeUs)).toEqual([1000, 9000, 9000, 10_000]);
    expect(opened.snapshot.summary).toMatchObject({ cwndMinBytes: 500, cwndMaxBytes: 9000, events: 4 });
    expect(opened.quality.backwardSteps).toBe(1);
    expect(opened.message('time-backwards').level).toBe('note');
  });

  it('deltas are summed in file order, negative ones too', async () => {
    const header = {
      qlog_version: '0.3',
      trace: { common_fields: { time_format: 'delta', reference_time: 0 } },
    };
    const events = [metrics(5, 1000), metrics(4, 2000), metrics(-2, 3000), metrics(3, 4000)];
    const opened = await open(contain(container, events, header));
    expect((await opened.rows()).map(({ timeUs }) => timeUs)).toEqual([5000, 9000, 9000, 10_000]);
    expect(opened.quality.backwardSteps).toBe(1);
  });
});
