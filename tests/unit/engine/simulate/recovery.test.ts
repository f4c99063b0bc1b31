/** Loss detection and congestion control by RFC 9002, step by step: a round trip is 100 ms, a packet 1,000 bytes. */
import { describe, expect, test, vi } from 'vitest';
import type { Controller } from '../../../../src/engine/congestion/controller.ts';
import { NewReno } from '../../../../src/engine/congestion/newreno.ts';
import { type AckFrame, Space } from '../../../../src/engine/simulate/packet.ts';
import { Recovery, type RecoverySettings, type Settled } from '../../../../src/engine/simulate/recovery.ts';
import { Fate, type Sent } from '../../../../src/engine/simulate/sent-packets.ts';

const MS = 1000;
const RTT = 100 * MS;
const BYTES = 1000;
const CWND = 100_000;
const NEVER = Number.POSITIVE_INFINITY;
const { initial, handshake, application } = Space;

/** One sender, and what it settled. */
class Sender implements Settled {
  readonly recovery: Recovery;
  readonly controller: Controller;
  readonly ackedUs: number[] = [];
  readonly lostNumbers: number[] = [];
  readonly byTime: boolean[] = [];

  constructor(settings: RecoverySettings = {}, controller: Controller = new NewReno(BYTES, CWND)) {
    this.controller = controller;
    this.recovery = new Recovery(controller, settings, this);
    this.recovery.isWindowLimited = true;
  }

  acked(_space: Space, { sentUs }: Sent): void {
    this.ackedUs.push(sentUs);
  }

  lost(_space: Space, number: number, _sent: Sent, byTime: boolean): void {
    this.lostNumbers.push(number);
    this.byTime.push(byTime);
  }

  send(atUs: number, count = 1, { space = application as Space, isAckEliciting = true } = {}): void {
    for (let i = 0; i < count; i++)
      this.recovery.sent(space, {
        sentUs: atUs,
        sizeBytes: BYTES,
        isAckEliciting,
        offset: 0,
        dataBytes: 0,
        ackLargest: -1,
        isHandshakeDone: false,
        maxData: 0,
        fate: Fate.unsettled,
      });
  }

  /** @param ranges pairs of largest and smallest, the newest first. */
  ack(
    nowUs: number,
    ranges: readonly number[],
    { space = application as Space, ...frame }: Partial<AckFrame> & { space?: Space } = {},
  ): boolean {
    return this.recovery.acked(space, { ranges, delayUs: 0, ceCount: 0, ...frame }, nowUs);
  }

  timerUs(): number {
    return this.recovery.timerUs(true, false);
  }

  timedOut(nowUs: number): Space | null {
    return this.recovery.timedOut(nowUs, true, initial);
  }

  get windows(): number {
    return this.controller.cwndBytes / CWND;
  }
}

