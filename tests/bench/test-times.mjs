/**
 * Where the time of `npm test` goes: CPU seconds of each kind of test and of the slowest files. By hand; the page and the command line
 * must have been built.
 *
 *   node tests/bench/test-times.mjs [--browser] [--most N] [FILES]
 *
 * Without --browser what Vitest runs, by files; a process that a test starts is not in it. With it the browser tests one by one, with
 * one worker: of each what the browser and its test took. FILES as Vitest and Playwright take them.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { ensureChromium } from '../../scripts/chromium.mjs';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { browser: { type: 'boolean', default: false }, most: { type: 'string', default: '100' } },
});

const folder = mkdtempSync(join(tmpdir(), 'qlogscope-times-'));
const times = join(folder, 'times.jsonl');
const command = values.browser
  ? ['playwright', 'test', '--project=gate', '--workers=1', '--reporter=./tests/bench/browser-times.ts']
  : ['vitest', 'run', '--config', 'tests/bench/vitest.times.config.ts', '--project=gate', '--reporter=dot'];
spawnSync('npx', [...command, ...positionals], {
  cwd: ROOT,
  stdio: ['ignore', 2, 2],
  env: { ...process.env, TEST_TIMES: times, ...(values.browser ? { CHROMIUM_PATH: ensureChromium() } : {}) },
});

const rows = readFileSync(times, 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line))
  .map(({ file, title, cpuMs }) => ({
    file: relative(join(ROOT, 'tests'), file),
    title,
    seconds: cpuMs / 1000,
  }))
  .sort((a, b) => b.seconds - a.seconds);
rmSync(folder, { recursive: true });

/** Folder of a file, two levels of unit tests; with --browser the file. */
const kindOf = (file) =>
  values.browser
    ? file
    : file
        .split('/')
        .slice(0, file.startsWith('unit/') ? 3 : 1)
        .join('/');
const kinds = new Map();
for (const { file, seconds } of rows) {
  const of = kinds.get(kindOf(file)) ?? { count: 0, seconds: 0 };
  kinds.set(kindOf(file), { count: of.count + 1, seconds: of.seconds + seconds });
}
const sum = rows.reduce((total, { seconds }) => total + seconds, 0);
console.log(`${rows.length} ${values.browser ? 'tests' : 'files'}, ${sum.toFixed(0)} CPU s\n`);
console.log('| kind | of them | CPU s |\n| --- | --- | --- |');
for (const [kind, { count, seconds }] of [...kinds].sort(([, a], [, b]) => b.seconds - a.seconds))
  console.log(`| ${kind} | ${count} | ${seconds.toFixed(1)} |`);
console.log('\n| slowest | CPU s |\n| --- | --- |');
for (const { file, title, seconds } of rows.slice(0, Number(values.most)))
  console.log(`| ${file}${title === undefined ? '' : `: ${title}`} | ${seconds.toFixed(1)} |`);
