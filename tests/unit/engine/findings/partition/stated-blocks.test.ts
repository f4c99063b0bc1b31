/** What held the sender by the reasons that its stack gives: docs/account.md, *Stated blocks*. */
import { expect, test } from 'vitest';
import { HELD } from '../../../../../src/engine/findings/partition/holders.ts';
import { statedBlocks } from '../../../../../src/engine/findings/partition/stated-blocks.ts';
import { StreamCourse } from '../../../../../src/engine/findings/partition/stream-ends.ts';
import { replayEvents, send, type TimedEvent } from '../../../../support/replay-events.ts';

const END_MS = 100;

const data = (timeMs: number, number: number, stream = 0, fin = false): TimedEvent =>
  send(timeMs, number, {
    frames: [{ frame_type: 'stream', stream_id: stream, offset: number * 900, length: 900, fin }],
  });

const block = (timeMs: number, reason: string, stream?: number): TimedEvent => [
  timeMs,
  `quic:${stream === undefined ? 'connection' : 'stream'}_data_blocked_updated`,
  { new: 'blocked', reason, stream_id: stream },
];
const unblock = (timeMs: number, stream?: number): TimedEvent => [
  timeMs,
  `quic:${stream === undefined ? 'connection' : 'stream'}_data_blocked_updated`,
  { old: 'blocked', new: 'unblocked', stream_id: stream },
];

/** From, to and holder of each block, and the ends of the times after them and of blocks without a reason, ms. */
function stated(...events: readonly TimedEvent[]) {
  const state = replayEvents(events);
  const { blocks, unless } = statedBlocks(state, new StreamCourse(state), END_MS * 1000);
  return {
    blocks: blocks.map(({ startUs, endUs, held }) => [startUs / 1000, endUs / 1000, held]),
    unless: unless.map(({ endUs }) => endUs / 1000),
  };
}

test.each([
  ['pacing', HELD.pacing],
  ['congestion_control', HELD.window],
  ['application', HELD.certain],
  ['amplification_protection', HELD.handshake],
  ['connection_flow_control', HELD.windowTooSmall],
  ['stream_id', HELD.windowTooSmall],
])('the connection is blocked: %s', (reason, held) => {
  expect(stated(data(1, 0), block(2, reason), unblock(12), data(13, 1))).toEqual({
    blocks: [[2, 12, held]],
    unless: [22],
  });
});

test('scheduling, or no known reason, holds where nothing else binds: data waits for what does not show', () => {
  for (const reason of ['scheduling', 'the weather'])
    expect(stated(data(1, 0), block(2, reason), unblock(12), data(13, 1))).toEqual({
      blocks: [],
      unless: [12],
    });
  const { unless } = stated(data(1, 0), data(2, 1, 4), block(3, 'scheduling', 4), data(9, 2), unblock(12, 4));
  expect(unless).toEqual([]);
});

test('new data ends a block that is not said to end; data that is sent again does not', () => {
  const again = send(5, 1, { frames: [{ frame_type: 'stream', stream_id: 0, offset: 0, length: 900 }] });
  const { blocks } = stated(data(1, 0), block(2, 'pacing'), again, data(9, 2), unblock(12));
  expect(blocks).toEqual([[2, 9, HELD.pacing]]);
});

test('the time after a block ends where the next begins; the last block ends with the span', () => {
  expect(stated(data(1, 0), block(2, 'pacing'), unblock(12), block(15, 'application'))).toEqual({
    blocks: [
      [2, 12, HELD.pacing],
      [15, END_MS, HELD.certain],
    ],
    unless: [15, END_MS],
  });
});

test('credit that never comes is said to be never renewed', () => {
  const { blocks } = stated(data(1, 0), block(2, 'connection_flow_control'));
  expect(blocks).toEqual([[2, END_MS, HELD.neverRenewed]]);
});

test('a reason of a stream of its own holds where all streams with data have one', () => {
  const { blocks } = stated(
    data(1, 0),
    data(2, 1, 4),
    block(10, 'stream_flow_control', 0),
    block(20, 'application', 4),
    unblock(30, 0),
    unblock(40, 4),
  );
  expect(blocks).toEqual([[20, 30, HELD.windowTooSmall]]);
});

test('a stream that ends is no longer blocked', () => {
  const { blocks } = stated(
    data(1, 0),
    data(2, 1, 4),
    block(10, 'application', 0),
    data(20, 2, 4, true),
    unblock(30, 0),
    unblock(40, 4),
  );
  expect(blocks).toEqual([[20, 30, HELD.certain]]);
});

test('a reason of the connection holds, be it said of one stream', () => {
  const { blocks } = stated(data(1, 0), data(2, 1, 4), block(10, 'congestion_control', 4), unblock(30, 4));
  expect(blocks).toEqual([[10, 30, HELD.window]]);
});

test('without STREAM frames in the log a stream says nothing of the others', () => {
  expect(stated(send(1, 0), block(10, 'application', 4), unblock(30, 4)).blocks).toEqual([]);
});
