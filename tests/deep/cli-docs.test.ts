/** The page that puts the command line into a test suite: its own test is run, its calls and keys are those there are. */
import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { callOf } from '../support/cli-call.ts';
import { run } from '../support/cli-here.ts';
import { buildCli, CLI, ROOT, records } from '../support/cli-process.ts';
import { corpusPath } from '../support/raw-trace.ts';

const SPIRAL = corpusPath('rate2-both-cubic-buggy-s09.server.sqlog.gz');
const HEALTHY = corpusPath('rate-cubic-fixed-s17.server.sqlog.gz');
const RECEIVER = corpusPath('rate-cubic-buggy-s03.client.sqlog.gz');

let folder = '';

beforeAll(() => {
  buildCli();
  folder = mkdtempSync(join(tmpdir(), 'qlogscope-page-'));
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

const page = readFileSync(join(ROOT, 'docs/check-in-ci.md'), 'utf8');
const block = (start: string): string => {
  const [, code] = page.split(start);
  expect(code, `a block that begins with ${start}`).toBeDefined();
  return start.replace(/^```\w+\n/, '') + (code as string).split('```')[0];
};

/** Runs the page's own test over a folder with this trace. */
const judged = (
  trace: string,
): { readonly passed: readonly string[]; readonly failed: readonly string[] } => {
  const qlogs = mkdtempSync(join(folder, 'qlogs-'));
  copyFileSync(trace, join(qlogs, 'server.sqlog.gz'));
  const file = join(folder, 'spiral.test.mjs');
  writeFileSync(file, block('```js\n// spiral.test.mjs'));
  const env: NodeJS.ProcessEnv = { ...process.env, QLOGSCOPE: CLI, QLOGDIR: qlogs };
  // Set by a runner of tests, it changes what a runner within it prints.
  delete env.NODE_TEST_CONTEXT;
  const { stdout } = spawnSync(process.execPath, ['--test', '--test-reporter=tap', file], {
    env,
    encoding: 'utf8',
  });
  const names = (pattern: RegExp): readonly string[] =>
    [...stdout.matchAll(pattern)].map(([, name]) => (name as string).replace(/.*: /, ''));
  return { passed: names(/^ *ok \d+ - (.*)$/gm), failed: names(/^ *not ok \d+ - (.*)$/gm) };
};

test('the test it shows passes a healthy trace and fails the incident twice', () => {
  const readable = 'every trace could be read, and a sender logged its window';
  const both = ['no death spiral', 'the window regrows when the loss has ended'];
  expect(judged(HEALTHY)).toEqual({ passed: [readable, ...both], failed: [] });
  expect(judged(SPIRAL)).toEqual({ passed: [readable], failed: both });
  // A receiver's trace alone proves nothing.
  expect(judged(RECEIVER)).toEqual({ passed: [], failed: [readable] });
});

test('describes every key that a line has, and every call it shows is one', async () => {
  const [record] = records((await run(['check', '--json', SPIRAL])).stdout);
  const keys = [...Object.keys(record ?? {}), ...Object.keys(record?.findings[0] ?? {})];
  expect(keys.filter((key) => !page.includes(`\`${key}\``) && !page.includes(`\`${key}[]\``))).toEqual([]);
  const calls = [...page.matchAll(/qlogscope\.mjs ((?:check|summary|doctor|convert) [^#|>\n]*)/g)].map(
    ([, call]) => call,
  );
  expect(calls.length).toBeGreaterThan(10);
  for (const call of calls) {
    const words = (call as string)
      .replace(/\|\| test.*/, '')
      .trim()
      .split(/ +/);
    await expect(callOf(words), call).resolves.toBeDefined();
  }
});
