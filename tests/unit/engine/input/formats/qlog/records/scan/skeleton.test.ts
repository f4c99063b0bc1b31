/** What is learned of a record, and which records are not learned at all. */
import { describe, expect, it } from 'vitest';
import {
  type Skeleton,
  skeletonOf,
} from '../../../../../../../../src/engine/input/formats/qlog/records/scan/skeleton.ts';
import { utf8 } from '../../../../../../../support/split-all.ts';

const MAX_NUMBERS = 20;
const learn = (text: string): Skeleton | null => skeletonOf(utf8(text), JSON.parse(text), MAX_NUMBERS);
const piecesOf = (text: string): readonly string[] | undefined =>
  learn(text)?.pieces.map((piece) => new TextDecoder().decode(piece));

describe('a skeleton', () => {
  it('is the text between the numbers', () => {
    expect(piecesOf('{"time":1.5,"data":{"a":[-2,{"b":3}]}}')).toEqual([
      '{"time":',
      ',"data":{"a":[',
      ',{"b":',
      '}]}}',
    ]);
  });

  it('has the position of each number in the parsed record', () => {
    const { holders, keys, value } = learn('{"time":1.5,"data":{"a":[-2,{"b":3}]}}')!;
    [10, 20, 30].forEach((number, slot) => {
      holders[slot]![keys[slot]!] = number;
    });
    expect(value).toEqual({ time: 10, data: { a: [20, { b: 30 }] } });
  });

  it('keeps numbers that the scanner cannot parse as text', () => {
    expect(piecesOf('{"a":1e3,"b":18446744073709551615,"c":0.12345678901234567890,"d":4}')).toEqual([
      '{"a":1e3,"b":18446744073709551615,"c":0.12345678901234567890,"d":',
      '}',
    ]);
  });

  it('keeps strings, with the numbers and escapes in them', () => {
    expect(piecesOf('{"a":"12","b":"x\\"7\\\\","c":"0x12","é":1}')).toBeUndefined();
    expect(piecesOf('{"a":"12","b":"x\\"7\\\\","c":"é 0x12","d":1}')).toEqual([
      '{"a":"12","b":"x\\"7\\\\","c":"é 0x12","d":',
      '}',
    ]);
  });

  it('is the text between the numbers that the data has as text too', () => {
    const text =
      '{"time":1,"name":"7","data":{"a":"12","b":[["0","9"]],"c":{"d":"999999999999999"}},"group_id":"8"}';
    expect(piecesOf(text)).toEqual([
      '{"time":',
      ',"name":"7","data":{"a":"',
      '","b":[["',
      '","',
      '"]],"c":{"d":"',
      '"}},"group_id":"8"}',
    ]);
    const { texts } = learn(text)!;
    expect([...(texts ?? [])]).toEqual([1, 2, 3, 4]);
    expect(learn('{"time":1,"data":{"a":1}}')?.texts).toBeNull();
  });

  it('takes the objects of an array for data, and its texts for names', () => {
    expect(piecesOf('[1,"2","3",{"a":"4"},["5"]]')).toEqual(['[', ',"2","3",{"a":"', '"},["5"]]']);
  });

  it.each(['-1', '1.5', '01', '', ' 1', '1e3', '1000000000000000', '\\u0031', '٣', '0x1', '1a'])(
    'keeps "%s", which would be another text after it was read as a number',
    (value) => {
      expect(learn(`{"time":1,"data":{"a":"${value}"}}`)?.texts).toBeNull();
    },
  );

  it('keeps white space and words', () => {
    expect(piecesOf('{ "a" :\n[ 1 , true,false , null ] }')).toEqual([
      '{ "a" :\n[ ',
      ' , true,false , null ] }',
    ]);
  });

  it('remembers the last key of the text, and not that of the object', () => {
    expect(String.fromCharCode(...learn('{"b":{"last":1},"1":2}')!.lastKey)).toBe('1');
  });
});

describe('a record is not learned', () => {
  it.each([
    ['a key stands twice', '{"a":1,"a":2}'],
    ['a key stands twice with the same value', '{"a":1,"a":1}'],
    ['a key stands twice with other types', '{"a":{"b":1},"a":2}'],
    ['a key sets the prototype', '{"__proto__":{"a":1}}'],
    ['a key is escaped', '{"\\u0061":1}'],
    ['it may be a document', '{"time":1,"name":"x","events":[]}'],
    ['it may hold a trace', '{"trace":{"a":1}}'],
    ['it has no key', '[1,"a","b"]'],
    ['it is an array that does not begin with a number', '[{"time":1}]'],
    ['it is an array that begins with text', '["a",{"b":1}]'],
    ['it is no object', '7'],
    ['it has too many numbers', `{"a":[${Array.from({ length: MAX_NUMBERS + 1 }, () => 1).join()}]}`],
    ['it is too long', `{"a":"${'x'.repeat(20_000)}","b":1}`],
  ])('where %s', (_, text) => {
    expect(learn(text)).toBeNull();
  });

  it('if text and object differ', () => {
    expect(skeletonOf(utf8('{"a":1}'), { a: 2 }, MAX_NUMBERS)).toBeNull();
    expect(skeletonOf(utf8('{"a":1} '), { a: 1 }, MAX_NUMBERS)).toBeNull();
    expect(skeletonOf(utf8('{"a":[1]}'), { a: [1, 2] }, MAX_NUMBERS)).toBeNull();
    expect(skeletonOf(utf8('{"a":null}'), { a: 'null' }, MAX_NUMBERS)).toBeNull();
  });
});
