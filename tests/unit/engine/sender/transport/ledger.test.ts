/** The in-flight ledger: who leaves the flight, when, and how often. */
import { describe, expect, it } from 'vitest';
import {
  emptyOutcome,
  InFlightLedger,
  SpaceLedger,
} from '../../../../../src/engine/sender/transport/ledger.ts';
import { PacketSpace } from '../../../../../src/qlog-schema/index.ts';

/** Packets 0 to `count` − 1 of 100 bytes, one per 10 µs. */
function sent(count: number): SpaceLedger {
  const ledger = new SpaceLedger();
  for (let i = 0; i < count; i++) ledger.send(i, 100, i * 10, true);
  return ledger;
}

function ack(ledger: SpaceLedger, ...ranges: readonly (readonly [number, number])[]) {
  const outcome = emptyOutcome();
  for (const [from, to] of ranges) ledger.ackRange(from, to, outcome);
  return outcome;
}

describe('acknowledgments', () => {
  it('remove packets from flight once, however often they are repeated', () => {
    const ledger = sent(10);
    expect(ack(ledger, [2, 4])).toMatchObject({
      packets: 3,
      bytes: 300,
      spurious: 0,
      spuriousBytes: 0,
      largest: 4,
      largestSentUs: 40,
    });
    expect(ack(ledger, [0, 5])).toMatchObject({
      packets: 3,
      bytes: 300,
      spurious: 0,
      spuriousBytes: 0,
      largest: 5,
      largestSentUs: 50,
    });
    expect(ack(ledger, [0, 5])).toEqual(emptyOutcome());
    expect(ledger.inFlightBytes).toBe(400);
  });

  it('do the same in any order of ranges', () => {
    const ranges = [
      [0, 1],
      [3, 3],
      [5, 7],
      [9, 9],
    ] as const;
    const outcomes = [
      ranges,
      [...ranges].reverse(),
      [ranges[2], ranges[0], ranges[3], ranges[1]] as const,
    ].map((order) => ack(sent(10), ...order));
    for (const outcome of outcomes)
      expect(outcome).toMatchObject({ packets: 7, bytes: 700, spurious: 0, largest: 9, largestSentUs: 90 });
  });

  it('find packets between gaps of the numbering', () => {
    const ledger = new SpaceLedger();
    for (const number of [1, 5, 100, 1000]) ledger.send(number, 10, number, true);
    expect(ack(ledger, [2, 99]).packets).toBe(1);
    expect(ack(ledger, [6, 99])).toEqual(emptyOutcome());
    expect(ack(ledger, [0, 5000]).packets).toBe(3);
  });

  it('of packets missing in the log, between its first and its last one, reveal its gaps', () => {
    const ledger = new SpaceLedger();
    for (const number of [10, 11, 14, 15, 19]) ledger.send(number, 10, number, true);
    ack(ledger, [0, 11]);
    expect(ledger.unseen.acked, 'a log that was switched on late has no hole').toBe(0);
    ack(ledger, [10, 15]);
    expect(ledger.unseen.acked).toBe(2);
    ack(ledger, [17, 500]);
    expect(ledger.unseen.acked, 'a range beyond what was sent says less').toBe(2);
    ack(ledger, [10, 600]);
    expect(ledger.unseen.acked).toBe(5);
  });

  it('of packets that were never sent do nothing', () => {
    const ledger = sent(3);
    expect(ack(ledger, [3, 9], [50, 60])).toEqual(emptyOutcome());
    expect(ack(new SpaceLedger(), [0, 9])).toEqual(emptyOutcome());
    expect(ledger.inFlightBytes).toBe(300);
  });

  it('cost nothing for numbers that were not sent: a million ranges of 2⁶² each', () => {
    const ledger = sent(1000);
    const outcome = emptyOutcome();
    for (let i = 0; i < 1_000_000; i++) ledger.ackRange(0, 2 ** 62, outcome);
    expect(outcome.packets).toBe(1000);
    expect(ledger.inFlightBytes).toBe(0);
  });

  it('of packets that never counted as in flight move no bytes', () => {
    const ledger = new SpaceLedger();
    ledger.send(0, 50, 0, false);
    ledger.send(1, 100, 5, true);
    expect(ledger.inFlightBytes).toBe(100);
    expect(ack(ledger, [0, 1])).toMatchObject({ packets: 2, bytes: 100 });
  });
});

