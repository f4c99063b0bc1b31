/** The bytes of one space: what is sent, sent again, and not sent again since it has arrived. */
import { describe, expect, test } from 'vitest';
import { SendStream } from '../../../../../src/engine/simulator/runs/send-stream.ts';

const NO_LIMIT = Number.POSITIVE_INFINITY;

/** Takes what is sent next: where it begins, and how much. */
function take(stream: SendStream, most: number, limit = NO_LIMIT): readonly [number, number] {
  const bytes = stream.take(most, limit);
  return [stream.offset, bytes];
}

function written(bytes: number): SendStream {
  const stream = new SendStream();
  stream.write(bytes);
  return stream;
}

describe('SendStream', () => {
  test('gives what was written in order, and no more', () => {
    const stream = written(250);
    expect(stream.waiting(NO_LIMIT)).toBe(250);
    expect([take(stream, 100), take(stream, 100), take(stream, 100), take(stream, 100)]).toEqual([
      [0, 100],
      [100, 100],
      [200, 50],
      [250, 0],
    ]);
    expect([stream.sent, stream.written, stream.waiting(NO_LIMIT)]).toEqual([250, 250, 0]);
  });

  test('a limit of flow control ends what waits and what is taken', () => {
    const stream = written(250);
    expect(stream.waiting(120)).toBe(120);
    expect([take(stream, 100, 120), take(stream, 100, 120), take(stream, 100, 120)]).toEqual([
      [0, 100],
      [100, 20],
      [120, 0],
    ]);
    expect(stream.waiting(120)).toBe(0);
    expect(stream.waiting(90)).toBe(0);
    expect(stream.waiting(200)).toBe(80);
  });

  test('the last byte of a write that stands apart ends a packet', () => {
    const stream = new SendStream();
    for (const bytes of [24, 10, 80]) stream.write(bytes, true);
    stream.write(30);
    expect([
      take(stream, 60),
      take(stream, 60),
      take(stream, 60),
      take(stream, 60),
      take(stream, 60),
    ]).toEqual([
      [0, 24],
      [24, 10],
      [34, 60],
      [94, 20],
      [114, 30],
    ]);
  });

  test('what was lost goes first, in pieces if need be, and is not limited by flow control', () => {
    const stream = written(300);
    take(stream, 100);
    take(stream, 100);
    stream.lost(0, 100);
    expect(stream.waiting(200)).toBe(100);
    expect([take(stream, 60, 200), take(stream, 60, 200), take(stream, 60, 250)]).toEqual([
      [0, 60],
      [60, 40],
      [200, 50],
    ]);
  });

  test('losses are sent again in the order in which they were found', () => {
    const stream = written(300);
    for (let i = 0; i < 3; i++) take(stream, 100);
    stream.lost(200, 100);
    stream.lost(0, 100);
    expect([take(stream, 100), take(stream, 100), take(stream, 100)]).toEqual([
      [200, 100],
      [0, 100],
      [300, 0],
    ]);
  });

  test('what was acknowledged is not sent again, whether before or after it was found lost', () => {
    const stream = written(300);
    for (let i = 0; i < 3; i++) take(stream, 100);
    stream.acked(0, 100);
    stream.lost(0, 100);
    expect(stream.waiting(NO_LIMIT)).toBe(0);
    stream.lost(100, 100);
    stream.lost(200, 100);
    expect(stream.waiting(NO_LIMIT)).toBe(200);
    stream.acked(100, 100);
    expect(stream.waiting(NO_LIMIT)).toBe(100);
    expect(take(stream, 100)).toEqual([200, 100]);
    expect(stream.waiting(NO_LIMIT)).toBe(0);
  });

  test('what waits after a loss and has arrived is not counted', () => {
    const stream = written(300);
    for (let i = 0; i < 3; i++) take(stream, 100);
    stream.acked(100, 100);
    stream.lost(0, 100);
    stream.lost(100, 100);
    expect(stream.waiting(NO_LIMIT)).toBe(100);
  });

  test('bytes that arrive twice are counted once', () => {
    const stream = written(300);
    for (let i = 0; i < 3; i++) take(stream, 100);
    stream.acked(100, 100);
    stream.acked(100, 100);
    stream.acked(0, 150);
    expect(stream.ackedBytes).toBe(200);
  });

  test('a packet without data loses nothing', () => {
    const stream = written(100);
    take(stream, 100);
    stream.lost(100, 0);
    expect(stream.waiting(NO_LIMIT)).toBe(0);
  });
});
