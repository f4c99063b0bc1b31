/** Growth at ACKs that only the defective idle rule leaves without growth, on steps that are made by hand. */
import { describe, expect, test } from 'vitest';
import { heldGrowth } from '../../../../../src/engine/sender/congestion/index.ts';
import { SenderSteps, StepKind, Use } from '../../../../../src/engine/sender/congestion/sender-steps.ts';

const DATAGRAM = 1000;
const RTT_US = 10_000;

class Steps {
  readonly steps = new SenderSteps();
  #nowUs = 0;

  /** The window is cut to two packets, in avoidance. */
  cut(): this {
    this.steps.push(StepKind.reduction, this.#nowUs, [4000, 2000, 2000, this.#nowUs], RTT_US, Use.full);
    return this;
  }

  /** Leaves slow start with the window that it has. */
  leaveSlowStart(): this {
    this.steps.push(StepKind.slowStartExit, this.#nowUs, [2000], RTT_US, Use.full);
    return this;
  }

  loss(newestSentUs: number): this {
    this.steps.push(StepKind.loss, this.#nowUs, [newestSentUs], RTT_US, Use.full);
    return this;
  }

  wait(us: number): this {
    this.#nowUs += us;
    return this;
  }

  /** Two packets 20 µs apart with nothing in flight, both acknowledged a round trip later; the ACK may grow the window. */
  round({ grownTo = 0, use = Use.full as Use, windowFirst = false } = {}): this {
    const { steps } = this;
    const lastAckUs = this.#nowUs;
    const sentUs = this.#nowUs + 100;
    steps.push(StepKind.idleSend, sentUs, [lastAckUs - RTT_US, lastAckUs], RTT_US, use);
    this.#nowUs = sentUs + RTT_US;
    const first = steps.packetSentUs.length;
    for (const timeUs of [sentUs, sentUs + 20]) {
      steps.packetSentUs.push(timeUs);
      steps.packetBytes.push(DATAGRAM);
    }
    const window = (): void => {
      if (grownTo > 0) steps.push(StepKind.window, this.#nowUs, [grownTo], RTT_US, use);
    };
    if (windowFirst) window();
    steps.push(StepKind.ack, this.#nowUs, [first, 2], RTT_US, use);
    if (!windowFirst) window();
    return this;
  }

  get held() {
    return heldGrowth({
      side: 'sender',
      source: 'losses',
      datagramBytes: DATAGRAM,
      initialCwndBytes: 10_000,
      firstUs: 0,
      lastUs: this.#nowUs,
      steps: this.steps,
    });
  }
}

const NOTHING = { acks: 0, duePackets: 0, grownPackets: 0 };

describe('growth that is held back', () => {
  test('is due at every ACK of a drained pipe after a reduction', () => {
    const { held } = new Steps().cut().wait(1000).round().round().round();
    expect(held).toMatchObject({ acks: 3, duePackets: 3, grownPackets: 0 });
    expect([held.startUs, held.endUs]).toEqual([1000 + RTT_US + 100, 1000 + 3 * (RTT_US + 100)]);
  });

  test.each([true, false])('is what the window grew by, whether it is logged first: %s', (windowFirst) => {
    const { held } = new Steps().cut().wait(1000).round().round({ grownTo: 3500, windowFirst });
    expect(held).toMatchObject({ acks: 2, grownPackets: 1.5 });
    expect(held.duePackets).toBeCloseTo(windowFirst ? 1 + 2000 / 3500 : 2, 9);
  });

  // The fix moves a boundary that the last ACK has set to this very send.
  test('leaves out the first packet of a burst directly after the ACK that tells the loss', () => {
    expect(new Steps().cut().round().held).toMatchObject({ acks: 1, duePackets: 0.5 });
  });

  test('is not due where the window is not used', () => {
    expect(new Steps().cut().wait(1000).round({ use: Use.room }).held).toMatchObject({
      acks: 1,
      duePackets: 0,
    });
  });

  test('is none before a loss sets a boundary, and none in slow start', () => {
    expect(new Steps().round().leaveSlowStart().round().held).toMatchObject(NOTHING);
    expect(new Steps().loss(0).round().round().held).toMatchObject(NOTHING);
  });

  test('is due after a loss without a reduction, once slow start is left', () => {
    expect(new Steps().leaveSlowStart().loss(0).wait(1000).round().held).toMatchObject({
      acks: 1,
      duePackets: 1,
    });
  });

  test('a loss of packets sent before both boundaries moves neither', () => {
    expect(new Steps().cut().wait(1000).round().loss(-1).round().held).toMatchObject({
      acks: 2,
      duePackets: 2,
    });
  });

  test('is none without a step', () => {
    const { held } = new Steps();
    expect(held).toMatchObject(NOTHING);
    expect([held.startUs, held.endUs]).toEqual([Number.NaN, Number.NaN]);
  });
});
