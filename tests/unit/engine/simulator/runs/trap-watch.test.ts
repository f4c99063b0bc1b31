/** What counts as a trap, and the times over which a boundary kept every ACK from growing the window. */
import { describe, expect, test } from 'vitest';
import { isTrapped, TrapWatch } from '../../../../../src/engine/simulator/runs/trap-watch.ts';

const RTT_US = 10_000;
const CWND = 2700;

/** ACKs at these times, ignored all. */
function ignoredAt(watch: TrapWatch, ...timesUs: readonly number[]): void {
  for (const nowUs of timesUs) watch.acked(nowUs, true, CWND, RTT_US);
}

describe('TrapWatch', () => {
  test('a trap lasts from the first ACK that was ignored to the last one', () => {
    const watch = new TrapWatch();
    ignoredAt(watch, 1000, 20_000, 41_000);
    watch.acked(50_000, false, CWND, RTT_US);
    expect(watch.traps).toEqual([{ fromUs: 1000, toUs: 41_000, rtts: 4, cwndBytes: CWND }]);
  });

  test('an ACK that counts, a loss, and the end of the run end it, and the next is one of its own', () => {
    const watch = new TrapWatch();
    ignoredAt(watch, 0, 20_000);
    watch.end(CWND, RTT_US);
    ignoredAt(watch, 30_000, 60_000);
    watch.acked(70_000, false, CWND, RTT_US);
    ignoredAt(watch, 80_000, 130_000);
    watch.end(CWND, RTT_US);
    expect(watch.traps.map(({ fromUs, toUs }) => [fromUs, toUs])).toEqual([
      [0, 20_000],
      [30_000, 60_000],
      [80_000, 130_000],
    ]);
  });

  test('less than two round trips are every recovery, and not told', () => {
    const watch = new TrapWatch();
    ignoredAt(watch, 0, 19_999);
    watch.end(CWND, RTT_US);
    ignoredAt(watch, 100_000);
    watch.end(CWND, RTT_US);
    watch.end(CWND, RTT_US);
    expect(watch.traps).toEqual([]);
  });
});

describe('isTrapped', () => {
  test.each([
    [500_000, 10, true],
    [499_999, 50, false],
    [500_000, 9.99, false],
    [100_000, 100, true],
    [99_999, 1000, false],
    [100_000, 99, false],
    [8e6, 600, true],
  ])('%s µs and %s round trips: %s', (lengthUs, rtts, due) => {
    expect(isTrapped({ fromUs: 7, toUs: 7 + lengthUs, rtts, cwndBytes: CWND })).toBe(due);
  });
});
