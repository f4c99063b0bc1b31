/** config.json: what a host may write there, and what is said of the rest. */
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { readConfig } from '../../../../src/sharing/host/config.ts';
import { LINK_VERSION } from '../../../../src/sharing/link/state.ts';

const PAGE = 'https://qlog.example/tools/';
const read = (value: unknown, page = PAGE) =>
  readConfig(JSON.stringify({ version: 1, ...(value as object) }), page);
const NOTHING = { store: null, embedOrigins: [], publicUrl: null, links: null };

describe('what fits', () => {
  test('a store, its signer and its largest object', () => {
    expect(
      read({ store: { base: 'https://s.example/q', sign: 'https://sign.example/put', maxBytes: 5 } }),
    ).toEqual({
      config: {
        ...NOTHING,
        store: { base: 'https://s.example/q/', sign: 'https://sign.example/put', maxBytes: 5 },
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
      config: { ...NOTHING, embedOrigins: origins },
      problems: [],
    });
    expect(read({})).toEqual({ config: NOTHING, problems: [] });
  });

  test('where others have the page, and the links that it opens', () => {
    expect(read({ publicUrl: 'https://qlogscope.dev/qlog?a#b', links: 7 })).toEqual({
      config: { ...NOTHING, publicUrl: 'https://qlogscope.dev/qlog/', links: 7 },
      problems: [],
    });
    for (const publicUrl of ['http://localhost:7567/', 'qlogscope.dev', 5, null]) {
      const { config, problems } = read({ publicUrl });
      expect([config.publicUrl, problems.length], `${publicUrl}`).toEqual([null, 1]);
      expect(problems[0]).toContain('"publicUrl" of config.json');
    }
  });

  test('the one that is built says the newest version of links', () => {
    const built = readFileSync(new URL('../../../../public/config.json', import.meta.url), 'utf8');
    expect(readConfig(built, PAGE)).toEqual({ config: { ...NOTHING, links: LINK_VERSION }, problems: [] });
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
    expect(config).toEqual({ ...NOTHING, embedOrigins: ['https://a.example'] });
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
