/** Which packets this end acknowledges although the log never shows them received. */
import { describe, expect, it } from 'vitest';
import { replayEvents, send, type TimedEvent } from '../../../../support/replay-events.ts';

const receive = (timeMs: number, packet_number: number, packet_type = '1RTT'): TimedEvent => [
  timeMs,
  'quic:packet_received',
  { header: { packet_type, packet_number }, raw: { length: 1200 }, frames: [{ frame_type: 'ping' }] },
];
const ack = (timeMs: number, number: number, ...acked_ranges: readonly (readonly number[])[]): TimedEvent =>
  send(timeMs, number, { frames: [{ frame_type: 'ack', acked_ranges }] });

const unseen = (...events: readonly TimedEvent[]) => replayEvents(events).unseenReceived;

describe('packets received that are not in the log', () => {
  it('are those that an ACK names', () => {
    const found = unseen(receive(0, 5), receive(1, 6), ack(2, 0, [5, 6]), receive(3, 8), ack(4, 1, [5, 8]));
    expect(found.all).toEqual({ missing: 1, numbered: 4, share: 0.25 });
    expect(found.extent).toEqual({ startUs: 4000, endUs: 4000 });
  });

  it('are counted once, whatever later ACKs say, and in ranges of any order', () => {
    const { all } = unseen(receive(0, 0), ack(1, 0, [3, 4], [0, 1]), ack(2, 1, [0, 1], [3, 4]));
    expect([all.missing, all.numbered]).toEqual([3, 4]);
  });

  it('are none where they were lost on the path, came late, or before the log begins', () => {
    expect(unseen(receive(0, 0), receive(1, 2), ack(2, 0, [2, 2], [0, 0])).all.missing).toBe(0);
    expect(
      unseen(receive(0, 0), receive(1, 2), ack(2, 0, [0, 0], [2, 2]), receive(3, 1), ack(4, 1, [0, 2])).all
        .missing,
    ).toBe(0);
    expect(unseen(receive(0, 70), ack(1, 0, [0, 70])).all).toMatchObject({ missing: 0, numbered: 1 });
  });

  it('are none where their record comes after the ACK', () => {
    expect(unseen(receive(0, 0), ack(1, 0, [0, 1]), receive(2, 1)).all.missing).toBe(0);
  });

  it('are of each packet number space', () => {
    const handshake = send(1, 0, {
      type: 'handshake',
      frames: [{ frame_type: 'ack', acked_ranges: [[0, 0]] }],
    });
    expect(unseen(receive(0, 0, 'initial'), handshake).all.numbered).toBe(0);
    expect(unseen(receive(0, 0, 'handshake'), handshake).all).toMatchObject({ missing: 0, numbered: 1 });
  });

  it('are no numbers that are damaged', () => {
    expect(unseen(receive(0, 0), ack(1, 0, [0, 2 ** 40])).all.numbered).toBe(0);
  });

  it('are not counted where so many wait for an ACK that the log holds none of this end', () => {
    const waiting = Array.from({ length: 65_538 }, (_, number) => receive(number / 1000, number));
    expect(unseen(...waiting, ack(66, 0, [0, 70_000])).all.numbered).toBe(0);
  });

  it('are counted within an interval by the ACKs in it', () => {
    const found = unseen(
      receive(0, 0),
      ack(1, 0, [0, 1]),
      receive(5, 2),
      ack(6, 1, [0, 2]),
      ack(9, 2, [0, 5]),
    );
    expect(found.within(0, 5000)).toEqual({ missing: 1, numbered: 2, share: 0.5 });
    expect(found.within(5000, 9000)).toEqual({ missing: 3, numbered: 4, share: 0.75 });
    expect(found.within(2000, 8000).share).toBe(0);
  });
});
