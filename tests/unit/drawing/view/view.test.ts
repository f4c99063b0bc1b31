/** Ranges: cut to the trace, never empty, and the whole trace has one name. */
import { expect, test } from 'vitest';
import { clampRange, rangeWith, scaleRange, withMargin } from '../../../../src/drawing/view/view.ts';

const extent = { fromUs: 0, toUs: 10_000_000 };

test('a range inside the trace stays as it is', () => {
  expect(clampRange({ fromUs: 10, toUs: 5_000_000 }, extent)).toEqual({ fromUs: 10, toUs: 5_000_000 });
});

test('a range as long as the trace, or longer, is the whole trace', () => {
  expect(clampRange(extent, extent)).toBeNull();
  expect(clampRange({ fromUs: -5, toUs: 99_000_000 }, extent)).toBeNull();
});

test('a range over an edge keeps its length and is moved inside', () => {
  expect(clampRange({ fromUs: -1_000_000, toUs: 1_000_000 }, extent)).toEqual({ fromUs: 0, toUs: 2_000_000 });
  expect(clampRange({ fromUs: 9_500_000, toUs: 10_500_000 }, extent)).toEqual({
    fromUs: 9_000_000,
    toUs: 10_000_000,
  });
});

test('a range never becomes shorter than the clock can show', () => {
  expect(clampRange({ fromUs: 500, toUs: 500 }, extent)).toEqual({ fromUs: 450, toUs: 550 });
  // Zooming in at the limit stays where it is, however often.
  let range = { fromUs: 450, toUs: 550 };
  for (let i = 0; i < 50; i++) range = clampRange(scaleRange(range, 470, 0.5), extent) ?? extent;
  expect(Math.abs(range.fromUs - 450)).toBeLessThan(50);
});

test('the margin of an interval is cut at the ends of the trace, not shifted', () => {
  expect(withMargin({ fromUs: 2_000_000, toUs: 10_000_000 }, extent)).toEqual({
    fromUs: 1_360_000,
    toUs: 10_000_000,
  });
});

test('a record is shown in the range of the longest stretch; one outside of it with its own, in as long a range at least', () => {
  const longest = { fromUs: 4_000_000, toUs: 5_000_000 };
  const range = withMargin(longest, extent);
  expect(rangeWith(4_500_000, longest, longest, extent, 100)).toEqual(range);
  expect(rangeWith(3_950_000, longest, longest, extent, 100)).toEqual(range);
  expect(rangeWith(3_000_000, longest, longest, extent, 100)).toEqual({ fromUs: 2_840_000, toUs: 5_160_000 });
  const other = { fromUs: 8_000_000, toUs: 8_100_000 };
  expect(rangeWith(7_900_000, other, longest, extent, 100)).toEqual({ fromUs: 7_420_000, toUs: 8_580_000 });
  expect(rangeWith(5, extent, extent, extent, 100)).toBeNull();
});

test('scaling keeps the anchor where it was', () => {
  const zoomed = scaleRange({ fromUs: 0, toUs: 1000 }, 250, 0.5);
  expect(zoomed).toEqual({ fromUs: 125, toUs: 625 });
  expect((250 - zoomed.fromUs) / (zoomed.toUs - zoomed.fromUs)).toBeCloseTo(0.25, 12);
});
