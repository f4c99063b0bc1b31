/** The ledger of one space at the borders of RFC 9002 §6.1, and what its second flight and its marks tell. */
import { describe, expect, it } from 'vitest';
import {
  emptyOutcome,
  type LostPacket,
  PacketFate,
  PacketMark,
} from '../../../../../src/engine/sender/transport/packet-fate.ts';
import { SpaceLedger } from '../../../../../src/engine/sender/transport/space-ledger.ts';

/** Packets 0 to `count` − 1 of 100 bytes, one per 10 µs. */
function sent(count: number): SpaceLedger {
  const ledger = new SpaceLedger();
  for (let i = 0; i < count; i++) ledger.send(i, 100, i * 10, true);
  return ledger;
}

function ack(ledger: SpaceLedger, from: number, to = from) {
  const outcome = emptyOutcome();
  ledger.ackRange(from, to, outcome);
  return outcome;
}

const NEVER = -1;

describe('the thresholds', () => {
  it.each([
    [1, 5],
    [2, 4],
    [3, 3],
    [4, 2],
    [6, 0],
    [7, 0],
  ])('of %i numbers behind packet 5: %i of five are overdue', (threshold, overdue) => {
    const ledger = sent(8);
    ack(ledger, 5);
    expect(ledger.loseByThreshold(threshold, NEVER)).toBe(overdue);
    expect(ledger.inFlightBytes).toBe(700 - overdue * 100);
    expect(ledger.presumedBytes).toBe(700 - overdue * 100);
  });

  it.each([
    [29, 3],
    [30, 4],
    [31, 4],
    [40, 5],
  ])('of time: sent up to %i µs, %i are overdue', (beforeUs, overdue) => {
    const ledger = sent(8);
    ack(ledger, 5);
    expect(ledger.loseByThreshold(100, beforeUs)).toBe(overdue);
  });

  it('skip the largest acknowledged itself and those above it', () => {
    const ledger = sent(3);
    ack(ledger, 0);
    expect(ledger.loseByThreshold(0, 1e9)).toBe(0);
    expect(ledger.nextDueSentUs).toBe(Number.POSITIVE_INFINITY);
  });

  it('return when the next is due: the earliest that only time can declare lost', () => {
    const ledger = sent(8);
    ack(ledger, 5);
    ledger.loseByThreshold(3, NEVER);
    expect(ledger.nextDueSentUs).toBe(30);
    ledger.loseByThreshold(3, 30);
    expect(ledger.nextDueSentUs).toBe(40);
    ledger.loseByThreshold(3, 40);
    expect(ledger.nextDueSentUs).toBe(Number.POSITIVE_INFINITY);
  });

  it('only mark what other evidence decides on', () => {
    const ledger = sent(8);
    ack(ledger, 5);
    expect(ledger.loseByThreshold(4, NEVER, false)).toBe(2);
    expect([ledger.inFlightBytes, ledger.presumedBytes]).toEqual([700, 500]);
    expect(ledger.loseByThreshold(4, NEVER, false)).toBe(0);
    expect([ledger.loseOverdue(), ledger.loseOverdue(), ledger.loseOverdue()]).toEqual([100, 100, null]);
    expect([ledger.inFlightBytes, ledger.presumedBytes]).toEqual([500, 500]);
    // An ACK of an overdue packet takes no bytes a second time.
    expect(ack(ledger, 0, 2)).toMatchObject({ packets: 3, bytes: 100, spurious: 2, smallestOverdue: 0 });
    expect([ledger.inFlightBytes, ledger.presumedBytes]).toEqual([400, 400]);
  });

  it('count packets that are not in flight separately, once', () => {
    const ledger = new SpaceLedger();
    for (let i = 0; i < 6; i++) ledger.send(i, 100, i * 10, i % 2 === 0);
    ack(ledger, 5);
    expect(ledger.takeOverdueAside()).toBe(0);
    expect(ledger.loseByThreshold(2, NEVER)).toBe(2);
    expect([ledger.inFlightBytes, ledger.presumedBytes]).toEqual([100, 100]);
    expect([ledger.takeOverdueAside(), ledger.takeOverdueAside()]).toEqual([2, 0]);
  });
});

