/** Frames of HTTP/3 are read the same from parsed and from recognised records, and only those with texts are parsed. */
import { describe, expect, test } from 'vitest';
import { HttpFact, HttpFrame } from '../../../../../../../src/qlog-schema/index.ts';
import { contain } from '../../../../../../support/containers.ts';
import { differences, readThrough } from '../../../../../../support/scan-compare.ts';
import { utf8 } from '../../../../../../support/split-all.ts';

const RECORDS = 40;

/** As many records that differ in their numbers. */
function bytesOf(name: string, dataOf: (i: number) => unknown): Uint8Array {
  const events = Array.from({ length: RECORDS }, (_, i) => ({ time: i, name, data: dataOf(i) }));
  return utf8(
    contain(
      'JSON-SEQ',
      events.map((event) => JSON.stringify(event)),
    ),
  );
}

/** The three pairs of the last record. */
function lastOf(bytes: Uint8Array): readonly number[] {
  return (readThrough(bytes, 'parsed', [bytes.length]).columns.get('pairs') ?? []).slice(-6);
}

const fields = (of: object): object[] => Object.entries(of).map(([name, value]) => ({ name, value }));
const frameOf = (more: object): object => ({ frame_type: 'data', ...more });

describe('a DATA frame', () => {
  test.each([
    [
      'quic-go',
      (i: number) => ({ stream_id: 4 * i, frame: frameOf({ raw: { length: i + 5, payload_length: i } }) }),
    ],
    ['aioquic', (i: number) => ({ stream_id: 4 * i, length: i, frame: frameOf({}) })],
    ['draft-01', (i: number) => ({ byte_length: String(i), stream_id: String(4 * i), frame: frameOf({}) })],
    [
      'a raw beside the frame',
      (i: number) => ({ stream_id: 4 * i, raw: { payload_length: i }, frame: frameOf({}) }),
    ],
    [
      'a length that is always the same',
      (i: number) => ({ stream_id: 4 * i, length: 39, frame: frameOf({ x: i }) }),
    ],
  ])('as %s writes it', (_, dataOf) => {
    const bytes = bytesOf('http3:frame_parsed', dataOf);
    const reading = readThrough(bytes, 'simd', [bytes.length]);
    expect(differences(reading, readThrough(bytes, 'parsed', [bytes.length]))).toEqual([]);
    expect(reading.recognised).toBeGreaterThan(RECORDS / 2);
    const { stream, frame, payload } = HttpFact;
    expect(lastOf(bytes)).toEqual([stream, 4 * (RECORDS - 1), frame, HttpFrame.data, payload, RECORDS - 1]);
  });

  test('without the length of its payload has that of the frame', () => {
    const bytes = bytesOf('h3:frame_created', (i) => ({
      stream_id: i,
      frame: frameOf({ raw: { length: i } }),
    }));
    expect(differences(readThrough(bytes, 'simd', [99]), readThrough(bytes, 'parsed', [99]))).toEqual([]);
    expect(lastOf(bytes).slice(-2)).toEqual([HttpFact.whole, RECORDS - 1]);
  });
});

describe('a frame with texts', () => {
  test.each([
    ['headers', (i: number) => ({ headers: [{ name: ':path', value: `/${i}` }], length: i })],
    [
      'headers with numbers',
      (i: number) => ({ headers: fields({ ':status': 200 + i, 'content-length': String(i) }) }),
    ],
    [
      'headers with a number of another',
      (i: number) => ({ headers: fields({ ':status': '200', ':path': String(i) }) }),
    ],
    ['headers of the same text', (i: number) => ({ headers: [{ name: ':path', value: '/' }], length: i })],
    ['priority_update', (i: number) => ({ prioritized_element_id: i, priority_field_value: 'u=1' })],
  ])('%s is none less where its records repeat', (name, more) => {
    const frame_type = name.split(' ')[0];
    const bytes = bytesOf('http:frame_created', (i) => ({ stream_id: 2, frame: { frame_type, ...more(i) } }));
    const reading = readThrough(bytes, 'simd', [bytes.length]);
    expect(reading.http).toHaveLength(RECORDS);
    expect(differences(reading, readThrough(bytes, 'parsed', [bytes.length]))).toEqual([]);
  });
});

test('numbers of frames, and numbers that are none, are read as if parsed', () => {
  for (const dataOf of [
    (i: number) => ({ stream_id: 4, frame: { frame_type: i % 3, length: 7 } }),
    (i: number) => ({ stream_id: i % 2 ? -1 : 2 ** 60, length: i % 3 ? -i : 1.5, frame: frameOf({}) }),
    (i: number) => ({ stream_id: i % 2 ? null : {}, frame: i % 3 ? frameOf({}) : [] }),
  ]) {
    const bytes = bytesOf('http3:frame_created', dataOf);
    expect(differences(readThrough(bytes, 'simd', [512]), readThrough(bytes, 'parsed', [512]))).toEqual([]);
  }
});
