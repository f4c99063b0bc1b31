/** The headers of the page: only `embed.html` may be framed, and by listed origins only; every format says the same. */
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { HEADER_FORMATS, headerFile } from '../../../../src/node/server/header-files.ts';
import { readConfig } from '../../../../src/sharing/host/config.ts';
import { headersOf, PAGE_POLICY } from '../../../../src/sharing/host/policy.ts';

const ORIGINS = ['https://dash.example', 'http://localhost:3000'];
const policyOf = (path: string, origins: readonly string[] = ORIGINS) =>
  headersOf(path, origins)['Content-Security-Policy'];

test('every path has the policy, and only embed.html may be framed', () => {
  for (const path of [
    '',
    'index.html',
    'assets/trace-1a2b.js',
    'config.json',
    'embed.html.js',
    'x/embed.html',
  ])
    expect(policyOf(path), path).toBe(`${PAGE_POLICY}; frame-ancestors 'none'`);
  expect(policyOf('embed.html')).toBe(`${PAGE_POLICY}; frame-ancestors ${ORIGINS.join(' ')}`);
  expect(policyOf('embed.html', [])).toBe(`${PAGE_POLICY}; frame-ancestors 'none'`);
  expect(headersOf('assets/x.js', [])['Cache-Control']).toMatch(/immutable/);
  // Of all paths other pages may read the one with which links are looked at.
  const allowed = ['', 'index.html', 'embed.html', 'config.json', 'assets/x.js', 'offline.js'].filter(
    (path) => headersOf(path, [])['Access-Control-Allow-Origin'] === '*',
  );
  expect(allowed).toEqual(['config.json']);
  // A page that opened one of them has no hold on its window.
  const opened = ['', 'index.html', 'config.json', 'assets/x.js', 'offline.js', 'embed.html'].filter(
    (path) => headersOf(path, [])['Cross-Origin-Opener-Policy'] !== 'same-origin',
  );
  expect(opened).toEqual(['embed.html']);
  expect(headersOf('offline.js', [])['Cache-Control']).toBe('no-cache');
  // The page and its threads are isolated; what others embed or open is not.
  const paths = ['', 'index.html', 'threads/x.js', 'embed.html', 'config.json', 'assets/x.js', 'offline.js'];
  const isolated = paths.filter((path) => 'Cross-Origin-Embedder-Policy' in headersOf(path, ORIGINS));
  expect(isolated).toEqual(['', 'index.html', 'threads/x.js']);
  for (const path of isolated) {
    const headers = headersOf(path, ORIGINS);
    expect(headers['Cross-Origin-Embedder-Policy'], path).toBe('require-corp');
    expect(headers['Cross-Origin-Opener-Policy'], path).toBe('same-origin');
  }
  expect(headersOf('threads/x.js', [])['Cache-Control']).toMatch(/immutable/);
});

describe('files of static hosts', () => {
  test.each(HEADER_FORMATS)('%s holds both policies, each once per block, and the path', (format) => {
    const text = headerFile(format, ORIGINS, '/tools/');
    expect(text).toContain(`frame-ancestors ${ORIGINS.join(' ')}`);
    expect(text).toContain("frame-ancestors 'none'");
    expect(text).toContain('/tools/embed.html');
    expect(headerFile(format, [], '/')).not.toContain('frame-ancestors http');
    const blocks = text.split('\n\n');
    for (const block of blocks)
      expect((block.match(/Content-Security-Policy/g) ?? []).length).toBeLessThanOrEqual(1);
  });

  test('stand in docs/deploy as they follow from the config.json there', () => {
    const read = (name: string): string => readFileSync(`docs/deploy/${name}`, 'utf8');
    const { config, problems } = readConfig(read('config.json'), 'https://qlog.example.com/');
    expect(problems).toEqual([]);
    expect(headerFile('nginx', config.embedOrigins, '/')).toBe(read('nginx-headers.conf'));
    expect(headerFile('caddy', config.embedOrigins, '/')).toBe(read('Caddyfile-headers'));
    expect(headerFile('netlify', config.embedOrigins, '/')).toBe(read('_headers'));
    expect(readConfig(readFileSync('docs/store/config.json', 'utf8'), 'https://qlog.example.com/')).toEqual({
      config: { ...config, embedOrigins: [], publicUrl: null },
      problems: [],
    });
  });

  test('of Netlify names every file of the page, since blocks that both match are joined there', () => {
    const text = headerFile('netlify', ORIGINS, '/');
    const named = text.split('\n').filter((line) => line.startsWith('/'));
    const isNamed = (path: string): boolean =>
      named.some((one) => (one.endsWith('*') ? `/${path}`.startsWith(one.slice(0, -1)) : one === `/${path}`));
    for (const entry of readdirSync('public', { withFileTypes: true }))
      expect(isNamed(entry.isDirectory() ? `${entry.name}/x` : entry.name), entry.name).toBe(true);
    for (const path of ['', 'index.html', 'embed.html', 'offline.js', 'assets/x.js', 'threads/x.js'])
      expect(isNamed(path), path).toBe(true);
    const of = (path: string): number =>
      named.filter((one) => (one.endsWith('*') ? path.startsWith(one.slice(0, -1)) : one === path)).length;
    expect(of('/embed.html')).toBe(1);
  });
});
