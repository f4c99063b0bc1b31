/** Offsets of a stream in any order, with more gaps than a leaf has room for: the same as a plain list of ranges. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Ranges } from '../../src/engine/sender/streams/ranges.ts';
import { draws } from '../support/tier.ts';

const BASE = 50;
const END = 3000;
/** Mostly short ones, each a range of its own, and some that join hundreds. */
const PIECE = fc.record({
  from: fc.integer({ min: 0, max: END }),
  bytes: fc.oneof(
    { weight: 100, arbitrary: fc.integer({ min: 1, max: 3 }) },
    { weight: 1, arbitrary: fc.integer({ min: 1, max: END / 2 }) },
  ),
});

interface Range {
  readonly from: number;
  readonly to: number;
  readonly sinceUs: number;
  readonly frame: number;
}

class PlainRanges {
  ranges: readonly Range[];

  constructor(first: Range) {
    this.ranges = [first];
  }

  add(own: Range) {
    const touched = this.ranges.filter(({ from, to }) => from <= own.to && to >= own.from);
    const waiting = touched.filter(({ from }) => from > BASE);
    const [first = own] = [own, ...touched].sort((a, b) => a.from - b.from || a.sinceUs - b.sinceUs);
    const merged = {
      from: first.from,
      to: Math.max(own.to, ...touched.map(({ to }) => to)),
      sinceUs: Math.min(own.sinceUs, ...touched.map(({ sinceUs }) => sinceUs)),
      frame: first.frame,
    };
    const known = touched.reduce(
      (sum, { from, to }) => sum + Math.min(to, own.to) - Math.max(from, own.from),
      0,
    );
    this.ranges = [...this.ranges.filter((range) => !touched.includes(range)), merged].sort(
      (a, b) => a.from - b.from,
    );
    const isDelivered = waiting.length > 0 && merged.from <= BASE;
    return {
      fresh: own.to - own.from - known,
      delivery: isDelivered
        ? {
            sinceUs: Math.min(...waiting.map(({ sinceUs }) => sinceUs)),
            bytes: waiting.reduce((sum, { from, to }) => sum + to - from, 0),
            beyond: waiting[0]?.frame,
          }
        : null,
    };
  }
}

test('what is there, and what waited for it, is what a list of ranges says', () => {
  let most = 0;
  fc.assert(
    fc.property(fc.array(PIECE, { minLength: 300, maxLength: 500 }), (pieces) => {
      const [first, ...more] = pieces.map(({ from, bytes }, i) => ({
        ...{ from, to: from + bytes },
        ...{ sinceUs: i, frame: 1000 - i },
      })) as [Range, ...Range[]];
      const plain = new PlainRanges(first);
      const ranges = new Ranges(BASE, [first.from, first.to], first.sinceUs, first.frame);
      for (const own of more) {
        const { fresh, delivery } = plain.add(own);
        expect(ranges.add(own.from, own.to, own.sinceUs, own.frame)).toBe(fresh);
        expect(ranges.delivery).toEqual(delivery);
        const [lowest, ...others] = plain.ranges as [Range, ...Range[]];
        const isOnly = others.length === 0 && lowest.from <= BASE;
        expect(ranges.only).toEqual(isOnly ? { from: lowest.from, to: lowest.to } : null);
        const atBase = plain.ranges.find(({ from, to }) => from <= BASE && to >= BASE);
        expect(ranges.deliverable).toBe(atBase?.to ?? BASE);
        most = Math.max(most, plain.ranges.length);
      }
    }),
    { numRuns: draws(100) },
  );
  // Several leaves.
  expect(most).toBeGreaterThan(200);
});
