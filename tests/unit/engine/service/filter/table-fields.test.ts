/** The filter language on rows whose fields are given. */
import { expect, test } from 'vitest';
import {
  compileRowFilter,
  type FieldTable,
  isFilterError,
  PERCENT_UNITS,
} from '../../../../../src/engine/service/filter/index.ts';

interface Row {
  readonly name: string;
  readonly tags: readonly string[];
  readonly share: number | null;
}

const FIELDS: FieldTable<Row> = {
  exampleField: 'tag',
  exampleNumber: 'share',
  searched: ({ name }) => [name],
  fields: {
    name: { texts: ({ name }) => [name] },
    tag: { texts: ({ tags }) => tags },
    share: { units: PERCENT_UNITS, unitless: 1, example: '2%', of: ({ share }) => share },
  },
};

const ROWS: readonly Row[] = [
  { name: 'alpha', tags: ['x', 'y'], share: 1.25 },
  { name: 'beta', tags: [], share: null },
  { name: 'gamma', tags: ['y'], share: 40 },
];

function matching(text: string): readonly string[] {
  const filter = compileRowFilter(text, FIELDS);
  if (isFilterError(filter)) throw new Error(filter.text);
  return ROWS.filter(filter).map(({ name }) => name);
}

test.each([
  ['', ['alpha', 'beta', 'gamma']],
  ['ET', ['beta']],
  ['tag = y', ['alpha', 'gamma']],
  ['tag != x', ['gamma']],
  ['not tag = x', ['beta', 'gamma']],
  ['has tag', ['alpha', 'gamma']],
  ['has share and not has tag', []],
  ['tag = x|y name ~ a', ['alpha', 'gamma']],
  ['share = 1.25%', ['alpha']],
  ['share > 2 %', ['gamma']],
  ['share > 1 and name = *a', ['alpha', 'gamma']],
  ['SHARE <= 40', ['alpha', 'gamma']],
  ['name = "g*"', []],
])('%s', (text, due) => expect(matching(text)).toEqual(due));

test.each([
  ['foo = 1', 'There is no field “foo”; the fields are name, tag, share.', 0],
  ['tag = x and has foo', 'There is no field “foo”', 16],
  ['share ~ 1', 'share is a number', 6],
  ['share > much', '“much” is no value of share; write it like 2%.', 8],
  ['tag > 1', 'tag is a text', 4],
  ['#42', '#42 is a packet number', 0],
  ['has', 'as in has tag', 0],
  ['tag = x and', 'stops here', 11],
  ['= 1', 'as in share = 42', 0],
  ['constructor = 1', 'There is no field “constructor”', 0],
])('%s is refused at its place', (text, words, at) => {
  const refused = compileRowFilter(text, FIELDS);
  if (!isFilterError(refused)) throw new Error('compiled');
  expect(refused.text).toContain(words);
  expect(refused.at).toBe(at);
});
