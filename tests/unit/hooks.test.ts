/** docs/hooks.md promises what automation can rely on: every hook that the page sets stands there. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const page = readFileSync(join(ROOT, 'docs/hooks.md'), 'utf8');
const code = [...page.matchAll(/`([^`]+)`/g)].map(([, text = '']) => text);
const promised = new Set(code.flatMap((text) => text.split(/[^a-z0-9-]+/)));

const sources = readdirSync(join(ROOT, 'src/app'), { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.tsx'))
  .map((name) => readFileSync(join(ROOT, 'src/app', name), 'utf8'))
  .join('\n');

const setBy = (pattern: RegExp): readonly string[] =>
  [...new Set([...sources.matchAll(pattern)].map(([, name = '']) => name))].sort();

test.each([
  ['test ids', /(?:data-testid|testId)="([^"]+)"/g],
  ['attributes', /\s(data-[a-z-]+)=["{]/g],
] as const)('all %s', (_what, pattern) => {
  const set = setBy(pattern);
  expect(set.length).toBeGreaterThan(20);
  expect(set.filter((name) => !promised.has(name))).toEqual([]);
});
