/** Times as people type them into the palette. */
import { expect, test } from 'vitest';
import { typedTimeUs } from '../../../../src/app/shell/palette-time.ts';

test.each([
  ['go to 3.2 s', 3_200_000],
  ['3.2s', 3_200_000],
  ['Go 3.2', 3_200_000],
  ['go to 3,2 s', 3_200_000],
  ['@2.5', 2_500_000],
  ['t=2', 2_000_000],
  ['320 ms', 320_000],
  ['1500 µs', 1500],
  ['2 min', 120_000_000],
  ['go to 1:02.5', 62_500_000],
  ['1:02', 62_000_000],
  ['1:00:02.25', 3_602_250_000],
  ['jump to .5 s', 500_000],
])('%s', (text, timeUs) => {
  expect(typedTimeUs(text)).toBe(timeUs);
});

test.each(['', 'go to', 'loss', '3.2', '12', 'rtt 5', '5 kB', '1:2:3:4', '3.2.1 s', '-3 s', 'go to the end'])(
  'nothing in “%s”',
  (text) => {
    expect(typedTimeUs(text)).toBeNull();
  },
);
