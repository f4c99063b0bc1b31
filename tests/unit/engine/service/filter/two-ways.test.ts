/** Forms of the filter language that could be read in two ways: which of them is meant, or why it is refused. */
import { describe, expect, test } from 'vitest';
import {
  compileFilter,
  isFilterError,
  type RowFacts,
} from '../../../../../src/engine/service/filter/index.ts';
import { fieldsOf } from '../../../../support/record-fields.ts';

describe('a form that could be read in two ways', () => {
  const found = (text: string, data: object, facts: Partial<RowFacts> = {}): boolean => {
    const filter = compileFilter(text);
    if (isFilterError(filter)) throw new Error(`${text}: ${filter.text} (at ${filter.at})`);
    const row = { timeUs: 0, name: 'a:b', packetNumber: null, sizeBytes: 0, space: null, ...facts };
    const record = { time: 0, name: row.name, data };
    return filter.full(row, fieldsOf(record));
  };

  test.each([
    ['xab', false],
    ['xb', false],
    ['xabb', true],
    ['xaabb', true],
    ['xab ab', true],
    ['xab-b', true],
    ['abb', false],
    ['xabbc', false],
  ])('x*ab*b of %s: each piece in its turn, and none twice over the same letters: %s', (value, due) => {
    expect(found('word = x*ab*b', { word: value })).toBe(due);
  });

  test.each([
    ['a*a', 'a', false],
    ['a*a', 'aa', true],
    ['*ab*ab*', 'ab', false],
    ['*ab*ab*', 'abab', true],
    ['*aba*ba', 'ababa', true],
    ['*aba*aba', 'ababa', false],
  ])('%s of %s: %s', (pattern, value, due) => {
    expect(found(`word = ${pattern}`, { word: value })).toBe(due);
  });

  test.each(['not', 'has'])('%s = 1 asks for a field of that name', (word) => {
    expect(found(`${word} = 1`, { [word]: 1 })).toBe(true);
    expect(found(`${word} = 1`, { [word]: 2 })).toBe(false);
    expect(found(`${word} = 1`, { other: 1 })).toBe(false);
    expect(found(`x = 2 ${word} = 1`, { x: 2, [word]: 1 })).toBe(true);
    expect(found(`x = 2 ${word} = 1`, { x: 2, [word]: 3 })).toBe(false);
  });

  test.each(['and', 'or'])('%s = 1 is refused where it stands: it joins', (word) => {
    expect(compileFilter(`${word} = 1`)).toMatchObject({ at: 0 });
    expect(compileFilter(`x = 2 ${word} = 1`)).toMatchObject({ at: 6 });
  });

  test('a number with a fraction is that number, not the next whole one', () => {
    expect(found('gain > 2.4', { gain: 2.3 })).toBe(false);
    expect(found('gain > 2.4', { gain: 2.5 })).toBe(true);
    expect(found('gain < 0.6', { gain: 0.7 })).toBe(false);
    expect(found('gain <= 2.25', { gain: '2.25' })).toBe(true);
    expect(found('gain = 1.2kB', { gain: 1200 })).toBe(true);
  });

  test('a unit before an operator is the field of the next condition', () => {
    const packet = { sizeBytes: 1000 };
    expect(found('size > 5 kb = 3', { kb: 3 }, packet)).toBe(true);
    expect(found('size > 5 kb = 3', { kb: 4 }, packet)).toBe(false);
    expect(found('size > 5 kb', {}, packet)).toBe(false);
    expect(found('size > 1 kb', {}, { sizeBytes: 1001 })).toBe(true);
  });

  test.each(['<', '<=', '>', '>='])('size %s 1|2 is refused: the operator takes one value', (operator) => {
    const text = `size ${operator} 1|2`;
    expect(compileFilter(text)).toEqual({
      text: `| lists values for =, != or ~; ${operator} takes one.`,
      at: text.indexOf('|'),
    });
  });
});
