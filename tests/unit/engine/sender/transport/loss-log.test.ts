/** Losses by method: the best evidence counts, and silence means something only where it is listened to. */
import { describe, expect, it } from 'vitest';
import { LOSS_METHODS, LossLog } from '../../../../../src/engine/sender/transport/loss-log.ts';

describe('LossLog', () => {
  it('uses the best method that the trace allows, whatever came first', () => {
    const log = new LossLog();
    for (const method of [...LOSS_METHODS].reverse()) {
      log.push(method, 10, LOSS_METHODS.indexOf(method) + 1);
      expect(log.method).toBe(method);
    }
    expect(log.summary).toEqual({ method: 'logged', packets: 1 });
  });

  it('prefers a good method that found nothing to a weak one that found losses', () => {
    const log = new LossLog();
    log.push('resent-data', 5, 3);
    log.markAvailable('counted');
    expect(log.summary).toEqual({ method: 'counted', packets: 0 });
    expect([...log.timesUs]).toEqual([]);
  });

  it('is empty and uses the weakest method before any data', () => {
    expect(new LossLog().summary).toEqual({ method: 'window-cut', packets: 0 });
  });
});
