/** Requests from HTTP/3 events, in the spellings of every dialect. */
import { describe, expect, test } from 'vitest';
import type { HttpRow } from '../../../../../src/engine/sender/http/http-row.ts';
import { httpRowsOf } from '../../../../../src/engine/sender/http/http-rows.ts';
import { requestCount } from '../../../../../src/engine/sender/http/request-count.ts';
import { acknowledge, replayEvents, send, type TimedEvent } from '../../../../support/replay-events.ts';

const fields = (of: { readonly [name: string]: string }): object[] =>
  Object.entries(of).map(([name, value]) => ({ name, value }));
const GET = fields({ ':method': 'GET', ':authority': 'a.example', ':path': '/one?two=3' });

/** A frame as the newest draft has it. */
const frame = (
  timeMs: number,
  what: 'created' | 'parsed',
  stream_id: unknown,
  frame_type: string,
  more: object = {},
): TimedEvent => [timeMs, `http3:frame_${what}`, { stream_id, frame: { frame_type, ...more } }];
const data = (bytes: number): object => ({ raw: { length: bytes + 5, payload_length: bytes } });
const headers = (of: unknown): object => ({ headers: of, ...data(30) });

function rowsOf(...events: readonly TimedEvent[]): readonly HttpRow[] {
  const state = replayEvents(events);
  const { rows } = httpRowsOf(state);
  expect(requestCount(state)).toBe(rows.length);
  return rows;
}

describe('a request', () => {
  test('of a client is what it made, the response what it read', () => {
    const [row] = rowsOf(
      frame(10, 'created', 4, 'headers', headers(GET)),
      frame(11, 'created', 4, 'data', data(700)),
      frame(50, 'parsed', 4, 'headers', headers(fields({ ':status': '200', 'content-length': '1200' }))),
      frame(60, 'parsed', 4, 'data', data(1000)),
      frame(70, 'parsed', 4, 'data', data(200)),
    );
    expect(row).toEqual({
      ...{
        streamId: 4,
        method: 'GET',
        authority: 'a.example',
        path: '/one?two=3',
        status: 200,
        priority: null,
      },
      ...{ requestBytes: 700, responseBytes: 1200, isBody: true, announcedBytes: 1200 },
      ...{ startUs: 10_000, firstByteUs: 50_000, endUs: 70_000, outcome: 'done' },
      ...{ abortedBy: null, code: Number.NaN, blocked: [], gaps: [], held: null, source: 'http-events' },
    });
  });

  test('of a server is what it read, the response what it made', () => {
    const [row] = rowsOf(
      frame(10, 'parsed', 0, 'headers', headers(GET)),
      frame(50, 'created', 0, 'headers', headers(fields({ ':status': '404' }))),
      frame(51, 'created', 0, 'data', data(9)),
    );
    expect(row).toMatchObject({
      method: 'GET',
      status: 404,
      requestBytes: 0,
      responseBytes: 9,
      outcome: 'open',
    });
  });

  test.each([
    ['aioquic', 'http:frame_created', { length: 70, frame: { frame_type: 'data' } }],
    ['quiche', 'http3:frame_created', { length: 70, frame: { frame_type: 'data' } }],
    ['draft-02', 'http:frame_created', { byte_length: '70', frame: { frame_type: 'DATA' } }],
    [
      'a frame without its payload',
      'h3:frame_created',
      { frame: { frame_type: 'data', raw: { length: 73 } } },
    ],
    ['a frame by its number', 'h3:frame_created', { frame: { frame_type: 0, raw: { payload_length: 70 } } }],
    [
      'a payload of the event',
      'h3:frame_created',
      { raw: { payload_length: 70 }, frame: { frame_type: 'data' } },
    ],
  ])('is read from what %s writes', (_, name, more) => {
    const [row] = rowsOf(
      [1, name, { stream_id: '8', ...more }],
      frame(0, 'created', 8, 'headers', headers(GET)),
    );
    expect(row).toMatchObject({ streamId: 8, requestBytes: 70 });
  });

  test('has the final status, after interim ones', () => {
    const [row] = rowsOf(
      frame(0, 'created', 0, 'headers', headers(GET)),
      frame(1, 'parsed', 0, 'headers', headers(fields({ ':status': '103' }))),
      frame(2, 'parsed', 0, 'headers', headers(fields({ ':status': '200', 'content-length': '5' }))),
      frame(3, 'parsed', 0, 'headers', headers(fields({ 'grpc-status': '0' }))),
    );
    expect(row).toMatchObject({ status: 200, announcedBytes: 5, firstByteUs: 1000 });
  });

  test('has the priority of its header, and that of a PRIORITY_UPDATE on the control stream above it', () => {
    const asked = headers([...GET, { name: 'priority', value: 'u=5' }]);
    const first = frame(0, 'created', 0, 'headers', asked);
    const update = {
      prioritized_element_id: 0,
      priority_field_value: 'u=1, i',
      target_stream_type: 'request',
    };
    expect(rowsOf(first)[0]?.priority).toBe('u=5');
    expect(rowsOf(frame(0, 'created', 2, 'priority_update', update), first)[0]?.priority).toBe('u=1, i');
    expect(rowsOf(first, [1, 'h3:priority_updated', { stream_id: 0, new: 'u=0' }])[0]?.priority).toBe('u=0');
  });

  test('that was pushed is a response without a request', () => {
    const [row] = rowsOf(frame(5, 'parsed', 15, 'headers', headers(fields({ ':status': '200' }))));
    expect(row).toMatchObject({
      streamId: 15,
      method: null,
      status: 200,
      startUs: Number.NaN,
      firstByteUs: 5000,
    });
  });

  test('comes as a pair of name and value, or under the name of an older draft', () => {
    const pairs = GET.map((field) => Object.values(field as object));
    expect(rowsOf(frame(0, 'created', 0, 'headers', { headers: pairs }))[0]?.path).toBe('/one?two=3');
    expect(rowsOf(frame(0, 'created', 0, 'headers', { fields: GET }))[0]?.method).toBe('GET');
  });
});

