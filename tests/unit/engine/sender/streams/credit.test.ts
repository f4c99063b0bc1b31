/** When data waited for credit (RFC 9000 §4.1): of a stream and of the connection, in the log of either end. */
import { describe, expect, test } from 'vitest';
import { StreamMaker } from '../../../../support/stream-maker.ts';

const blocked = (made: StreamMaker, id: number) => made.row(id).blocked;

describe('a stream waits for its credit', () => {
  test('from the packet that used it up to the credit, where it sends more then', () => {
    const made = new StreamMaker()
      .parameter('initial_max_stream_data_bidi_remote', 7)
      .parameter('initial_max_stream_data_bidi_local', 1000)
      .send(10, 0, 4, 0, 600)
      .send(20, 1, 4, 600, 400)
      .note(80, 'stream-credit', 'remote', 4, 3000)
      .send(90, 2, 4, 1000, 100);
    expect(made.row(4)).toMatchObject({ blockedByStreamUs: 60, blockedByConnectionUs: 0 });
    expect(blocked(made, 4)).toEqual([{ fromUs: 20, toUs: 80, by: 'stream' }]);
  });

  test('up to the credit, where the packet that is sent then ends it', () => {
    const made = new StreamMaker()
      .parameter('initial_max_stream_data_bidi_local', 1000)
      .send(20, 0, 0, 0, 1000)
      .note(80, 'stream-credit', 'remote', 0, 3000)
      .send(90, 1, 0, 1000, 100)
      .note(90, 'fin', 'local', 0, 1100);
    expect(blocked(made, 0)).toEqual([{ fromUs: 20, toUs: 80, by: 'stream' }]);
  });

  test('not where it ends at its limit, nor where nothing beyond is sent and nothing was announced', () => {
    const made = new StreamMaker()
      .parameter('initial_max_stream_data_bidi_local', 1000)
      .send(20, 0, 0, 0, 1000)
      .note(20, 'fin', 'local', 0, 1000)
      .note(80, 'stream-credit', 'remote', 0, 3000)
      .send(30, 1, 4, 0, 1000)
      .note(80, 'stream-credit', 'remote', 4, 3000);
    for (const id of [0, 4]) expect(made.row(id)).toMatchObject({ blockedByStreamUs: 0, blocked: [] });
  });

  test('from the announcement, which may come before the limit is reached, or after', () => {
    const made = new StreamMaker()
      .send(10, 0, 0, 0, 500)
      .note(10, 'stream-blocked', 'local', 0, 1000)
      .send(30, 1, 0, 500, 500)
      .note(70, 'stream-credit', 'remote', 0, 2000)
      .send(90, 2, 0, 1000, 1000)
      .note(100, 'stream-blocked', 'local', 0, 2000)
      .note(101, 'stream-blocked', 'local', 0, 2000)
      .note(130, 'stream-credit', 'remote', 0, 9000);
    expect(blocked(made, 0)).toEqual([
      { fromUs: 30, toUs: 70, by: 'stream' },
      { fromUs: 100, toUs: 130, by: 'stream' },
    ]);
  });

  test('until the log ends, or it is reset, where it had announced it', () => {
    const made = new StreamMaker()
      .send(10, 0, 0, 0, 500)
      .note(10, 'stream-blocked', 'local', 0, 500)
      .send(10, 1, 4, 0, 500)
      .note(10, 'stream-blocked', 'local', 4, 500)
      .note(50, 'reset', 'local', 4, 1)
      .send(100, 2, 8, 0, 1);
    expect(made.row(0).blockedByStreamUs).toBe(90);
    expect(made.row(4).blockedByStreamUs).toBe(40);
  });

  test('no more than the log shows: an announcement of a limit that was raised before says nothing', () => {
    const made = new StreamMaker()
      .send(10, 0, 0, 0, 500)
      .note(20, 'stream-credit', 'remote', 0, 2000)
      .note(30, 'stream-blocked', 'local', 0, 500)
      .send(40, 1, 0, 500, 100);
    expect(made.row(0).blockedByStreamUs).toBe(0);
  });

  test('and its limit is not known any more once it sends beyond it without credit', () => {
    const made = new StreamMaker()
      .parameter('initial_max_stream_data_bidi_local', 1000)
      .send(20, 0, 0, 0, 1000)
      .send(50, 1, 0, 1000, 1000)
      .send(90, 2, 0, 2000, 1000);
    expect(made.row(0).blockedByStreamUs).toBe(0);
  });

  test('as its receiver sees it: from the last data, or the announcement, to the data beyond', () => {
    const made = new StreamMaker()
      .parameter('initial_max_stream_data_bidi_local', 1000, 'own')
      .parameter('initial_max_stream_data_bidi_remote', 1000, 'own')
      .receive(10, 0, 0, 0, 1000)
      .note(30, 'stream-credit', 'local', 0, 2000)
      .note(45, 'stream-credit', 'local', 0, 3000)
      .receive(50, 1, 0, 1000, 1000)
      .note(50, 'stream-blocked', 'remote', 0, 2000)
      .receive(70, 2, 0, 2000, 100);
    expect(blocked(made, 0)).toEqual([
      { fromUs: 10, toUs: 50, by: 'stream' },
      { fromUs: 50, toUs: 70, by: 'stream' },
    ]);
  });
});

