/** What each rule does to the boundary, on one cycle of a spiral and on a real pause. */
import { describe, expect, test } from 'vitest';
import { IDLE_RULES, shiftedBoundary } from '../../../../../src/engine/sender/congestion/idle-rule.ts';

/** A burst right after the ACK of the last one: 10 ms since the last send, 0.1 ms since the ACK. */
const BUSY = { nowUs: 100_000, lastSendUs: 90_000, lastAckUs: 99_900, smoothedRttUs: 10_000 };
/** One second without anything. */
const IDLE = { nowUs: 1_100_000, lastSendUs: 90_000, lastAckUs: 100_000, smoothedRttUs: 10_000 };

describe('a boundary at 95 ms', () => {
  test.each([
    ['none', 95_000, 95_000],
    ['reset', 100_000, 1_100_000],
    ['shift-from-last-send', 105_000, 1_105_000],
    ['shift-clamped', 100_000, 1_100_000],
    ['shift-from-last-activity', 95_100, 1_095_000],
    ['threshold', 95_000, 1_105_000],
    ['shift-epoch-only', 105_000, 1_105_000],
    ['shift-skipped', 95_000, 95_000],
    ['shift-at-ack', 105_000, 1_105_000],
  ] as const)('%s: to %d µs by a busy cycle, to %d µs by a pause', (rule, busy, idle) => {
    expect([shiftedBoundary(rule, 95_000, BUSY), shiftedBoundary(rule, 95_000, IDLE)]).toEqual([busy, idle]);
  });

  test.each(IDLE_RULES)('%s: without a boundary nothing is moved', (rule) => {
    expect(shiftedBoundary(rule, Number.NaN, IDLE)).toBeNaN();
  });

  test('an ACK before the last send, or none at all, is not the last activity', () => {
    const rule = 'shift-from-last-activity';
    expect(shiftedBoundary(rule, 0, { ...BUSY, lastAckUs: 80_000 })).toBe(10_000);
    expect(shiftedBoundary(rule, 0, { ...BUSY, lastAckUs: Number.NaN })).toBe(10_000);
  });
});

describe('boundary cases of the rules', () => {
  test.each([
    [20_000, 95_000],
    [20_001, 115_001],
  ])('`threshold` with an RTT of 10 ms and %i µs since the last send: to %i µs', (sinceUs, boundaryUs) => {
    const send = { nowUs: 120_000, lastSendUs: 120_000 - sinceUs, lastAckUs: 0, smoothedRttUs: 10_000 };
    expect(shiftedBoundary('threshold', 95_000, send)).toBe(boundaryUs);
  });

  test.each([
    [0, 105_000],
    [0.99, 105_000],
    [1, 95_000],
    [4, 95_000],
  ])('`threshold` of %d RTTs moves a boundary by a busy cycle of one RTT to %i µs', (rtts, boundaryUs) => {
    expect(shiftedBoundary('threshold', 95_000, BUSY, rtts)).toBe(boundaryUs);
  });

  test('`shift-skipped` shifts where that does not pass now', () => {
    expect(shiftedBoundary('shift-skipped', 90_000, BUSY)).toBe(100_000);
    expect(shiftedBoundary('shift-skipped', 90_001, BUSY)).toBe(90_001);
  });

  test('`threshold` without an RTT moves nothing', () => {
    expect(shiftedBoundary('threshold', 95_000, { ...IDLE, smoothedRttUs: Number.NaN })).toBe(95_000);
  });

  test.each(['shift-from-last-send', 'shift-from-last-activity', 'threshold', 'shift-clamped'] as const)(
    '%s: a clock that goes back is no idle time',
    (rule) => {
      const back = { nowUs: 90_000, lastSendUs: 99_000, lastAckUs: 99_500, smoothedRttUs: 0 };
      expect(shiftedBoundary(rule, 95_000, back)).toBe(95_000);
    },
  );

  test('`shift-clamped` does not pull a boundary back that is ahead already', () => {
    expect(shiftedBoundary('shift-clamped', 101_000, BUSY)).toBe(101_000);
    expect(shiftedBoundary('shift-clamped', 89_999, BUSY)).toBe(99_999);
    expect(shiftedBoundary('shift-clamped', 90_001, BUSY)).toBe(100_000);
  });
});
