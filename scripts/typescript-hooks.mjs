/**
 * Hooks of Node's loader, for playwright.config.ts: what browser tests import of `src` and of `tests/support` loses its types here, not
 * in Playwright's own compiler, which takes 25 ms of CPU time for each of 700 files in a checkout that it has not seen yet.
 */
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { transformSync } from 'rolldown/utils';

const FOLDERS = ['../src/', '../tests/support/'].map((path) => new URL(path, import.meta.url).href);

/** @type {import('node:module').LoadHook} */
export async function load(url, context, nextLoad) {
  if (!url.endsWith('.ts') || !FOLDERS.some((folder) => url.startsWith(folder)))
    return nextLoad(url, context);
  const path = fileURLToPath(url);
  const { code, errors } = transformSync(path, await readFile(path, 'utf8'));
  if (errors.length > 0) throw new SyntaxError(`${path}: ${errors[0]?.message}`);
  return { format: 'module', source: code, shortCircuit: true };
}
