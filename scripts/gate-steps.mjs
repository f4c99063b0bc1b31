/**
 * Steps of a run of tests: commands in parallel, with their seconds, passed and failed tests counted over all runners,
 * the failures printed again at the end, where a log is read first. What is run, and with what, its callers say.
 */
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensureChromium } from './chromium.mjs';

/** Steps that are run the same wherever they are: title, command, arguments. */
export const BUILD_PAGE = ['build', 'npx', ['vite', 'build', '--logLevel', 'warn']];
export const BUILD_CLI = [
  'build: command line',
  'npx',
  ['vite', 'build', '-c', 'vite.cli.config.ts', '--logLevel', 'warn'],
];
export const TYPES = [
  // In one build: tests read the declarations of the engine.
  ['types', 'npx', ['tsc', '-b', 'src/app', 'src/node', 'workers', 'tsconfig.tests.json']],
];

/** @param {readonly string[]} files */
export const lintOf = (files) => ['lint', 'npx', ['biome', 'check', '--error-on-warnings', ...files]];

/** Titles of the failed tests of a suite of Playwright and its nested suites. */
function failedSpecs({ specs = [], suites = [] }) {
  const own = specs.filter(({ ok }) => !ok).map(({ file, line, title }) => `${file}:${line} ${title}`);
  return [...own, ...suites.flatMap(failedSpecs)];
}

export class GateSteps {
  #reports = mkdtempSync(join(tmpdir(), 'qlogscope-test-'));
  #runs = 0;
  #passed = 0;
  #failed = 0;
  #failures = [];
  #times = [];

  /**
   * @param {boolean} held whether output is printed only after the command has ended: several run in parallel.
   * @returns {Promise<boolean>} whether it succeeded.
   */
  #run(title, command, args, { env = {}, held = false } = {}) {
    const started = performance.now();
    if (!held) console.log(`\n== ${title}`);
    return new Promise((resolve) => {
      const stdio = held ? ['ignore', 'pipe', 'pipe'] : ['ignore', 'inherit', 'inherit'];
      // CI: missing golden files are failures, not written.
      const child = spawn(command, args, { stdio, env: { ...process.env, CI: '1', ...env } });
      const output = [];
      for (const stream of [child.stdout, child.stderr]) stream?.on('data', (data) => output.push(data));
      const end = (ok) => {
        this.#times.push({ title, seconds: (performance.now() - started) / 1000 });
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

  /** A step that passes or fails as a whole. @returns {Promise<boolean>} whether it passed. */
  async step(title, command, args) {
    const ok = await this.#run(title, command, args, { held: true });
    if (ok) this.#passed++;
    else this.#fail(title);
    return ok;
  }

  /** @param {readonly string[]} args what Vitest runs: projects, files, names. */
  async vitest(title, args) {
    const report = this.#report();
    const reporters = ['--reporter=dot', '--reporter=json', `--outputFile=${report}`];
    const command = ['vitest', 'run', ...args, ...reporters];
    const ok = await this.#run(title, 'npx', command, { env: { NO_COLOR: '1' }, held: true });
    this.#count(title, ok, () => {
      const { numPassedTests, numFailedTests, testResults } = JSON.parse(readFileSync(report, 'utf8'));
      const names = testResults.flatMap(({ name, status, assertionResults }) => {
        const inner = assertionResults.filter((result) => result.status === 'failed');
        if (status === 'failed' && inner.length === 0) return [name];
        return inner.map(({ fullName }) => fullName);
      });
      return { passed: numPassedTests, failed: Math.max(numFailedTests, names.length), names };
    });
  }

  /** @param {readonly string[]} args what Playwright runs: projects, files, lines of tests. */
  async browser(title, args, { held = false } = {}) {
    const report = this.#report();
    let path;
    try {
      path = ensureChromium();
    } catch (error) {
      console.error(error.message);
      this.#fail(`${title}: no browser`);
      return;
    }
    const ok = await this.#run(title, 'npx', ['playwright', 'test', ...args, '--reporter=list,json'], {
      env: { CHROMIUM_PATH: path, PLAYWRIGHT_JSON_OUTPUT_FILE: report },
      held,
    });
    this.#count(title, ok, () => {
      const { stats, suites } = JSON.parse(readFileSync(report, 'utf8'));
      return {
        passed: stats.expected,
        failed: stats.unexpected + stats.flaky,
        names: suites.flatMap(failedSpecs),
      };
    });
  }

  /**
   * Prints durations, failures and, last, `N passed, N failed`.
   * @param {readonly string[]} lines printed after the durations.
   * @returns {number} the status with which the process ends.
   */
  end(lines = []) {
    rmSync(this.#reports, { recursive: true, force: true });
    console.log(
      `\n${this.#times.map(({ title, seconds }) => `${title} ${seconds.toFixed(1)} s`).join('\n')}`,
    );
    for (const line of lines) console.log(line);
    for (const failure of this.#failures) console.log(`failed: ${failure}`);
    console.log(`\n${this.#passed} passed, ${this.#failed} failed`);
    return this.#failed === 0 ? 0 : 1;
  }

  #report() {
    this.#runs++;
    return join(this.#reports, `${this.#runs}.json`);
  }

  #fail(what) {
    this.#failed++;
    this.#failures.push(what);
  }

  /** Adds a runner's own counts; a runner that fails without counts is one failure. */
  #count(title, ok, read) {
    let counts = { passed: 0, failed: 0, names: [] };
    try {
      counts = read();
    } catch (error) {
      console.error(`no report: ${error.message}`);
    }
    this.#passed += counts.passed;
    this.#failed += counts.failed;
    this.#failures.push(...counts.names.map((name) => `${title}: ${name}`));
    if ((!ok && counts.failed === 0) || counts.passed + counts.failed === 0)
      this.#fail(`${title}: ended badly without naming a test`);
  }
}
