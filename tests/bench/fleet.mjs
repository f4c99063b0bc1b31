/**
 * The Spark job beside the command line over the same fleet, in turn in the same run: start-up, files per second, CPU time, and
 * the highest memory of each kind of process. By hand, on a machine that does nothing else:
 *
 *   node tests/bench/make-fleet.mjs /tmp/fleet 10000
 *   node tests/bench/fleet.mjs /tmp/fleet [--runs 3] [--jobs 2] [--master 'local-cluster[2,1,1024]'] [--check]
 *
 * The command line is `--jobs` engines (`qlogscope rows`) that are fed as fast as they answer, and keep nothing; with `--check` it
 * is `check --format parquet --jobs N`, which also writes the tables.
 */
import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { ensurePyspark } from '../../scripts/pyspark.mjs';
import { cpuMsOf } from './process-watch.mjs';
import { quantile } from './report.mjs';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const CLI = join(ROOT, 'dist-cli/qlogscope.mjs');
const SAMPLE_MS = 200;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    ...{ runs: { type: 'string', default: '1' }, jobs: { type: 'string', default: '2' } },
    ...{
      master: { type: 'string', default: 'local-cluster[2,1,1024]' },
      check: { type: 'boolean', default: false },
    },
    timeout: { type: 'string', default: '60' },
  },
});
if (positionals.length !== 1) throw new Error('node tests/bench/fleet.mjs takes one folder');
const folder = resolve(positionals[0]);
const jobs = Number(values.jobs);

function read(path) {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return null;
  }
}

/** What a process of the job is, by its command. */
function kindOf(command) {
  if (/qlogscope\.mjs\0rows\0/.test(command)) return 'engines';
  if (/CoarseGrainedExecutorBackend/.test(command)) return 'Java, executors';
  if (/^[^\0]*java\0/.test(command)) return 'Java, driver';
  if (/\0-m\0qlogscope_fleet\0/.test(command)) return 'Python, driver';
  if (/pyspark[./]daemon/.test(command)) return 'Python, workers';
  return 'command line';
}

/** Memory that no file backs, per kind of process the highest sum at one moment; and CPU time of all. */
function watchTree(root) {
  const peaks = new Map();
  const cpu = new Map();
  const known = new Set([root]);
  let processes = 0;
  const sample = () => {
    const sums = new Map();
    const found = readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .flatMap((name) => {
        const stat = read(`/proc/${name}/stat`);
        if (stat === null) return [];
        const parent = Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
        return [{ pid: Number(name), parent, stat }];
      });
    // A child may have a lower number than its parent.
    for (let before = -1; before !== known.size; ) {
      before = known.size;
      for (const { pid, parent } of found) if (known.has(parent)) known.add(pid);
    }
    const own = found.filter(({ pid }) => known.has(pid));
    processes = Math.max(processes, own.length);
    for (const { pid, stat } of own) {
      cpu.set(pid, cpuMsOf(stat));
      const kb = Number(/RssAnon:\s+(\d+) kB/.exec(read(`/proc/${pid}/status`) ?? '')?.[1] ?? 0);
      const kind = kindOf(read(`/proc/${pid}/cmdline`) ?? '');
      sums.set(kind, (sums.get(kind) ?? 0) + kb / 1024);
    }
    for (const [kind, mb] of sums) peaks.set(kind, Math.max(peaks.get(kind) ?? 0, mb));
  };
  const timer = setInterval(sample, SAMPLE_MS);
  return () => {
    clearInterval(timer);
    return { peaks, processes, cpuSeconds: [...cpu.values()].reduce((sum, ms) => sum + ms, 0) / 1000 };
  };
}

/** Runs a program to its end. */
function run(program, args, env = {}) {
  return new Promise((end, fail) => {
    const startedAt = performance.now();
    const child = spawn(program, args, {
      stdio: ['ignore', 'ignore', 'pipe'],
      env: { ...process.env, ...env },
    });
    const stop = watchTree(child.pid);
    let said = '';
    child.stderr.on('data', (data) => {
      said += data;
    });
    child.on('error', fail);
    child.on('exit', (status) =>
      end({ ...stop(), status, said, seconds: (performance.now() - startedAt) / 1000 }),
    );
  });
}

const python = ensurePyspark();

async function jobRun() {
  const out = mkdtempSync(join(tmpdir(), 'qlogscope-bench-fleet-'));
  try {
    const args = ['fleet', folder, '--out', out, '--master', values.master, '--python', python];
    const ended = await run(process.execPath, [CLI, ...args, '--timeout', values.timeout]);
    if (ended.status !== 0) throw new Error(ended.said);
    const startUp = Number(/Spark .* runs on .*, ([\d.]+) s after/.exec(ended.said)?.[1]);
    const [, inner, files] = /done in ([\d.]+) s: (\d+) files read/.exec(ended.said) ?? [];
    const copies = Number(/ (\d+) copies/.exec(ended.said)?.[1] ?? 0);
    const read = Number(files) + copies;
    const work = Number(inner) - startUp;
    return { ...ended, startUp, files: read, filesPerSecond: read / work, work };
  } finally {
    rmSync(out, { recursive: true, force: true });
  }
}

