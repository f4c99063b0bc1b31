/** When logged RTTs are taken for another unit: how many pairs it needs, and how near to a power they must lie. */
import { describe, expect, it } from 'vitest';
import { RttUnitCheck } from '../../../../../src/engine/sender/transport/rtt-unit.ts';

/** What is said after so many pairs of one ratio. */
function said(ratio: number, pairs: number) {
  const check = new RttUnitCheck();
  const found = Array.from({ length: pairs }, () => check.note(ratio * 20_000, 20_000));
  return {
    at: found.findIndex((rescaling) => rescaling !== null),
    last: found.find((one) => one !== null),
    check,
  };
}

describe('a unit', () => {
  it.each([
    [1000, 1e-3],
    [500, 1e-3],
    [2000, 1e-3],
    [1e6, 1e-6],
    [5e5, 1e-6],
    [2e6, 1e-6],
    [1e-3, 1e3],
    [5e-4, 1e3],
    [2e-3, 1e3],
    [1e-6, 1e6],
  ])('is another where the ratio is %d: times %d', (ratio, factor) => {
    const { at, last, check } = said(ratio, 8);
    expect(at).toBe(7);
    expect(last?.factor).toBeCloseTo(factor, 12);
    expect(last).toMatchObject({ samples: 8 });
    expect(last?.ratio).toBeCloseTo(ratio, 9);
    expect(check.open).toBe(false);
    expect(check.note(1, 1)).toBeNull();
  });

  it.each([499, 2001, 4.9e5, 2.01e6, 4.9e-4, 2.01e-3, 3.1, 0.33])(
    'is undecided by a ratio of %d',
    (ratio) => {
      const { at, check } = said(ratio, 8);
      expect([at, check.open]).toEqual([-1, true]);
    },
  );

  it.each([1, 2.9, 0.34])('is right if the ratio is %d', (ratio) => {
    expect(said(ratio, 7).check.open).toBe(true);
    const { at, check } = said(ratio, 8);
    expect([at, check.open]).toEqual([-1, false]);
  });

  it('is checked at every eighth pair, for at most 64 pairs', () => {
    const { check } = said(50, 63);
    expect(check.open).toBe(true);
    check.note(50, 1);
    expect(check.open).toBe(false);
  });

  it('is decided by the median of the pairs, and by those above 0 only', () => {
    const check = new RttUnitCheck();
    for (const [logged, rebuilt] of [
      [0, 5],
      [-1, 5],
      [5, 0],
      [5, -1],
      [Number.NaN, 5],
      [5, Number.NaN],
    ] as const)
      expect(check.note(logged, rebuilt)).toBeNull();
    // Of eight the fourth counts.
    const ratios = [1, 1, 1, 1000, 1000, 1000, 1000, 1000];
    const found = ratios.map((ratio) => check.note(ratio, 1));
    expect(found.at(-1)).toMatchObject({ ratio: 1000, samples: 8 });
  });
});

describe('an RTT held against the time since the first packet', () => {
  /** What is said at the end of a log without a pair. */
  const noted = (loggedUs: number, sinceUs: number, answerUs: number) => {
    const check = new RttUnitCheck();
    expect(check.noteTime(loggedUs, sinceUs, answerUs)).toBeNull();
    return check.end();
  };

  it.each([
    [40e6, 42_000, 40_000, 1e-3],
    [40e9, 42_000, 40_000, 1e-6],
    // An answer that the other end took its time for.
    [40e6, 900_000, 890_000, 1e-3],
  ])('%d µs after %d µs is of another unit', (loggedUs, sinceUs, answerUs, factor) => {
    expect(noted(loggedUs, sinceUs, answerUs)).toEqual({ factor, ratio: loggedUs / sinceUs, samples: 1 });
  });

  it.each([
    // Longer than the connection, but by no unit.
    [900_000, 42_000, 40_000],
    // No answer yet, or none that agrees with a unit.
    [40e6, 42_000, Number.NaN],
    [40e6, 42_000, 1],
    // The log does not hold the first packet.
    [40e6, Number.NaN, Number.NaN],
  ])('%d µs after %d µs is left as it is', (loggedUs, sinceUs, answerUs) => {
    expect(noted(loggedUs, sinceUs, answerUs)).toBeNull();
  });
});

it('is told by the times alone only where no pair comes', () => {
  const check = new RttUnitCheck();
  const found = Array.from({ length: 9 }, () => check.noteTime(40e6, 42_000, 40_000));
  expect(found.findIndex((one) => one !== null)).toBe(7);
  const paired = new RttUnitCheck();
  paired.noteTime(40e6, 42_000, 40_000);
  paired.note(40_000, 40_000);
  expect(paired.end()).toBeNull();
});

describe('at the end of a short log', () => {
  const ended = (...ratios: readonly number[]) => {
    const check = new RttUnitCheck();
    for (const ratio of ratios) check.note(ratio, 1);
    return [check.end(), check.end()];
  };

  it('three pairs that agree are enough, once', () => {
    expect(ended(1000, 900, 1100)).toEqual([{ factor: 1e-3, ratio: 1000, samples: 3 }, null]);
  });

  it.each([[[1000, 1000]], [[1000, 1000, 1]]])('%o are not', (ratios) => {
    expect(ended(...ratios)[0]).toBeNull();
  });
});

describe('it is the unit of the times', () => {
  const unitOf = (loggedUs: number, rebuiltUs: number, answerUs = Number.NaN, delayRatio = 0) => {
    const check = new RttUnitCheck();
    for (let i = 0; i < 3; i++) check.note(loggedUs, rebuiltUs);
    return check.timesOf(check.end()!, answerUs, delayRatio);
  };

  it.each([
    // No path is so long, or so short.
    [2000, 2_000_000, Number.NaN, 0, 1e-3],
    [30_000, 30, Number.NaN, 0, 1e3],
    // No handshake is.
    [900, 900_000, 3_100_000, 0, 1e-3],
    [290_000, 290, 299, 0, 1e3],
    // ACK delays are as far off.
    [900_000, 900, 2000, 900, 1e3],
  ])('RTTs of %d µs, by the times %d µs', (loggedUs, rebuiltUs, answerUs, ratio, factor) => {
    const unit = unitOf(loggedUs, rebuiltUs, answerUs, ratio)!;
    expect([unit.factor, unit.loggedUs, unit.rebuiltUs].map(Math.fround)).toEqual(
      [factor, loggedUs, rebuiltUs].map(Math.fround),
    );
  });

  it.each([
    [900, 900_000, 2_900_000, 0],
    [40_000, 40, 300, 0],
    [900_000, 900, 2000, 31],
    // Within a host delays may be in the unit of the RTTs.
    [1_000_000, 1000, 2000, 900],
  ])('not so with RTTs of %d µs, by the times %d µs', (loggedUs, rebuiltUs, answerUs, ratio) => {
    expect(unitOf(loggedUs, rebuiltUs, answerUs, ratio)).toBeNull();
  });
});
