/** Recovery periods at their boundary: a packet sent at that very instant belongs to the period before. */
import { describe, expect, it } from 'vitest';
import {
  RecoveryCause,
  RecoveryPeriods,
} from '../../../../../src/engine/sender/transport/recovery-periods.ts';

const RTT_US = 50;
const { loss, congestionExperienced } = RecoveryCause;

function periods(play: (recovery: RecoveryPeriods) => void) {
  const recovery = new RecoveryPeriods();
  recovery.congestion(90, 100, loss, RTT_US);
  play(recovery);
  return recovery.spans
    .within(0, 1e9)
    .map(({ startUs, endUs, cause, count }) => [startUs, endUs, cause, count]);
}

describe('a period from 100 µs on', () => {
  it.each([
    [100, 1],
    [101, 2],
  ])('and the loss of a packet sent at %i µs: %i periods', (sentUs, count) => {
    expect(periods((recovery) => recovery.congestion(sentUs, 200, loss, RTT_US)).length).toBe(count);
  });

  it.each([
    [150, 1],
    [151, 2],
  ])('and a loss without a packet at %i µs, a round trip being 50 µs: %i periods', (nowUs, count) => {
    expect(periods((recovery) => recovery.congestion(Number.NaN, nowUs, loss, RTT_US)).length).toBe(count);
  });

  it.each([
    [100, Number.NaN, true],
    [101, 300, false],
    [Number.NaN, Number.NaN, true],
  ])('and an ACK of a packet sent at %d µs ends at %d', (sentUs, endUs, open) => {
    const found = periods((recovery) => {
      recovery.acked(sentUs, 300);
      expect(recovery.open).toBe(open);
    });
    expect(found).toEqual([[100, endUs, loss, 0]]);
  });

  it('ends once', () => {
    const found = periods((recovery) => {
      recovery.acked(150, 300);
      recovery.acked(250, 400);
    });
    expect(found).toEqual([[100, 300, loss, 0]]);
  });

  it('keeps its cause, the next has its own', () => {
    const found = periods((recovery) => recovery.congestion(120, 200, congestionExperienced, RTT_US));
    expect(found).toEqual([
      [100, 200, loss, 0],
      [200, Number.NaN, congestionExperienced, 0],
    ]);
  });
});

it('before any loss there is no boundary, and a reduction is unexplained', () => {
  const recovery = new RecoveryPeriods();
  expect(recovery.boundaryUs).toBe(Number.NEGATIVE_INFINITY);
  recovery.reduced(5);
  expect([...recovery.unexplainedUs.view()]).toEqual([5]);
});