describe('a packet', () => {
  it.each([
    [65_535, 65_535],
    [65_536, 65_535],
    [70_000, 65_535],
  ])('of %i bytes counts %i', (bytes, counted) => {
    const ledger = new SpaceLedger();
    ledger.send(0, bytes, 0, true, { marks: 0, dataBytes: bytes, resentBytes: bytes });
    expect([ledger.inFlightBytes, ledger.presumedBytes]).toEqual([counted, counted]);
    expect(ack(ledger, 0)).toMatchObject({ bytes: counted, dataBytes: counted, resentBytes: counted });
  });

  it('without details is ack-eliciting and carries no data; with details as stated', () => {
    const ledger = new SpaceLedger();
    ledger.send(0, 100, 0, true);
    ledger.send(1, 100, 1, true, { marks: 0, dataBytes: 7, resentBytes: 3 });
    expect(ack(ledger, 0)).toMatchObject({ eliciting: true, dataBytes: 0, resentBytes: 0 });
    expect(ack(ledger, 1)).toMatchObject({ eliciting: false, dataBytes: 7, resentBytes: 3 });
  });

  it('that is acknowledged after its loss returns its payload too', () => {
    const ledger = new SpaceLedger();
    ledger.send(0, 100, 0, true, { marks: 0, dataBytes: 70, resentBytes: 0 });
    expect(ledger.lose(0)).toBe(100);
    expect(ack(ledger, 0)).toMatchObject({
      spurious: 1,
      spuriousBytes: 100,
      spuriousDataBytes: 70,
      bytes: 0,
    });
    expect(ledger.fateAt(0)).toBe(PacketFate.spurious);
  });

  it('of the largest number gives its send time, the latest of them otherwise', () => {
    const ledger = sent(6);
    const outcome = emptyOutcome();
    ledger.ackRange(4, 4, outcome);
    ledger.ackRange(1, 2, outcome);
    expect(outcome).toMatchObject({ largest: 4, largestSentUs: 40, latestSentUs: 40 });
    ledger.ackRange(5, 5, outcome);
    expect(outcome).toMatchObject({ largest: 5, largestSentUs: 50, latestSentUs: 50 });
    expect(ledger.largestAcked).toBe(5);
  });

  it('is the newest of an ACK by its row, among those in flight', () => {
    const ledger = sent(4);
    ledger.send(4, 40, 70, false);
    const outcome = emptyOutcome();
    expect(outcome.newestRow).toBe(-1);
    ledger.ackRange(4, 4, outcome);
    expect(outcome.newestRow).toBe(-1);
    ledger.ackRange(2, 3, outcome);
    ledger.ackRange(0, 1, outcome);
    expect(outcome).toMatchObject({ newestRow: 3, latestSentUs: 70 });
    expect(ledger.sentUsAt(outcome.newestRow)).toBe(30);
  });

  it('is counted as ECN-capable where it was sent so', () => {
    const ledger = sent(2);
    const capable = { marks: PacketMark.ecnCapable, dataBytes: 0, resentBytes: 0 };
    for (const number of [2, 3, 4]) ledger.send(number, 100, number * 10, true, capable);
    const outcome = emptyOutcome();
    ledger.ackRange(3, 4, outcome);
    ledger.ackRange(1, 3, outcome);
    expect(outcome).toMatchObject({ packets: 4, ecnCapable: 3, earliestSentUs: 10, latestSentUs: 40 });
  });

  it('is found by its number only', () => {
    const ledger = new SpaceLedger();
    for (const number of [3, 7]) ledger.send(number, 100, number, true);
    expect([2, 3, 5, 7, 8].map((number) => ledger.indexOf(number))).toEqual([-1, 0, -1, 1, -1]);
  });
});

describe('a loss', () => {
  it('is reported with the payload and the marks of its packet', () => {
    const told: LostPacket[] = [];
    const ledger = new SpaceLedger({ nowUs: 90, onLost: (packet) => told.push(packet), takesBack: null });
    ledger.send(0, 100, 5, true, { marks: PacketMark.ackEliciting, dataBytes: 70, resentBytes: 0 });
    ledger.lose(0, PacketMark.mtuProbe);
    ledger.lose(0);
    expect(told).toEqual([
      { sentUs: 5, dataBytes: 70, marks: PacketMark.ackEliciting | PacketMark.mtuProbe },
    ]);
    expect(ledger.settledUsAt(0)).toBe(90);
  });

  it('of the oldest goes up to a number and no further', () => {
    const ledger = sent(4);
    ack(ledger, 0);
    expect([ledger.loseOldest(0), ledger.loseOldest(1), ledger.loseOldest(1), ledger.loseOldest(2)]).toEqual([
      null,
      100,
      null,
      100,
    ]);
  });

  it.each([
    [1, false],
    [2, false],
    [3, true],
  ])('with %i acknowledged, of packet 2 being the oldest: passed %s', (acked, passed) => {
    const ledger = sent(5);
    for (let i = 0; i < 2; i++) ledger.lose(i);
    ack(ledger, acked);
    if (acked !== 2) expect(ledger.isOldestPassed()).toBe(passed);
    else expect(ledger.isOldestPassed(), 'the oldest is now 3').toBe(false);
  });

  it('with nothing outstanding is none', () => {
    const ledger = new SpaceLedger();
    expect([
      ledger.oldestOutstanding(),
      ledger.isOldestPassed(),
      ledger.loseOverdue(),
      ledger.loseOldest(),
    ]).toEqual([-1, false, null, null]);
  });
});

