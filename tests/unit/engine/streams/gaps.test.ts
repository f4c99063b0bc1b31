/** Data that had arrived and waited for data before it (RFC 9000 §2.2), by arrival and by ACKs. */
import { describe, expect, test } from 'vitest';
import { StreamMaker } from '../../../support/stream-maker.ts';

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

  test('behind several gaps counts its time once, and each delivery apart', () => {
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

  test('that is never delivered is no wait', () => {
    const made = new StreamMaker()
      .receive(10, 0, 0, 0, 100)
      .receive(20, 2, 0, 200, 100)
      .receive(90, 3, 4, 0, 1);
    expect(made.row(0)).toMatchObject({ gapUs: 0, gaps: [] });
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
