/** Which streams flow control blocks, as the frames of a sender tell. */
import { expect, test } from 'vitest';
import { cryptoKey, StreamProgress } from '../../../../../src/engine/input/formats/stream-progress.ts';
import { PacketFlag } from '../../../../../src/qlog-schema/index.ts';

const { flowBlocked, streamBlocked } = PacketFlag;
const LIMIT = 1000;

/** A sender that has sent up to the limit of stream 0, and said so. */
function blocked(): StreamProgress {
  const streams = new StreamProgress();
  streams.advance(0, 0, LIMIT, true);
  streams.creditSent('stream_data_blocked', 0, LIMIT);
  return streams;
}

test('a blocked stream blocks the sender until its credit comes', () => {
  const streams = blocked();
  expect(streams.flow.flags).toBe(flowBlocked);
  streams.creditReceived('max_stream_data', 4);
  streams.creditReceived('max_data', Number.NaN);
  expect(streams.flow.flags).toBe(flowBlocked);
  streams.creditReceived('max_stream_data', 0);
  expect(streams.flow.flags).toBe(0);
});

test('the connection is blocked until MAX_DATA, whatever its streams may send', () => {
  const streams = new StreamProgress();
  streams.advance(0, 0, 600, true);
  streams.advance(4, 0, 400, true);
  streams.creditSent('data_blocked', Number.NaN, LIMIT);
  streams.creditReceived('max_stream_data', 0);
  expect(streams.flow.flags).toBe(flowBlocked);
  streams.creditReceived('max_data', Number.NaN);
  expect(streams.flow.flags).toBe(0);
});

test('one blocked stream does not block a sender whose other streams send new data', () => {
  const streams = blocked();
  streams.advance(4, 0, 100, true);
  expect(streams.flow.flags).toBe(streamBlocked);
  // The other one is blocked as well: now nothing can be sent.
  streams.creditSent('stream_data_blocked', 4, 100);
  expect(streams.flow.flags).toBe(flowBlocked);
});

test('data sent again and CRYPTO data do not show that other streams send', () => {
  const streams = blocked();
  streams.advance(0, 0, 500, true);
  streams.advance(cryptoKey(2), 0, 500, false);
  expect(streams.flow.flags).toBe(flowBlocked);
});

test.each([
  [LIMIT - 1, streamBlocked],
  [LIMIT, flowBlocked],
  [LIMIT + 1, 0],
])('a stream that announced its limit of 1,000 early and sent %i bytes: %i', (sent, flags) => {
  const streams = new StreamProgress();
  streams.creditSent('stream_data_blocked', 0, LIMIT);
  expect(streams.flow.flags).toBe(streamBlocked);
  streams.advance(0, 0, sent, true);
  expect(streams.flow.flags).toBe(flags);
});

test.each([
  [LIMIT - 1, streamBlocked],
  [LIMIT, flowBlocked],
  [LIMIT + 1, 0],
])('a connection that announced it early and sent %i bytes on two streams: %i', (sent, flags) => {
  const streams = new StreamProgress();
  streams.creditSent('data_blocked', Number.NaN, LIMIT);
  streams.advance(0, 0, 300, true);
  streams.advance(4, 0, sent - 300, true);
  expect(streams.flow.flags).toBe(flags);
});

test('where the limit is not logged, new data of the stream shows that it is not blocked', () => {
  const streams = new StreamProgress();
  streams.creditSent('stream_data_blocked', 0, Number.NaN);
  expect(streams.flow.flags).toBe(flowBlocked);
  streams.advance(0, 0, 10, true);
  expect(streams.flow.flags).toBe(0);
});

test('beyond 4,096 blocked streams the oldest is dropped', () => {
  const streams = new StreamProgress();
  for (let id = 0; id < 4097; id++) streams.creditSent('stream_data_blocked', id, 0);
  for (let id = 1; id < 4097; id++) streams.creditReceived('max_stream_data', id);
  expect(streams.flow.flags).toBe(0);
});

test.each([
  [LIMIT - 1, 0, 1],
  [LIMIT, flowBlocked, 0],
  [LIMIT + 1, 0, Number.NaN],
])(
  'a connection that was granted 1,000 bytes and announces nothing, %i sent: %i, %d left',
  (sent, flags, left) => {
    const streams = new StreamProgress();
    streams.creditGranted(LIMIT);
    streams.advance(0, 0, 300, true);
    streams.advance(4, 0, sent - 300, true);
    expect(streams.flow.flags).toBe(flags);
    expect(streams.openCreditBytes).toBe(left);
  },
);

test('MAX_DATA adds to the credit; one that arrives late takes nothing away and ends no wait', () => {
  const streams = new StreamProgress();
  expect(streams.openCreditBytes).toBeNaN();
  streams.creditReceived('max_data', Number.NaN, LIMIT);
  streams.advance(0, 0, LIMIT, true);
  expect(streams.flow.flags).toBe(flowBlocked);
  streams.creditReceived('max_data', Number.NaN, LIMIT - 1);
  expect([streams.flow.flags, streams.openCreditBytes]).toEqual([flowBlocked, 0]);
  streams.creditReceived('max_data', Number.NaN, LIMIT + 1);
  expect([streams.flow.flags, streams.openCreditBytes]).toEqual([0, 1]);
});

test.each([
  [LIMIT - 1, 0],
  [LIMIT, flowBlocked],
])(
  'a DATA_BLOCKED for %i bytes, of 1,000 that were granted and used up but for one stream: %i',
  (limit, flags) => {
    const streams = new StreamProgress();
    streams.creditGranted(LIMIT);
    streams.advance(0, 0, LIMIT - 1, true);
    streams.creditSent('data_blocked', Number.NaN, limit);
    if (limit === LIMIT) streams.advance(0, LIMIT - 1, 1, true);
    expect(streams.flow.flags).toBe(flags);
  },
);

test('a DATA_BLOCKED says what was granted, where nothing else does', () => {
  const streams = new StreamProgress();
  streams.advance(0, 0, 600, true);
  streams.creditSent('data_blocked', Number.NaN, LIMIT);
  expect(streams.openCreditBytes).toBe(400);
});
