/**
 * Requests in recorded logs, held against what the programs noted that asked and answered (manifest of the recordings): of every
 * dialect with HTTP/3 events, and of one without them; both ends; requests that were cancelled and reset.
 */
import { describe, expect, test } from 'vitest';
import type { HttpRow } from '../../src/engine/sender/http/http-row.ts';
import { httpTable } from '../../src/engine/sender/http/http-table.ts';
import { loadTrace } from '../support/load.ts';
import { endsApart } from '../support/request-ends.ts';

const rowsOf = (file: string): readonly HttpRow[] => {
  const { pipeline } = loadTrace(new URL(`wire/${file}`, import.meta.url).pathname);
  return httpTable(pipeline.state, 'start').rows;
};

test('their orders are by time until the first byte, by duration and by bytes, the largest first', () => {
  const { state } = loadTrace(
    new URL('wire/quiche-req-post.client.sqlog.gz', import.meta.url).pathname,
  ).pipeline;
  const keys = {
    waiting: (row: HttpRow) => row.firstByteUs - row.startUs,
    duration: (row: HttpRow) => row.endUs - row.startUs,
    bytes: (row: HttpRow) => row.requestBytes + row.responseBytes,
  };
  for (const order of ['waiting', 'duration', 'bytes'] as const) {
    const values = httpTable(state, order).rows.map(keys[order]);
    expect(values.length).toBeGreaterThan(6);
    expect(new Set(values).size).toBeGreaterThan(1);
    expect(values).toEqual([...values].sort((a, b) => b - a));
  }
});

const line = ({ streamId, path, status, responseBytes, outcome, abortedBy, code }: HttpRow): string =>
  `${streamId} ${path} ${status} ${responseBytes} ${outcome} ${abortedBy ?? ''} ${code}`;

/** Three were asked for after these. */
const OTHERS = [24, 28, 32].map((id) => `${id} /b/5000 200 5000 done  NaN`);

describe('requests that were cancelled and reset', () => {
  test.each([
    [
      'go-cancel.client.sqlog.gz',
      [
        '0 /b/1000000 200 65536 cancelled local 268',
        '12 /b/500000 200 6266 cancelled local 268',
        '16 /reset/300000/40000 200 20045 reset remote 258',
        '20 /reset/50000/1 NaN 0 reset remote 258',
      ],
    ],
    [
      'go-cancel.server.sqlog.gz',
      [
        '0 /b/1000000 200 109563 cancelled remote 268',
        '12 /b/500000 200 19600 cancelled remote 268',
        '16 /reset/300000/40000 200 39023 reset local 258',
        '20 /reset/50000/1 200 1 reset local 258',
      ],
    ],
    [
      // It reads on after its own STOP_SENDING.
      'aio-cancel.client.qlog.gz',
      [
        '0 /b/1000000 200 81485 cancelled local 268',
        '12 /b/500000 200 13976 cancelled local 268',
        '16 /reset/300000/40000 NaN 0 reset remote 258',
        '20 /reset/50000/1 NaN 0 reset remote 258',
      ],
    ],
    [
      // It was given all of a megabyte at once.
      'aio-cancel.server.qlog.gz',
      [
        '0 /b/1000000 200 81485 cancelled remote 268',
        '12 /b/500000 200 13976 cancelled remote 268',
        '16 /reset/300000/40000 200 40000 reset local 258',
        '20 /reset/50000/1 200 1 reset local 258',
      ],
    ],
  ])('%s has the bytes that came, and who ended it', (file, [first, ...ended]) => {
    const whole = [4, 8].map((id) => `${id} /b/200000 200 200000 done  NaN`);
    expect(rowsOf(file).map(line)).toEqual([first, ...whole, ...ended, ...OTHERS]);
  });
});

test.each(['quiche-req-post.client.sqlog.gz', 'quiche-req-post.server.sqlog.gz'])(
  '%s has the bodies of uploads',
  (file) => {
    const due = Array.from({ length: 8 }, (_, i) => (i < 5 ? 'POST 100000 2' : 'GET 0 2'));
    expect(rowsOf(file).map((row) => `${row.method} ${row.requestBytes} ${row.responseBytes}`)).toEqual(due);
  },
);

test('a log with STREAM frames alone has requests without method and status, and bytes of streams', () => {
  const asked = [1000, 5000, 2000, 10_000, 10_000, 1000, 1000, 50_000, 2000, 1000];
  const rows = rowsOf('ngtcp2-req-10-conc.client.sqlog.gz');
  expect(rows.map(({ streamId }) => streamId)).toEqual(asked.map((_, i) => 4 * i));
  for (const [i, row] of rows.entries()) {
    expect(row).toMatchObject({
      method: null,
      path: null,
      isBody: false,
      outcome: 'done',
      source: 'stream-frames',
    });
    expect(row.responseBytes - (asked[i] as number)).toBeGreaterThan(0);
    expect(row.responseBytes - (asked[i] as number)).toBeLessThan(20);
    expect(row.endUs).toBeGreaterThanOrEqual(row.firstByteUs);
    expect(row.firstByteUs).toBeGreaterThan(row.startUs);
  }
});

const pathOf = (file: string): string => new URL(`wire/${file}`, import.meta.url).pathname;

test.each([
  ['aio-cancel', 'qlog', 5],
  ['aio-bigchain', 'qlog', 1],
  ['go-cancel', 'sqlog', 5],
  ['go-blocked-streams', 'sqlog', 1],
  ['ngtcp2-bigchain', 'sqlog', 1],
  ['quiche-req-post', 'sqlog', 8],
])('a request of %s ends in its server’s log when the client has it', async (name, ending, least) => {
  const [server, client] = ['server', 'client'].map((end) => pathOf(`${name}.${end}.${ending}.gz`));
  const apart = await endsApart(server!, client!);
  expect(apart?.length).toBeGreaterThanOrEqual(least);
  for (const { streamId, server: outcome, apartUs, boundUs } of apart!) {
    const place = `stream ${streamId}, ${outcome}`;
    expect(Math.abs(apartUs), place).toBeLessThanOrEqual(boundUs);
    // Its ACK comes later than the byte; what is sent only is earlier.
    expect(Math.sign(apartUs), place).toBe(outcome === 'done' ? 1 : -1);
  }
});
