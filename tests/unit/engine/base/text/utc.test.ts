/** Times of a trace as times of day: the same in every zone, whole to the digit, and none beyond the calendar. */
import { expect, test } from 'vitest';
import { utcInstant, utcTime } from '../../../../../src/engine/base/text/utc.ts';

const ORIGIN_MS = Date.UTC(2026, 10, 21, 6, 36, 2, 926);

test('a time on the trace’s clock is a date and a time of day in UTC', () => {
  expect(utcInstant(ORIGIN_MS, 2_036_000)).toBe('2026-11-21 06:36:04.962 UTC');
  expect(utcTime(ORIGIN_MS, 2_036_000)).toBe('06:36:04.962');
  expect(utcTime(ORIGIN_MS, -1)).toBe('06:36:02.925');
});

test('µs are kept where they are asked for, those of time 0 too', () => {
  expect(utcTime(ORIGIN_MS + 0.25, 74_001, 6)).toBe('06:36:03.000251');
  expect(utcTime(ORIGIN_MS, 1, 6)).toBe('06:36:02.926001');
});

test('the next day has its own date', () => {
  expect(utcInstant(ORIGIN_MS, 18 * 3600e6)).toBe('2026-11-22 00:36:02.926 UTC');
});

test('what is no date is no text', () => {
  expect(utcInstant(Number.NaN, 0)).toBe('');
  expect(utcInstant(9e15, 0)).toBe('');
  expect(utcTime(9e15, 0)).toBe('');
});
