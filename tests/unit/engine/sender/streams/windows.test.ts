/** Streams over the columns of a window: shares of what was carried, and lanes of rows, frame by frame and in steps. */
import { describe, expect, test } from 'vitest';
import { lanesOf } from '../../../../../src/engine/sender/streams/stream-lanes.ts';
import { sharesOf } from '../../../../../src/engine/sender/streams/stream-shares.ts';
import { StreamSums } from '../../../../../src/engine/sender/streams/stream-sums.ts';
import { StreamMaker } from '../../../../support/stream-maker.ts';

const WINDOW = { fromUs: 0, columnUs: 64, columns: 4 };

const made = () =>
  new StreamMaker()
    .send(10, 0, 8, 0, 100)
    .send(20, 1, 4, 0, 300)
    .send(70, 2, 8, 100, 50)
    .lose(71, 0)
    .send(130, 3, 8, 0, 100)
    .ack(140, 1, 2)
    .receive(150, 0, 4, 0, 20)
    .ack(250, 3)
    .send(300, 4, 4, 300, 1);

describe('shares', () => {
  test('are bytes per stream by ascending id, and nothing where no packet carried any', () => {
    const { state } = made();
    const { direction, starts, ids, bytes, others } = sharesOf(state, WINDOW);
    expect(direction).toBe('sent');
    expect([...starts]).toEqual([0, 2, 3, 4, 4]);
    expect([...ids]).toEqual([4, 8, 8, 8]);
    expect([...bytes]).toEqual([300, 100, 50, 100]);
    expect([...others]).toEqual([0, 0, 0, 0]);
  });

  test('of a receiver are what it received', () => {
    const { state } = made();
    state.receivedElicitingPackets = 5;
    state.receivedEliciting = 5000;
    const { direction, ids, bytes } = sharesOf(state, WINDOW);
    expect([direction, [...ids], [...bytes]]).toEqual(['received', [4], [20]]);
  });

  test('of more than 16 streams in a column keep those with most of it, the others together', () => {
    const many = new StreamMaker();
    for (let i = 0; i < 40; i++) many.send(1, i, 4 * i, 0, 100 + i);
    const { ids, bytes, others } = sharesOf(many.state, { fromUs: 0, columnUs: 2, columns: 1 });
    expect([...ids]).toEqual(Array.from({ length: 16 }, (_, i) => 4 * (24 + i)));
    expect(bytes[0]).toBe(124);
    expect(others[0]).toBe(24 * 100 + (23 * 24) / 2);
  });
});

describe('lanes', () => {
  test('hold what was carried by the time of the packet, what was acknowledged by that of the ACK, what was sent again', () => {
    const { table } = made();
    const stream = table.state.streams.find(8);
    const { data, acked, resent } = lanesOf(table, new StreamSums(table), [stream], WINDOW);
    expect([...data]).toEqual([100, 50, 100, 0]);
    expect([...acked]).toEqual([0, 0, 50, 100]);
    expect([...resent]).toEqual([0, 0, 100, 0]);
  });

  test('show a packet that was sent before the window where it is acknowledged', () => {
    const { table } = made();
    const window = { fromUs: 128, columnUs: 64, columns: 1 };
    const { acked } = lanesOf(table, new StreamSums(table), [0, 1], window);
    expect([...acked]).toEqual([50, 300]);
  });
});

test('summed from steps they are what they are frame by frame', () => {
  const long = new StreamMaker();
  for (let i = 0; i < 3000; i++) {
    long.send(i * 700, i, 4 * (i % 7), 1000 * Math.floor(i / 7), 1000 + (i % 3));
    if (i % 5 === 0) long.lose(i * 700, i);
    if (i > 20) long.ack(i * 700, i - 20);
  }
  const { table } = long;
  const [steps, frames] = [new StreamSums(table, 1), new StreamSums(table)];
  const streams = [0, 1, 2, 3, 4, 5, 6];
  for (const window of [
    { fromUs: 0, columnUs: 4096, columns: 600 },
    { fromUs: 512 * 1024, columnUs: 1024, columns: 300 },
    { fromUs: -8192, columnUs: 8192, columns: 50 },
    { fromUs: 1000, columnUs: 1024, columns: 40 },
    { fromUs: 4096, columnUs: 16, columns: 100 },
  ]) {
    expect(lanesOf(table, steps, streams, window)).toEqual(lanesOf(table, frames, streams, window));
    expect(sharesOf(table.state, window, steps)).toEqual(sharesOf(table.state, window));
  }
});
