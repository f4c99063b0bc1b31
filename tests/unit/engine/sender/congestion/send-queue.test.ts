/** Which packets an ACK, a loss or a logged flight takes out of the queue, to the byte. */
import { describe, expect, test } from 'vitest';
import { SendQueue } from '../../../../../src/engine/sender/congestion/send-queue.ts';
import { SenderSteps } from '../../../../../src/engine/sender/congestion/sender-steps.ts';

/** Packets of 1,000 bytes, sent at these times. */
function queueOf(...timesUs: readonly number[]): SendQueue {
  const queue = new SendQueue();
  for (const timeUs of timesUs) queue.sent(timeUs, 1000);
  return queue;
}

/** What an ACK of so many bytes takes: pairs of send time and bytes. */
function taken(queue: SendQueue, bytes: number): readonly (readonly [number, number])[] {
  const steps = new SenderSteps();
  const count = queue.acked(bytes, steps);
  expect(steps.packetSentUs.length).toBe(count);
  return [...steps.packetSentUs.view()].map((timeUs, i) => [timeUs, steps.packetBytes.at(i)]);
}

describe('an ACK', () => {
  test.each([
    [0, []],
    [1, [[1, 1]]],
    [1000, [[1, 1000]]],
    [
      1001,
      [
        [1, 1000],
        [2, 1],
      ],
    ],
    [
      2000,
      [
        [1, 1000],
        [2, 1000],
      ],
    ],
    [
      2001,
      [
        [1, 1000],
        [2, 1000],
        [2, 1],
      ],
    ],
  ])('of %i bytes', (bytes, packets) => {
    expect(taken(queueOf(1, 2), bytes)).toEqual(packets);
  });

  test('takes the rest of a packet before the next', () => {
    const queue = queueOf(1, 2);
    expect([taken(queue, 400), taken(queue, 600), taken(queue, 1)]).toEqual([
      [[1, 400]],
      [[1, 600]],
      [[2, 1]],
    ]);
  });

  test('beyond the queue counts as sent last, at 0 µs too, and as nothing where nothing was sent', () => {
    expect(taken(queueOf(0), 1500)).toEqual([
      [0, 1000],
      [0, 500],
    ]);
    expect(taken(new SendQueue(), 500)).toEqual([]);
  });
});

describe('a loss', () => {
  test.each([
    [0, 0, Number.NaN],
    [1, 0, 1],
    [2, 0, 2],
    [9, 0, 3],
    [9, 1000, 2],
    [9, 1001, 1],
    [9, 2000, 1],
    [9, 2001, Number.NaN],
  ])('of %i packets that keeps %i bytes: the newest was sent at %d', (packets, newestBytes, sentUs) => {
    expect(queueOf(1, 2, 3).lost(packets, newestBytes)).toEqual(sentUs);
  });
});

describe('a logged flight', () => {
  test.each([
    [3000, 1],
    [2001, 1],
    [2000, 2],
    [1001, 2],
    [1000, 3],
  ])('of %i bytes leaves the packets sent from %i on', (bytes, oldest) => {
    const queue = queueOf(1, 2, 3);
    queue.trim(bytes);
    expect(taken(queue, 1)).toEqual([[oldest, 1]]);
  });

  test('includes removals by an ACK, a loss or the end of a flight', () => {
    const acked = queueOf(1, 2, 3);
    taken(acked, 500);
    acked.trim(2000);
    expect(taken(acked, 1)).toEqual([[2, 1]]);
    const lost = queueOf(1, 2, 3);
    lost.lost(1, 0);
    lost.trim(1001);
    expect(taken(lost, 1)).toEqual([[2, 1]]);
    const cleared = queueOf(7, 8);
    cleared.clear();
    for (const timeUs of [1, 2]) cleared.sent(timeUs, 1000);
    cleared.trim(1001);
    expect(taken(cleared, 1)).toEqual([[1, 1]]);
  });

  test('of 0 empties it', () => {
    const queue = queueOf(1, 2);
    queue.trim(0);
    expect(queue.lost(1, 0)).toBeNaN();
  });
});

test('a long trace keeps the order of what is in flight, and the bytes of it', () => {
  const steps = new SenderSteps();
  const queue = new SendQueue();
  for (let i = 0; i < 30_000; i++) {
    queue.sent(i, 1000);
    if (i >= 10) queue.acked(1000, steps);
  }
  expect(steps.packetSentUs.view().every((timeUs, i) => timeUs === i)).toBe(true);
  expect(steps.packetSentUs.length).toBe(29_990);
  queue.trim(9001);
  expect(queue.lost(1, 0)).toBe(29_990);
});
