/**
 * How much do the tests notice? Plants the bugs of planted-bugs.mjs one at a time into a copy of the checkout and runs
 * there what `npm test` runs, in the order of its cost, until something fails. By hand, never in CI: it takes hours
 * with the browser.
 *
 *   node tests/bench/plant-bugs.mjs [--draw N --seed S] [--only ID,ID] [--json FILE] [--browser] [--quick] [--list]
 *
 * Per bug: the types; the unit tests of its room; then all tests that need no browser; with --browser the built page. --quick leaves
 * it at the room. Without a bug all must be green first. --draw plants N bugs that a machine draws over all sources (drawn-bugs.mjs)
 * in place of the list; the same seed draws the same ones from the same sources, of which --only takes some. The copy is of the files
 * as they lie there, committed or not; the checkout itself is not touched.
 */
import { spawn, spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { drawBugs } from './drawn-bugs.mjs';
import { BUGS as LISTED } from './planted-bugs.mjs';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
/** What `tsc` builds: with their references these hold every source file. */
const PROJECTS = ['src/app', 'src/node', 'workers'];
/** A bug may keep the program from ever ending: so long a step lasts at most, one of some tests. */
const MOST_MS = 30 * 60_000;
const MOST_OF_SOME_MS = 5 * 60_000;
const MOST_OUTPUT = 64 * 1024 * 1024;

const { values } = parseArgs({
  options: {
    draw: { type: 'string' },
    seed: { type: 'string', default: '1' },
    only: { type: 'string' },
    json: { type: 'string' },
    browser: { type: 'boolean', default: false },
    quick: { type: 'boolean', default: false },
    list: { type: 'boolean', default: false },
  },
});

const BUGS = values.draw === undefined ? LISTED : drawBugs(ROOT, Number(values.draw), Number(values.seed));

/** @throws when a bug of the list no longer fits the sources, or `--only` names none. */
function chosen() {
  const faults = [];
  for (const { id, file, from, to, seen } of BUGS) {
    if (BUGS.filter((other) => other.id === id).length > 1) faults.push(`${id}: the id stands twice`);
    if (from === to || seen === '') faults.push(`${id}: it changes nothing, or nobody would see it`);
    const times = existsSync(join(ROOT, file))
      ? readFileSync(join(ROOT, file), 'utf8').split(from).length - 1
      : 0;
    if (times !== 1) faults.push(`${id}: its text stands ${times} times in ${file}, not once`);
  }
  const ids = values.only?.split(',') ?? BUGS.map(({ id }) => id);
  for (const id of ids)
    if (!BUGS.some((bug) => bug.id === id)) faults.push(`--only: there is no bug "${id}"`);
  if (faults.length > 0) throw new Error(`the list of bugs is to be mended:\n${faults.join('\n')}`);
  return BUGS.filter(({ id }) => ids.includes(id));
}

/** All files that git knows or would take in, and a folder of links to the packages: tools keep their caches in it. */
function copyCheckout(target) {
  const listed = spawnSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    cwd: ROOT,
    encoding: 'utf8',
    maxBuffer: MOST_OUTPUT,
  });
  if (listed.status !== 0) throw new Error(`git cannot list the files: ${listed.stderr}`);
  for (const file of listed.stdout.split('\0')) {
    if (file === '' || !existsSync(join(ROOT, file))) continue;
    mkdirSync(dirname(join(target, file)), { recursive: true });
    cpSync(join(ROOT, file), join(target, file));
  }
  const packages = join(ROOT, 'node_modules');
  mkdirSync(join(target, 'node_modules'));
  for (const name of readdirSync(packages))
    if (!name.startsWith('.vite')) symlinkSync(join(packages, name), join(target, 'node_modules', name));
}

const folder = mkdtempSync(join(tmpdir(), 'qlogscope-bugs-'));
const copy = join(folder, 'checkout');
const report = join(folder, 'report.json');
let child = null;
process.on('exit', () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));
for (const signal of ['SIGINT', 'SIGTERM']) {
  process.on(signal, () => {
    // Whoever still runs in the folder is waited for; `run` ends the program then.
    if (child === null || child.exitCode !== null) process.exit(1);
    endChild();
  });
}

/** With all that it has started: one that never leaves a loop hears nothing. */
function endChild() {
  process.kill(-child.pid, 'SIGKILL');
}

/**
 * @returns null where it ends well, else its last words.
 * @throws where somebody else ends it: that says nothing of the bug.
 */
