/** Loss detection, probe timeouts and persistent congestion by RFC 9002, step by step. */
import { describe, expect, test, vi } from 'vitest';
import { Space } from '../../../../../src/engine/simulator/runs/packet.ts';
import type { RecoverySettings } from '../../../../../src/engine/simulator/runs/recovery.ts';
import { BYTES, beginning, known, MS, NEVER, RTT, Sender } from './recovery-sender.ts';

const { initial, handshake, application } = Space;

describe('packet threshold (§6.1.1)', () => {
  test('a packet is lost where one sent three later is acknowledged, and no sooner', () => {
    const sender = known();
    sender.send(RTT, 4);
    sender.ack(2 * RTT, [3, 2]);
    expect(sender.lostNumbers).toEqual([]);
    sender.ack(2 * RTT, [4, 4]);
    expect([sender.lostNumbers, sender.byTime]).toEqual([[1], [false]]);
    expect([sender.recovery.lostCount, sender.recovery.inFlightBytes]).toEqual([1, 0]);
  });

  test('another threshold is taken from the settings', () => {
    const sender = known({ packetThreshold: 5 });
    sender.send(RTT, 8);
    sender.ack(2 * RTT, [5, 5]);
    expect(sender.lostNumbers).toEqual([]);
    sender.ack(2 * RTT, [7, 7]);
    expect(sender.lostNumbers).toEqual([1, 2]);
  });

  test('nothing after the largest acknowledged packet is lost, however old', () => {
    const sender = known();
    sender.send(RTT, 3);
    sender.ack(20 * RTT, [1, 1]);
    expect([sender.lostNumbers, sender.recovery.inFlightBytes]).toEqual([[], 2 * BYTES]);
  });
});

describe('time threshold (§6.1.2)', () => {
  test('9/8 of the round trip after it was sent, a packet before an acknowledged one is lost', () => {
    const sender = known();
    sender.send(RTT);
    sender.send(RTT);
    sender.ack(2 * RTT, [2, 2]);
    const dueUs = RTT + (9 / 8) * RTT;
    expect(sender.lostNumbers).toEqual([]);
    expect(sender.timerUs()).toBe(dueUs);
    expect(sender.timedOut(dueUs - 1)).toBeNull();
    expect(sender.lostNumbers).toEqual([]);
    expect(sender.timedOut(dueUs)).toBeNull();
    expect([sender.lostNumbers, sender.byTime]).toEqual([[1], [true]]);
    expect([sender.recovery.timeouts, sender.recovery.ptoCount, sender.recovery.reductions]).toEqual([
      0, 0, 1,
    ]);
    expect(sender.timerUs()).toBe(NEVER);
  });

  test('an ACK finds it as well, without the timer', () => {
    const sender = known();
    sender.send(RTT, 2);
    sender.ack(2 * RTT, [2, 2]);
    sender.send(2 * RTT + 1);
    sender.ack(3 * RTT + 1, [3, 3]);
    expect([sender.lostNumbers, sender.byTime]).toEqual([[1], [true]]);
  });

  test('the larger of smoothed and latest round trip counts', () => {
    const sender = known();
    sender.send(RTT);
    sender.send(RTT);
    sender.ack(RTT + 2 * RTT, [2, 2]);
    expect(sender.recovery.rtt.smoothedUs).toBeLessThan(2 * RTT);
    expect(sender.timerUs()).toBe(RTT + (9 / 8) * 2 * RTT);
    const faster = known();
    faster.send(RTT, 2);
    faster.ack(RTT + 40 * MS, [2, 2]);
    expect(faster.timerUs()).toBeCloseTo(RTT + (9 / 8) * 92.5 * MS, 6);
  });

  test('never less than the granularity of a ms', () => {
    const sender = new Sender();
    sender.send(0);
    sender.ack(100, [0, 0]);
    sender.send(1000, 2);
    sender.ack(1100, [2, 2]);
    expect(sender.timerUs()).toBe(2000);
  });

  test.each([
    ['handshake', handshake, application, [0, 1]],
    ['application', application, handshake, [1, 0]],
  ])('the timer is that of the earliest loss time of all spaces: %s (§A.8)', (_name, first, second, lost) => {
    const sender = known();
    const numberOf = (space: Space): number => sender.recovery.nextNumber(space) - 1;
    sender.send(RTT, 2, { space: first });
    sender.send(RTT + 10, 2, { space: second });
    sender.ack(2 * RTT, [numberOf(first), numberOf(first)], { space: first });
    sender.ack(2 * RTT + 10, [numberOf(second), numberOf(second)], { space: second });
    expect(sender.timerUs()).toBe(RTT + (9 / 8) * RTT);
    sender.timedOut(sender.timerUs());
    expect(sender.lostNumbers).toEqual(lost.slice(0, 1));
    expect(sender.timerUs()).toBe(RTT + 10 + (9 / 8) * RTT);
    sender.timedOut(sender.timerUs());
    expect(sender.lostNumbers).toEqual(lost);
  });
});

