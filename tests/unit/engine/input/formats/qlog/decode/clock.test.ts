/** Times of events as integer µs from the trace's start, in every format a header can name. */
import { describe, expect, it } from 'vitest';
import { TraceClock } from '../../../../../../../src/engine/input/formats/qlog/decode/clock.ts';
import type { TimeFormat } from '../../../../../../../src/qlog-schema/index.ts';

const START = 1_600_000_000_000;

function clockOf(
  format: TimeFormat | null,
  referenceTimeMs: number | null = null,
  unitsPerMs = 1,
): TraceClock {
  const hasReference = referenceTimeMs !== null;
  return new TraceClock({ timeFormat: format, referenceTimeMs, hasReference, unitsPerMs });
}

function timesUs(format: TimeFormat | null, values: readonly unknown[], unitsPerMs = 1): readonly number[] {
  const clock = clockOf(format, null, unitsPerMs);
  return values.map((value) => clock.toUs(value));
}

describe('TraceClock', () => {
  it('takes relative times unchanged, also before the reference time', () => {
    expect(timesUs('relative', [-0.5, 0, 0.023, 998.878])).toEqual([-500, 0, 23, 998_878]);
  });

  it('sums delta times from the first event', () => {
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

  it('takes times below a date of this century as relative if the file states no format', () => {
    expect(timesUs(null, [100, 101])).toEqual([100_000, 101_000]);
    expect(timesUs(null, [1_600_000_000_000, 1_600_000_000_001])).toEqual([0, 1000]);
  });

  it('divides times in µs', () => {
    expect(timesUs('relative', [0, 1500, 2_000_000], 1000)).toEqual([0, 1500, 2_000_000]);
    // Dates in µs are dates in ms once divided.
    expect(timesUs(null, [1.6e15, 1.6e15 + 7], 1000)).toEqual([0, 7]);
  });

  it.each(['relative', 'delta', 'absolute', null] as const)(
    'gives an event without a usable time the time of its predecessor, and says so (%s)',
    (format) => {
      const clock = clockOf(format);
      const good = timesUs(format, [1, 3]);
      for (const bad of [1e300, undefined, 'soon', null, '1e999', Number.NaN]) {
        const before = clock.toUs(1);
        expect([clock.toUs(bad), clock.heldLast]).toEqual([before, true]);
      }
      const other = clockOf(format);
      expect([1, {}, 3].map((value) => other.toUs(value))).toEqual([good[0], good[0], good[1]]);
      expect(other.heldLast).toBe(false);
    },
  );

  it('reads times that are written as text', () => {
    expect(timesUs('relative', ['0', '1.5', '-2'])).toEqual([0, 1500, -2000]);
  });

  it('counts a first delta from the reference if there is one', () => {
    const clock = clockOf('delta', START);
    expect([5, 1].map((value) => clock.toUs(value))).toEqual([5000, 6000]);
    expect(clock.originMs).toBe(START);
  });

  it('takes a first delta that is a date as absolute, against a reference that fits', () => {
    expect(timesUs('delta', [START, 2])).toEqual([0, 2000]);
    const clock = clockOf('delta', START - 10);
    expect([START, 2].map((value) => clock.toUs(value))).toEqual([10_000, 12_000]);
  });

  it('counts absolute times from a reference that is near, and from the first event otherwise', () => {
    expect(clockOf('absolute', START - 5).toUs(START)).toBe(5000);
    // Seconds in place of ms: another unit, no reference.
    expect(clockOf('absolute', START / 1000).toUs(START)).toBe(0);
  });

  it('takes relative times that are dates as counted from 1970', () => {
    const clock = clockOf('relative', 0);
    expect([START, START + 2].map((value) => clock.toUs(value))).toEqual([0, 2000]);
    expect(clock.originMs).toBe(START);
  });

  it('reads formats mixed event by event on one timeline', () => {
    const clock = clockOf('relative', START);
    expect(clock.toUs(1)).toBe(1000);
    expect(clock.toUs(START + 2, 'absolute')).toBe(2000);
    expect(clock.toUs(0.5, 'delta')).toBe(2500);
    expect(clock.toUs(4)).toBe(4000);
  });

  it('joins absolute times to relative ones without a stated start', () => {
    const clock = clockOf('relative');
    expect(clock.toUs(7)).toBe(7000);
    expect(clock.toUs(START, 'absolute')).toBe(7000);
    expect(clock.toUs(START + 1, 'absolute')).toBe(8000);
  });

  it('stores the origin once, and none for a clock that is no date', () => {
    const clock = clockOf('absolute');
    clock.toUs(START);
    clock.toUs(START + 5);
    expect(clock.originMs).toBe(START);
    expect(clockOf('relative', 4_422_951).originMs).toBeNull();
    expect(clockOf('relative').originMs).toBeNull();
  });

  it('keeps whole µs of dates, whose doubles resolve a quarter of one', () => {
    const clock = clockOf('absolute');
    clock.toUs(1795242682468.9097);
    expect(clock.toUs(1795242682469.0642)).toBe(155);
  });
});

describe('the resolution of a clock', () => {
  const resolutionOf = (values: readonly number[], unitsPerMs = 1): string => {
    const clock = clockOf('relative', null, unitsPerMs);
    for (const value of values) clock.toUs(value);
    return clock.resolution.value;
  };
  const times = (count: number, at: (i: number) => number): readonly number[] =>
    Array.from({ length: count }, (_, i) => at(i));

  it.each([
    ['whole ms', times(50, (i) => i * 7), 1, '1 ms'],
    ['whole µs in ms', times(50, (i) => (i * 7013 + 1) / 1000), 1, '1 µs'],
    ['whole µs in µs', times(50, (i) => i * 7013), 1000, '1 µs'],
    // What a 32-bit float prints: its shortest decimal.
    [
      '32-bit floats',
      times(50, (i) => Number(Math.fround(519.6849 + i * 1.37).toPrecision(7))),
      1,
      'float32',
    ],
    // Of two equally near decimals one writer prints the even one (354.703125 in 32 bits).
    ['32-bit floats on a tie', times(50, (i) => 354.70312 + i * 0.5), 1, 'float32'],
    [
      '32-bit floats after a busy beginning',
      [
        ...times(600, (i) => Number(Math.fround(0.231857 + i * 0.05).toPrecision(7))),
        ...times(50, (i) => Number(Math.fround(519.6849 + i * 1.37).toPrecision(7))),
      ],
      1,
      'float32',
    ],
    ['ns in ms', times(50, (i) => (i * 7_013_017 + 150_000_001) / 1e6), 1, 'finer'],
    [
      'ns in ms at the start, where floats would be as fine',
      times(50, (i) => (i * 17_017 + 1_043_229) / 1e6),
      1,
      'finer',
    ],
    ['a few events', [0, 1, 2], 1, 'unknown'],
  ] as const)('is recognised: %s', (_, values, unitsPerMs, resolution) => {
    expect(resolutionOf(values, unitsPerMs)).toBe(resolution);
  });
});
