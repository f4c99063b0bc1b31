/** Which requests are answered from copies: the page's own files, and nothing else. */
import { describe, expect, test } from 'vitest';
import { type AppBuild, type Asked, askedFile } from '../../../../src/app/offline/app-files.ts';

const SCOPE = 'https://tools.example/qlog/';
const BUILD: AppBuild = {
  id: 'b1',
  files: ['', 'icon.svg', 'assets/index-abc.js', 'examples/reno.sqlog.gz'].map((path) => ({
    path,
    integrity: null,
  })),
};

function asked(path: string, changes: Partial<Asked> = {}): string | null {
  const url = new URL(path, SCOPE).href;
  return askedFile({ url, method: 'GET', mode: 'cors', headers: new Headers(), ...changes }, SCOPE, BUILD);
}
const page = { mode: 'navigate' } as const;

describe('ours', () => {
  const cases: readonly (readonly [string, Partial<Asked>, string])[] = [
    ['', page, ''],
    ['index.html', page, ''],
    ['?testing=1', page, ''],
    ['#v=1&example=reno', page, ''],
    ['icon.svg', {}, 'icon.svg'],
    ['assets/index-abc.js', {}, 'assets/index-abc.js'],
    ['assets/of-an-older-build.js', {}, 'assets/of-an-older-build.js'],
    ['threads/of-an-older-build.js', {}, 'threads/of-an-older-build.js'],
    ['examples/reno.sqlog.gz', {}, 'examples/reno.sqlog.gz'],
  ];
  test.each(cases)('%j', (path, changes, wanted) => {
    expect(asked(path, changes)).toBe(wanted);
  });
});

describe('left to the network', () => {
  const cases: readonly (readonly [string, Partial<Asked>])[] = [
    ['?utm=1', page],
    ['?testing=1&token=2', page],
    ['other.html', page],
    ['assets/index-abc.js', page],
    ['', {}],
    ['logs/server.qlog', {}],
    ['examples/own.sqlog.gz', {}],
    ['examples/reno.sqlog.gz?token=1', {}],
    ['assets/index-abc.js?v=2', {}],
    ['icon.svg', { method: 'POST' }],
    ['examples/reno.sqlog.gz', { headers: new Headers({ range: 'bytes=0-9' }) }],
    ['../icon.svg', {}],
    ['https://other.example/qlog/icon.svg', {}],
    ['https://tools.example/qlog-two/icon.svg', {}],
    ['http://tools.example/qlog/icon.svg', {}],
  ];
  test.each(cases)('%j %j', (path, changes) => {
    expect(asked(path, changes)).toBeNull();
  });
});
