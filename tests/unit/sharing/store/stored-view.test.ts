/** A view in a store, as text: frozen, damaged, hostile, and of a newer version. */
import { describe, expect, test } from 'vitest';
import {
  isStoredName,
  shortName,
  storedName,
  traceEnding,
} from '../../../../src/sharing/link/stored-name.ts';
import { storedViewIn, storedViewLink } from '../../../../src/sharing/link/stored-view.ts';
import { readSigned } from '../../../../src/sharing/store/signed-put.ts';
import { formatView, readView, type StoredView } from '../../../../src/sharing/store/stored-view.ts';

const HASH = '0123456789abcdef'.repeat(4);
const OBJECT = `${HASH}.gz`;
const VIEW: StoredView = {
  link: `v=5&stored=${OBJECT}&t=2-3`,
  traces: [
    {
      object: OBJECT,
      name: 'server.sqlog',
      notes: [[0, [{ id: 'n1', text: 'Look here', anchor: { kind: 'time', timeUs: 5 } }]]],
    },
  ],
};
/** As version 1 writes it; opens for good. */
const FROZEN = `{"qlogscopeView":1,"link":"v=5&stored=${OBJECT}&t=2-3","traces":[{"object":"${OBJECT}","name":"server.sqlog","notes":[[0,{"v":1,"notes":[{"id":"n1","text":"Look here","at":5}]}]]}]}`;

describe('a view', () => {
  test('is written as ever, and read as it was written', () => {
    expect(formatView(VIEW)).toBe(FROZEN);
    expect(readView(FROZEN)).toEqual(VIEW);
    const bare = { link: 'v=5', traces: [{ object: OBJECT, name: null, notes: [] }] };
    expect(readView(formatView(bare))).toEqual(bare);
  });

  test.each([
    ['', 'it is not JSON'],
    ['<html>', 'it is not JSON'],
    ['null', 'it is no view of qlogscope'],
    ['{"qlogscopeView":1}', 'it is no view of qlogscope'],
    [
      '{"qlogscopeView":2,"link":"v=5"}',
      'it was made by a newer qlogscope (views of version 2, this page reads up to 1)',
    ],
    ['{"qlogscopeView":0,"link":"v=5"}', 'there is no such version of a view'],
    [JSON.stringify({ qlogscopeView: 1, link: 'x'.repeat(440_001) }), 'it is no view of qlogscope'],
  ])('%s is none', (text, why) => {
    expect(readView(text)).toBe(why);
  });

  test('loses what does not fit, trace by trace', () => {
    const odd = {
      qlogscopeView: 1,
      link: 'v=5',
      traces: [
        { object: '../../etc/passwd', name: 'x' },
        {
          object: OBJECT,
          name: 7,
          notes: [
            ['x', null],
            [0, { v: 9 }],
            [-1, { v: 1, notes: [] }],
          ],
        },
        null,
      ],
    };
    expect(readView(JSON.stringify(odd))).toEqual({
      link: 'v=5',
      traces: [{ object: OBJECT, name: null, notes: [[0, []]] }],
    });
  });
});

describe('names', () => {
  test('are a hash and an ending, nothing else', () => {
    expect(isStoredName(storedName(HASH, 'gz'))).toBe(true);
    for (const name of [
      '',
      HASH,
      `${HASH}.`,
      `${HASH}.GZ`,
      `${HASH.toUpperCase()}.gz`,
      `../${OBJECT}`,
      `${OBJECT}/x`,
      `${HASH}.a.b`,
      `${OBJECT}\n`,
      `${HASH.slice(1)}.gz`,
    ])
      expect(isStoredName(name), name).toBe(false);
    expect(shortName(OBJECT)).toBe('01234567….gz');
  });

  test.each([
    ['a.sqlog', 'sqlog'],
    ['a.sqlog.gz', 'gz'],
    ['a.JSON', 'qlog'],
    ['a.html', 'bin'],
    ['', 'bin'],
  ])('the ending of %s is %s', (name, ending) => {
    expect(traceEnding(name)).toBe(ending);
  });

  test('the short link is a hash; one that was cut is said to be', () => {
    expect(storedViewIn(`#${storedViewLink(HASH)}`)).toEqual({ sha256: HASH });
    expect(storedViewIn(`#sha=${HASH.toUpperCase()}`)).toEqual({ sha256: HASH });
    for (const cut of ['#sha=', `#sha=${HASH.slice(1)}`, `#sha=${HASH}&t=1-2`, '#sha=../x'])
      expect(storedViewIn(cut), cut).toBe('damaged');
    for (const other of ['', '#v=5&t=1-2', '#share=1']) expect(storedViewIn(other), other).toBeNull();
  });
});

describe('what a signer answers', () => {
  const url = `https://s3.example/bucket/${OBJECT}?X-Amz-Signature=ab`;
  test('is an address for that object, and headers of object stores', () => {
    expect(readSigned(JSON.stringify({ url, headers: { 'If-None-Match': '*' } }), OBJECT)).toEqual({
      url,
      headers: { 'if-none-match': '*' },
    });
    expect(readSigned(JSON.stringify({ url }), OBJECT)).toEqual({ url, headers: {} });
  });

  test.each([
    '<html>',
    '[]',
    JSON.stringify({ url: `https://s3.example/${'f'.repeat(64)}.gz` }),
    JSON.stringify({ url: `http://s3.example/${OBJECT}` }),
    JSON.stringify({ url: `javascript:/${OBJECT}` }),
    JSON.stringify({ url, headers: { cookie: 'a=b' } }),
    JSON.stringify({ url, headers: { authorization: 'x' } }),
    JSON.stringify({ url, headers: { 'x-amz-meta': 5 } }),
  ])('%s is no answer', (text) => {
    expect(readSigned(text, OBJECT)).toBeNull();
  });
});