describe('spurious losses', () => {
  /** One that has lost packets 1 and 2, though packets 3 to 5 arrived. */
  function doubting(settings: RecoverySettings): Sender {
    const sender = known(settings);
    sender.send(RTT, 5);
    sender.ack(2 * RTT, [5, 3]);
    return sender;
  }

  test('are counted when their ACK comes, settled once, and leave no flight a second time', () => {
    const sender = doubting({});
    expect(sender.lostNumbers).toEqual([1, 2]);
    const before = sender.ackedUs.length;
    sender.ack(2 * RTT + 1, [5, 2]);
    expect([sender.recovery.spuriousCount, sender.recovery.lostCount]).toEqual([1, 2]);
    expect([sender.ackedUs.length - before, sender.recovery.inFlightBytes]).toEqual([1, 0]);
    sender.ack(2 * RTT + 2, [5, 2]);
    expect([sender.recovery.spuriousCount, sender.ackedUs.length - before]).toEqual([1, 1]);
  });

  test('an ACK of lost packets alone is not one of new data', () => {
    expect(doubting({}).ack(2 * RTT + 1, [5, 1])).toBe(false);
  });

  test('raise the packet threshold above the distance seen, where that is asked for', () => {
    const lostAfter = (adaptsThreshold: boolean): readonly number[] => {
      const sender = doubting({ adaptsThreshold });
      sender.ack(2 * RTT + 1, [5, 1]);
      sender.send(3 * RTT, 6);
      sender.ack(4 * RTT, [10, 10]);
      return sender.lostNumbers.slice(2);
    };
    expect(lostAfter(false)).toEqual([6, 7]);
    // Packet 1 came behind packet 5: a distance of 4.
    expect(lostAfter(true)).toEqual([]);
    const sender = doubting({ adaptsThreshold: true });
    sender.ack(2 * RTT + 1, [5, 1]);
    sender.send(3 * RTT, 6);
    sender.ack(4 * RTT, [11, 11]);
    expect(sender.lostNumbers.slice(2)).toEqual([6]);
  });

  test('all of a reduction undo it, where that is asked for', () => {
    const sender = doubting({ undoesSpurious: true });
    const cut = sender.windows;
    expect(cut).toBeLessThan(0.6);
    sender.ack(2 * RTT + 1, [5, 2]);
    expect(sender.windows, 'packet 1 is lost still').toBe(cut);
    sender.ack(2 * RTT + 2, [5, 1]);
    expect(sender.windows).toBeGreaterThan(1);
    expect(sender.controller.ssthreshBytes).toBe(NEVER);
  });

  test('undo nothing where that is not asked for', () => {
    const sender = doubting({});
    const cut = sender.windows;
    sender.ack(2 * RTT + 1, [5, 1]);
    expect([sender.windows, sender.recovery.spuriousCount]).toEqual([cut, 2]);
  });

  test('a loss that joins the same recovery period must prove spurious too', () => {
    const sender = known({ undoesSpurious: true });
    sender.send(RTT, 6);
    sender.ack(2 * RTT, [4, 3]);
    const cut = sender.windows;
    sender.ack(2 * RTT + 1, [6, 6]);
    expect(sender.lostNumbers).toEqual([1, 2]);
    sender.ack(2 * RTT + 2, [6, 6, 4, 3, 1, 1]);
    expect(sender.windows).toBe(cut);
    sender.ack(2 * RTT + 3, [6, 6, 4, 1]);
    expect(sender.windows).toBeGreaterThan(1);
  });
});

