/** Random numbers: the same on every machine and for ever, even, and one stream apart from another. */
import { describe, expect, test } from 'vitest';
import { naturalLog, Random } from '../../../../../src/engine/simulator/runs/random.ts';

const sharesOf = (seed: number, stream: string, count: number): readonly number[] => {
  const random = new Random(seed, stream);
  return Array.from({ length: count }, () => random.share());
};

describe('Random', () => {
  test('the first numbers of a seed never change: links reproduce runs by them', () => {
    const numbers = (seed: number, stream: string): readonly number[] =>
      sharesOf(seed, stream, 6).map((share) => share * 2 ** 32);
    expect(numbers(1, 'down loss')).toEqual([
      2_904_230_500, 835_824_498, 2_809_915_966, 1_803_833_319, 1_733_643_852, 2_939_038_209,
    ]);
    expect(numbers(20_261_121, 'grid')).toEqual([
      657_816_163, 3_683_107_065, 1_147_365_803, 2_554_128_967, 94_224_462, 2_033_722_714,
    ]);
    expect(numbers(-7, 'server 0 wake')).toEqual([
      3_018_806_219, 4_267_203_332, 2_254_340_369, 1_379_576_296, 4_171_082_365, 204_401_179,
    ]);
    expect(numbers(2 ** 40 + 3, '')).toEqual([
      1_064_825_278, 536_731_811, 415_632_603, 1_026_937_489, 2_532_064_581, 1_376_922_686,
    ]);
  });

  test('the same seed and stream give the same numbers, another seed or stream gives others', () => {
    const first = sharesOf(5, 'a', 100);
    expect(sharesOf(5, 'a', 100)).toEqual(first);
    for (const other of [sharesOf(6, 'a', 100), sharesOf(5, 'b', 100), sharesOf(5 + 2 ** 32, 'a', 100)])
      expect(other.filter((share, i) => share === first[i])).toEqual([]);
  });

  test('shares lie from 0 to 1, and are spread evenly', () => {
    const bins = new Array<number>(64).fill(0);
    const count = 64_000;
    const shares = sharesOf(11, 'even', count);
    expect(shares.filter((share) => !(share >= 0 && share < 1))).toEqual([]);
    for (const share of shares) (bins[Math.floor(share * 64)] as number)++;
    const due = count / 64;
    const chiSquare = bins.reduce((sum, found) => sum + (found - due) ** 2 / due, 0);
    // 63 degrees of freedom: 1 in 10,000 lies outside these.
    expect(chiSquare).toBeGreaterThan(27);
    expect(chiSquare).toBeLessThan(114);
  });

  test('neighbours in a stream, and two streams, do not go together', () => {
    const [a, b] = [sharesOf(12, 'a', 20_001), sharesOf(12, 'b', 20_001)];
    const together = (other: (i: number) => number): number =>
      a.slice(0, -1).reduce((sum, share, i) => sum + (share - 0.5) * (other(i) - 0.5), 0) / 20_000;
    // The mean product of two even shares has a deviation of 1/12/√20,000.
    for (const other of [(i: number) => a[i + 1] as number, (i: number) => b[i] as number])
      expect(Math.abs(together(other))).toBeLessThan(4 / 12 / Math.sqrt(20_000));
  });

  test('a chance of 0 never comes and takes no number; one of 1 always comes', () => {
    const random = new Random(3, 'chance');
    expect(Array.from({ length: 50 }, () => random.chance(0))).not.toContain(true);
    expect(random.share()).toBe(new Random(3, 'chance').share());
    expect(Array.from({ length: 50 }, () => random.chance(1))).not.toContain(false);
  });

  test('a chance comes as often as its probability says', () => {
    const random = new Random(4, 'chance');
    let came = 0;
    for (let i = 0; i < 40_000; i++) if (random.chance(0.3)) came++;
    expect(Math.abs(came / 40_000 - 0.3)).toBeLessThan(4 * Math.sqrt((0.3 * 0.7) / 40_000));
  });

  test('waits have a mean of 1 and the tail of a Poisson process', () => {
    const random = new Random(21, 'waits');
    const waits = Array.from({ length: 40_000 }, () => random.wait());
    expect(Math.min(...waits)).toBeGreaterThanOrEqual(0);
    expect(Math.abs(waits.reduce((sum, wait) => sum + wait, 0) / 40_000 - 1)).toBeLessThan(4 / 200);
    const beyond = waits.filter((wait) => wait > 2).length / 40_000;
    expect(Math.abs(beyond - Math.exp(-2))).toBeLessThan(4 * Math.sqrt(Math.exp(-2) / 40_000));
  });
});

describe('naturalLog', () => {
  test('is Math.log to 14 digits', () => {
    const random = new Random(31, 'log');
    const values = [2 ** -32, 1 - 2 ** -32, 0.5, 0.25, 0.5 - 2 ** -53, 1e-300];
    for (let i = 0; i < 20_000; i++) values.push(Math.max(2 ** -32, random.share()));
    const worst = values.reduce(
      (most, value) => Math.max(most, Math.abs(naturalLog(value) / Math.log(value) - 1)),
      0,
    );
    expect(worst).toBeLessThan(1e-14);
  });

  test('is 0 for 1', () => {
    expect(naturalLog(1) + 0).toBe(0);
  });
});