/** One that has sent packet 0 and knows its round trip: smoothed 100 ms, variation 50 ms. */
function known(settings: RecoverySettings = {}, controller?: Controller): Sender {
  const sender = new Sender(settings, controller);
  sender.send(0);
  sender.ack(RTT, [0, 0]);
  return sender;
}

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

  test('nothing behind the largest acknowledged packet is lost, however old', () => {
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

  test('the timer is that of the oldest one of all spaces', () => {
    const sender = known();
    sender.send(RTT, 2, { space: handshake });
    sender.send(RTT + 10, 2);
    sender.ack(2 * RTT, [1, 1], { space: handshake });
    sender.ack(2 * RTT + 10, [2, 2]);
    expect(sender.timerUs()).toBe(RTT + (9 / 8) * RTT);
    sender.timedOut(sender.timerUs());
    expect(sender.lostNumbers).toEqual([0]);
    expect(sender.timerUs()).toBe(RTT + 10 + (9 / 8) * RTT);
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
    const sender = new Sender();
    sender.send(0, 1, { space: initial });
    const timer = (): number => sender.recovery.timerUs(false, false);
    expect(timer()).toBe(999 * MS);
    expect(sender.recovery.timedOut(999 * MS, false, initial)).toBe(initial);
    expect(timer()).toBe(2 * 999 * MS);
    sender.send(999 * MS, 1, { space: initial });
    expect(timer()).toBe(999 * MS + 2 * 999 * MS);
    sender.recovery.timedOut(timer(), false, initial);
    expect(timer()).toBe(999 * MS + 4 * 999 * MS);
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

  test('the application does not probe before the handshake is confirmed (§6.2.1)', () => {
    const sender = new Sender();
    sender.send(0);
    expect(sender.recovery.timerUs(false, false)).toBe(NEVER);
    expect(sender.recovery.timerUs(true, false)).toBe(999 * MS + 25 * MS);
  });

  test('a client that nothing is owed goes on probing, in the space that it names (§6.2.2.1)', () => {
    const sender = new Sender();
    sender.send(0, 1, { space: initial });
    sender.ack(RTT, [0, 0], { space: initial });
    expect(sender.recovery.timerUs(false, false)).toBe(NEVER);
    expect(sender.recovery.timerUs(false, true)).toBe(RTT + 200 * MS);
    expect(sender.recovery.timedOut(3 * RTT, false, handshake)).toBe(handshake);
    expect(sender.recovery.probesDue).toEqual([0, 1, 0]);
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

describe('persistent congestion (§7.6)', () => {
  /** After a second sample of 100 ms: 100 + 4·37.5 + 25 ms, three times. */
  const DURATION = 825 * MS;

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

describe('reductions (§7.3.2)', () => {
  test('one per recovery period: packets sent before it reduce nothing more', () => {
    const sender = known();
    sender.send(RTT, 10);
    sender.ack(2 * RTT, [4, 4]);
    const cut = sender.windows;
    expect([sender.lostNumbers, sender.recovery.reductions]).toEqual([[1], 1]);
    sender.ack(2 * RTT + MS, [9, 9]);
    expect(sender.lostNumbers).toEqual([1, 2, 3, 5, 6]);
    expect([sender.windows, sender.recovery.reductions]).toEqual([cut, 1]);
  });

  test('a loss sent in a recovery period begins another', () => {
    const sender = known();
    sender.send(RTT, 4);
    sender.ack(2 * RTT, [4, 4]);
    const cut = sender.windows;
    sender.send(2 * RTT + 1, 4);
    sender.ack(3 * RTT + 1, [8, 8]);
    expect(sender.recovery.reductions).toBe(2);
    expect(sender.windows).toBeLessThan(0.6 * cut);
  });

  test('the controller is told the newest packet lost, and the flight before', () => {
    const sender = known();
    const lost = vi.spyOn(sender.controller, 'lost');
    for (let i = 0; i < 8; i++) sender.send(RTT + i);
    sender.ack(2 * RTT + 7, [8, 8]);
    expect(lost.mock.calls).toEqual([[2 * RTT + 7, RTT + 4, 8 * BYTES]]);
  });

  test('lost packets that elicit no ACK are no congestion', () => {
    const sender = known();
    sender.send(RTT, 1, { isAckEliciting: false });
    sender.send(RTT, 3);
    sender.ack(2 * RTT, [4, 4]);
    expect([sender.lostNumbers, sender.recovery.lostCount, sender.recovery.reductions]).toEqual([[1], 0, 0]);
  });
});

describe('CE marks (§7.1)', () => {
  test('more of them reduce the window, once per recovery period; the same count does not', () => {
    const sender = known();
    sender.send(RTT, 3);
    sender.ack(2 * RTT, [1, 1], { ceCount: 1 });
    const cut = sender.windows;
    expect(cut).toBeLessThan(0.6);
    sender.ack(2 * RTT + 1, [2, 2], { ceCount: 2 });
    expect([sender.windows, sender.recovery.reductions]).toEqual([cut, 1]);
    sender.send(2 * RTT + 2, 2);
    sender.ack(3 * RTT + 2, [4, 3], { ceCount: 2 });
    expect(sender.recovery.reductions).toBe(1);
    sender.ack(3 * RTT + 3, [5, 5], { ceCount: 3 });
    expect(sender.recovery.reductions).toBe(2);
    expect(sender.recovery.lostCount).toBe(0);
  });
});

describe('growth (§7.8)', () => {
  test('the window grows by what is acknowledged while it limits the sender', () => {
    const sender = known();
    const before = sender.controller.cwndBytes;
    sender.send(RTT, 5);
    sender.ack(2 * RTT, [5, 1]);
    expect(sender.controller.cwndBytes - before).toBe(5 * BYTES);
  });

  test('and not while the application does', () => {
    const sender = known();
    const before = sender.controller.cwndBytes;
    sender.recovery.isWindowLimited = false;
    sender.send(RTT, 5);
    sender.ack(2 * RTT, [5, 1]);
    expect(sender.controller.cwndBytes).toBe(before);
  });

  test('packets that elicit no ACK grow nothing, and are no news', () => {
    const sender = known();
    const before = sender.controller.cwndBytes;
    sender.send(RTT, 1, { isAckEliciting: false });
    expect(sender.ack(2 * RTT, [1, 1])).toBe(false);
    expect(sender.controller.cwndBytes).toBe(before);
    expect([sender.recovery.sentCount, sender.recovery.inFlightBytes]).toEqual([1, 0]);
  });

  test('a packet of a recovery period grows nothing, one sent after it does', () => {
    const sender = known();
    sender.send(RTT, 6);
    sender.ack(2 * RTT, [4, 4]);
    const cut = sender.controller.cwndBytes;
    sender.ack(2 * RTT, [6, 5]);
    expect(sender.controller.cwndBytes).toBe(cut);
    sender.send(2 * RTT + 1);
    sender.ack(3 * RTT, [7, 7]);
    expect(sender.controller.cwndBytes).toBeGreaterThan(cut);
  });
});

describe('round trips (§5)', () => {
  test('the delay of an ACK counts in the application alone, and up to max_ack_delay', () => {
    const smoothedAfter = (space: Space, delayUs: number): number => {
      const sender = new Sender({ maxAckDelayMs: 25 });
      sender.send(0, 2, { space });
      sender.ack(RTT, [0, 0], { space });
      sender.ack(RTT + 80 * MS, [1, 1], { space, delayUs });
      return sender.recovery.rtt.smoothedUs / MS;
    };
    expect(smoothedAfter(application, 20 * MS)).toBeCloseTo((7 * 100 + 160) / 8, 9);
    expect(smoothedAfter(application, 70 * MS)).toBeCloseTo((7 * 100 + 155) / 8, 9);
    expect(smoothedAfter(handshake, 70 * MS)).toBeCloseTo((7 * 100 + 180) / 8, 9);
  });

  test('only an ACK whose largest packet is new gives a sample', () => {
    const sender = known();
    sender.send(RTT, 3);
    sender.ack(2 * RTT, [3, 3]);
    sender.ack(9 * RTT, [3, 2]);
    expect(sender.recovery.rtt.latestUs).toBe(RTT);
  });
});

describe('discarded keys (§6.4)', () => {
  test('their packets leave the flight; they are neither lost nor acknowledged, and set no timer', () => {
    const sender = new Sender();
    sender.send(0, 4, { space: initial });
    sender.send(0, 1, { space: handshake });
    sender.ack(RTT, [2, 2], { space: initial });
    expect(sender.recovery.timerUs(false, false)).toBeLessThan(2 * RTT);
    sender.recovery.timedOut(RTT, false, initial);
    const { windows } = sender;
    sender.recovery.probesDue[initial] = 2;
    sender.recovery.ptoCount = 3;
    sender.recovery.discard(initial);
    expect(sender.recovery.inFlightBytes).toBe(BYTES);
    expect([sender.recovery.ptoCount, sender.recovery.probesDue]).toEqual([0, [0, 0, 0]]);
    expect(sender.recovery.timerUs(false, false)).toBe(RTT + 200 * MS);
    expect([sender.lostNumbers, sender.ackedUs.length, sender.windows]).toEqual([[], 1, windows]);
    sender.recovery.discard(handshake);
    expect([sender.recovery.inFlightBytes, sender.recovery.timerUs(false, false)]).toEqual([0, NEVER]);
  });
});

describe('a send with nothing in flight', () => {
  test('is told to the controller with the last send and the last ACK; others are not', () => {
    const sender = new Sender();
    const told: unknown[] = [];
    sender.controller.sent = (send) => void told.push({ ...send });
    sender.send(0, 2);
    expect(told).toEqual([]);
    sender.ack(RTT, [1, 0]);
    sender.send(RTT + 5, 2);
    const smoothedRttUs = RTT;
    expect(told).toEqual([{ nowUs: RTT + 5, lastSendUs: 0, lastAckUs: RTT, smoothedRttUs }]);
    sender.ack(2 * RTT + 5, [2, 2]);
    sender.send(3 * RTT);
    expect(told.length).toBe(1);
  });
});

describe('the watch', () => {
  test('tells a trap where a boundary lies ahead of all that is sent', () => {
    const sender = known();
    sender.controller.restart({
      nowUs: 1e9,
      priorCwndBytes: CWND,
      cwndBytes: CWND / 2,
      ssthreshBytes: CWND / 2,
    });
    for (let i = 1; i <= 6; i++) {
      sender.send(i * RTT);
      sender.ack((i + 1) * RTT, [i, i]);
    }
    sender.recovery.watch.end(sender.controller.cwndBytes, sender.recovery.rtt.smoothedUs);
    expect(sender.recovery.watch.traps).toEqual([
      { fromUs: 2 * RTT, toUs: 7 * RTT, rtts: 5, cwndBytes: CWND / 2 },
    ]);
  });

  test('tells none while the application limits the sender', () => {
    const sender = known();
    sender.controller.restart({
      nowUs: 1e9,
      priorCwndBytes: CWND,
      cwndBytes: CWND / 2,
      ssthreshBytes: CWND / 2,
    });
    sender.recovery.isWindowLimited = false;
    for (let i = 1; i <= 6; i++) {
      sender.send(i * RTT);
      sender.ack((i + 1) * RTT, [i, i]);
    }
    sender.recovery.watch.end(sender.controller.cwndBytes, sender.recovery.rtt.smoothedUs);
    expect(sender.recovery.watch.traps).toEqual([]);
  });
});
