/** What became of each stream's bytes: by the fate of packets, by offsets, and how it ended. */
import { describe, expect, test } from 'vitest';
import { StreamMaker } from '../../../../support/stream-maker.ts';

describe('bytes sent', () => {
  test('are counted by the fate of their packets, acknowledged after a loss as acknowledged', () => {
    const made = new StreamMaker()
      .send(0, 0, 4, 0, 1000)
      .send(1, 1, 4, 1000, 1000)
      .send(2, 2, 4, 2000, 1000)
      .send(3, 3, 4, 3000, 500)
      .lose(10, 0)
      .lose(10, 1)
      .ack(11, 1, 2);
    expect(made.row(4).sent).toEqual({
      bytes: 3500,
      ackedBytes: 2000,
      inFlightBytes: 500,
      lostBytes: 1000,
      discardedBytes: 0,
      resentBytes: 0,
      endOffset: 3500,
      packets: 4,
    });
  });

  test('count as sent again where offsets repeat, in part or whole, below or across what was sent', () => {
    const made = new StreamMaker()
      .send(0, 0, 0, 0, 1000)
      .send(1, 1, 0, 1000, 1000)
      .send(2, 2, 0, 0, 1000)
      .send(3, 3, 0, 1500, 1000)
      .send(4, 4, 0, 4000, 100)
      .send(5, 5, 0, 2500, 1550);
    expect(made.row(0).sent).toMatchObject({ resentBytes: 1550, endOffset: 4100, bytes: 5650 });
  });

  test('of several streams in one packet are told apart', () => {
    const made = new StreamMaker().send(0, 0, 0, 0, 100);
    const { streams } = made.state;
    streams.sent.add(0, streams.ordinalOf(4), 0, 200);
    streams.sent.add(0, streams.ordinalOf(4), 200, 50);
    made.ack(5, 0);
    expect(made.row(0).sent).toMatchObject({ bytes: 100, ackedBytes: 100, packets: 1 });
    expect(made.row(4).sent).toMatchObject({ bytes: 250, ackedBytes: 250, packets: 1 });
  });
});

describe('a stream', () => {
  test('has a kind by its id', () => {
    const made = new StreamMaker();
    for (const id of [0, 1, 2, 3]) made.send(id, id, id, 0, 10);
    const kinds = made.rows().map(({ kind }) => kind);
    expect(kinds).toEqual(['client-bidi', 'server-bidi', 'client-uni', 'server-uni']);
  });

  test('ends by FIN when all before it has arrived, by reset, or not', () => {
    const made = new StreamMaker()
      .send(0, 0, 0, 0, 100)
      .note(0, 'fin', 'local', 0, 100)
      .send(1, 1, 4, 0, 100)
      .note(1, 'fin', 'local', 4, 100)
      .send(2, 2, 8, 0, 100)
      .note(3, 'reset', 'local', 8, 7)
      .note(4, 'reset', 'local', 8, 7)
      .ack(9, 0);
    expect(made.rows().map(({ end }) => end)).toEqual(['fin', 'open', 'reset']);
    expect(made.row(0).finSentUs).toBe(0);
    expect(made.row(8).aborts).toEqual([{ what: 'reset', by: 'local', timeUs: 3, code: 7 }]);
  });

  test('that the log does not show from its beginning is told as such, and has no gap before it', () => {
    const made = new StreamMaker().receive(5, 0, 0, 7000, 100).receive(6, 1, 0, 7100, 100);
    expect(made.row(0)).toMatchObject({ beginsMidway: true, gapUs: 0, gaps: [] });
  });

  test('that only a note names has a row with its time', () => {
    const made = new StreamMaker()
      .note(4, 'stop-sending', 'remote', 12, 3)
      .note(8, 'stream-credit', 'remote', 12, 9);
    expect(made.row(12)).toMatchObject({ firstUs: 4, lastUs: 8, end: 'open', finSentUs: Number.NaN });
  });
});

test('rows are in order of start, of bytes, of time waited; equal ones by id', () => {
  const made = new StreamMaker()
    .receive(1, 0, 8, 0, 10)
    .receive(2, 1, 4, 0, 300)
    .receive(3, 2, 0, 200, 10)
    .receive(9, 3, 0, 0, 200)
    .receive(9, 4, 12, 0, 10);
  const ids = (order: 'start' | 'bytes' | 'waited') => made.rows(order).map(({ id }) => id);
  expect(ids('start')).toEqual([8, 4, 0, 12]);
  expect(ids('bytes')).toEqual([4, 0, 8, 12]);
  expect(ids('waited')).toEqual([0, 4, 8, 12]);
});
