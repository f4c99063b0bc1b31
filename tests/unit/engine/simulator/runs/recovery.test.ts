/** Congestion control and the state of a sender by RFC 9002, step by step. */
import { describe, expect, test, vi } from 'vitest';
import { Space } from '../../../../../src/engine/simulator/runs/packet.ts';
import { BYTES, beginning, CWND, known, MS, NEVER, RTT, Sender } from './recovery-sender.ts';

const { initial, handshake, application } = Space;

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

  test('packets that elicit no ACK grow nothing', () => {
    const sender = known();
    const before = sender.controller.cwndBytes;
    sender.send(RTT, 1, { isAckEliciting: false });
    sender.ack(2 * RTT, [1, 1]);
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
    const sender = beginning();
    sender.send(0, 4, { space: initial });
    sender.send(0, 1, { space: handshake });
    sender.ack(RTT, [2, 2], { space: initial });
    expect(sender.timerUs()).toBeLessThan(2 * RTT);
    sender.timedOut(RTT);
    const { windows } = sender;
    sender.recovery.probesDue[initial] = 2;
    sender.recovery.ptoCount = 3;
    sender.recovery.discard(initial, RTT);
    expect(sender.recovery.inFlightBytes).toBe(BYTES);
    expect([sender.recovery.ptoCount, sender.recovery.probesDue]).toEqual([0, [0, 0, 0]]);
    expect(sender.timerUs()).toBe(RTT + 200 * MS);
    expect([sender.lostNumbers, sender.ackedUs.length, sender.windows]).toEqual([[], 1, windows]);
    sender.recovery.discard(handshake, RTT);
    expect([sender.recovery.inFlightBytes, sender.timerUs()]).toEqual([0, NEVER]);
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
