/**
 * `npm test`, the gate: types, lint and builds in parallel, then unit, property and corpus tests in one run of Vitest,
 * in parallel to the browser tests. `npm run test:deep` (`--deep`): what is too slow for that, all draws of the
 * properties with a new seed in each run, every installed browser. Does not stop at failures, so that one run shows
 * everything; prints the duration of each part, the failures last, and one line with the totals.
 */
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensureChromium } from './chromium.mjs';

const deep = process.argv.includes('--deep');
const reports = mkdtempSync(join(tmpdir(), 'qlogscope-test-'));
let passed = 0;
let failed = 0;
/** Failures, printed again at the end, where a log is read first. */
const failures = [];
const times = [];

/**
 * @param {boolean} held whether output is printed only after the command has ended: several run in parallel.
 * @returns {Promise<boolean>} whether it succeeded.
 */
function run(title, command, args, { env = {}, held = false } = {}) {
  const started = performance.now();
  if (!held) console.log(`\n== ${title}`);
  return new Promise((resolve) => {
    const stdio = held ? ['ignore', 'pipe', 'pipe'] : ['ignore', 'inherit', 'inherit'];
    // CI: missing golden files are failures, not written.
    const child = spawn(command, args, { stdio, env: { ...process.env, CI: '1', ...env } });
    const output = [];
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', (data) => output.push(data));
    const end = (ok) => {
      const seconds = (performance.now() - started) / 1000;
      times.push(`${title} ${seconds.toFixed(1)} s`);
      if (held) console.log(`\n== ${title}\n${Buffer.concat(output)}`.trimEnd());
      resolve(ok);
    };
    child.on('error', (error) => {
      console.error(error.message);
      end(false);
    });
    child.on('close', (status) => end(status === 0));
  });
}

/** A step that passes or fails as a whole. */
async function step(title, command, args) {
  if (await run(title, command, args, { held: true })) {
    passed++;
    return;
  }
  failed++;
  failures.push(title);
}

/** Adds a runner's own counts; a runner that fails without counts is one failure. */
function count(title, ok, read) {
  let counts = { passed: 0, failed: 0, names: [] };
  try {
    counts = read();
  } catch (error) {
    console.error(`no report: ${error.message}`);
  }
  passed += counts.passed;
  failed += counts.failed;
  failures.push(...counts.names.map((name) => `${title}: ${name}`));
  if ((!ok && counts.failed === 0) || counts.passed + counts.failed === 0) {
    failed++;
    failures.push(`${title}: ended badly without naming a test`);
  }
}

async function vitest(title, projects) {
  const report = join(reports, 'vitest.json');
  const args = ['--reporter=dot', '--reporter=json', `--outputFile=${report}`];
  const command = ['vitest', 'run', ...projects.map((name) => `--project=${name}`), ...args];
  const ok = await run(title, 'npx', command, { held: true });
  count(title, ok, () => {
    const { numPassedTests, numFailedTests, testResults } = JSON.parse(readFileSync(report, 'utf8'));
    const names = testResults.flatMap(({ name, status, assertionResults }) => {
      const inner = assertionResults.filter((result) => result.status === 'failed');
      if (status === 'failed' && inner.length === 0) return [name];
      return inner.map(({ fullName }) => fullName);
    });
    return { passed: numPassedTests, failed: Math.max(numFailedTests, names.length), names };
  });
}

async function browser(title, project) {
  const report = join(reports, 'browser.json');
  let path;
  try {
    path = ensureChromium();
  } catch (error) {
    console.error(error.message);
    failed++;
    failures.push(`${title}: no browser`);
    return;
  }
  const ok = await run(title, 'npx', ['playwright', 'test', `--project=${project}`, '--reporter=list,json'], {
    env: { CHROMIUM_PATH: path, PLAYWRIGHT_JSON_OUTPUT_FILE: report },
  });
  count(title, ok, () => {
    const { stats, suites } = JSON.parse(readFileSync(report, 'utf8'));
    return {
      passed: stats.expected,
      failed: stats.unexpected + stats.flaky,
      names: suites.flatMap(failedSpecs),
    };
  });
}

/** Titles of the failed tests of a suite and its nested suites. */
function failedSpecs({ specs = [], suites = [] }) {
  const own = specs.filter(({ ok }) => !ok).map(({ file, line, title }) => `${file}:${line} ${title}`);
  return [...own, ...suites.flatMap(failedSpecs)];
}

if (deep) {
  process.env.QLOGSCOPE_DEEP = '1';
  process.env.QLOGSCOPE_SEED ??= String(Math.floor(Math.random() * 2 ** 31));
  console.log(`Property tests draw with QLOGSCOPE_SEED=${process.env.QLOGSCOPE_SEED}`);
}
await Promise.all([
  step('build', 'npx', ['vite', 'build', '--logLevel', 'warn']),
  step('build: command line', 'npx', ['vite', 'build', '-c', 'vite.cli.config.ts', '--logLevel', 'warn']),
  step('lint', 'npx', ['biome', 'check', '--error-on-warnings', '.']),
  step('types: page, workers and command line', 'npx', ['tsc', '-b', 'src/app', 'src/node', 'workers']),
  step('types: tests', 'npx', ['tsc', '-p', 'tsconfig.tests.json']),
]);
// Browser tests often wait for frames and timers: the others use the cores meanwhile.
await Promise.all([
  browser('browser tests', deep ? 'deep' : 'gate'),
  vitest('unit, property and corpus tests', deep ? ['gate', 'deep'] : ['gate']),
]);

rmSync(reports, { recursive: true, force: true });
console.log(`\n${times.join('\n')}`);
if (deep) console.log(`QLOGSCOPE_SEED=${process.env.QLOGSCOPE_SEED}`);
for (const failure of failures) console.log(`failed: ${failure}`);
console.log(`\n${passed} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);
