/** Figures as words: what a user compares digit by digit. */
import { expect, test } from 'vitest';
import {
  amount,
  bytes,
  confidencePercent,
  count,
  duration,
  instant,
  packets,
  percent,
  plural,
  rtt,
  signedDuration,
} from '../../../../../src/engine/base/text/figures.ts';

test('counts and bytes carry thousands separators and are not rounded', () => {
  expect([999, 1000, 1234567, -123456, 0.5, 1234.5].map(count)).toEqual([
    '999',
    '1,000',
    '1,234,567',
    '-123,456',
    '1',
    '1,235',
  ]);
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

test('what is moved says where to', () => {
  expect([33_100, -1_500_000, 0].map(signedDuration)).toEqual(['+33.1 ms', '−1.50 s', '0 µs']);
});

test('amounts of data are rounded to their unit', () => {
  expect(amount(999)).toBe('999 B');
  expect(amount(1_809_186)).toBe('1.8 MB');
  expect(amount(2_500_000_000)).toBe('2.50 GB');
});

test('a confidence is whole percents, 100 only where it is certain', () => {
  expect([0.29, 0.9, 0.999, 1].map(confidencePercent)).toEqual(['29 %', '90 %', '99 %', '100 %']);
});

test('shares are percents with one digit', () => {
  expect(percent(0.9951)).toBe('99.5 %');
});

test('windows in packets use singular and plural, and an unknown size gives an empty text', () => {
  expect(packets(2700, 1350)).toBe('2 packets');
  expect(packets(1350, 1350)).toBe('1 packet');
  expect(packets(4446, 1350)).toBe('3.3 packets');
  expect(packets(26_460, 1350)).toBe('20 packets');
  expect(packets(2700, 0)).toBe('');
});

test.each([
  [999, '999'],
  [1000, '1,000'],
  [9_999_999_999_999_998, '9,999,999,999,999,998'],
  [1e16, '1.00e+16'],
  [-1e16, '-1.00e+16'],
  [1.04e16, '1.04e+16'],
  [1e308, '1.00e+308'],
  [Number.POSITIVE_INFINITY, '–'],
  [Number.NaN, '–'],
])('a count of %d: %s', (value, text) => {
  expect(count(value)).toBe(text);
});

test.each([
  [0, '0 records'],
  [1, '1 record'],
  [2, '2 records'],
  [2345, '2,345 records'],
])('%i in the plural: %s', (value, text) => {
  expect(plural(value, 'record')).toBe(text);
});

test.each([
  [999_999, '2.043876 s'],
  [1_000_000, '2.044 s'],
  [1_000_001, '2.044 s'],
])('an instant in a range of %i µs: %s', (withinUs, text) => {
  expect(instant(2_043_876, withinUs)).toBe(text);
});

test.each([
  [0, '0 µs'],
  [999, '999 µs'],
  [1000, '1.00 ms'],
  [1049, '1.05 ms'],
  [9999, '10.00 ms'],
  [10_000, '10.0 ms'],
  [10_400, '10.4 ms'],
  [99_999, '100.0 ms'],
  [100_000, '100 ms'],
  [104_000, '104 ms'],
  [999_999, '1000 ms'],
  [1_000_000, '1.00 s'],
  [1_040_000, '1.04 s'],
  [-999, '-999 µs'],
  [-1000, '-1.00 ms'],
  [-2_000_000, '-2.00 s'],
])('a duration of %i µs: %s', (us, text) => {
  expect(duration(us)).toBe(text);
});

test.each([
  [999, '0.999 ms'],
  [1000, '1.0 ms'],
  [1040, '1.0 ms'],
  [999_999, '1000.0 ms'],
  [1_000_000, '1.00 s'],
  [1_040_000, '1.04 s'],
])('an RTT of %i µs: %s', (us, text) => {
  expect(rtt(us)).toBe(text);
});

test.each([
  [999, '999 B'],
  [1000, '1.0 kB'],
  [1040, '1.0 kB'],
  [1_500, '1.5 kB'],
  [999_999, '1000.0 kB'],
  [1_000_000, '1.0 MB'],
  [1_040_000, '1.0 MB'],
  [999_999_999, '1000.0 MB'],
  [1_000_000_000, '1.00 GB'],
  [1_040_000_000, '1.04 GB'],
])('an amount of %i bytes: %s', (value, text) => {
  expect(amount(value)).toBe(text);
});

test.each([
  [13_499, 1350, '10.0 packets'],
  [13_500, 1350, '10 packets'],
  [14_100, 1350, '10 packets'],
  [12_825, 1350, '9.5 packets'],
  [675, 1350, '0.5 packets'],
  [0, 1350, '0 packets'],
  [3, 0.5, '6 packets'],
  [2700, -1, ''],
  [2700, Number.NaN, ''],
])('%i bytes in datagrams of %d: "%s"', (value, datagramBytes, text) => {
  expect(packets(value, datagramBytes)).toBe(text);
});
