/** What Node loads of the built command line: all but the call itself only where it is used. Files are counted. */
import { spawnSync } from 'node:child_process';
import { basename, join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { COMMANDS } from '../../src/node/cli/commands/index.ts';
import { buildCli, CLI, ROOT } from '../support/cli-process.ts';

const LOADED = 'loaded ';
const LOADER = `export async function load(url, context, next) {
  if (url.startsWith('file:')) process._rawDebug('${LOADED}' + url);
  return next(url, context);
}`;
const dataUrl = (code: string): string => `data:text/javascript,${encodeURIComponent(code)}`;
const HOOK = dataUrl(`import { register } from 'node:module'; register(${JSON.stringify(dataUrl(LOADER))});`);

/** Files that a call loads, without what the build adds to their names. */
function loadedBy(...args: readonly string[]): readonly string[] {
  const { stderr, status } = spawnSync(process.execPath, ['--import', HOOK, CLI, ...args], {
    encoding: 'utf8',
  });
  expect(status, stderr).toBeLessThan(2);
  const lines = stderr.split('\n').filter((line) => line.startsWith(LOADED));
  return lines.map((line) => basename(line).replace(/-[\w-]{8}\.mjs$/, ''));
}

beforeAll(buildCli);

/** The file that Node starts, and what reads the call: a chunk, and its exports by name. */
const START = ['qlogscope.mjs', 'start', 'start'];

test.each([['--version'], ['--help'], ['help'], ...COMMANDS.map(({ name }) => [name, '--version'])])(
  '%s %s loads no command',
  (...args) => {
    expect(loadedBy(...args)).toEqual(START);
  },
);

test('a command loads its own code, and that of no other', () => {
  const names = COMMANDS.map(({ name }) => name);
  const loaded = loadedBy(
    'check',
    '--jobs',
    '1',
    join(ROOT, 'tests/corpus/wire/ngtcp2-bigchain.client.sqlog.gz'),
  );
  expect(loaded.slice(0, START.length)).toEqual(START);
  expect(loaded).toContain('check');
  // `rules` is a chunk of the engine.
  expect(loaded.filter((name) => names.includes(name) && name !== 'check')).toEqual([]);
  // Each takes a read and a compilation of its own.
  expect(loaded.length).toBeLessThan(20);
});
