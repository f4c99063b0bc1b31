/** Losses by method: the best evidence counts, and silence means something only where it is listened to. */
import { describe, expect, it } from 'vitest';
import { LOSS_METHODS, LossLog } from '../../../../src/engine/transport/loss-log.ts';

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
});
