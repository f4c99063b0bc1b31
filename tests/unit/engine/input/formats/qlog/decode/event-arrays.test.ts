/** Events that are arrays: draft-00, draft-01, the files from before, and objects beside them. */
import { describe, expect, it } from 'vitest';
import {
  emptyParts,
  shapeEvent,
} from '../../../../../../../src/engine/input/formats/qlog/decode/event-shape.ts';
import { EventKind, MetricField } from '../../../../../../../src/qlog-schema/index.ts';
import { decodeDocument } from '../../../../../../support/decode-all.ts';

const METRICS = { cwnd: 5 };

describe('columns', () => {
  it.each([
    [
      'lower case',
      ['relative_time', 'category', 'event', 'data'],
      [1, 'recovery', 'metrics_updated', METRICS],
    ],
    [
      'upper case',
      ['relative_time', 'CATEGORY', 'EVENT_TYPE', 'TRIGGER', 'DATA'],
      ['1', 'RECOVERY', 'METRIC_UPDATE', 'X', METRICS],
    ],
    ['no category', ['time', 'EVENT_TYPE', 'DATA'], [1, 'metrics_updated', METRICS]],
    [
      'any order',
      ['data', 'event_type', 'category', 'relative_time'],
      [METRICS, 'metric_update', 'recovery', 1],
    ],
    [
      'a path',
      ['relative_time', 'path_id', 'category', 'event', 'data'],
      [1, 0, 'recovery', 'metrics_updated', METRICS],
    ],
    [
      'more values than columns',
      ['time', 'category', 'event', 'data'],
      [1, 'recovery', 'metrics_updated', METRICS, 7],
    ],
    ['a name', ['time', 'name', 'data'], [1, 'recovery:metrics_updated', METRICS]],
  ])('are read by their names: %s', (_, event_fields, event) => {
    const { rows, problems } = decodeDocument({ traces: [{ event_fields, events: [event] }] });
    expect(problems).toEqual([]);
    expect(rows).toMatchObject([
      { kind: EventKind.metricsUpdated, timeUs: 1000, pairs: [[MetricField.congestionWindow, 5]] },
    ]);
  });

  it.each([
    ['four', [1, 'recovery', 'metrics_updated', METRICS]],
    ['five with a trigger', [1, 'recovery', 'metrics_updated', 'LINE', METRICS]],
    ['five with a path', [1, 0, 'recovery', 'metrics_updated', METRICS]],
    ['three', ['1', 'metrics_updated', METRICS]],
  ])('that nobody named are told by what stands in them: %s', (_, event) => {
    const { rows, problems } = decodeDocument({ traces: [{ events: [event] }] });
    expect(problems).toEqual([]);
    expect(rows).toMatchObject([{ kind: EventKind.metricsUpdated, timeUs: 1000, pairs: [[0, 5]] }]);
  });

  it('of one trace do not apply to the next', () => {
    const { rows } = decodeDocument({
      traces: [
        { event_fields: ['data', 'name', 'time'], events: [[{}, 'a:b', 1]] },
        { event_fields: ['time', 'name', 'data'], events: [[2, 'c:d', {}]] },
      ],
    });
    expect(rows.map(({ event, timeUs }) => [event, timeUs])).toEqual([
      ['a:b', 1000],
      ['c:d', 2000],
    ]);
  });

  it('may have the names used before the first draft', () => {
    const fields = ['time', 'category', 'type', 'trigger', 'data'];
    const { rows, infos } = decodeDocument({
      qlog_version: '0.1',
      connections: [
        {
          connectionid: 'c3',
          fields,
          events: [[3, 'RECOVERY', 'RTT_UPDATE', 'ACK_RX', { latest_rtt: 36, rttvar: 18 }]],
        },
      ],
    });
    expect(infos[0]?.groupId).toBe('c3');
    expect(rows).toMatchObject([
      {
        timeUs: 3000,
        pairs: [
          [MetricField.latestRtt, 36_000],
          [MetricField.rttVariance, 18_000],
        ],
      },
    ]);
  });
});

describe('an event array', () => {
  it('shorter than its columns is skipped and reported', () => {
    const event_fields = ['time', 'category', 'event', 'data'];
    const { rows, problems } = decodeDocument({
      traces: [
        {
          event_fields,
          events: [
            [1, 'a'],
            [2, 'a', 'b', {}],
          ],
        },
      ],
    });
    expect(rows.length).toBe(1);
    expect(problems).toMatchObject([{ reason: 'broken', record: 1 }]);
    expect(problems[0]?.detail).toContain('fewer columns');
  });

  it('that is empty ends a list, as an empty object does', () => {
    const event_fields = ['time', 'category', 'event', 'data'];
    const { rows, problems } = decodeDocument({
      traces: [{ event_fields, events: [[1, 'a', 'b', {}], [], {}] }],
    });
    expect([rows.length, problems.length]).toEqual([1, 0]);
  });

  it('may be mixed with objects', () => {
    const { rows } = decodeDocument({
      traces: [
        {
          event_fields: ['time', 'category', 'event', 'data'],
          events: [
            [1, 'transport', 'packet_sent', {}],
            { time: 2, category: 'transport', type: 'packet_sent', data: {} },
            { relative_time: 3, name: 'transport:packet_sent' },
            { delta_time: 1, name: 'transport:packet_sent' },
          ],
        },
      ],
    });
    expect(rows.map(({ kind, timeUs }) => [kind, timeUs])).toEqual(
      [1000, 2000, 3000, 4000].map((t) => [1, t]),
    );
  });

  it('keeps nothing of the event before it', () => {
    const parts = emptyParts();
    shapeEvent({ time: 1, name: 'a:b', group_id: 'g', data: { x: 1 } }, null, parts);
    shapeEvent([2, 'c:d'], null, parts);
    expect(parts).toEqual({ ...emptyParts(), time: 2, name: 'c:d' });
  });
});
