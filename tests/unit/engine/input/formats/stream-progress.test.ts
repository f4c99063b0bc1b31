/** What was sent before: CRYPTO data in any order, stream data by its highest offset. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { cryptoKey, StreamProgress } from '../../../../../src/engine/input/formats/stream-progress.ts';

const INITIAL = cryptoKey(0);

describe('CRYPTO data', () => {
  test('whose middle is sent first is not sent again with its beginning', () => {
    // Of a client that scrambles its ClientHello.
    const progress = new StreamProgress();
    const pieces = [
      [69, 1164],
      [0, 64],
      [64, 5],
      [1233, 293],
    ] as const;
    for (const [offset, length] of pieces)
      expect(progress.advance(INITIAL, offset, length, false), `${offset}`).toBeNull();
    expect(progress.advance(INITIAL, 60, 20, false)).toBe(20);
  });

  test('in any order is counted as sent again exactly where it was sent before', () => {
    const piece = fc.tuple(fc.nat(40), fc.integer({ min: 1, max: 12 }));
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 14 }), (pieces) => {
        const progress = new StreamProgress();
        const sent = new Set<number>();
        for (const [offset, length] of pieces) {
          const range = Array.from({ length }, (_, i) => offset + i);
          const again = range.filter((at) => sent.has(at)).length;
          expect(progress.advance(INITIAL, offset, length, false) ?? 0).toBe(again);
          for (const at of range) sent.add(at);
        }
      }),
    );
  });
});

test('of a stream, what lies below its highest offset was sent before, also where the log lacks it', () => {
  const progress = new StreamProgress();
  expect(progress.advance(4, 1000, 100, true)).toBeNull();
  expect(progress.advance(4, 500, 100, true)).toBe(100);
});