describe('streams wait for the credit of the connection', () => {
  test('where they had sent before and send more afterwards; others do not', () => {
    const made = new StreamMaker()
      .parameter('initial_max_data', 1000)
      .send(10, 0, 0, 0, 500)
      .send(20, 1, 4, 0, 500)
      .note(60, 'connection-credit', 'remote', -1, 9000)
      .send(61, 2, 8, 0, 100)
      .send(62, 3, 4, 500, 100);
    expect(blocked(made, 4)).toEqual([{ fromUs: 20, toUs: 60, by: 'connection' }]);
    expect(made.row(4).blockedByConnectionUs).toBe(40);
    for (const id of [0, 8]) expect(made.row(id)).toMatchObject({ blockedByConnectionUs: 0, blocked: [] });
    expect(made.table.sentCredit.connection).toEqual([{ fromUs: 20, toUs: 60 }]);
  });

  test('until the log ends, where one alone can have more data', () => {
    const blockedAtTheEnd = (...open: readonly number[]): StreamMaker => {
      const made = new StreamMaker().send(10, 0, 8, 0, 100).note(15, 'fin', 'local', 8, 100);
      for (const [i, id] of open.entries()) made.send(20 + i, 1 + i, id, 0, 500);
      const sum = 100 + 500 * open.length;
      return made.note(40, 'connection-blocked', 'local', -1, sum).note(90, 'stream-credit', 'remote', 96, 1);
    };
    const one = blockedAtTheEnd(0);
    expect(one.row(0).blockedByConnectionUs).toBe(50);
    expect(one.row(8).blockedByConnectionUs).toBe(0);
    const two = blockedAtTheEnd(0, 4);
    for (const id of [0, 4]) expect(two.row(id).blockedByConnectionUs).toBe(0);
  });

  test('not by the sum of a limit that resent data repeats, and not a control stream that says little', () => {
    const made = new StreamMaker()
      .parameter('initial_max_data', 1000)
      .send(5, 0, 3, 0, 100)
      .send(10, 1, 0, 0, 500)
      .send(20, 2, 0, 0, 500)
      .send(30, 3, 0, 500, 400)
      .note(60, 'connection-credit', 'remote', -1, 9000)
      .send(61, 4, 3, 100, 50)
      .send(62, 5, 0, 900, 50);
    expect(made.row(3).blockedByConnectionUs).toBe(0);
    expect(made.row(0).blockedByConnectionUs).toBe(30);
  });
});

test('two connections that use the same ids do not know of one another', () => {
  const [one, other] = [new StreamMaker(), new StreamMaker()];
  one.send(1, 0, 0, 0, 100);
  other.send(5, 0, 0, 0, 900).note(5, 'fin', 'local', 0, 900);
  expect([one.row(0).sent.bytes, other.row(0).sent.bytes]).toEqual([100, 900]);
  expect(one.row(0).finSentUs).toBeNaN();
});

test('ids that are none are counted, and 100,000 streams are rows of which some are asked for', () => {
  const made = new StreamMaker();
  const { streams, ledger } = made.state;
  for (const id of [-1, 2 ** 62, 1.5, Number.NaN]) expect(streams.ordinalOf(id)).toBe(-1);
  for (let i = 0; i < 100_000; i++) {
    ledger.application.send(i, 100, i, true);
    streams.sent.add(i, streams.ordinalOf(4 * (99_999 - i)), 0, 1 + (i % 7));
  }
  expect(streams.unusable).toBe(4);
  const { sent, length } = made.table;
  expect(length).toBe(100_000);
  expect(sent.bytes.reduce((sum, bytes) => sum + bytes, 0)).toBe(
    Number(sent.endOffset.reduce((a, b) => a + b, 0)),
  );
});
