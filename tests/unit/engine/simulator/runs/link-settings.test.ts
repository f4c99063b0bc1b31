/** The units of links. */
import { expect, test } from 'vitest';
import { bandwidthDelayBytes, bytesPerUs } from '../../../../../src/engine/simulator/runs/link-settings.ts';

test('8 Mbit/s are a byte per µs, and 12,500 bytes fill 10 Mbit/s over 10 ms', () => {
  expect(bytesPerUs(8)).toBe(1);
  expect(bandwidthDelayBytes(10, 10)).toBe(12_500);
});