describe('bad input', () => {
  test('values that are none are absent', () => {
    const bad = [
      null,
      7,
      'x',
      [],
      {},
      { name: 3, value: 4 },
      { name: ':path', value: { a: 1 } },
      { name: ':status', value: 'ok' },
    ];
    for (const of of [null, {}, 'text', 7, bad])
      expect(rowsOf(frame(0, 'created', 0, 'headers', headers(of)))[0]).toMatchObject({
        ...{ streamId: 0, method: null, path: null, status: Number.NaN },
      });
  });

  test('a text of a megabyte is cut', () => {
    const long = fields({ ':method': 'GET', ':path': `/${'é'.repeat(1e6)}` });
    expect(rowsOf(frame(0, 'created', 0, 'headers', headers(long)))[0]?.path).toHaveLength(200);
  });

  test.each([-4, 1.5, 2 ** 53, 2 ** 62, 'one', null, {}])('a stream %o is counted', (id) => {
    const state = replayEvents([frame(0, 'created', id, 'data', data(5))]);
    expect(httpRowsOf(state)).toEqual({ rows: [], unread: 1 });
  });

  test('unknown frames are counted, reserved ones and those of control streams are none of a request', () => {
    const state = replayEvents([
      frame(0, 'created', 0, 'unknown', { frame_type_bytes: 1e15, ...data(9) }),
      frame(0, 'created', 0, 'reserved', data(9)),
      frame(0, 'created', 2, 'settings', { settings: [] }),
      frame(0, 'created', 1, 'data', data(9)),
      [0, 'http3:frame_created', {}],
      [0, 'http3:frame_created', null as unknown as object],
    ]);
    expect(httpRowsOf(state)).toEqual({ rows: [], unread: 4 });
  });

  test('a body whose frames have no length is not known', () => {
    const [row] = rowsOf(frame(0, 'created', 0, 'headers', headers(GET)), frame(1, 'created', 0, 'data'));
    expect(row).toMatchObject({ isBody: false, requestBytes: 0 });
  });

  test('data before headers, two of them, responses without a request', () => {
    const ok = headers(fields({ ':status': '200' }));
    const rows = rowsOf(
      frame(0, 'parsed', 0, 'data', data(7)),
      frame(1, 'parsed', 0, 'headers', ok),
      frame(2, 'parsed', 0, 'headers', headers(fields({ ':status': '500' }))),
      frame(3, 'parsed', 4, 'headers', ok),
    );
    expect(rows).toMatchObject([
      { status: 200, responseBytes: 7 },
      { streamId: 4, method: null, status: 200 },
    ]);
  });
});

