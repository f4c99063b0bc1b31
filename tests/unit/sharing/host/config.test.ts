/** config.json: what a host may write there, and what is said of the rest. */
import { describe, expect, test } from 'vitest';
import { readConfig } from '../../../../src/sharing/host/config.ts';

const PAGE = 'https://qlog.example/tools/';
const read = (value: unknown, page = PAGE) =>
  readConfig(JSON.stringify({ version: 1, ...(value as object) }), page);
const NOTHING = { store: null, embedOrigins: [] };

describe('what fits', () => {
  test('a store, its signer and its largest object', () => {
    expect(
      read({ store: { base: 'https://s.example/q', sign: 'https://sign.example/put', maxBytes: 5 } }),
    ).toEqual({
      config: {
        store: { base: 'https://s.example/q/', sign: 'https://sign.example/put', maxBytes: 5 },
        embedOrigins: [],
      },
      problems: [],
    });
  });

  test('a store beside the page, also over plain http', () => {
    expect(read({ store: { base: './store/' } }).config.store?.base).toBe(
      'https://qlog.example/tools/store/',
    );
    const plain = read({ store: { base: 'store' } }, 'http://10.0.0.1/q/');
    expect(plain).toMatchObject({ config: { store: { base: 'http://10.0.0.1/q/store/' } }, problems: [] });
  });

  test('origins that may embed the page, and what is not known is passed over', () => {
    const origins = ['https://dash.example', 'http://localhost:3000'];
    expect(read({ embed: { origins }, later: true })).toEqual({
      config: { store: null, embedOrigins: origins },
      problems: [],
    });
    expect(read({})).toEqual({ config: NOTHING, problems: [] });
  });
});

describe('what does not fit is said, and the rest counts', () => {
  test.each([
    ['', /not JSON/],
    ['<!doctype html>', /not JSON/],
    ['null', /no "version": 1/],
    ['{"version":2}', /no "version": 1/],
    [' '.repeat(200_000), /too long/],
  ])('%j', (text, problem) => {
    const { config, problems } = readConfig(text, PAGE);
    expect(config).toEqual(NOTHING);
    expect(problems.join()).toMatch(problem);
  });

  test.each([
    [
      { base: 'http://other.example/' },
      /plain http on another host, other\.example: .* unencrypted.* Use https/,
    ],
    [{ base: 'https://s.example/', sign: 'http://other.example/' }, /"sign".*plain http on another host/],
    [{ base: 'https://user:word@s.example/' }, /no plain address/],
    [{ base: 'https://s.example/?X-Amz-Signature=1' }, /no plain address/],
    [{ base: 'javascript:alert(1)' }, /plain http on another host|no plain address/],
    [{ base: '' }, /no "base"/],
    [{ base: 'https://s.example/', maxBytes: -1 }, /no "base"/],
    [7, /no "base"/],
  ])('the store %j', (store, problem) => {
    const { config, problems } = read({ store, embed: { origins: ['https://a.example'] } });
    expect(config).toEqual({ store: null, embedOrigins: ['https://a.example'] });
    expect(problems.join()).toMatch(problem);
  });

  test('an origin that is none', () => {
    const origins = [
      '*',
      'https://a.example/',
      'http://a.example',
      'null',
      5,
      'https://b.example',
      'https://*.c.example/x',
    ];
    const { config, problems } = read({ embed: { origins } });
    expect(config.embedOrigins).toEqual(['https://b.example']);
    expect(problems).toHaveLength(origins.length - 1);
    expect(read({ embed: [] }).problems.join()).toMatch(/no list "origins"/);
  });
});
