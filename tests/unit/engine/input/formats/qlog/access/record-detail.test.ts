/** The few words of an event's line in the list. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  MAX_DETAIL_LENGTH,
  recordDetail,
} from '../../../../../../../src/engine/input/formats/qlog/access/record-detail.ts';
import { corpusPath, rawRecords } from '../../../../../../support/raw-trace.ts';
import { draws } from '../../../../../../support/tier.ts';

const header = { packet_type: '1RTT', packet_number: 42 };

test.each<[unknown, string]>([
  [
    {
      header,
      raw: { length: 1350 },
      frames: [
        { frame_type: 'stream', stream_id: 4 },
        { frame_type: 'ack', acked_ranges: [[0, 41]] },
      ],
    },
    'stream 4, ack 0–41',
  ],
  [
    { header, frames: [{ frame_type: 'padding' }, { frame_type: 'padding' }, { frame_type: 'ping' }] },
    'padding ×2, ping',
  ],
  [{ frames: [{ frame_type: 'ack', acked_ranges: [['9'], [5, 5], [1, 3], [0], [7]] }] }, 'ack 9, 5, 1–3, +2'],
  [{ frames: [{ frame_type: 'ack', acked_ranges: [[9], [5], [1], [0]] }] }, 'ack 9, 5, 1, +1'],
  [{ frames: [{ frame_type: 'ack', acked_ranges: [[9], [5], [1]] }] }, 'ack 9, 5, 1'],
  [{ frames: [{ frame_type: 'max_data', maximum: 5000 }, 7, {}] }, 'max_data 5000, frame ×2'],
  [
    { packet_type: '0RTT', header: { packet_number: '0' }, frames: [{ frame_type: 'ping' }], trigger: 'x' },
    '0RTT ping (x)',
  ],
  [{ packet_type: 'initial', header: { packet_number: '0', packet_size: 1200 }, frames: [] }, ''],
  [{ header, trigger: 'time_threshold' }, '(time_threshold)'],
  [
    { cf_app_limited: true, smoothed_rtt: 13.9004, congestion_window: 2700 },
    'congestion_window 2700, smoothed_rtt 13.9, cf_app_limited true',
  ],
  [
    { ssthresh: 2 ** 64, cf_lost_packets: { total: 3, delta: 0 } },
    'ssthresh over 2^53, cf_lost_packets.total 3, cf_lost_packets.delta 0',
  ],
  [{ old: 'slow_start', new: 'recovery' }, 'slow_start → recovery'],
  [{ new: 'recovery', trigger: 'ecn' }, '→ recovery (ecn)'],
  [{ old: 'unblocked', new: 'blocked', reason: 'pacing' }, 'unblocked → blocked (pacing)'],
  [
    { packet_numbers: [1, 2, 3, 4, 5], packet_number_space: 'initial' },
    'packet_numbers [1 2 3 … 5], packet_number_space initial',
  ],
  [{ note: 'a\u0000\u202eb\nc' }, 'note a\\x00\\u202eb\\nc'],
  [{}, ''],
  [null, ''],
])('%j → %s', (data, due) => {
  expect(recordDetail({ time: 1, name: 'quic:x', data })).toBe(due);
});

test('an array event has its data at its end (drafts 00 and 01)', () => {
  expect(recordDetail([12, 'transport', 'packet_sent', 'line', { packet_type: '0RTT' }])).toBe('0RTT');
  expect(recordDetail([12, 'transport', 'packet_sent'])).toBe('');
});

test('a detail is one short line of plain text for any record', () => {
  const keys = fc.constantFrom(
    'header',
    'frames',
    'frame_type',
    'acked_ranges',
    'new',
    'raw',
    'length',
    '__proto__',
  );
  const data = fc.letrec((tie) => ({
    value: fc.oneof(
      { maxDepth: 4 },
      fc.jsonValue(),
      fc.array(tie('value')),
      fc.dictionary(keys, tie('value')),
    ),
  })).value;
  fc.assert(
    fc.property(fc.oneof(fc.jsonValue(), fc.record({ data })), (record) => {
      const detail = recordDetail(record);
      expect(detail.length).toBeLessThanOrEqual(MAX_DETAIL_LENGTH);
      expect(detail).not.toMatch(/[\p{Cc}\p{Cs}]/u);
    }),
    { numRuns: draws(1000) },
  );
});

test('a long record costs no more than its beginning', () => {
  const frames = Array.from({ length: 100_000 }, (_, i) => ({ frame_type: 'stream', stream_id: i * 4 }));
  const detail = recordDetail({ data: { header, frames } });
  expect(detail).toMatch(/^stream 0, stream 4, .*…$/);
  expect(detail).toHaveLength(MAX_DETAIL_LENGTH);
});

test('every event of a real trace has a detail', () => {
  const records = rawRecords(corpusPath('rate2-both-cubic-buggy-s09.server.sqlog.gz'));
  const bare = records.filter((record) => 'data' in record && recordDetail(record) === '');
  expect(bare).toEqual([]);
});