async function run(tool, args, { env = {}, mostMs = MOST_MS } = {}) {
  rmSync(report, { force: true });
  child = spawn(join(copy, 'node_modules', '.bin', tool), args, {
    cwd: copy,
    detached: true,
    env: { ...process.env, CI: '1', NO_COLOR: '1', FORCE_COLOR: '0', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text) => {
      output = (output + text).slice(-MOST_OUTPUT);
    });
  let late = false;
  const watch = setTimeout(() => {
    late = true;
    endChild();
  }, mostMs);
  const status = await new Promise((resolve, reject) => {
    child.on('error', reject).on('close', resolve);
  });
  clearTimeout(watch);
  if (status === 0) return null;
  if (late) return `${tool} did not end`;
  if (status === null || status > 128) throw new Error(`${tool} was ended from outside`);
  const lines = output.split('\n').filter((line) => line.trim() !== '');
  return lines.find((line) => /error/i.test(line)) ?? lines.at(-1) ?? `${tool} ended with ${status}`;
}

/** What a runner's report names as failed; empty where it wrote none. */
function failedIn(read) {
  try {
    return read(JSON.parse(readFileSync(report, 'utf8')));
  } catch {
    return [];
  }
}

/** Each step: null where nothing is noticed, else by what. */
async function byTypes() {
  const words = await run('tsc', ['-b', ...PROJECTS]);
  return words === null ? null : `types: ${words}`;
}

/** @param paths what the files of the tests begin with; none for all. */
async function byTests(paths, bail = 1) {
  const args = [
    'run',
    ...paths,
    ...['--project', 'gate', `--bail=${bail}`, '--maxWorkers=2', '--passWithNoTests'],
    // A test that waits for what a bug keeps from coming ends soon enough.
    ...['--testTimeout=120000', '--hookTimeout=120000'],
    ...['--reporter=json', `--outputFile=${report}`],
  ];
  const words = await run('vitest', args, { mostMs: paths.length === 1 ? MOST_OF_SOME_MS : MOST_MS });
  if (words === null) return null;
  const failed = failedIn(({ testResults }) =>
    testResults.flatMap(({ name, status, message, assertionResults }) => {
      const names = assertionResults
        .filter((test) => test.status === 'failed')
        .map(({ fullName }) => fullName);
      if (names.length === 0 && status === 'failed' && message !== '') names.push(message.split('\n')[0]);
      return names.map((test) => `${relative(copy, name)}: ${test}`);
    }),
  );
  return failed.length === 0
    ? `vitest ended badly without naming a test: ${words}`
    : failed.slice(0, bail || 20).join('\n');
}

async function byBrowser(most = 1) {
  const args = ['test', '--project=gate', `--max-failures=${most}`, '--reporter=json'];
  const words = await run('playwright', args, { env: { PLAYWRIGHT_JSON_OUTPUT_FILE: report } });
  if (words === null) return null;
  const within = ({ specs = [], suites = [] }) => [
    ...specs
      .filter(({ tests }) => tests.some(({ status }) => status === 'unexpected'))
      .map(({ file, line, title }) => `browser ${file}:${line} ${title}`),
    ...suites.flatMap(within),
  ];
  const failed = failedIn(({ suites }) => suites.flatMap(within));
  return failed.length === 0
    ? `playwright ended badly without naming a test: ${words}`
    : failed.slice(0, most || 20).join('\n');
}

/**
 * The unit tests of a file's room, or of its wing where the room has none: they are asked first, since what they notice costs
 * seconds and not minutes. Rooms lie two folders below `src`, those of the engine three.
 */
function roomOf(file) {
  const folders = dirname(file)
    .split('/')
    .slice(1, file.startsWith('src/engine/') ? 4 : 3);
  while (!existsSync(join(ROOT, 'tests/unit', ...folders))) folders.pop();
  return `${['tests/unit', ...folders].join('/')}/`;
}

/** @returns null where no step notices anything. */
async function firstOf(...steps) {
  for (const step of steps) {
    const words = await step();
    if (words !== null) return words;
  }
  return null;
}

const nothing = () => null;

/** Some tests serve the built page and run the built command line: both are built with the bug for them, else the page were too old. */
async function byBuild() {
  const words = await firstOf(
    () => run('vite', ['build', '--logLevel', 'warn']),
    () => run('vite', ['build', '-c', 'vite.cli.config.ts', '--logLevel', 'warn']),
  );
  return words === null ? null : `build: ${words}`;
}

const BUILT = ['dist', 'dist-cli'];
const soundOf = (name) => join(folder, `sound-${name}`);

function keepBuilds() {
  for (const name of BUILT)
    cpSync(join(copy, name), soundOf(name), { recursive: true, preserveTimestamps: true });
}

/** What was built with a bug goes. */
function restoreBuilds() {
  for (const name of BUILT) {
    rmSync(join(copy, name), { recursive: true, force: true });
    cpSync(soundOf(name), join(copy, name), { recursive: true });
  }
}

function noticed({ file }) {
  return firstOf(
    byTypes,
    () => byTests([roomOf(file)]),
    values.quick ? nothing : byBuild,
    values.quick ? nothing : () => byTests([]),
    values.browser ? byBrowser : nothing,
  );
}

function baseline(bugs) {
  const rooms = new Set(bugs.map(({ file }) => roomOf(file)));
  return firstOf(
    byTypes,
    byBuild,
    () => byTests(values.quick ? [...rooms] : [], 0),
    values.browser ? () => byBrowser(0) : nothing,
  );
}

const seconds = (sinceMs) => Math.round((performance.now() - sinceMs) / 1000);

const bugs = chosen();
if (values.list) {
  for (const { id, file, seen } of bugs) console.log(`${id} (${file})\n    ${seen}`);
  process.exit(0);
}
copyCheckout(copy);
let startedAt = performance.now();
const red = await baseline(bugs);
if (red !== null) {
  console.error(`Not green without a bug, so that no bug can be judged:\n${red}`);
  process.exit(2);
}
keepBuilds();
console.log(`without a bug: green, ${seconds(startedAt)} s`);
const results = [];
for (const bug of bugs) {
  const { id, file, from, to, seen } = bug;
  const path = join(copy, file);
  const sound = readFileSync(path, 'utf8');
  startedAt = performance.now();
  // Not as a pattern: `$` in the text stands for itself.
  writeFileSync(path, sound.split(from).join(to));
  const by = await noticed(bug);
  writeFileSync(path, sound);
  if (!values.quick) restoreBuilds();
  results.push({ id, file, seen, by, seconds: seconds(startedAt) });
  console.log(`${id}: ${by ?? 'NOT CAUGHT'} (${seconds(startedAt)} s)`);
  if (values.json !== undefined) writeFileSync(values.json, `${JSON.stringify(results, null, 2)}\n`);
}
const missed = results.filter(({ by }) => by === null);
console.log(`\n${results.length - missed.length} of ${results.length} caught`);
for (const { id, file, seen } of missed) console.log(`not caught: ${id} (${file})\n    ${seen}`);
