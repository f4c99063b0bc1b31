/**
 * `npm test`: types, lint, unit and property tests, corpus, browser tests, in this order; stops at nothing,
 * so that one run shows everything, and ends with one line that counts all.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensureChromium } from './chromium.mjs';

const reports = mkdtempSync(join(tmpdir(), 'qlogscope-test-'));
let passed = 0;
let failed = 0;
/** What failed, said once more at the end: a log is read from there. */
const failures = [];

function run(title, command, args, env = {}) {
  console.log(`\n== ${title}`);
  const { status } = spawnSync(command, args, { stdio: 'inherit', env: { ...process.env, ...env } });
  return status === 0;
}

/** A step that passes or fails as a whole. */
function step(title, command, args) {
  if (run(title, command, args)) {
    passed++;
    return;
  }
  failed++;
  failures.push(title);
}

/** Adds a runner's own counts; a runner that ends badly without saying so counts as one failure. */
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

function vitest(title, project) {
  const report = join(reports, `${project}.json`);
  const args = [
    'vitest',
    'run',
    '--project',
    project,
    '--reporter=default',
    '--reporter=json',
    `--outputFile=${report}`,
  ];
  const ok = run(title, 'npx', args);
  count(title, ok, () => {
    const { numPassedTests, numFailedTests, testResults } = JSON.parse(readFileSync(report, 'utf8'));
    const names = testResults.flatMap(({ assertionResults }) =>
      assertionResults.filter(({ status }) => status === 'failed').map(({ fullName }) => fullName),
    );
    return { passed: numPassedTests, failed: numFailedTests, names };
  });
}

function browser(title) {
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
  const ok = run(title, 'npx', ['playwright', 'test', '--project=gate', '--reporter=list,json'], {
    CHROMIUM_PATH: path,
    PLAYWRIGHT_JSON_OUTPUT_FILE: report,
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

/** Titles of what failed in a suite and in those within it. */
function failedSpecs({ specs = [], suites = [] }) {
  const own = specs.filter(({ ok }) => !ok).map(({ file, line, title }) => `${file}:${line} ${title}`);
  return [...own, ...suites.flatMap(failedSpecs)];
}

step('types: page', 'npx', ['tsc', '-p', 'tsconfig.json']);
step('types: worker and pure stages', 'npx', ['tsc', '-p', 'tsconfig.worker.json']);
step('types: command line', 'npx', ['tsc', '-p', 'tsconfig.cli.json']);
step('types: tests', 'npx', ['tsc', '-p', 'tsconfig.tests.json']);
step('lint', 'npx', ['biome', 'check', '--error-on-warnings', '.']);
vitest('unit and property tests', 'unit');
vitest('corpus', 'corpus');
step('build', 'npx', ['vite', 'build', '--logLevel', 'warn']);
step('build: command line', 'npx', ['vite', 'build', '-c', 'vite.cli.config.ts', '--logLevel', 'warn']);
browser('browser tests');

rmSync(reports, { recursive: true, force: true });
for (const failure of failures) console.log(`failed: ${failure}`);
console.log(`\n${passed} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);
