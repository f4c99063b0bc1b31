/** Persistent congestion by RFC 9002 §7.6: between which losses it is declared, and how often. */
import { describe, expect, test } from 'vitest';
import { Space } from '../../../../../src/engine/simulator/runs/packet.ts';
import { PersistentCongestion } from '../../../../../src/engine/simulator/runs/persistent-congestion.ts';
import type { RecoverySettings } from '../../../../../src/engine/simulator/runs/recovery.ts';
import { Fate, type Sent } from '../../../../../src/engine/simulator/runs/sent-packets.ts';
import { BYTES, known, MS, RTT, Sender } from './recovery-sender.ts';

const { handshake, application } = Space;
/** After a second sample of 100 ms: 100 + 4·37.5 + 25 ms, three times. */
const DURATION = 825 * MS;
/** After a third one: 100 + 4·28.125 + 25 ms, three times. */
const NEXT_DURATION = 712.5 * MS;

describe('two losses that one ACK declares', () => {
  /**
   * Packets 1 and 2 are sent so far apart, what comes between them first; then three more, of which the last one's ACK
   * declares those before lost.
   */
  function collapse(
    apartUs: number,
    between: (sender: Sender, atUs: number) => void = () => {},
    settings: RecoverySettings = {},
  ): Sender {
    const sender = known({ maxAckDelayMs: 25, ...settings });
    sender.send(2 * RTT);
    between(sender, 2 * RTT + apartUs / 2);
    sender.send(2 * RTT + apartUs);
    const endUs = 2 * RTT + apartUs + 1;
    sender.send(endUs, 3);
    sender.ack(endUs + RTT, [
      sender.recovery.nextNumber(application) - 1,
      sender.recovery.nextNumber(application) - 1,
    ]);
    return sender;
  }

  test('is declared where two losses lie farther apart than three probe timeouts', () => {
    const sender = collapse(DURATION + 1);
    expect(sender.lostNumbers).toEqual([1, 2]);
    expect(sender.recovery.persistentCongestions).toBe(1);
    expect(sender.recovery.rtt.persistentCongestionUs).toBe(DURATION);
    // The minimum, and what the same ACK acknowledged: slow start (§A.7 counts losses first).
    expect(sender.controller.cwndBytes).toBe(2 * BYTES + BYTES);
    expect(sender.controller.region).toBe('slow start');
    expect(sender.recovery.reductions).toBe(1);
  });

  test('is not where they lie just as far apart', () => {
    const sender = collapse(DURATION);
    expect([sender.recovery.persistentCongestions, sender.recovery.reductions]).toEqual([0, 1]);
    expect(sender.windows).toBeGreaterThan(0.4);
  });

  test('is not where a packet between them was acknowledged, whether it elicited that or not', () => {
    for (const isAckEliciting of [true, false]) {
      const sender = collapse(2 * DURATION - 2, (one, atUs) => {
        one.send(atUs, 1, { isAckEliciting });
        one.ack(atUs + RTT, [2, 2]);
      });
      expect(sender.lostNumbers).toEqual([1, 3]);
      expect(sender.recovery.rtt.persistentCongestionUs).toBeLessThanOrEqual(DURATION);
      expect(sender.recovery.persistentCongestions).toBe(0);
    }
  });

  test('is where only a packet between them was lost', () => {
    const sender = collapse(DURATION + 1, (one, atUs) => one.send(atUs));
    expect(sender.lostNumbers).toEqual([1, 2, 3]);
    expect(sender.recovery.persistentCongestions).toBe(1);
  });

  test('counts packets that elicit an ACK only', () => {
    const sender = known({ maxAckDelayMs: 25 });
    sender.send(2 * RTT, 1, { isAckEliciting: false });
    sender.send(2 * RTT + DURATION / 2);
    sender.send(2 * RTT + DURATION + 1);
    sender.send(2 * RTT + DURATION + 2, 3);
    sender.ack(3 * RTT + DURATION + 2, [6, 6]);
    expect(sender.lostNumbers).toEqual([1, 2, 3]);
    expect(sender.recovery.persistentCongestions).toBe(0);
  });

  test('counts packets only that were sent after the first sample of the round trip', () => {
    const sender = new Sender({ maxAckDelayMs: 25 });
    sender.send(0);
    sender.send(RTT);
    sender.ack(RTT, [0, 0]);
    sender.send(RTT + 900 * MS, 4);
    sender.ack(2 * RTT + 900 * MS, [5, 5]);
    expect([sender.lostNumbers, sender.recovery.persistentCongestions]).toEqual([[1, 2], 0]);
  });

  test('is never declared by a stack without it', () => {
    const sender = collapse(10 * DURATION, undefined, { persistentCongestion: false });
    expect([sender.recovery.persistentCongestions, sender.recovery.reductions]).toEqual([0, 1]);
    expect(sender.windows).toBeGreaterThan(0.4);
  });
});

