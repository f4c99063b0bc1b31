/** Losses by method: the best evidence counts, and silence means something only where it is listened to. */
import { describe, expect, it } from 'vitest';
import { LOSS_METHODS, LossLog } from '../../../src/replay/loss-log.ts';

describe('LossLog', () => {
  it('answers with the best method that the trace allows, whatever came first', () => {
    const log = new LossLog();
    for (const method of [...LOSS_METHODS].reverse()) {
      log.push(method, 10, LOSS_METHODS.indexOf(method) + 1);
      expect(log.method).toBe(method);
    }
    expect(log.summary).toEqual({ method: 'logged', packets: 1 });
  });

  it('believes a good method that saw nothing over a weak one that saw losses', () => {
    const log = new LossLog();
    log.push('resent-data', 5, 3);
    log.markAvailable('counted');
    expect(log.summary).toEqual({ method: 'counted', packets: 0 });
    expect([...log.timesUs]).toEqual([]);
  });

  it('holds nothing and claims little before anything came', () => {
    expect(new LossLog().summary).toEqual({ method: 'window-cut', packets: 0 });
  });

  it('counts packets and finds the first loss in a span open at its start and closed at its end', () => {
    const log = new LossLog();
    for (const [timeUs, packets] of [
      [10, 1],
      [20, 2],
      [20, 4],
      [30, 8],
    ] as const)
      log.push('counted', timeUs, packets);
    expect([log.countBetween(10, 30), log.countBetween(9, 20), log.countBetween(30, 99)]).toEqual([14, 7, 0]);
    expect([log.firstBetween(10, 30), log.firstBetween(9, 10), log.firstBetween(20, 29)]).toEqual([
      20,
      10,
      Number.NaN,
    ]);
  });

  it('knows whether a method saw a loss shortly before a time', () => {
    const log = new LossLog();
    log.push('ack-gap', 100, 1);
    expect([99, 100, 150, 151].map((timeUs) => log.sawRecently('ack-gap', timeUs, 50))).toEqual([
      false,
      true,
      true,
      false,
    ]);
    expect(log.sawRecently('logged', 100, 50)).toBe(false);
  });
});
