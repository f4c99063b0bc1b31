/**
 * One run of the command line, in a process of its own: `check FILE` stage by stage, its threads and memory, and in the same
 * run what it is compared with. `runMany` is one process for many small traces.
 */
import { mkdirSync, readdirSync, rmSync, statSync, symlinkSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { build } from 'vite';
import { inflateAlone, parseRecords, runReporting } from './inflated.mjs';
import { watch } from './process-watch.mjs';
import { memoryFigures, stageFigures, threadFigures } from './run-figures.mjs';

const OUT_DIR = '.bench/cli';
export const OWN_PROGRAM = `${OUT_DIR}/qlogscope.mjs`;

export function buildCli() {
  return build({
    configFile: 'vite.cli.config.ts',
    logLevel: 'error',
    build: { outDir: OUT_DIR, emptyOutDir: true },
  });
}

/** Runs before the command line, in each of its threads: names it `bench`; the main one reports when the process ends. */
const PRELOAD = `
  import { isMainThread } from 'node:worker_threads';
  globalThis.name = 'bench';
  const cpuMs = () => (process.cpuUsage().user + process.cpuUsage().system) / 1000;
  if (isMainThread) process.on('exit', () => {
    // Sums only: a long line is cut where the pipe is full as the process ends.
    const sum = (all) => all.reduce((total, ms) => total + ms, 0);
    const stages = Object.entries(globalThis.stageTimes ?? {}).map(([stage, all]) => [stage, [sum(all)]]);
    const report = { times: Object.fromEntries(stages), cpuMs: cpuMs() };
    process._rawDebug('bench ' + JSON.stringify(report));
  });`;

/** @returns what the process reported, wrote and used */
async function runProgram(program, args) {
  const preload = `data:text/javascript,${encodeURIComponent(PRELOAD)}`;
  let watching = null;
  const startedAt = performance.now();
  const { report, output } = await runReporting(
    ['--import', preload, program, 'check', '--format=json', ...args],
    (pid) => {
      watching = watch(pid);
    },
  );
  const wallMs = performance.now() - startedAt;
  const records = output
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line));
  const events = records.reduce((total, record) => total + (record.events ?? 0), 0);
  return { ...report, wallMs, events, used: watching.stop() };
}

/**
 * @param {{file: string, format: string, program?: string}} run the built command line; this checkout's where left out.
 * @returns {Promise<Record<string, number>>} figures
 */
export async function runCli({ file, format, program = OWN_PROGRAM }) {
  const { times, cpuMs, wallMs, events, used } = await runProgram(program, [file]);
  const figures = {
    events,
    'wall, ms': wallMs,
    'wall, ns/event': (wallMs * 1e6) / events,
    'CPU, ns/event': (cpuMs * 1e6) / events,
    ...threadFigures(used, events),
    ...stageFigures({ ...times, total: [wallMs] }, events),
    ...memoryFigures(used),
  };
  if (format === 'gzip' || format === 'zstd') {
    const alone = await inflateAlone(file, format);
    return { ...figures, 'decoder alone, ms': alone.ms, '× decoder alone': alone.ms / wallMs };
  }
  if (format === 'json') return figures;
  const parsed = await parseRecords(file);
  return {
    ...figures,
    'JSON.parse per record, ms': parsed.ms,
    'JSON.parse per record, CPU ms': parsed.cpuMs,
    '× JSON.parse per record': parsed.ms / wallMs,
  };
}

/** Stored bytes of a trace that counts as small. */
const SMALL_BYTES = 150_000;
const SMALL_FROM = ['tests/corpus/traces', 'tests/corpus/other', 'tests/corpus/paths'];

/** A folder of so many small traces, links to those of the corpus in turn. */
export function makeMany(number, folder) {
  const given = SMALL_FROM.flatMap((from) => readdirSync(from).map((name) => join(from, name))).filter(
    (path) => path.endsWith('.gz') && statSync(path).size <= SMALL_BYTES,
  );
  rmSync(folder, { recursive: true, force: true });
  for (let i = 0; i < number; i++) {
    // Letters: files whose names differ in a number are looked at as parts of one log.
    const round = String.fromCharCode(
      97 + Math.floor(i / given.length / 26),
      97 + (Math.floor(i / given.length) % 26),
    );
    mkdirSync(join(folder, round), { recursive: true });
    const path = given[i % given.length];
    symlinkSync(resolve(path), join(folder, round, path.split('/').at(-1)));
  }
}

/** @returns {Promise<Record<string, number>>} figures of one process that checks a folder */
export async function runMany({ folder, program = OWN_PROGRAM }) {
  const { cpuMs, wallMs, events, used } = await runProgram(program, [folder]);
  return {
    events,
    'wall, ms': wallMs,
    'wall, ns/event': (wallMs * 1e6) / events,
    'CPU, ns/event': (cpuMs * 1e6) / events,
    ...threadFigures(used, events),
    ...memoryFigures(used),
  };
}
