/** How fine a clock is called: how many times it takes, and the digit, the size and the count at which the word changes. */
import { describe, expect, it } from 'vitest';
import {
  ClockResolution,
  type Resolution,
} from '../../../../../src/engine/input/formats/clock-resolution.ts';

const of = (values: readonly number[], unitsPerMs = 1): Resolution => {
  const clock = new ClockResolution(unitsPerMs);
  for (const value of values) clock.note(value);
  return clock.value;
};
const times = (count: number, valueAt: (i: number) => number): readonly number[] =>
  Array.from({ length: count }, (_, i) => valueAt(i + 1));

describe('a clock', () => {
  it.each([
    [7, 'unknown'],
    [8, '1 ms'],
  ] as const)('that showed %i times: %s', (count, word) => {
    expect(of(times(count, (i) => i))).toBe(word);
  });

  it('that stays at 0 has an unknown resolution', () => {
    expect(of([...times(7, (i) => i), 0, 0, 0])).toBe('unknown');
  });

  it.each<[unitsPerMs: number, value: number, word: Resolution]>([
    [1, 5, '1 ms'],
    [1, 5.001, '1 µs'],
    [1, 5.0001, 'finer'],
    [1, -5.001, '1 µs'],
    [1, 1e-7, 'finer'],
    [1000, 5, '1 µs'],
    [1000, 5.1, 'finer'],
    [1e6, 5, 'finer'],
    [1e-3, 5, '1 ms'],
    [1e-3, 5.001, '1 ms'],
    [1e-3, 5.0001, '1 µs'],
    [1e-3, 5.000001, '1 µs'],
    [1e-3, 5.0000001, 'finer'],
  ])('of %d units a ms with one time of %d among whole ones: %s', (unitsPerMs, value, word) => {
    expect(of([...times(8, (i) => i), value], unitsPerMs)).toBe(word);
  });

  it('of 32-bit floats is detected by eight of them above 128', () => {
    const floats = (count: number, from: number) =>
      times(count, (i) => Number(Math.fround(from + i / 7).toPrecision(7)));
    expect(of(floats(8, 300))).toBe('float32');
    expect(of([...floats(7, 300), ...floats(9, 1)])).toBe('finer');
    expect(of([...floats(8, 300), 300.123456789012])).toBe('finer');
    expect(of(times(8, () => 128.0625).map((value, i) => value + i / 16))).toBe('float32');
    expect(of(times(8, () => 127.0625).map((value, i) => value + i / 256))).toBe('finer');
  });

  it('is derived from its first 512 times, and from 512 distinguishing ones', () => {
    const busy = times(512, (i) => i / 1000);
    expect(of([...busy, 5.0001])).toBe('1 µs');
    expect(of([...busy.slice(1), 5.0001])).toBe('finer');
    expect(of([...busy, 200.0001])).toBe('finer');
    const late = times(512, (i) => 200 + i / 1000);
    expect(of([...late, 200.123456789])).toBe('1 µs');
    expect(of([...late.slice(1), 200.123456789])).toBe('finer');
  });
});
