/** Gaps in packet numbers: which are missing records, which a sender left out, and their share of an interval. */
import { describe, expect, it } from 'vitest';
import { emptyOutcome } from '../../../../../src/engine/sender/transport/ledger.ts';
import { MissingPackets } from '../../../../../src/engine/sender/transport/missing-packets.ts';
import { TransportState } from '../../../../../src/engine/sender/transport/transport.ts';

class Sender {
  readonly state = new TransportState();

  /** Sends packets with these numbers, one per ms from a time on. */
  send(
    numbers: readonly number[],
    fromMs = numbers[0] as number,
    space = this.state.ledger.application,
  ): this {
    for (const [i, number] of numbers.entries()) space.send(number, 1000, (fromMs + i) * 1000, true);
    return this;
  }

  ack(from: number, to: number): this {
    this.state.ledger.application.ackRange(from, to, emptyOutcome());
    return this;
  }

  within(startMs = 0, endMs = 1e6): readonly [missing: number, numbered: number] {
    const { missing, numbered } = new MissingPackets(this.state).within(startMs * 1000, endMs * 1000);
    return [missing, numbered];
  }
}

describe('a gap in the numbers', () => {
  it('of two or more is missing, acknowledged or not', () => {
    expect(new Sender().send([0, 1, 4, 5]).within()).toEqual([2, 6]);
    expect(new Sender().send([0, 1, 4, 5]).ack(0, 5).within()).toEqual([2, 6]);
  });

  it('of one is missing where the peer acknowledges it: else the sender may have left it out', () => {
    expect(new Sender().send([0, 1, 3, 4]).within()).toEqual([0, 4]);
    expect(new Sender().send([0, 1, 3, 4]).ack(3, 4).ack(0, 1).within()).toEqual([0, 4]);
    expect(new Sender().send([0, 1, 3, 4]).ack(2, 4).within()).toEqual([1, 5]);
  });

  it('is none before the first packet: the log may begin late', () => {
    expect(new Sender().send([900, 901]).ack(0, 901).within()).toEqual([0, 2]);
  });

  it('is none where the numbers were used in another space meanwhile', () => {
    const shared = (): Sender => new Sender().send([0, 1, 6, 7], 0);
    expect(shared().within()).toEqual([4, 8]);
    const sender = shared();
    sender.send([2, 3, 4, 5], 1, sender.state.ledger.handshake);
    // Two of the four were sent between the two packets of the gap: 2 at 1 ms and 3 at 2 ms.
    expect(sender.within()).toEqual([2, 10]);
  });

  it('says nothing where several paths number their packets each for itself', () => {
    const sender = new Sender().send([0, 1, 40]);
    sender.state.pathCount = 2;
    expect(sender.within()).toEqual([0, 0]);
  });
});

describe('an interval', () => {
  const sender = new Sender().send([0, 1, 2], 0).send([10, 11], 10).send([20], 20);

  it.each([
    [0, 2, 0, 3],
    [0, 3, 7, 10],
    [3, 9, 7, 7],
    [10, 11, 0, 2],
    [9, 11, 7, 9],
    [11, 12, 8, 9],
    [21, 30, 0, 0],
  ])('from %i to %i ms misses %i of %i', (startMs, endMs, missing, numbered) => {
    expect(sender.within(startMs, endMs)).toEqual([missing, numbered]);
  });

  it('of all gaps is from the packet before the first to the one after the last', () => {
    expect(new MissingPackets(sender.state).extent).toEqual({ startUs: 2000, endUs: 20_000 });
    expect(new MissingPackets(new Sender().send([0, 1]).state).extent).toBeNull();
  });
});
