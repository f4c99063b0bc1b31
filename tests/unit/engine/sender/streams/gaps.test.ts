/** Data that had arrived and waited for data before it (RFC 9000 §2.2), by arrival and by ACKs. */
import { describe, expect, test } from 'vitest';
import { StreamMaker } from '../../../../support/stream-maker.ts';

describe('data received', () => {
  test('waits behind a gap until the packet that fills it; the one number that is missing left it', () => {
    const made = new StreamMaker()
      .receive(10, 0, 0, 0, 100)
      .receive(20, 2, 0, 200, 100)
      .receive(25, 3, 0, 300, 50)
      .receive(60, 4, 0, 100, 100);
    expect(made.row(0)).toMatchObject({
      gapUs: 40,
      gaps: [{ fromUs: 20, toUs: 60, bytes: 150, filledBy: 4, lostPacket: 1 }],
    });
  });

  test('after several gaps counts its time once, and each delivery apart', () => {
    const made = new StreamMaker()
      .receive(10, 0, 0, 0, 100)
      .receive(20, 2, 0, 200, 100)
      .receive(30, 4, 0, 400, 100)
      .receive(50, 5, 0, 100, 100)
      .receive(90, 6, 0, 300, 100);
    const { gapUs, gaps } = made.row(0);
    expect(gapUs).toBe(70);
    expect(gaps.map(({ fromUs, toUs, bytes }) => [fromUs, toUs, bytes])).toEqual([
      [20, 50, 100],
      [30, 90, 100],
    ]);
  });

  test('that comes late, and was not lost, names no packet', () => {
    const made = new StreamMaker()
      .receive(10, 0, 0, 0, 100)
      .receive(20, 2, 0, 200, 100)
      .receive(30, 1, 0, 100, 100);
    expect(made.row(0).gaps).toMatchObject([{ filledBy: 1, lostPacket: Number.NaN }]);
  });

  describe('behind a gap that never closes', () => {
    const open = () =>
      new StreamMaker()
        .receive(10, 0, 0, 0, 100)
        .receive(20, 2, 0, 200, 100)
        .receive(30, 3, 0, 400, 50)
        .receive(90, 4, 4, 0, 1);
    const toTheEnd = (toUs: number) => ({
      gapUs: toUs - 20,
      gaps: [{ fromUs: 20, toUs, bytes: 150, filledBy: Number.NaN, lostPacket: Number.NaN }],
    });

    test('waits until the log ends, or the connection', () => {
      expect(open().row(0)).toMatchObject(toTheEnd(90));
      const closed = open();
      closed.state.termination = { how: 'close', by: 'remote', space: 'application', code: 0, timeUs: 70 };
      expect(closed.row(0)).toMatchObject(toTheEnd(70));
    });

    test.each([
      ['reset', 'remote', 40],
      ['stop-sending', 'local', 40],
      ['reset', 'local', 90],
      ['stop-sending', 'remote', 90],
    ] as const)('and %s by %s: until %d', (what, by, toUs) => {
      const made = open().note(40, what, by, 0);
      expect(made.row(0)).toMatchObject(toTheEnd(toUs));
    });

    test('but not where the log lacks packets, and so perhaps the one that closed it', () => {
      const made = open().send(50, 0, 8, 0, 10).send(60, 5, 8, 10, 10);
      expect(made.row(0)).toMatchObject({ gapUs: 0, gaps: [] });
    });

    test('counts once with the waits before it', () => {
      const made = new StreamMaker()
        .receive(10, 0, 0, 0, 100)
        .receive(20, 2, 0, 200, 100)
        .receive(30, 3, 0, 400, 50)
        .receive(50, 4, 0, 100, 100)
        .receive(90, 5, 4, 0, 1);
      expect(made.row(0).gaps.map(({ fromUs, toUs }) => [fromUs, toUs])).toEqual([
        [20, 50],
        [30, 90],
      ]);
      expect(made.row(0).gapUs).toBe(70);
    });
  });

  test('counts as received again where it had arrived', () => {
    const made = new StreamMaker()
      .receive(1, 0, 0, 100, 100)
      .receive(2, 1, 0, 0, 150)
      .receive(3, 2, 0, 120, 100);
    expect(made.row(0).received).toMatchObject({ bytes: 350, repeatedBytes: 130, endOffset: 220 });
  });
});

describe('data sent', () => {
  test('waited from its ACK to that of the data before it; the packet that was lost left the gap', () => {
    const made = new StreamMaker()
      .send(0, 0, 0, 0, 100)
      .send(1, 1, 0, 100, 100)
      .send(2, 2, 0, 200, 100)
      .ack(30, 0)
      .ack(32, 2)
      .lose(33, 1)
      .send(34, 3, 0, 100, 100)
      .ack(70, 3);
    expect(made.row(0)).toMatchObject({
      gapUs: 38,
      gaps: [{ fromUs: 32, toUs: 70, bytes: 100, filledBy: 3, lostPacket: 1 }],
    });
  });

  test('that is acknowledged at once did not wait', () => {
    const made = new StreamMaker()
      .send(0, 0, 0, 0, 100)
      .send(1, 1, 0, 100, 100)
      .lose(5, 0)
      .send(6, 2, 0, 0, 100)
      .ack(40, 1, 2);
    expect(made.row(0)).toMatchObject({ gapUs: 0, gaps: [] });
  });

  test('after data that is never acknowledged waits until the log ends, unless only the log lacks it', () => {
    const sentAll = new StreamMaker()
      .send(0, 0, 0, 0, 100)
      .send(1, 1, 0, 100, 100)
      .send(2, 2, 0, 200, 100)
      .ack(30, 0)
      .ack(32, 2)
      .lose(33, 1)
      .note(90, 'stream-credit', 'remote', 0, 1e6);
    expect(sentAll.row(0)).toMatchObject({ gapUs: 58, gaps: [{ fromUs: 32, toUs: 90, bytes: 100 }] });
    const sentSome = new StreamMaker()
      .send(0, 0, 0, 0, 100)
      .send(2, 2, 0, 200, 100)
      .ack(30, 0, 2)
      .note(90, 'stream-credit', 'remote', 0, 1e6);
    expect(sentSome.row(0)).toMatchObject({ gapUs: 0, gaps: [] });
  });

  test('counts in the order of ACKs, not of numbers', () => {
    const made = new StreamMaker()
      .send(0, 0, 0, 0, 100)
      .send(1, 1, 0, 100, 100)
      .send(2, 2, 0, 200, 100)
      .ack(30, 2)
      .ack(40, 0)
      .ack(50, 1);
    expect(made.row(0).gaps).toMatchObject([
      { fromUs: 30, toUs: 50, bytes: 100, filledBy: 1, lostPacket: Number.NaN },
    ]);
  });
});