describe('probe timeout (§6.2)', () => {
  test('999 ms before a round trip is known, doubled by each', () => {
    const sender = beginning();
    sender.send(0, 1, { space: initial });
    expect(sender.timerUs()).toBe(999 * MS);
    expect(sender.timedOut(999 * MS)).toBe(initial);
    expect(sender.timerUs()).toBe(2 * 999 * MS);
    sender.send(999 * MS, 1, { space: initial });
    expect(sender.timerUs()).toBe(999 * MS + 2 * 999 * MS);
    sender.timedOut(sender.timerUs());
    expect(sender.timerUs()).toBe(999 * MS + 4 * 999 * MS);
  });

  test('one round trip, four variations, and the max_ack_delay of the peer', () => {
    const sender = known({ maxAckDelayMs: 40 });
    sender.send(RTT);
    sender.send(RTT + 10);
    expect(sender.timerUs()).toBe(RTT + 10 + RTT + 200 * MS + 40 * MS);
  });

  test('no delay is granted to the handshake, whose ACKs come at once', () => {
    const sender = known({ maxAckDelayMs: 40 });
    sender.send(RTT, 1, { space: handshake });
    expect(sender.timerUs()).toBe(RTT + RTT + 200 * MS);
  });

  test('the back-off multiplies the delay too', () => {
    const sender = known({ maxAckDelayMs: 40 });
    sender.send(RTT);
    sender.timedOut(sender.timerUs());
    expect(sender.timerUs()).toBe(RTT + 2 * (RTT + 200 * MS + 40 * MS));
  });

  test('the first asks for one probe, later ones for two; the window stays, and nothing is lost', () => {
    const sender = known();
    sender.send(RTT, 10);
    const { windows } = sender;
    const timedOut = vi.spyOn(sender.controller, 'timedOut');
    const probes = [1, 2, 3].map(() => {
      expect(sender.timedOut(sender.timerUs())).toBe(application);
      return sender.recovery.probesDue[application];
    });
    expect(probes).toEqual([1, 2, 2]);
    expect([sender.recovery.timeouts, sender.recovery.ptoCount, timedOut.mock.calls.length]).toEqual([
      3, 3, 3,
    ]);
    expect([sender.windows, sender.lostNumbers, sender.recovery.inFlightBytes]).toEqual([
      windows,
      [],
      10 * BYTES,
    ]);
  });

  test('an ACK ends the back-off', () => {
    const sender = known();
    sender.send(RTT, 2);
    sender.timedOut(sender.timerUs());
    sender.ack(4 * RTT, [1, 1]);
    expect(sender.recovery.ptoCount).toBe(0);
  });

  test('so does one of a packet that elicits none, and an ACK of nothing new does not (§A.7)', () => {
    const sender = known();
    sender.send(RTT, 1, { isAckEliciting: false });
    sender.send(RTT);
    sender.timedOut(sender.timerUs());
    sender.ack(4 * RTT, [0, 0]);
    expect(sender.recovery.ptoCount).toBe(1);
    sender.ack(4 * RTT, [1, 0]);
    expect(sender.recovery.ptoCount).toBe(0);
  });

  test('goes on at a client that does not know whether the server has validated its address (§6.2.1)', () => {
    const sender = beginning({ isValidated: false, probedSpace: initial });
    sender.send(0, 3, { space: initial });
    sender.timedOut(sender.timerUs());
    sender.timedOut(sender.timerUs());
    sender.ack(4000 * MS, [0, 0], { space: initial });
    expect(sender.recovery.ptoCount).toBe(2);
    sender.handshake.isValidated = true;
    sender.ack(4001 * MS, [1, 1], { space: initial });
    expect(sender.recovery.ptoCount).toBe(0);
  });

  test('is that of the space whose timeout ends first, and so is the probe (§A.8)', () => {
    const sender = beginning();
    sender.send(0, 1, { space: handshake });
    sender.ack(RTT, [0, 0], { space: handshake });
    sender.send(RTT, 1, { space: handshake });
    // Sent again since, so that its timeout ends later though its space comes first.
    sender.send(RTT + 20 * MS, 1, { space: initial });
    expect(sender.timerUs()).toBe(RTT + 300 * MS);
    expect(sender.timedOut(sender.timerUs())).toBe(handshake);
    expect(sender.recovery.probesDue).toEqual([0, 1, 0]);
  });

  test('leaves the application out before the handshake is confirmed, also beside another space', () => {
    const sender = beginning();
    sender.send(0, 1);
    sender.send(500 * MS, 1, { space: handshake });
    expect(sender.timerUs()).toBe(500 * MS + 999 * MS);
    expect(sender.timedOut(sender.timerUs())).toBe(handshake);
    sender.handshake.isConfirmed = true;
    expect(sender.timerUs()).toBe(2 * (999 * MS + 25 * MS));
    expect(sender.timedOut(sender.timerUs())).toBe(application);
  });

  test('the application does not probe before the handshake is confirmed (§6.2.1)', () => {
    const sender = beginning();
    sender.send(0);
    expect(sender.timerUs()).toBe(NEVER);
    sender.handshake.isConfirmed = true;
    expect(sender.timerUs()).toBe(999 * MS + 25 * MS);
  });

  test('a client that nothing is owed goes on probing, in the space that it names (§6.2.2.1)', () => {
    const sender = beginning();
    sender.send(0, 1, { space: initial });
    sender.ack(RTT, [0, 0], { space: initial });
    expect([sender.timerUs(), sender.timedOut(9 * RTT)]).toEqual([NEVER, null]);
    sender.handshake.probedSpace = handshake;
    // From when the timer was set, which is by the ACK.
    expect(sender.timerUs()).toBe(RTT + RTT + 200 * MS);
    expect(sender.timedOut(4 * RTT)).toBe(handshake);
    expect(sender.recovery.probesDue).toEqual([0, 1, 0]);
    expect(sender.timerUs()).toBe(4 * RTT + 2 * (RTT + 200 * MS));
    sender.recovery.discard(initial, 5 * RTT);
    expect(sender.timerUs()).toBe(5 * RTT + RTT + 200 * MS);
  });

  test('the oldest packets in flight are what probes carry again', () => {
    const sender = known();
    sender.send(RTT);
    sender.send(RTT + 1, 1, { isAckEliciting: false });
    sender.send(RTT + 2);
    sender.send(RTT + 3);
    expect(sender.recovery.oldest(application, 2).map(({ sentUs }) => sentUs)).toEqual([RTT, RTT + 2]);
    sender.ack(2 * RTT, [1, 1]);
    expect(sender.recovery.oldest(application, 9).map(({ sentUs }) => sentUs)).toEqual([RTT + 2, RTT + 3]);
  });
});
