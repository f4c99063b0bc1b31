/** Listings of traces: a list in JSON, URLs by lines, the links of an index; what else a URL may give is none. */
import { describe, expect, test } from 'vitest';
import { linkedNames, listedNames, listingKind } from '../../../../src/engine/base/text/listed-logs.ts';
import { readListing } from '../../../../src/sharing/link/listing.ts';
import { mayBeListing } from '../../../../src/sharing/link/url-kind.ts';

const HERE = 'https://logs.example/runs/today/list.json';
const namesOf = (names: readonly string[], url = HERE) =>
  readListing(names, url)?.traces.map(({ name, ref }) => [name, ref.url]);

test.each([
  ['["a.qlog"]', 'json', ['a.qlog']],
  [
    '\uFEFF [ {"name":"a.qlog"}, {"url":"https://x.example/b","name":"b"}, "c" ]',
    'json',
    ['a.qlog', 'https://x.example/b', 'c'],
  ],
  ['[{"name":"a.qlog","type":"file","size":3}]', 'json', ['a.qlog']],
  ['# runs\n\nhttps://x.example/a\r\nb.sqlog.gz\n', 'lines', ['https://x.example/a', 'b.sqlog.gz']],
] as const)('%j', (text, kind, names) => {
  expect(listingKind(text)).toBe(kind);
  expect(listedNames(kind, text)).toEqual(names);
});

test.each([
  ['[]', 'json'],
  ['[{"name":"transport:packet_sent","time":1,"data":{}}]', 'json'],
  ['[1,2]', 'json'],
  ['["a.qlog"', 'json'],
  ['https://x.example/a\nand some words', 'lines'],
] as const)('%j is none', (text, kind) => expect(listedNames(kind, text)).toBeNull());

test.each(['{"qlog_version":"0.4"}', '\x1e{"qlog_version":"0.4"}', 'hello', '', '<?xml version="1.0"?>'])(
  '%j is not looked at further',
  (text) => expect(listingKind(text)).toBeNull(),
);

test('an index of nginx, Apache, Python or Caddy: its links to traces, and no others', () => {
  for (const head of [
    '<html>\n<head>',
    '<!DOCTYPE HTML PUBLIC "-//W3C//DTD HTML 4.01//EN">',
    '<!doctype html>',
    '<pre>',
  ])
    expect(listingKind(head)).toBe('html');
  expect(
    linkedNames([
      '../',
      '?C=N;O=D',
      './a.qlog',
      'b%20c.sqlog.gz',
      'd.zip?x=1',
      'sub/',
      'e.md',
      'f.QLOG#x',
      'g.json',
    ]),
  ).toEqual(['./a.qlog', 'b%20c.sqlog.gz', 'd.zip?x=1', 'f.QLOG#x', 'g.json']);
});

describe('names', () => {
  test('are resolved against the listing, and each URL is there once', () => {
    expect(
      namesOf(['a.qlog', './a.qlog', 'sub/b%20c.qlog', '/d.qlog', 'https://x.example/e', 'folder/']),
    ).toEqual([
      ['a.qlog', 'https://logs.example/runs/today/a.qlog'],
      ['sub/b c.qlog', 'https://logs.example/runs/today/sub/b%20c.qlog'],
      ['logs.example/d.qlog', 'https://logs.example/d.qlog'],
      ['x.example/e', 'https://x.example/e'],
    ]);
  });

  test('that lead to no URL that is fetched are counted', () => {
    const hostile = [
      'javascript:alert(1)',
      'http://logs.example/a.qlog',
      'https://me:pw@x.example/b',
      'data:,x',
      '//?',
    ];
    expect(readListing([...hostile, 'a.qlog'], HERE)).toMatchObject({ refused: hostile.length });
    expect(namesOf([...hostile, 'a.qlog'])).toHaveLength(1);
    expect(readListing([], HERE)).toBeNull();
    expect(namesOf(['a\u202eb.qlog'])?.[0]?.[0]).not.toMatch(/\u202e/);
  });
});

test.each([
  ['https://logs.example/', true],
  ['https://logs.example/runs', true],
  ['https://logs.example/list.json', true],
  ['https://logs.example/list.txt', true],
  ['https://logs.example/a.sqlog.gz?x=/', false],
  ['https://logs.example/a.qlog', false],
])('%s may be a listing: %s', (url, may) => expect(mayBeListing({ kind: 'src', url })).toBe(may));