/** The files that the job takes: by the names that the engine tells. */
function tracesIn() {
  const asked = spawnSync(process.execPath, [CLI, 'rows'], { input: '', encoding: 'utf8' });
  const { trace, possible, toolsFolder } = JSON.parse(asked.stdout.split('\n', 1)[0]).names;
  const named = new RegExp(trace, 'i');
  const isTrace = (name) =>
    named.test(name) || possible.some((ending) => name.toLowerCase().endsWith(`.${ending}`));
  const isEntered = (name) => !name.startsWith('.') && name !== toolsFolder;
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && isTrace(entry.name))
    .filter(({ parentPath }) =>
      relative(folder, parentPath)
        .split('/')
        .every((part) => part === '' || isEntered(part)),
    )
    .map((entry) => join(entry.parentPath, entry.name));
}

/** Engines that are fed from one list. They have no limits: a fleet with a file that hangs is not for this. */
async function enginesRun() {
  const requests = tracesIn().map((path) => {
    const { size, mtimeMs } = statSync(path);
    const file = relative(folder, path);
    return JSON.stringify({ path, file, bytes: size, writtenMs: Math.floor(mtimeMs) });
  });
  const total = requests.length;
  const startedAt = performance.now();
  let startUp = 0;
  const stops = [];
  await Promise.all(
    Array.from({ length: jobs }, async () => {
      const engine = spawn(process.execPath, [CLI, 'rows'], { stdio: ['pipe', 'pipe', 'inherit'] });
      stops.push(watchTree(engine.pid));
      const lines = createInterface({ input: engine.stdout })[Symbol.asyncIterator]();
      await lines.next();
      startUp = Math.max(startUp, (performance.now() - startedAt) / 1000);
      for (let next = requests.pop(); next !== undefined; next = requests.pop()) {
        engine.stdin.write(`${next}\n`);
        if ((await lines.next()).done === true) throw new Error(`an engine ended: ${next}`);
      }
      // Before its end, while /proc knows it.
      await new Promise((wait) => setTimeout(wait, SAMPLE_MS));
      engine.stdin.end();
    }),
  );
  const seconds = (performance.now() - startedAt - SAMPLE_MS) / 1000;
  const ended = stops.map((stop) => stop());
  const peak = ended.reduce((sum, { peaks }) => sum + (peaks.get('engines') ?? 0), 0);
  const cpuSeconds = ended.reduce((sum, one) => sum + one.cpuSeconds, 0);
  const work = seconds - startUp;
  return {
    ...{ seconds, startUp, cpuSeconds, work, files: total, filesPerSecond: total / work },
    ...{ peaks: new Map([['engines', peak]]), processes: jobs },
  };
}

async function checkRun() {
  const out = mkdtempSync(join(tmpdir(), 'qlogscope-bench-fleet-'));
  try {
    const args = ['check', '--format', 'parquet', '--output', join(out, 'fleet.parquet')];
    const ended = await run(process.execPath, [
      CLI,
      ...args,
      ...['--jobs', values.jobs, '--timeout', values.timeout, folder],
    ]);
    const files = tracesIn().length;
    if (ended.status === 64) throw new Error(ended.said);
    return { ...ended, startUp: 0, work: ended.seconds, files, filesPerSecond: files / ended.seconds };
  } finally {
    rmSync(out, { recursive: true, force: true });
  }
}

if (spawnSync(process.execPath, [join(ROOT, 'scripts/cli.mjs'), '--version']).status !== 0)
  throw new Error('the command line could not be built');

const lineWords = values.check
  ? `check --format parquet --jobs ${jobs}`
  : `${jobs} × qlogscope rows, nothing kept`;
const results = [];
for (let number = 0; number < Number(values.runs); number++) {
  const line = await (values.check ? checkRun() : enginesRun());
  const job = await jobRun();
  results.push({ line, job });
  console.log(
    `run ${number + 1}: the job ${job.work.toFixed(1)} s after a start of ${job.startUp.toFixed(1)} s, the command line ${line.work.toFixed(1)} s`,
  );
}

const middle = (of) => quantile(results.map(of), 0.5);
const row = (name, figure, digits = 1) => {
  const [job, line] = ['job', 'line'].map((which) => middle((result) => figure(result[which])));
  const ratio = middle((result) => figure(result.job) / figure(result.line));
  const shown = (value) => (Number.isFinite(value) ? value.toFixed(digits) : '');
  console.log(
    `| ${name.padEnd(34)} | ${shown(job).padStart(8)} | ${shown(line).padStart(12)} | ${shown(ratio) === '' ? '' : `× ${ratio.toFixed(2)}`} |`,
  );
};
console.log(`\nThe job on ${values.master}; the command line: ${lineWords}. Medians of ${values.runs}.\n`);
console.log(`| ${''.padEnd(34)} | ${'job'.padStart(8)} | command line | ratio |\n|---|---|---|---|`);
row('files', ({ files }) => files, 0);
row('start-up, s', ({ startUp }) => startUp);
row('files per second, start-up left out', ({ filesPerSecond }) => filesPerSecond);
row('files per second, all', ({ files, seconds }) => files / seconds);
row('CPU, s', ({ cpuSeconds }) => cpuSeconds);
const kinds = new Set(results.flatMap(({ job, line }) => [...job.peaks.keys(), ...line.peaks.keys()]));
for (const kind of [...kinds].sort())
  row(`${kind}, peak RssAnon, MB`, ({ peaks }) => peaks.get(kind) ?? Number.NaN, 0);
