/** The fields that open a file for a range of time. */
import { expect, test } from 'vitest';
import { parseRange, rangeAfter } from '../../../../src/app/shell/range-words.ts';

test('what is offered begins where the reading stopped and is as long as what was read', () => {
  expect(rangeAfter({ fromUs: 2_000_000, toUs: 5_500_000 })).toEqual({ from: '5.500', to: '9.000' });
  expect(rangeAfter({ fromUs: 0, toUs: 0 })).toEqual({ from: '0.000', to: '0.001' });
});

test('two times in order are a range in µs, everything else is null', () => {
  expect(parseRange('5.5', ' 9 ')).toEqual({ fromUs: 5_500_000, toUs: 9_000_000 });
  expect(parseRange('-1', '0.000001')).toEqual({ fromUs: -1_000_000, toUs: 1 });
  for (const [from, to] of [
    ['9', '5'],
    ['5', '5'],
    ['', '5'],
    ['x', '5'],
    ['1', 'Infinity'],
  ] as const) {
    expect(parseRange(from, to)).toBeNull();
  }
});
