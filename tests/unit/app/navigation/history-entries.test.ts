/** What entries of the history keep: any version of the page, or another one on the host, may have written them. */
import { expect, test } from 'vitest';
import { entryState, ownEntry, withNames } from '../../../../src/app/navigation/history-entries.ts';
import { parseLink } from '../../../../src/sharing/link/parse.ts';

const PLACE = { screen: 'table', part: 'rows', of: 'x-1' };

test('an entry of the page keeps its place, or that it has none, and what it does not bring back', () => {
  for (const place of [PLACE, null])
    for (const lost of [[], ['the fleet a.parquet']]) {
      const entry = { place, lost, names: new Map([['q3fX', 'a.sqlog']]) };
      expect(ownEntry(structuredClone(entryState(entry)))).toEqual(entry);
    }
});

test.each([
  ['the fleet', []],
  [{ length: 1 }, []],
  [[1, null, 'x'], ['x']],
  [['x'.repeat(1000)], ['x'.repeat(300)]],
  [Array.from({ length: 50 }, (_, i) => `${i}`), Array.from({ length: 20 }, (_, i) => `${i}`)],
])('of what was lost, %o is read as far as it is text, and bounded', (lost, read) => {
  expect(ownEntry({ page: 'qlogscope', place: null, lost })?.lost).toEqual(read);
});

test.each([null, undefined, 'qlogscope', 7, {}, { page: 'other', place: PLACE }])(
  'an entry with the state %o is somebody else’s',
  (state) => expect(ownEntry(state)).toBeNull(),
);

test.each([{}, 'table', { ...PLACE, part: 1 }, { screen: 'table' }])('a place like %o is none', (place) => {
  expect(ownEntry({ page: 'qlogscope', place })?.place).toBeNull();
});

test('local files have their names in an entry, and a link that tells another name keeps it', () => {
  const link = 'v=1&file=1.q3fXl0kd_3-aBcDE&file=2.q3fXl0kd_3-aBcDF.b.sqlog&file=3.q3fXl0kd_3-aBcDG';
  const names = new Map([
    ['q3fXl0kd_3-aBcDE', 'a.sqlog'],
    ['q3fXl0kd_3-aBcDF', 'other.sqlog'],
  ]);
  const { traces } = withNames(parseLink(link), names).state;
  expect(traces.map((ref) => (ref.kind === 'file' ? ref.fingerprint.name : null))).toEqual([
    ...['a.sqlog', 'b.sqlog', ''],
  ]);
});
