/** Words of the dialects, letter by letter: what the drafts and the stacks write, held against the writer. */
import { describe, expect, it } from 'vitest';
import {
  BASE,
  BASE_03,
  BASE_ARRAYS,
  BASE_CAPITALS,
  type Changes,
  vary,
} from '../support/encoder/base-dialect.ts';
import type { Dialect } from '../support/encoder/dialect.ts';
import { textOfModel } from '../support/encoder/encode.ts';
import type { ModelEvent } from '../support/encoder/model.ts';

const SENT: ModelEvent = {
  kind: 'packet_sent',
  timeMs: 1.25,
  packetType: '1RTT',
  packetNumber: 7,
  sizeBytes: 1200,
  frames: [
    {
      type: 'ack',
      ackDelayMs: 0.5,
      ranges: [
        [1, 3],
        [5, 5],
      ],
    },
    { type: 'stream', streamId: 4, offset: 0, lengthBytes: 1000 },
  ],
};
const LOST: ModelEvent = {
  kind: 'packet_lost',
  timeMs: 2,
  packetType: '1RTT',
  packetNumber: 6,
  sizeBytes: 1200,
};
const METRICS: ModelEvent = {
  kind: 'metrics',
  timeMs: 3,
  values: { congestion_window: 12000, ssthresh: Number.POSITIVE_INFINITY, smoothed_rtt: 20.5 },
};

/** The only event of a trace, as it stands in the file without its header. */
function written(event: ModelEvent, dialect: Dialect): string {
  const text = textOfModel({ vantagePoint: 'server', events: [event] }, dialect);
  const start =
    dialect.container.kind === 'contained' ? text.indexOf('[\n') + 2 : text.lastIndexOf('\x1e') + 1;
  return text.slice(start, text.indexOf('\n', start));
}

const in03 = (changes: Changes): Dialect => vary(BASE_03, 'a variation', changes);

describe('an event in the words of a dialect', () => {
  it('is what quiche writes today', () => {
    expect(written(SENT, BASE)).toBe(
      '{"time":1.25,"name":"quic:packet_sent","data":{"header":{"packet_type":"1RTT","packet_number":7},' +
        '"raw":{"length":1200,"payload_length":1170},"frames":[{"frame_type":"ack","ack_delay":0.5,' +
        '"acked_ranges":[[1,3],[5,5]]},{"frame_type":"stream","stream_id":4,"offset":0,"raw":{"payload_length":1000}}]}}',
    );
    expect(written(METRICS, BASE)).toBe(
      '{"time":3,"name":"quic:recovery_metrics_updated","data":{"congestion_window":12000,' +
        '"ssthresh":18446744073709551615,"smoothed_rtt":20.5}}',
    );
  });

  it('is an array in the order of its columns, in capitals in draft-00', () => {
    expect(written(LOST, BASE_ARRAYS)).toBe(
      '[2,"recovery","packet_lost",{"header":{"packet_type":"1RTT","packet_number":6,"packet_size":1200,' +
        '"payload_length":1170},"trigger":"reordering_threshold"}]',
    );
    const capitals = vary(BASE_CAPITALS, 'in us', {
      units: 'us',
      fields: { window: 'cwnd', unlimited: 'absent' },
    });
    expect(written(METRICS, capitals)).toBe(
      '[3000,"RECOVERY","METRIC_UPDATE","DEFAULT",{"cwnd":12000,"smoothed_rtt":20500}]',
    );
  });

  it('names its columns and its unit in the header', () => {
    const text = textOfModel(
      { vantagePoint: 'server', events: [] },
      vary(BASE_CAPITALS, 'quant in capitals', { units: 'us', time: { format: 'delta' } }),
    );
    const { qlog_version, traces } = JSON.parse(text);
    expect(qlog_version).toBe('draft-00');
    expect(traces[0].event_fields).toEqual(['delta_time', 'CATEGORY', 'EVENT_TYPE', 'TRIGGER', 'DATA']);
    expect(traces[0].configuration.time_units).toBe('us');
    expect(traces[0].common_fields.reference_time).toBe('1795240800250000');
  });

  it('names a lost packet as aioquic does, or as quic-go did in 2020', () => {
    expect(written(LOST, in03({ fields: { lost: 'type' } }))).toBe(
      '{"time":2,"name":"recovery:packet_lost","data":{"type":"1RTT","packet_number":6}}',
    );
    expect(written(LOST, in03({ fields: { lost: 'top-level-string' } }))).toContain(
      '"data":{"packet_type":"1RTT","packet_number":"6","trigger":"time_threshold"}',
    );
    expect(written(LOST, in03({ fields: { lost: 'counter' } }))).toBe(
      '{"time":2,"name":"recovery:metrics_updated","data":{"cf_lost_packets":{"total":1,"delta":1}}}',
    );
  });

  it('has its ranges as numbers or strings, from either end, a single packet alone', () => {
    const singles = { ackShape: 'singles', ackOrder: 'descending' } as const;
    expect(written(SENT, in03({ fields: singles }))).toContain('"acked_ranges":[[5],[1,3]]');
    expect(written(SENT, in03({ fields: { ...singles, numbers: 'string' } }))).toContain(
      '"acked_ranges":[["5"],["1","3"]]',
    );
  });

  it('has its time as a date, a string, or with a format of its own', () => {
    const absolute = { format: 'absolute', reference: 'absent' } as const;
    expect(written(LOST, in03({ time: absolute }))).toMatch(/^\{"time":1795240800252,/);
    expect(written(LOST, in03({ time: { ...absolute, written: 'string' } }))).toMatch(
      /^\{"time":"1795240800252",/,
    );
    expect(written(LOST, in03({ time: { format: 'mixed' } }))).toMatch(
      /^\{"time":2,"time_format":"relative",/,
    );
    const float32 = in03({ time: { rounding: 'float32' } });
    expect(written({ ...LOST, timeMs: 20_000.124 }, float32)).toMatch(/^\{"time":20000.123,/);
  });
});

describe('what follows from the choices of a dialect', () => {
  it('says how exact times and RTTs can be', () => {
    expect(BASE.resolutionUs).toBe(0);
    expect(in03({ time: { rounding: 'whole-ms' } }).resolutionUs).toBe(1000);
    expect(in03({ time: { format: 'absolute' } }).resolutionUs).toBe(1);
    expect(in03({ fields: { rtt: 'whole-ms' } }).rttResolutionUs).toBe(1000);
  });

  it('says what cannot survive', () => {
    expect(BASE.loses).toEqual([]);
    const poor = in03({ fields: { size: 'none', frames: 'none', metrics: 'none', lost: 'counter' } });
    expect(poor.loses).toEqual(['sizes', 'frames', 'metrics', 'lost-numbers']);
    expect(in03({ time: { format: 'delta', rounding: 'truncated-deltas' } }).loses).toEqual(['times']);
  });
});
