/** Where a record stands, in words. */
import { expect, test } from 'vitest';
import { placeWords } from '../../../../../src/app/features/events/place-words.ts';

test.each([
  [null, 'stored', 'at byte 1,234'],
  [null, 'inflated', 'at byte 1,234 of the inflated text'],
  [null, 'transcoded', 'at byte 1,234 of the text in UTF-8'],
  ['dir/a.3.sqlog', 'stored', 'at byte 1,234 of dir/a.3.sqlog'],
  ['a.3.sqlog.gz', 'inflated', 'at byte 1,234 of the inflated text of a.3.sqlog.gz'],
] as const)('a record of the file %s, %s', (file, form, words) => {
  expect(placeWords({ file, offset: 1234, form })).toBe(words);
});
