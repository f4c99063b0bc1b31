/** How long any stream waited, and the one that waited longest: no time twice. */
import { describe, expect, test } from 'vitest';
import { blockedTime, gapTime } from '../../../../../src/engine/sender/streams/blocked-time.ts';
import { BlockReason } from '../../../../../src/qlog-schema/index.ts';
import { StreamMaker } from '../../../../support/stream-maker.ts';

/** Two streams that wait from 10 and 20 µs on, until 60 and 90. */
const two = () =>
  new StreamMaker()
    .parameter('initial_max_stream_data_bidi_remote', 500)
    .send(10, 0, 0, 0, 500)
    .note(10, 'stream-blocked', 'local', 0, 500)
    .send(20, 1, 4, 0, 500)
    .note(20, 'stream-blocked', 'local', 4, 500)
    .note(60, 'stream-credit', 'remote', 0, 2000)
    .send(60, 2, 0, 500, 100)
    .note(90, 'stream-credit', 'remote', 4, 2000)
    .send(90, 3, 4, 500, 100);

const stated = (made: StreamMaker, timeUs: number, id: number, reason: number): StreamMaker => {
  made.state.blocks.timesUs.push(timeUs);
  made.state.blocks.streams.push(id);
  made.state.blocks.reasons.push(reason);
  return made;
};

describe('time without credit', () => {
  test('is that in which any stream had none, however many', () => {
    expect(blockedTime(two().table)).toEqual({ us: 80, most: { id: 4, us: 70 } });
  });

  test('of streams that wait with the connection is once that of the connection', () => {
    const made = new StreamMaker()
      .parameter('initial_max_data', 1000)
      .send(10, 0, 0, 0, 500)
      .send(20, 1, 4, 0, 500)
      .note(20, 'connection-blocked', 'local', -1, 1000)
      .note(60, 'connection-credit', 'remote', -1, 9000)
      .send(60, 2, 0, 500, 100)
      .send(61, 3, 4, 500, 100);
    const { us, most } = blockedTime(made.table);
    expect(us).toBe(40);
    expect(most).toEqual({ id: 0, us: 40 });
  });

  test('holds what the log states, for credit alone, until it states another or the connection sends', () => {
    const made = two();
    stated(made, 20, 0, BlockReason.streamFlowControl);
    stated(made, 85, Number.NaN, BlockReason.connectionFlowControl);
    stated(made, 95, 0, 0);
    expect(blockedTime(made.table)).toEqual({ us: 85, most: { id: 0, us: 85 } });
    const other = stated(stated(two(), 20, 0, BlockReason.pacing), 95, 0, 0);
    expect(blockedTime(other.table).us).toBe(80);
  });

  test('is none where nothing waited', () => {
    expect(blockedTime(new StreamMaker().send(10, 0, 0, 0, 500).table)).toEqual({ us: 0, most: null });
  });
});

test('time behind gaps is that in which data of any stream waited', () => {
  const made = new StreamMaker()
    .receive(10, 0, 0, 500, 500)
    .receive(20, 1, 4, 500, 500)
    .receive(60, 2, 0, 0, 500)
    .receive(90, 3, 4, 0, 500);
  expect(gapTime(made.table)).toEqual({ us: 80, most: { id: 4, us: 70 } });
});