describe('losses that are reverted', () => {
  it('restore their bytes and payload, from the oldest on; MTU probes stay lost', () => {
    const ledger = new SpaceLedger();
    for (let i = 0; i < 4; i++)
      ledger.send(i, 100, i, true, {
        marks: i === 2 ? PacketMark.mtuProbe : 0,
        dataBytes: 10 * (i + 1),
        resentBytes: 0,
      });
    for (const number of [0, 2, 3]) ledger.lose(number);
    expect(ledger.oldestOutstanding()).toBe(1);
    expect(ledger.restoreLost()).toBe(10 + 40);
    expect(ledger.inFlightBytes).toBe(300);
    expect(ledger.oldestOutstanding()).toBe(0);
    expect(ledger.fateAt(2)).toBe(PacketFate.lost);
    expect(ledger.settledUsAt(0)).toBeNaN();
  });

  it('are none in a space whose keys are discarded', () => {
    const ledger = sent(3);
    ledger.lose(0);
    ledger.discard();
    expect(ledger.restoreLost()).toBe(0);
    expect(ledger.inFlightBytes).toBe(0);
  });

  it('are some if a space was discarded before it had any', () => {
    const ledger = new SpaceLedger();
    expect(ledger.discard()).toBe(0);
    ledger.send(0, 100, 0, true, { marks: 0, dataBytes: 10, resentBytes: 0 });
    ledger.lose(0);
    expect(ledger.restoreLost()).toBe(10);
  });
});

describe('discarded keys', () => {
  it('end what was in flight, presumed and due', () => {
    const ledger = sent(8);
    ack(ledger, 5);
    ledger.loseByThreshold(4, NEVER);
    expect(ledger.nextDueSentUs).toBe(20);
    expect(ledger.discard()).toBe(500);
    expect([ledger.inFlightBytes, ledger.presumedBytes, ledger.nextDueSentUs]).toEqual([
      0,
      0,
      Number.POSITIVE_INFINITY,
    ]);
    expect([0, 3, 5].map((i) => ledger.fateAt(i))).toEqual([
      PacketFate.lost,
      PacketFate.discarded,
      PacketFate.acked,
    ]);
    // A late ACK takes nothing off a second time.
    ack(ledger, 2, 4);
    expect(ledger.presumedBytes).toBe(0);
  });
});

describe('the gaps of a log', () => {
  const holes = (from: number, to: number, numbers = [10, 11, 14, 15]) => {
    const ledger = new SpaceLedger();
    for (const number of numbers) ledger.send(number, 10, number, true);
    ack(ledger, from, to);
    return ledger.unseen.acked;
  };

  it.each([
    [10, 14, 2],
    [10, 13, 2],
    [10, 12, 1],
    [10, 11, 0],
    [11, 14, 2],
    [12, 14, 2],
    [13, 14, 1],
    [14, 14, 0],
    [0, 14, 2],
    [12, 99, 2],
    [16, 99, 0],
    [0, 9, 0],
  ])('in an ACK of %i to %i: %i', (from, to, unseen) => {
    expect(holes(from, to)).toBe(unseen);
  });
});

describe('the first packet of a space', () => {
  it('may be the oldest that is passed, overdue or acknowledged', () => {
    const ledger = sent(2);
    expect([ledger.isOldestPassed(), ledger.largestAcked]).toEqual([false, -1]);
    ack(ledger, 1);
    expect(ledger.isOldestPassed()).toBe(true);
    ledger.loseByThreshold(1, NEVER, false);
    expect(ledger.loseOverdue()).toBe(100);
    const first = sent(1);
    ack(first, 0);
    expect([first.largestAcked, first.inFlightBytes]).toEqual([0, 0]);
  });

  it('is enough to discard a space for good', () => {
    const ledger = new SpaceLedger();
    ledger.send(0, 100, 0, true, { marks: 0, dataBytes: 10, resentBytes: 0 });
    ledger.lose(0);
    ledger.discard();
    expect(ledger.restoreLost()).toBe(0);
  });

  it('without a number is left out', () => {
    const ledger = new SpaceLedger();
    ledger.send(Number.NaN, 100, 0, true);
    ledger.send(0, 100, 0, true);
    ledger.send(0, 100, 0, true);
    expect([ledger.sentPackets, ledger.outOfOrder, ledger.inFlightBytes]).toEqual([1, 2, 100]);
  });

  it('that is acknowledged after its loss leaves the presumed flight too', () => {
    const ledger = sent(2);
    ledger.lose(0);
    expect([ledger.inFlightBytes, ledger.presumedBytes]).toEqual([100, 200]);
    ack(ledger, 0);
    expect([ledger.inFlightBytes, ledger.presumedBytes]).toEqual([100, 100]);
  });

  it('that is not in flight is counted separately only once it is overdue', () => {
    const ledger = new SpaceLedger();
    ledger.send(0, 100, 0, false);
    ledger.send(1, 100, 1, true);
    ack(ledger, 0, 1);
    expect(ledger.takeOverdueAside()).toBe(0);
  });
});