describe('a response that a server sent', () => {
  const stream = (offset: number, length: number, fin: boolean, stream_id = 0): object => ({
    frame_type: 'stream',
    stream_id,
    offset,
    length,
    fin,
  });
  const asked: TimedEvent = [
    0,
    'quic:packet_received',
    {
      header: { packet_type: '1RTT', packet_number: 0 },
      raw: { length: 60 },
      // With the control stream of HTTP/3.
      frames: [stream(0, 20, true), stream(0, 9, false, 2)],
    },
  ];
  const sends = (timeMs: number, number: number, ...frames: readonly object[]): TimedEvent =>
    send(timeMs, number, { frames });
  const endOf = (...events: readonly TimedEvent[]): readonly unknown[] => {
    const { rows } = httpRowsOf(replayEvents([asked, ...events], 'server'));
    return [rows[0]?.outcome, rows[0]?.endUs];
  };
  const whole = [sends(10, 0, stream(0, 500, false)), sends(12, 1, stream(500, 500, true))] as const;

  test('ends when the last byte is acknowledged, be it one before the FIN', () => {
    expect(endOf(...whole, acknowledge(40, [[0, 1]]))).toEqual(['done', 40_000]);
    expect(endOf(...whole, acknowledge(40, [[1, 1]]), acknowledge(50, [[0, 1]]))).toEqual(['done', 50_000]);
  });

  test('ends with the ACK of its FIN where that was sent alone', () => {
    const alone = [sends(10, 0, stream(0, 500, false)), sends(12, 1, stream(500, 0, true))];
    expect(endOf(...alone, acknowledge(40, [[0, 0]]), acknowledge(55, [[0, 1]]))).toEqual(['done', 55_000]);
    expect(endOf(...alone, acknowledge(40, [[0, 0]]))).toEqual(['sent', 12_000]);
  });

  test('is sent, and no more, where its ACK does not show: when what was lost of it was sent again', () => {
    expect(endOf(...whole)).toEqual(['sent', 12_000]);
    const lost: TimedEvent = [45, 'quic:packet_lost', { header: { packet_type: '1RTT', packet_number: 0 } }];
    const again = sends(46, 2, stream(0, 500, false));
    expect(endOf(...whole, acknowledge(40, [[1, 1]]), lost, again)).toEqual(['sent', 46_000]);
  });

  test('is none of a raw stream: without control streams, or where another protocol was chosen', () => {
    const alpn = (chosen_alpn: string): TimedEvent => [
      0,
      'quic:alpn_information',
      { chosen_alpn: { string_value: chosen_alpn } },
    ];
    expect(httpRowsOf(replayEvents([...whole], 'server')).rows).toEqual([]);
    expect(requestCount(replayEvents([...whole], 'server'))).toBe(0);
    expect(httpRowsOf(replayEvents([alpn('h3'), asked, ...whole], 'server')).rows).toHaveLength(1);
    expect(httpRowsOf(replayEvents([alpn('hq-interop'), asked, ...whole], 'server')).rows).toEqual([]);
  });
});
