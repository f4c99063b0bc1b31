/** Times of events as integer µs from the trace's start, in every format a header can name. */
import { describe, expect, it } from 'vitest';
import { TraceClock } from '../../../src/decode/clock.ts';
import type { TimeFormat } from '../../../src/qlog-schema/index.ts';

function timesUs(format: TimeFormat | null, values: readonly number[], unitsPerMs = 1): readonly number[] {
  const clock = new TraceClock({ timeFormat: format, unitsPerMs });
  return values.map((value) => clock.toUs(value));
}

describe('TraceClock', () => {
  it('takes relative times as they stand, before the reference time as well', () => {
    expect(timesUs('relative', [-0.5, 0, 0.023, 998.878])).toEqual([-500, 0, 23, 998_878]);
  });

  it('adds delta times up from the first event', () => {
    expect(timesUs('delta', [5, 1, 0.25, 0])).toEqual([0, 1000, 1250, 1250]);
  });

  it('rounds the sum of delta times, not each of them', () => {
    // 10,000 steps of 0.3 µs are 3,000 µs; each of them alone would round to nothing.
    const times = timesUs('delta', [0, ...new Array<number>(10_000).fill(0.0003)]);
    expect(times.at(-1)).toBe(3000);
  });

  it('counts absolute times from the first event', () => {
    const start = 1_600_000_000_000;
    expect(timesUs('absolute', [start, start + 1.5, start - 1])).toEqual([0, 1500, -1000]);
  });

  it('takes times below a date of this century as relative where the file names no format', () => {
    expect(timesUs(null, [100, 101])).toEqual([100_000, 101_000]);
    expect(timesUs(null, [1_600_000_000_000, 1_600_000_000_001])).toEqual([0, 1000]);
  });

  it('divides times in µs', () => {
    expect(timesUs('relative', [0, 1500, 2_000_000], 1000)).toEqual([0, 1500, 2_000_000]);
    // Dates in µs are dates in ms once divided.
    expect(timesUs(null, [1.6e15, 1.6e15 + 7], 1000)).toEqual([0, 7]);
  });

  it.each(['relative', 'delta', 'absolute', null] as const)(
    'answers NaN to a time that no clock shows and goes on unharmed (%s)',
    (format) => {
      const [first, second] = timesUs(format, [1, 2]);
      expect(timesUs(format, [1e300, 1, -1e17, 2])).toEqual([Number.NaN, first, Number.NaN, second]);
    },
  );
});
