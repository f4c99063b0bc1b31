/** Which packets a PTO doubts, and what their fates say of it. */
import { describe, expect, it } from 'vitest';
import { emptyOutcome, InFlightLedger } from '../../../../../src/engine/sender/transport/ledger.ts';
import { PacketMark } from '../../../../../src/engine/sender/transport/packet-fate.ts';
import { PtoDoubts } from '../../../../../src/engine/sender/transport/pto-doubts.ts';
import { PtoLog } from '../../../../../src/engine/sender/transport/pto-log.ts';

const NO_DATA = { marks: PacketMark.ackEliciting, dataBytes: 0, resentBytes: 0 };

class Sender {
  readonly log = new PtoLog();
  readonly ledger = new InFlightLedger();
  readonly doubts = new PtoDoubts(this.log);
  readonly space = this.ledger.application;
  #sent = 0;
  #ptos = 0;

  send(nowUs: number, packets = 1, marks: number = PacketMark.ackEliciting): this {
    for (let i = 0; i < packets; i++) {
      this.space.send(this.#sent++, 1000, nowUs, marks !== 0, { ...NO_DATA, marks });
    }
    return this;
  }

  pto(nowUs: number, space = this.space): this {
    this.doubts.add('counted', this.log.push('counted', nowUs, ++this.#ptos), nowUs, space);
    return this;
  }

  ack(nowUs: number, from: number, to = from): this {
    this.ledger.context.nowUs = nowUs;
    this.space.ackRange(from, to, emptyOutcome());
    return this;
  }

  lose(nowUs: number, packetNumber: number): this {
    this.ledger.context.nowUs = nowUs;
    this.space.lose(packetNumber);
    return this;
  }

  /** Packets doubted and arrived, and whether it is spurious, per PTO. */
  get settled(): readonly (readonly number[])[] {
    this.doubts.settle();
    const { doubted, arrived, spurious } = this.log;
    return [...doubted].map((packets, i) => [packets, arrived[i] as number, spurious[i] as number]);
  }
}

describe('a PTO doubts', () => {
  it('the packets in flight, and the next one the probes of the one before', () => {
    const sender = new Sender().send(0, 3).pto(50_000).send(50_000, 2).pto(150_000).send(150_000);
    expect(sender.ack(160_000, 5).ack(160_000, 0, 1).settled).toEqual([
      [3, 2, 0],
      [2, 0, 0],
    ]);
  });

  it('no packet that was acknowledged or declared lost before it', () => {
    const sender = new Sender().send(0, 4).ack(20_000, 1).lose(30_000, 0).pto(50_000);
    expect(sender.ack(60_000, 2, 3).settled).toEqual([[2, 2, 1]]);
  });

  it.each([
    [49_000, 2],
    [49_001, 1],
  ])('a packet sent at %i µs of 50,000: %i in all, as its probe may be logged first', (sentUs, doubted) => {
    expect(new Sender().send(0).send(sentUs).pto(50_000).settled[0]?.[0]).toBe(doubted);
  });

  it('no ACK alone, nothing in another space, and nothing whose keys were discarded', () => {
    expect(new Sender().send(0).send(0, 1, 0).pto(50_000).settled).toEqual([[1, 0, 0]]);
    const sender = new Sender().send(0);
    expect(sender.pto(50_000, sender.ledger.handshake).settled).toEqual([[0, 0, 0]]);
    const discarded = new Sender().send(0).pto(50_000);
    discarded.space.discard();
    expect(discarded.settled).toEqual([[0, 0, 0]]);
  });
});

describe('a PTO is spurious', () => {
  it('if everything that it doubted arrived, late ones and those declared lost included', () => {
    const sender = new Sender().send(0, 2).pto(50_000).lose(60_000, 0).ack(70_000, 1).ack(90_000, 0);
    expect(sender.settled).toEqual([[2, 2, 1]]);
  });

  it('not if one packet of it is never acknowledged, in a blackout of both directions each probe', () => {
    const blackout = new Sender().send(0, 10).pto(50_000).send(50_000).pto(150_000).send(150_000);
    expect(blackout.ack(160_000, 11).ack(160_000, 0, 8).settled).toEqual([
      [10, 9, 0],
      [1, 0, 0],
    ]);
  });
});
