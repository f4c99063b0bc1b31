/**
 * A number with its unit is the value itself, not a hair beside it: 1.001 s times a million is 1000999.9999999999 µs in
 * binary fractions, and an event at 1,001,000 µs would not be found.
 */
import { expect, test } from 'vitest';
import {
  compileFilter,
  isFilterError,
  type RowFacts,
} from '../../../../../src/engine/service/filter/index.ts';

const ROW: RowFacts = { timeUs: 0, name: 'packet_sent', packetNumber: null, sizeBytes: 0, space: null };
/** 0.000 to 4.999. */
const TEXTS = Array.from({ length: 5000 }, (_, i) => (i / 1000).toFixed(3));

function matches(text: string, facts: Partial<RowFacts>): boolean | null {
  const filter = compileFilter(text);
  if (isFilterError(filter)) throw new Error(`${text}: ${filter.text}`);
  return filter.quick({ ...ROW, ...facts });
}

function isBesideItself(text: string, factor: number): boolean {
  return !Number.isInteger(Number(text) * factor);
}

test('times in seconds match to the microsecond, from both sides', () => {
  expect(TEXTS.filter((text) => isBesideItself(text, 1e6)).length).toBeGreaterThan(50);
  for (const text of TEXTS) {
    const timeUs = Math.round(Number(text) * 1e6);
    expect(matches(`time = ${text}s`, { timeUs }), text).toBe(true);
    expect(matches(`time = ${text}`, { timeUs }), text).toBe(true);
    expect(matches(`time <= ${text}s`, { timeUs }), text).toBe(true);
    expect(matches(`time >= ${text}s`, { timeUs }), text).toBe(true);
    expect(matches(`time < ${text}s`, { timeUs }), text).toBe(false);
    expect(matches(`time > ${text}s`, { timeUs }), text).toBe(false);
  }
});

test.each<[unit: string, us: number]>([
  ['s', 1e6],
  ['ms', 1e3],
  ['us', 1],
  ['µs', 1],
])('a time in %s is %d µs for each', (unit, us) => {
  for (const value of [1, 7, 1001]) {
    expect(matches(`time = ${value}${unit}`, { timeUs: value * us })).toBe(true);
    expect(matches(`time = ${value} ${unit}`, { timeUs: value * us })).toBe(true);
    expect(matches(`time = ${value}${unit}`, { timeUs: value * us + 1 })).toBe(false);
  }
});

test('sizes in kB match to the byte', () => {
  expect(TEXTS.filter((text) => isBesideItself(text, 1e3)).length).toBeGreaterThan(50);
  for (const text of TEXTS.slice(1)) {
    const sizeBytes = Math.round(Number(text) * 1000);
    expect(matches(`size = ${text}kB`, { sizeBytes }), text).toBe(true);
    expect(matches(`size != ${text}kB`, { sizeBytes }), text).toBe(false);
  }
});

test.each<[unit: string, bytes: number]>([
  ['B', 1],
  ['kB', 1e3],
  ['MB', 1e6],
  ['GB', 1e9],
  ['KiB', 1024],
  ['MiB', 1024 ** 2],
  ['GiB', 1024 ** 3],
])('a size in %s is %d bytes for each', (unit, bytes) => {
  expect(matches(`size = 3${unit}`, { sizeBytes: 3 * bytes })).toBe(true);
  expect(matches(`size = 3${unit.toLowerCase()}`, { sizeBytes: 3 * bytes })).toBe(true);
  expect(matches(`size = 3${unit}`, { sizeBytes: 3 * bytes + 1 })).toBe(false);
});
