/** What began within a round trip before the onset, and what just misses it. */
import { describe, expect, test } from 'vitest';
import { coincidenceWords, coincident } from '../../../../src/sharing/outside/coincidence.ts';
import type { OutsideMark } from '../../../../src/sharing/outside/outside-mark.ts';

const ONSET = { timeUs: 2_044_000, of: '“Death spiral”' };
const RTT_US = 14_000;
const event = (timeUs: number, name = 'deploy'): OutsideMark => ({ timeUs, name, value: null });
const sample = (timeUs: number, value: number, name = 'steal'): OutsideMark => ({ timeUs, name, value });
const timesOf = (marks: readonly OutsideMark[], rttUs = RTT_US): readonly number[] =>
  coincident(marks, ONSET, rttUs).map(({ timeUs }) => timeUs);

describe('an event', () => {
  test.each([
    [2_044_000, true],
    [2_030_000, true],
    [2_029_999, false],
    [2_044_001, false],
  ])('at %i µs: %s', (timeUs, isNear) => expect(timesOf([event(timeUs)])).toEqual(isNear ? [timeUs] : []));

  test('without a known round trip none is near', () =>
    expect(timesOf([event(2_044_000)], Number.NaN)).toEqual([]));
});

describe('a metric begins where it changes by half of its range', () => {
  const before = [sample(0, 0), sample(1_000_000, 10)];
  test.each([
    [15, true],
    [14.9, false],
    [5, true],
    [5.1, false],
  ])('from 10 to %d of 0 to 10: %s', (value, begins) => {
    // The range stays 0 to 10: a later sample brings nothing new, and an earlier one has the most.
    const scaled = value > 10 ? [sample(0, 5), sample(500_000, 15), sample(1_000_000, 10)] : before;
    expect(timesOf([...scaled, sample(2_040_000, value)])).toEqual(begins ? [2_040_000] : []);
  });

  test('one that never changes begins never', () =>
    expect(timesOf([sample(2_030_000, 7), sample(2_040_000, 7)])).toEqual([]));

  test('the range of the largest numbers that there are', () =>
    expect(timesOf([sample(0, -Number.MAX_VALUE), sample(2_040_000, Number.MAX_VALUE)])).toEqual([
      2_040_000,
    ]));
});

test('one line says what, when, and that it is no cause', () => {
  expect(coincidenceWords([event(2_032_000)], ONSET, RTT_US)).toBe(
    'Coincidence, not shown to be a cause: “deploy” 12.0 ms before the onset of “Death spiral” (one round trip: 14.0 ms).',
  );
  expect(coincidenceWords([event(0)], ONSET, RTT_US)).toBe('');
  const many = [0, 1, 2, 3, 4].map((i) => event(2_044_000 - i * 1000, `d${i}`));
  expect(coincidenceWords(many, ONSET, RTT_US)).toBe(
    'Coincidence, not shown to be a cause: “d0” 0 ms, “d1” 1.0 ms, “d2” 2.0 ms and 2 more marks before the onset of “Death spiral” (one round trip: 14.0 ms).',
  );
});
