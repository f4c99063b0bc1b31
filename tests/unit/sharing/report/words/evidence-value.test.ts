/** Values of evidence in words: rounded, unless they would read as a limit that they fail. */

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { atLeast, atMost, evidence } from '../../../../../src/engine/findings/finding/evidence.ts';
import type { Evidence } from '../../../../../src/engine/findings/finding/finding';
import { evidenceValue } from '../../../../../src/sharing/report/words/evidence-value.ts';
import { readsAsReached } from '../../../../support/threshold-text.ts';
import { draws } from '../../../../support/tier.ts';

const row = (value: number, limit: Parameters<typeof evidence>[0]['limit']): Evidence =>
  evidence({ id: 'row', name: 'a row', normal: 'none', value, limit, panel: null });

test.each<[string, number, Parameters<typeof evidence>[0]['limit']]>([
  ['4.995 %', 0.04995, atLeast(0.05, 'share', { note: ' for a warning' })],
  ['5.0 %', 0.05, atLeast(0.05, 'share')],
  ['5.0 %', 0.0503, atLeast(0.05, 'share')],
  ['5.03 %', 0.0503, atMost(0.05, 'share')],
  ['29.9998 s', 29_999_800, atLeast(30_000_000, 'us', { of: 'the idle timeout' })],
  ['30.00 s', 30_000_000, atLeast(30_000_000, 'us', { of: 'the idle timeout' })],
  ['29.90 s', 29_900_000, atLeast(30_000_000, 'us')],
  ['274.9 ms', 274_900, atLeast(250_000, 'us', { times: 1.1 })],
  ['1.99 packets', 1.99, atLeast(2, 'packets')],
  ['2.996 RTT', 2.996, atLeast(3, 'rtt')],
  ['2.7', 2.7, atLeast(3, 'count')],
  // The limit is written as 30.00 s itself.
  ['30.00 s, just below', 30_001_000, atLeast(30_003_000, 'us')],
  ['not enough data', Number.NaN, atLeast(3, 'count')],
])('%s', (words, value, limit) => {
  expect(evidenceValue(row(value, limit))).toBe(words);
});

test('no value that fails its limit reads as one that reaches it', () => {
  const units = ['share', 'us', 'count', 'bytes', 'packets', 'rtt'] as const;
  fc.assert(
    fc.property(
      fc.integer({ min: 20, max: 100_000_000 }),
      fc.integer({ min: -50, max: 50 }),
      fc.constantFrom(...units),
      fc.boolean(),
      (drawn, thousandths, unit, isLeast) => {
        const limit = unit === 'share' ? (drawn % 100) / 100 : drawn / 10;
        const made = row(limit * (1 + thousandths / 1000), (isLeast ? atLeast : atMost)(limit, unit));
        expect(readsAsReached(evidenceValue(made), made)).toBe(false);
      },
    ),
    { numRuns: draws(500) },
  );
});
