/** From which cost on runs are asked about, and in which words. */
import { expect, test } from 'vitest';
import {
  ASKED_BYTES,
  ASKED_SECONDS,
  costWords,
  isAskedAbout,
} from '../../../../../src/engine/base/text/run-cost-words.ts';

test('more than the limit of either is asked about, and what is no number', () => {
  expect(isAskedAbout({ seconds: ASKED_SECONDS, bytes: ASKED_BYTES })).toBe(false);
  expect(isAskedAbout({ seconds: ASKED_SECONDS + 0.001, bytes: 0 })).toBe(true);
  expect(isAskedAbout({ seconds: 0, bytes: ASKED_BYTES + 1 })).toBe(true);
  for (const none of [Number.POSITIVE_INFINITY, Number.NaN]) {
    expect(isAskedAbout({ seconds: none, bytes: 0 })).toBe(true);
    expect(isAskedAbout({ seconds: 0, bytes: none })).toBe(true);
  }
});

test.each([
  [
    { runs: 1, seconds: 0.2, bytes: 412_345_678 },
    'This run takes up to about 1 second and 410.0 MB of memory.',
  ],
  [
    { runs: 1200, seconds: 34.2, bytes: 20e6 },
    'These 1,200 runs take up to about 34 seconds and 20.0 MB of memory.',
  ],
  [
    { runs: 3, seconds: 119, bytes: 1.26e9 },
    'These 3 runs take up to about 120 seconds and 1.30 GB of memory.',
  ],
  [{ runs: 3, seconds: 754, bytes: 1e6 }, 'These 3 runs take up to about 13 minutes and 1.0 MB of memory.'],
  [{ runs: 3, seconds: 3 * 3600, bytes: 1e6 }, 'These 3 runs take up to about 3 hours and 1.0 MB of memory.'],
  [{ runs: 3, seconds: 9e5, bytes: 1e6 }, 'These 3 runs take up to about 10 days and 1.0 MB of memory.'],
  [
    { runs: 3, seconds: Number.POSITIVE_INFINITY, bytes: 1e6 },
    'These 3 runs take longer than can be estimated.',
  ],
  [{ runs: 1, seconds: Number.NaN, bytes: Number.NaN }, 'This run takes longer than can be estimated.'],
])('%j in words', (cost, words) => {
  expect(costWords(cost)).toBe(words);
});
