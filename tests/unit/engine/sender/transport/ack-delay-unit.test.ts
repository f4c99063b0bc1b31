/** When logged ACK delays are taken for another unit. */
import { describe, expect, it } from 'vitest';
import { AckDelayCheck } from '../../../../../src/engine/sender/transport/ack-delay-unit.ts';

const MS = 1000;

/** Delays and times under way, ms. @returns the factors after each. */
function factors(acks: readonly (readonly [delayMs: number, underWayMs: number])[]): readonly number[] {
  const check = new AckDelayCheck();
  return acks.map(([delayMs, underWayMs]) => {
    check.note(delayMs * MS, underWayMs * MS);
    return check.factor;
  });
}

describe('an ACK delay', () => {
  it('is of a smaller unit where it is far longer than its packet was under way', () => {
    expect(
      factors([
        [1, 40],
        [25_000, 40],
        [12, 40],
      ]),
    ).toEqual([1, 1e-3, 1e-3]);
    expect(factors([[25e6, 40]])).toEqual([1e-6]);
  });

  it('is so where most are longer', () => {
    expect(factors(Array.from({ length: 9 }, () => [42, 40] as const))).toEqual([
      1, 1, 1, 1, 1, 1, 1, 1e-3, 1e-3,
    ]);
  });

  it('stands where one is a little longer, as after a step of the clock', () => {
    expect(factors([[60, 40], ...Array.from({ length: 20 }, () => [5, 40] as const)]).at(-1)).toBe(1);
    expect(factors([[41, 40]])).toEqual([1]);
    expect(factors([[31 * 41, 40]])).toEqual([1]);
  });

  it('is in the next smaller unit where a later one shows it, and in none where no unit allows it', () => {
    expect(
      factors([
        [2000, 40],
        [50_000, 40],
      ]),
    ).toEqual([1e-3, 1e-6]);
    expect(
      factors([
        [50e6, 40],
        [1, 40],
      ]),
    ).toEqual([0, 0]);
  });

  it('is the value as it stands where the exponent that was applied makes most too long', () => {
    const check = new AckDelayCheck();
    for (let i = 0; i < 8; i++) check.note(128 * MS, 80 * MS, 8);
    expect(check.factor).toBe(1 / 8);
  });

  it('says what shows it', () => {
    expect(new AckDelayCheck().note(25e6, 40_000)).toEqual({
      factor: 1e-3,
      delayUs: 25e6,
      underWayUs: 40_000,
    });
  });
});
