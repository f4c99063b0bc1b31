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

  it('takes back inferred losses one by one, and none that is reported', () => {
    const log = new LossLog();
    log.push('ack-gap', 5, 1);
    log.push('ack-gap', 10, 2);
    log.push('ack-gap', 15, 1);
    expect([log.takeBack(10), log.takeBack(11)]).toEqual([true, false]);
    expect([[...log.timesUs], [...log.packets]]).toEqual([
      [5, 10, 15],
      [1, 1, 1],
    ]);
    expect(log.takeBack(10)).toBe(true);
    expect([...log.timesUs]).toEqual([5, 15]);
    expect([log.summary.packets, log.takenBack]).toEqual([2, 2]);
    log.push('logged', 20, 1);
    expect(log.takeBack(20)).toBe(false);
  });

  it('goes on with what one method inferred where the other decides', () => {
    const log = new LossLog();
    log.markAvailable('ack-gap');
    log.push('in-flight-drop', 5, 2);
    expect(log.summary).toEqual({ method: 'in-flight-drop', packets: 2 });
    log.withdraw('in-flight-drop');
    expect(log.summary).toEqual({ method: 'ack-gap', packets: 2 });
  });

  it('is empty and uses the weakest method before any data', () => {
    expect(new LossLog().summary).toEqual({ method: 'window-cut', packets: 0 });
  });
});