describe('two losses that different ACKs declare', () => {
  /** Packet 1, and `apartUs` later packets 2 to 4 and what follows: the ACK of 4 declares 1 lost. */
  function halfLost(apartUs: number, settings: RecoverySettings = {}): Sender {
    const sender = known({ maxAckDelayMs: 25, ...settings });
    sender.send(2 * RTT);
    const secondUs = 2 * RTT + apartUs;
    sender.send(secondUs, 4);
    sender.ack(secondUs + RTT, [4, 4]);
    expect([sender.lostNumbers, sender.recovery.persistentCongestions]).toEqual([[1], 0]);
    return sender;
  }

  test('establish it with the second ACK', () => {
    const sender = halfLost(NEXT_DURATION + 1);
    sender.ack(2 * RTT + NEXT_DURATION + 1 + RTT, [5, 4]);
    expect(sender.lostNumbers).toEqual([1, 2]);
    expect(sender.recovery.rtt.persistentCongestionUs).toBe(NEXT_DURATION);
    expect(sender.recovery.persistentCongestions).toBe(1);
    expect(sender.controller.region).toBe('slow start');
  });

  test('do not where they lie just as far apart', () => {
    const sender = halfLost(NEXT_DURATION);
    sender.ack(2 * RTT + NEXT_DURATION + RTT, [5, 4]);
    expect([sender.lostNumbers, sender.recovery.persistentCongestions]).toEqual([[1, 2], 0]);
  });

  test('establish it where the timer declares the second one', () => {
    const sender = halfLost(2 * DURATION);
    sender.timedOut(sender.timerUs());
    expect([sender.lostNumbers, sender.recovery.persistentCongestions]).toEqual([[1, 2, 3], 1]);
  });

  test('do not where the first one proves spurious in between', () => {
    const sender = halfLost(2 * DURATION);
    const nowUs = 2 * RTT + 2 * DURATION + RTT;
    sender.ack(nowUs, [4, 4, 1, 1]);
    sender.ack(nowUs, [5, 4, 1, 1]);
    expect([sender.recovery.spuriousCount, sender.recovery.persistentCongestions]).toEqual([1, 0]);
    expect(sender.lostNumbers).toEqual([1, 2]);
  });

  test.each([true, false])(
    'do not where a packet between them proves spurious, eliciting: %s',
    (isAckEliciting) => {
      const sender = known({ maxAckDelayMs: 25 });
      sender.send(2 * RTT);
      sender.send(2 * RTT + DURATION, 1, { isAckEliciting });
      const endUs = 2 * RTT + 2 * DURATION;
      sender.send(endUs, 4);
      sender.ack(endUs + RTT, [5, 5]);
      expect([sender.lostNumbers, sender.recovery.persistentCongestions]).toEqual([[1, 2], 0]);
      sender.ack(endUs + RTT, [5, 5, 2, 2]);
      sender.ack(endUs + RTT, [6, 5, 2, 2]);
      expect([sender.lostNumbers, sender.recovery.persistentCongestions]).toEqual([[1, 2, 3], 0]);
      expect([sender.recovery.lostCount, sender.recovery.spuriousCount]).toEqual(
        isAckEliciting ? [3, 1] : [2, 0],
      );
    },
  );

  test('establish nothing at a stack without it', () => {
    const sender = halfLost(2 * DURATION, { persistentCongestion: false });
    sender.timedOut(sender.timerUs());
    expect([sender.lostNumbers, sender.recovery.persistentCongestions]).toEqual([[1, 2, 3], 0]);
  });

  test('establish it once: what was sent until then counts no more', () => {
    const sender = known({ maxAckDelayMs: 25 });
    for (const i of [0, 1, 2, 3]) sender.send(2 * RTT + i * DURATION);
    const endUs = 2 * RTT + 4 * DURATION;
    sender.send(endUs, 5);
    sender.ack(endUs + RTT, [8, 8]);
    expect([sender.lostNumbers, sender.recovery.persistentCongestions]).toEqual([[1, 2, 3, 4, 5], 1]);
    sender.ack(endUs + RTT + 1, [9, 8]);
    // Nothing between 1 and 6 was acknowledged.
    expect([sender.lostNumbers, sender.recovery.persistentCongestions]).toEqual([[1, 2, 3, 4, 5, 6], 1]);
  });
});

