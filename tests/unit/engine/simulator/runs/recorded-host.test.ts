/** The recorded host's distributions: quantiles in order, with the median and the tails that their comments name. */
import { describe, expect, test } from 'vitest';
import { type Distribution, Sampler } from '../../../../../src/engine/simulator/runs/distribution.ts';
import { Random } from '../../../../../src/engine/simulator/runs/random.ts';
import {
  RECORDED_GAP_US,
  RECORDED_MEDIAN_GAP_US,
  RECORDED_STALLS_PER_SECOND,
  recordedReceiver,
  recordedSender,
} from '../../../../../src/engine/simulator/runs/recorded-host.ts';

type Quantiles = Exclude<Distribution, number>;

/** Sorted. */
function drawn(distribution: Distribution, count = 40_000): Float64Array {
  const sampler = new Sampler(distribution, new Random(1, 'test'));
  return Float64Array.from({ length: count }, () => sampler.next()).sort();
}

const quantiles = (distribution: Distribution | undefined): Quantiles => distribution as Quantiles;
const lengths = (): Quantiles => quantiles(recordedReceiver().stalls?.lengthMs);

describe('every distribution', () => {
  test.each([
    ['gaps', () => RECORDED_GAP_US as Quantiles],
    ['turnarounds', () => quantiles(recordedSender().turnaroundUs)],
    ['stalls', lengths],
  ])('has quantiles that ascend from 0 to 1, of positive values: %s', (_, of) => {
    const shares = of().map(([share]) => share);
    const values = of().map(([, value]) => value);
    expect([shares[0], shares.at(-1)]).toEqual([0, 1]);
    for (const list of [shares, values]) expect(list).toEqual([...new Set(list)].sort((a, b) => a - b));
    expect(values[0]).toBeGreaterThan(0);
  });
});

describe('gaps', () => {
  test('have the median that is named, and few above a millisecond', () => {
    const values = drawn(RECORDED_GAP_US);
    expect(values[20_000]).toBeCloseTo(RECORDED_MEDIAN_GAP_US, 0);
    // 3 of 8,804.
    const long = values.filter((us) => us > 1000).length / values.length;
    expect(long).toBeGreaterThan(1e-4);
    expect(long).toBeLessThan(6e-4);
  });

  test('of another median have the same form', () => {
    const twice = quantiles(recordedSender(2 * RECORDED_MEDIAN_GAP_US).gapUs);
    expect(twice.map(([share]) => share)).toEqual(quantiles(RECORDED_GAP_US).map(([share]) => share));
    twice.forEach(([, value], i) => {
      expect(value).toBeCloseTo(2 * (quantiles(RECORDED_GAP_US)[i]?.[1] as number), 9);
    });
    expect(drawn(recordedSender(100).gapUs as Distribution)[20_000]).toBeCloseTo(100, -1);
  });

  test('of the median that was recorded are those that were recorded', () => {
    expect(recordedSender()).toEqual(recordedSender(RECORDED_MEDIAN_GAP_US));
    expect(recordedSender().gapUs).toEqual(RECORDED_GAP_US);
  });

  test('of none are none: all packets of a burst have one time', () => {
    const values = drawn(recordedSender(0).gapUs as Distribution, 1000);
    expect([values[0], values.at(-1)]).toEqual([0, 0]);
    // The turnaround stays.
    expect(recordedSender(0).turnaroundUs).toEqual(recordedSender().turnaroundUs);
  });
});

describe('stalls', () => {
  test('come as often as is asked for, with the recorded lengths; the sender has none', () => {
    expect(recordedReceiver().stalls?.perSecond).toBe(RECORDED_STALLS_PER_SECOND);
    expect(recordedReceiver(8).stalls).toEqual({ perSecond: 8, lengthMs: lengths() });
    expect(recordedSender().stalls ?? null).toBeNull();
  });

  test('are none at 0 per second', () => {
    expect(recordedReceiver(0)).toEqual({ ...recordedReceiver(), stalls: null });
  });

  test('are short in most cases, and longer than a probe timeout of 40 ms in one of twenty or less', () => {
    const values = drawn(lengths());
    expect(values[20_000]).toBeCloseTo(2.1, 1);
    const long = values.filter((ms) => ms > 40).length / values.length;
    expect(long).toBeGreaterThan(0.03);
    expect(long).toBeLessThan(0.05);
  });
});
