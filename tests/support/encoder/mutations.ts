/**
 * Mutations of one record: what a crash, a bad disk, a wrong writer or an attacker makes of it. A record is a text
 * of bytes (one character per byte, 0 to 255), so that UTF-8 can be broken too.
 *
 * Each mutation says what becomes of the record: it stays an event, it certainly is none any more, or either.
 */
import type { Random } from './random.ts';

export type Fate = 'event' | 'lost' | 'either';

export interface MutatedRecord {
  readonly text: string;
  readonly fate: Fate;
}

/** @param record JSON text of an object or array, at least 3 bytes. */
type Mutation = (record: string, random: Random) => MutatedRecord;

const NUMBER = /-?\d+(?:\.\d+)?(?=[,\]}])/g;
const HUGE = [
  '1e400',
  '-1e400',
  '18446744073709551615',
  '-9223372036854775809',
  '9007199254740993',
  '1e308',
  '1e-400',
  '-0',
  '9'.repeat(400),
] as const;
const OTHER_TYPES = [
  'null',
  'true',
  '"text"',
  '""',
  '[]',
  '{}',
  '[[1,2],"3"]',
  '{"length":{}}',
  '-1',
] as const;
const NOT_NUMBERS = ['NaN', 'Infinity', '-Infinity'] as const;
const PROTOTYPE_KEYS = ['"__proto__"', '"constructor"', '"prototype"', '"toString"'] as const;
/** Never valid in UTF-8: a lone 0xFF, an overlong NUL, a surrogate, a cut sequence, a stray continuation. */
const BROKEN_UTF8 = ['\xff', '\xc0\x80', '\xed\xa0\x80', '\xe2\x82', '\x80\x80'] as const;
/** No object, no array: what stands between records after a bad copy or another program's print. */
export const GARBAGE = [
  'null',
  '42',
  '"text"',
  'tru',
  '%%%',
  '}',
  ']',
  '{"time":',
  '\\',
  '\x00\x00\x00',
] as const;

/** Replaces one match of the pattern, if there is any. The first value of a record is its time. */
function replaceOne(record: string, pattern: RegExp, by: readonly string[], random: Random): MutatedRecord {
  const matches = [...record.matchAll(pattern)];
  if (matches.length === 0) return { text: record, fate: 'event' };
  const match = random.pick(matches);
  const text = record.slice(0, match.index) + random.pick(by) + record.slice(match.index + match[0].length);
  return { text, fate: 'either' };
}

/** Adds a key to the record or, where it is an array, a column. */
function append(record: string, key: string, value: string): string {
  const inner = record.slice(0, -1);
  return record.startsWith('[') ? `${inner},${value}]` : `${inner},${key}:${value}}`;
}

export const MUTATIONS: { readonly [name: string]: Mutation } = {
  /** A prefix of an object or array is never JSON, and neither is a suffix. */
  cut: (record, random) => ({ text: record.slice(0, random.integer(1, record.length)), fate: 'lost' }),
  'cut the beginning': (record, random) => ({
    text: record.slice(random.integer(1, record.length)),
    fate: 'lost',
  }),
  flip: (record, random) => {
    const bytes = [...record];
    for (let i = random.integer(1, 6); i > 0; i--)
      bytes[random.integer(0, bytes.length)] = String.fromCharCode(random.integer(0, 256));
    return { text: bytes.join(''), fate: 'either' };
  },
  'flip structure': (record, random) => {
    const at = random.integer(0, record.length);
    return {
      text: record.slice(0, at) + random.pick([...'{}[]",:\\']) + record.slice(at + 1),
      fate: 'either',
    };
  },
  'wrap in an object': (record) => ({ text: `{"wrapped":${record}}`, fate: 'lost' }),
  'wrap in arrays': (record, random) => {
    const depth = random.integer(1, 5);
    return { text: '['.repeat(depth) + record + ']'.repeat(depth), fate: 'either' };
  },
  'insert garbage': (record, random) => {
    const at = random.integer(1, record.length);
    return { text: record.slice(0, at) + random.pick(GARBAGE) + record.slice(at), fate: 'either' };
  },
  'other type': (record, random) => replaceOne(record, NUMBER, OTHER_TYPES, random),
  'other type for a text': (record, random) => replaceOne(record, /"[\w:]*"(?=[,\]}])/g, OTHER_TYPES, random),
  'huge number': (record, random) => replaceOne(record, NUMBER, HUGE, random),
  'not a number': (record, random) => replaceOne(record, NUMBER, NOT_NUMBERS, random),
  'prototype keys': (record, random) => ({
    text: append(record, random.pick(PROTOTYPE_KEYS), '{"time":1,"data":{"cwnd":7}}'),
    fate: 'event',
  }),
  'deep nesting': (record, random) => {
    const depth = random.pick([70, 500, 3000]);
    return { text: append(record, '"deep"', '['.repeat(depth) + ']'.repeat(depth)), fate: 'either' };
  },
  'long list': (record, random) => ({
    text: append(record, '"list"', `[${'0,'.repeat(random.integer(1000, 6000))}0]`),
    fate: 'event',
  }),
  'lone surrogate': (record) => ({
    text: append(record, '"text"', '"\\ud800 \\udc00\\ud800"'),
    fate: 'event',
  }),
  'broken UTF-8': (record, random) => ({
    text: append(record, '"text"', `"${random.pick(BROKEN_UTF8)}"`),
    fate: 'event',
  }),
};