describe('losses of several spaces', () => {
  /** Packet 0 of the handshake, then packet 1 of the application, both lost in the end. */
  function bothLost(between: (sender: Sender, atUs: number) => void = () => {}): Sender {
    const sender = known({ maxAckDelayMs: 25 });
    sender.send(2 * RTT, 1, { space: handshake });
    between(sender, 2 * RTT + DURATION / 2);
    const secondUs = 2 * RTT + DURATION + 1;
    sender.send(secondUs);
    sender.send(secondUs + 1, 3, { space: handshake });
    sender.send(secondUs + 1, 3);
    const last = sender.recovery.nextNumber(handshake) - 1;
    sender.ack(secondUs + RTT, [last, last], { space: handshake });
    expect(sender.recovery.persistentCongestions).toBe(0);
    const newest = sender.recovery.nextNumber(application) - 1;
    sender.ack(secondUs + 1 + RTT, [newest, newest]);
    return sender;
  }

  test('are one period', () => {
    const sender = bothLost();
    expect([sender.lostNumbers, sender.recovery.persistentCongestions]).toEqual([[0, 1], 1]);
  });

  test('are none where a packet of either space between them was acknowledged', () => {
    for (const space of [handshake, application]) {
      const sender = bothLost((one, atUs) => {
        one.send(atUs, 1, { space });
        const number = one.recovery.nextNumber(space) - 1;
        one.ack(atUs + RTT, [number, number], { space });
      });
      expect([sender.recovery.lostCount, sender.recovery.persistentCongestions]).toEqual([2, 0]);
    }
  });

  test('are one period where the packet between them went with its keys', () => {
    const sender = bothLost((one, atUs) => {
      one.send(atUs, 1, { space: Space.initial });
      one.recovery.discard(Space.initial, atUs);
    });
    expect(sender.recovery.persistentCongestions).toBe(1);
  });
});

/** Every other packet of a window is lost, one ACK after the other. @returns how often a packet was looked at. */
function looksOf(window: number): number {
  const congestion = new PersistentCongestion();
  let looks = 0;
  const packets = Array.from({ length: window }, (_, i) => {
    let fate: number = Fate.unsettled;
    return {
      ...{ sentUs: i, sizeBytes: BYTES, isAckEliciting: true, offset: 0, dataBytes: 0 },
      ...{ ackLargest: -1, isHandshakeDone: false, maxData: 0 },
      get fate(): number {
        looks++;
        return fate;
      },
      set fate(changed: number) {
        fate = changed;
      },
    } satisfies Sent;
  });
  for (const packet of packets) congestion.sent(packet);
  for (const packet of packets) {
    const isLost = packet.sentUs % 2 === 0;
    packet.fate = isLost ? Fate.lost : Fate.acked;
    if (isLost) expect(congestion.isEstablished(DURATION, packet.sentUs)).toBe(false);
    congestion.settle();
  }
  return looks;
}

test('losses of a large window cost steps by its packets, not by their square', () => {
  const [small, large] = [looksOf(1000), looksOf(4000)];
  expect(large).toBeLessThan(5 * small);
  expect(large).toBeLessThan(10 * 4000);
});
