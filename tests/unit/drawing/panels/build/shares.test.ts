/** Shares of time: of one column, and of a part of the window. */
import { expect, test } from 'vitest';
import {
  type Share,
  shareAt,
  sharesAt,
  sharesWithin,
  shareText,
} from '../../../../../src/drawing/panels/build/shares.ts';

const window = { fromUs: 1000, columnUs: 100, columns: 4 };
/** Half and half, all of the first, a quarter of the second and nothing else, nothing. */
const slice = {
  names: ['a', 'b'],
  shares: Float64Array.of(0.5, 0.5, 1 + 1e-12, 0, 0, 0.25, 0, 0),
  changes: new Float64Array(4),
};

const ofAll = (shares: readonly Share[] | null): readonly number[] | undefined =>
  shares?.map(({ share }) => share);

test('of a column are unchanged, and never above 1', () => {
  expect(shareAt(slice, 2, 1)).toBe(0.25);
  expect(ofAll(sharesAt(slice, window, 1050))).toEqual([0.5, 0.5]);
  expect(ofAll(sharesAt(slice, window, 1150))).toEqual([1, 0]);
  expect(sharesAt(slice, window, 999)).toBeNull();
  expect(sharesAt(slice, window, 1400)).toBeNull();
});

test('of a part are of the time that has a name', () => {
  expect(sharesWithin(slice, window, 1000, 1200)[0]?.share).toBeCloseTo(0.75, 9);
  expect(ofAll(sharesWithin(slice, window, 1200, 1400))).toEqual([0, 1]);
  expect(ofAll(sharesWithin(slice, window, 1300, 1400))).toEqual([0, 0]);
});

test('one that would be written as 0.0 %, and is more, is less than a tenth of a per cent', () => {
  expect([0.0004, 0.0006, 0].map((share) => shareText({ share, within: 0 }))).toEqual([
    '< 0.1 %',
    '0.1 %',
    '0.0 %',
  ]);
});

test('of a digest say how far they may be off, but for those that are all or nothing', () => {
  const rounded = { byUpTo: Float64Array.of(0.008, 0.008, 0.008, 0), exactEnds: [true, false] };
  const texts = (fromUs: number, toUs: number) =>
    sharesWithin({ ...slice, rounded }, window, fromUs, toUs).map(shareText);
  expect(texts(1000, 1100)).toEqual(['≈ 50.0 % ± 0.8 %', '≈ 50.0 % ± 0.8 %']);
  expect(texts(1100, 1200)).toEqual(['100.0 %', '≈ 0.0 % ± 0.8 %']);
  // Half of the error of one column in two.
  expect(texts(1000, 1200)[0]).toBe('≈ 75.0 % ± 0.4 %');
  // A column that has a name for a quarter of its time: that quarter is rounded too.
  expect(texts(1200, 1300)).toEqual(['0.0 %', '≈ 100.0 % ± 9.6 %']);
  expect(texts(1300, 1400)).toEqual(['0.0 %', '0.0 %']);
});
