/** What decides is marked in a record's text where it stands, by the names that the log has for it. */
import { describe, expect, test } from 'vitest';
import { QlogRecord } from '../../../../../../../src/engine/input/formats/qlog/access/qlog-record.ts';
import type { WantedField } from '../../../../../../../src/engine/input/formats/records.ts';

const field = (...paths: readonly string[]): WantedField => ({ kind: 'field', paths });
const frame = (...types: readonly string[]): WantedField => ({ kind: 'frame', types });

function shown(record: string, wanted: WantedField, event = 'recovery:metrics_updated') {
  const read = QlogRecord.whole(new TextEncoder().encode(record));
  const found = read.field(wanted, event);
  return found && [found.words, read.print().text.slice(found.from, found.to)];
}

const METRICS =
  '{"time":1.5,"name":"recovery:metrics_updated","data":{"note":{"congestion_window":1,"a":"}\\"]"},"cwnd":2400}}';
const PACKET =
  '{"time":2,"name":"transport:packet_sent","data":{"header":{"packet_number":7},"frames":[{"frame_type":"ack","acked_ranges":[[1,2]]},{"frame_type":"data_blocked","limit":9}]}}';

describe('a field', () => {
  test.each([
    [METRICS, field('congestion_window'), 'data.cwnd = 2400', '"cwnd": 2400'],
    [METRICS, field('time'), 'time = 1.5', '"time": 1.5'],
    [
      METRICS,
      field('ssthresh', 'name'),
      'name = recovery:metrics_updated',
      '"name": "recovery:metrics_updated"',
    ],
    [PACKET, field('header.packet_number'), 'data.header.packet_number = 7', '"packet_number": 7'],
    [
      '[1.5,"recovery","metrics_updated",{"cwnd":3}]',
      field('congestion_window'),
      '[3].cwnd = 3',
      '"cwnd": 3',
    ],
    ['[1.5,"recovery","metrics_updated",{}]', field('time'), '[0] = 1.5', '1.5'],
    [
      `{"data":{"cwnd":"${'7'.repeat(99)}"}}`,
      field('cwnd'),
      `data.cwnd = ${'7'.repeat(60)}`,
      `"cwnd": "${'7'.repeat(99)}"`,
    ],
  ])('%s %s', (record, wanted, words, marked) => {
    expect(shown(record, wanted)).toEqual([words, marked]);
  });

  test.each([
    ['no such', METRICS, field('ssthresh')],
    ['of a prototype', METRICS, field('constructor')],
    ['of what is no JSON', '{"data":{"cwnd":3}', field('cwnd')],
    ['no such frame', PACKET, frame('max_data')],
    ['frames that are none', '{"data":{"frames":[1,null,{}]}}', frame('stream')],
    ['of a number', '7', field('time')],
  ])('%s is none', (_, record, wanted) => {
    expect(shown(record, wanted)).toBeNull();
  });
});

test('of a frame all is marked, and its type is said', () => {
  const [words, marked] =
    shown(PACKET, frame('stream_data_blocked', 'data_blocked'), 'transport:packet_sent') ?? [];
  expect(words).toBe('data.frames[1].frame_type = data_blocked');
  expect(JSON.parse(marked ?? '')).toEqual({ frame_type: 'data_blocked', limit: 9 });
});

test('beyond the text that is shown nothing is marked', () => {
  const long = `{"data":{"pad":"${'x'.repeat(300_000)}","cwnd":3}}`;
  expect(shown(long, field('cwnd'))).toBeNull();
});