describe('losses', () => {
  it('remove a packet once and return its bytes', () => {
    const ledger = sent(3);
    expect([ledger.lose(1), ledger.lose(1), ledger.lose(7)]).toEqual([100, 0, 0]);
    expect(ledger.inFlightBytes).toBe(200);
  });

  it('that are acknowledged later are spurious and do not change bytes again', () => {
    const ledger = sent(3);
    ledger.lose(1);
    expect(ack(ledger, [0, 2])).toMatchObject({ packets: 3, bytes: 200, spurious: 1 });
    expect(ledger.inFlightBytes).toBe(0);
    expect(ack(ledger, [1, 1]).spurious).toBe(0);
  });

  it('take the oldest outstanding packet, and none without any', () => {
    const ledger = sent(4);
    ack(ledger, [0, 0], [2, 2]);
    expect([ledger.loseOldest(), ledger.loseOldest(), ledger.loseOldest()]).toEqual([100, 100, null]);
    expect(ack(ledger, [0, 3]).spurious).toBe(2);
  });

  it('distinguish a packet of unknown size from no packet', () => {
    const ledger = new InFlightLedger();
    ledger.application.send(0, 0, 0, true);
    ledger.handshake.send(0, 100, 0, true);
    expect(ledger.loseOldest()).toBe(0);
    expect(ledger.inFlightBytes).toBe(100);
    expect([ledger.loseOldest(), ledger.loseOldest()]).toEqual([100, null]);
  });

  it('by threshold are packets three numbers after or too old, below the largest acknowledged only', () => {
    const ledger = sent(10);
    ack(ledger, [6, 6]);
    // Numbers 0 to 3 are three after 6; nothing was sent before µs −1.
    expect(ledger.loseByThreshold(3, -1)).toBe(4);
    expect(ledger.inFlightBytes).toBe(500);
    // Packet 4 was sent at 40 µs and is too old now, 5 is not.
    expect(ledger.loseByThreshold(3, 40)).toBe(1);
    expect(ledger.loseByThreshold(3, 1e9)).toBe(1);
    // A later ACK of an older packet does not lower the largest acknowledged.
    ack(ledger, [2, 2]);
    expect(ledger.loseByThreshold(3, 1e9)).toBe(0);
    expect(ledger.inFlightBytes).toBe(300);
  });
});

describe('discarded keys', () => {
  it('empty the flight without a loss', () => {
    const ledger = sent(5);
    ack(ledger, [0, 0]);
    ledger.lose(1);
    expect(ledger.discard()).toBe(300);
    expect(ledger.inFlightBytes).toBe(0);
    expect(ledger.discard()).toBe(0);
    expect(ack(ledger, [2, 4])).toMatchObject({ bytes: 0, spurious: 0 });
  });
});

describe('sent packets', () => {
  it('that are logged twice, descend or have no number are ignored and counted', () => {
    const ledger = new SpaceLedger();
    for (const number of [Number.NaN, 3, 3, 1, Number.NaN, 4]) ledger.send(number, 100, 0, true);
    expect(ledger.sentPackets).toBe(2);
    expect(ledger.outOfOrder).toBe(4);
    expect(ledger.inFlightBytes).toBe(200);
    expect(ack(ledger, [3, 4]).packets).toBe(2);
  });

  it('are kept apart by packet number space', () => {
    const ledger = new InFlightLedger();
    for (const space of [PacketSpace.initial, PacketSpace.handshake, PacketSpace.application])
      ledger.space(space)?.send(0, 100 * (space + 1), 0, true);
    expect(ledger.space(PacketSpace.none)).toBeNull();
    expect(ledger.inFlightBytes).toBe(600);
    expect(ledger.handshake.discard()).toBe(200);
    // 1-RTT first, then Initial: Handshake is empty.
    expect([ledger.loseOldest(), ledger.loseOldest()]).toEqual([300, 100]);
    expect(ledger.sentPackets).toBe(3);
  });
});
