/** Pacing by RFC 9002 §7.7: a burst of the initial window, then 1.25 windows per smoothed round trip. */
import { describe, expect, test } from 'vitest';
import { Pacer } from '../../../../../src/engine/simulator/runs/pacer.ts';

const RTT_US = 100_000;
const CWND = 50_000;
/** Bytes per µs. */
const RATE = (1.25 * CWND) / RTT_US;

/** Sends as fast as it may until a time. @returns when each packet was sent. */
function sendUntil(pacer: Pacer, fromUs: number, untilUs: number, sizeBytes = 1000): readonly number[] {
  const sent: number[] = [];
  for (let nowUs = fromUs; nowUs < untilUs; ) {
    const readyUs = pacer.readyUs(nowUs, sizeBytes, CWND, RTT_US);
    if (readyUs <= nowUs) {
      pacer.sent(sizeBytes);
      sent.push(nowUs);
    } else nowUs = readyUs;
  }
  return sent;
}

describe('Pacer', () => {
  test('lets the initial window pass at once, and then the rate', () => {
    const sent = sendUntil(new Pacer(10_000), 0, 10 * RTT_US);
    expect(sent.filter((atUs) => atUs === 0).length).toBe(10);
    expect(Math.abs((sent.at(-1) as number) - ((sent.length - 10) * 1000) / RATE)).toBeLessThan(5);
    for (let i = 11; i < sent.length; i++)
      expect(Math.abs((sent[i] as number) - (sent[i - 1] as number) - 1000 / RATE)).toBeLessThan(2);
  });

  test('in no time more than the burst and 1.25 windows per round trip', () => {
    const sent = sendUntil(new Pacer(10_000), 0, 5 * RTT_US, 1350);
    let most = 0;
    for (let from = 0; from < sent.length; from++)
      for (let to = from; to < sent.length; to++) {
        const bytes = (to - from + 1) * 1350;
        most = Math.max(most, bytes - RATE * ((sent[to] as number) - (sent[from] as number)));
      }
    expect(most).toBeGreaterThan(10_000 - 1350);
    // Less than a byte is rounding.
    expect(most).toBeLessThanOrEqual(10_001);
  });

  test('saves no more than the burst while nothing is sent', () => {
    const pacer = new Pacer(10_000);
    sendUntil(pacer, 0, RTT_US);
    const again = sendUntil(pacer, 100 * RTT_US, 100 * RTT_US + 1);
    expect(again.length).toBe(10);
  });

  test('says when a packet that must wait may be sent', () => {
    const pacer = new Pacer(1000);
    expect(pacer.readyUs(0, 1000, CWND, RTT_US)).toBe(0);
    pacer.sent(1000);
    expect(pacer.readyUs(0, 1000, CWND, RTT_US)).toBeCloseTo(1000 / RATE, 6);
    expect(pacer.readyUs(400, 1000, CWND, RTT_US)).toBeCloseTo(1000 / RATE, 6);
    expect(pacer.readyUs(1000 / RATE, 1000, CWND, RTT_US)).toBe(1000 / RATE);
  });

  test('before a round trip is known nothing waits, and what was sent counts later', () => {
    const pacer = new Pacer(1000);
    for (let i = 0; i < 5; i++) {
      expect(pacer.readyUs(0, 1000, CWND, 0)).toBe(0);
      pacer.sent(1000);
    }
    expect(pacer.readyUs(0, 1000, CWND, RTT_US)).toBeCloseTo(5000 / RATE, 6);
  });
});
