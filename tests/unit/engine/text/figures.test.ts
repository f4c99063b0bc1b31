/** Figures as words: what a user compares digit by digit. */
import { expect, test } from 'vitest';
import {
  amount,
  bytes,
  count,
  duration,
  instant,
  packets,
  percent,
  rtt,
} from '../../../../src/engine/text/figures.ts';

test('counts and bytes carry thousands separators and are not rounded', () => {
  expect(count(1234567)).toBe('1,234,567');
  expect(bytes(2700)).toBe('2,700 B');
  expect(bytes(0)).toBe('0 B');
});

test('times keep the digits that matter at their size', () => {
  expect(instant(2_043_876)).toBe('2.044 s');
  expect(duration(7_952_234)).toBe('7.95 s');
  expect(duration(408_000)).toBe('408 ms');
  expect(duration(62_000)).toBe('62.0 ms');
  expect(duration(1_500)).toBe('1.50 ms');
  expect(duration(80)).toBe('80 µs');
  expect(rtt(13_997)).toBe('14.0 ms');
  expect(rtt(420)).toBe('0.420 ms');
});

test('amounts of data are rounded to their unit', () => {
  expect(amount(999)).toBe('999 B');
  expect(amount(1_809_186)).toBe('1.8 MB');
  expect(amount(2_500_000_000)).toBe('2.50 GB');
});

test('shares are percents with one digit', () => {
  expect(percent(0.9951)).toBe('99.5 %');
});

test('windows in packets agree with their number, and an unknown size says nothing', () => {
  expect(packets(2700, 1350)).toBe('2 packets');
  expect(packets(1350, 1350)).toBe('1 packet');
  expect(packets(4446, 1350)).toBe('3.3 packets');
  expect(packets(26_460, 1350)).toBe('20 packets');
  expect(packets(2700, 0)).toBe('');
});
