/** Places on the axis of bytes in words: as many digits as the shown range needs. */
import { expect, test } from 'vitest';
import { bytesWords } from '../../../../../src/app/workbench/plot/clock.ts';

test.each([
  [1_234_567, 10e6, '1.23 MB'],
  [1_234_567, 1e6, '1.235 MB'],
  [1_234_567, 20e3, '1.23457 MB'],
  [1_234_567, 100, '1.234567 MB'],
  [999_400, 5e6, '999 kB'],
  [512, 100, '512 B'],
])('%d bytes within %d are %s', (bytes, within, words) => {
  expect(bytesWords(bytes, within)).toBe(words);
});
