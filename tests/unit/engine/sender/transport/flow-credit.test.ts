/** The credit that flow control leaves a connection and its streams: what the peer granted, less the stream data sent. */
import { describe, expect, test } from 'vitest';
import { contain } from '../../../../support/containers.ts';
import { heldTimeOf } from '../../../../support/held-time.ts';
import { loadBytes } from '../../../../support/load.ts';
import { metrics, replayEvents, request, send, type TimedEvent } from '../../../../support/replay-events.ts';
import { utf8 } from '../../../../support/split-all.ts';

const parameters = (owner: string, initial_max_data: number): TimedEvent => [
  0,
  'quic:parameters_set',
  { owner, initial_max_data },
];
const data = (offset: number, length: number) => ({
  bytes: 1200,
  frames: [{ frame_type: 'stream', stream_id: 0, offset, length }],
});
const received = (timeMs: number, ...frames: readonly object[]): TimedEvent => [
  timeMs,
  'quic:packet_received',
  { header: { packet_type: '1RTT', packet_number: timeMs }, raw: { length: 60 }, frames },
];
const acked = (timeMs: number, last: number, ...frames: readonly object[]): TimedEvent =>
  received(timeMs, { frame_type: 'ack', acked_ranges: [[0, last]] }, ...frames);

const pointsOf = ({ series: { connectionCredit } }: ReturnType<typeof replayEvents>) =>
  [...connectionCredit.timesUs].map((timeUs, i) => [timeUs / 1000, connectionCredit.values.at(i)]);

test('the peer’s parameter and MAX_DATA raise it, new stream data uses it up, data sent again does not', () => {
  const state = replayEvents([
    parameters('remote', 2000),
    parameters('local', 9_000_000),
    request(1),
    send(2, 0, data(0, 1000)),
    send(3, 1, data(0, 1000)),
    acked(20, 0),
    send(21, 2, data(1000, 1000)),
    acked(40, 2, { frame_type: 'max_data', maximum: 5000 }),
  ]);
  expect(pointsOf(state)).toEqual([
    [1, 2000],
    [20, 1000],
    [21, 0],
    [40, 3000],
  ]);
});

test('a sender that has used it up waits for flow control, though it announces nothing', () => {
  const creditHeld = (granted: number) => {
    const state = replayEvents([
      parameters('remote', granted),
      request(1),
      metrics(1, { congestion_window: 12_000 }),
      send(2, 0, data(0, 1000)),
      acked(20, 0),
      received(80, { frame_type: 'max_data', maximum: 50_000 }),
      send(81, 1, data(1000, 1000)),
    ]);
    return heldTimeOf(state)?.timeline.shareOf('flow control', 25_000, 75_000);
  };
  // Less than the next datagram's payload.
  expect(creditHeld(1000)).toBe(1);
  expect(creditHeld(1000 + 1200)).toBe(0);
});

test('a log that says nothing of it has none', () => {
  expect(
    replayEvents([request(1), send(2, 0, data(0, 1000)), acked(20, 0)]).series.connectionCredit.length,
  ).toBe(0);
});

test('an exported range that begins after other streams does not know it, one from the start does', () => {
  const pointsIn = (from_start: boolean): number => {
    const common_fields = { qlogscope_range: { from: 0, from_start, unsettled: [] } };
    const header = { qlog_version: '0.3', trace: { vantage_point: { type: 'server' }, common_fields } };
    const texts = [parameters('remote', 2000), request(1), send(2, 0, data(0, 1000)), acked(20, 0)].map(
      ([time, name, data]) => JSON.stringify({ time, name, data }),
    );
    return loadBytes(utf8(contain('JSON-SEQ', texts, header))).pipeline.state.series.connectionCredit.length;
  };
  expect([pointsIn(true), pointsIn(false)]).toEqual([2, 0]);
});

describe('the stream of which data was sent last', () => {
  const streamPointsOf = ({ series: { streamCredit } }: ReturnType<typeof replayEvents>) =>
    [...streamCredit.timesUs].map((timeUs, i) => [timeUs / 1000, streamCredit.values.at(i)]);
  const of = (stream_id: number, offset: number, length: number) => ({
    bytes: 1200,
    frames: [{ frame_type: 'stream', stream_id, offset, length }],
  });
  const granted = (stream_id: number, maximum: number) => ({
    frame_type: 'max_stream_data',
    stream_id,
    maximum,
  });

  test('has what MAX_STREAM_DATA granted less what was sent; a lower limit is an older one', () => {
    const state = replayEvents([
      request(1),
      send(2, 0, of(0, 0, 1000)),
      acked(20, 0, granted(0, 2000)),
      send(21, 1, of(0, 1000, 1000)),
      acked(40, 1, granted(0, 3500)),
      acked(41, 1, granted(0, 3000)),
      send(42, 2, of(4, 0, 100)),
      acked(60, 2),
      acked(61, 2, granted(4, 600)),
      send(62, 3, of(0, 2000, 500)),
      acked(80, 3),
    ]);
    expect(streamPointsOf(state)).toEqual([
      [20, 1000],
      [21, 0],
      [40, 1500],
      [61, 500],
      [80, 1000],
    ]);
  });

  test('has the limit that its STREAM_DATA_BLOCKED names; one that sends beyond its limit has none that is known', () => {
    const blocked = { frame_type: 'stream_data_blocked', stream_id: 0, limit: 1000 };
    const state = replayEvents([
      request(1),
      send(2, 0, { bytes: 1200, frames: [...of(0, 0, 1000).frames, blocked] }),
      acked(20, 0),
      send(21, 1, of(0, 1000, 1)),
      acked(40, 1),
    ]);
    expect(streamPointsOf(state)).toEqual([[2, 0]]);
  });
});
