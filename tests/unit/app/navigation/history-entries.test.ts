/** What entries of the history keep: any version of the page, or another one on the host, may have written them. */
import { expect, test } from 'vitest';
import { entryState, ownEntry } from '../../../../src/app/navigation/history-entries.ts';

const PLACE = { screen: 'table', part: 'rows', of: 'x-1' };

test('an entry of the page keeps its place, or that it has none', () => {
  for (const place of [PLACE, null]) expect(ownEntry(structuredClone(entryState(place)))).toEqual({ place });
});

test.each([null, undefined, 'qlogscope', 7, {}, { page: 'other', place: PLACE }])(
  'an entry with the state %o is somebody else’s',
  (state) => expect(ownEntry(state)).toBeNull(),
);

test.each([{}, 'table', { ...PLACE, part: 1 }, { screen: 'table' }])('a place like %o is none', (place) => {
  expect(ownEntry({ page: 'qlogscope', place })).toEqual({ place: null });
});
