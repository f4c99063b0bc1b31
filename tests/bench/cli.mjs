/**
 * One run of the command line, in a process of its own: `check FILE` stage by stage, with its peak memory, and the
 * same file read bare by the same Node.
 */
import { spawn } from 'node:child_process';
import { build } from 'vite';
import { stageFigures } from './browser.mjs';

const OUT_DIR = '.bench/cli';
/** Characters of a failed process that are shown. */
const MAX_SAID = 2000;
const FORMAT = '--format=json';

export function buildCli() {
  return build({
    configFile: 'vite.cli.config.ts',
    logLevel: 'error',
    build: { outDir: OUT_DIR, emptyOutDir: true },
  });
}

/** Runs before the command line: names the process `bench`, and reports when it ends. */
const PRELOAD = `
  import { readFileSync } from 'node:fs';
  globalThis.name = 'bench';
  // What the process reports of itself is not below what its parent held when it was started.
  const peakKb = () => {
    try {
      return Number(/VmHWM:\\s+(\\d+) kB/.exec(readFileSync('/proc/self/status', 'utf8'))[1]);
    } catch {
      return process.resourceUsage().maxRSS;
    }
  };
  const cpuMs = () => (process.cpuUsage().user + process.cpuUsage().system) / 1000;
  process.on('exit', () => {
    // Sums only: a long line is cut where the pipe is full as the process ends.
    const sum = (all) => all.reduce((total, ms) => total + ms, 0);
    const stages = Object.entries(globalThis.stageTimes ?? {}).map(([stage, all]) => [stage, [sum(all)]]);
    const report = { times: Object.fromEntries(stages), maxRssKb: peakKb(), cpuMs: cpuMs() };
    process._rawDebug('bench ' + JSON.stringify(report));
  });`;

/** Reads the file in pieces as the command line does, and inflates it where it is gzip. */
const BARE_READ = `
  import { open } from 'node:fs/promises';
  const handle = await open(process.argv[1]);
  const head = new Uint8Array(2);
  await handle.read(head, 0, 2, 0);
  const cpuMs = () => (process.cpuUsage().user + process.cpuUsage().system) / 1000;
  const cpuBefore = cpuMs();
  const startedAt = performance.now();
  let at = 0;
  const stored = new ReadableStream({
    async pull(controller) {
      const piece = new Uint8Array(256 * 1024);
      const { bytesRead } = await handle.read(piece, 0, piece.length, at);
      at += bytesRead;
      if (bytesRead === 0) controller.close();
      else controller.enqueue(piece.subarray(0, bytesRead));
    },
  });
  const isGzip = head[0] === 0x1f && head[1] === 0x8b;
  const reader = (isGzip ? stored.pipeThrough(new DecompressionStream('gzip')) : stored).getReader();
  while (!(await reader.read()).done);
  process._rawDebug('bench ' + JSON.stringify({ ms: performance.now() - startedAt, cpuMs: cpuMs() - cpuBefore }));`;

/** @returns {Promise<any>} what the process reported */
function run(args) {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, args, { stdio: ['ignore', 'ignore', 'pipe'] });
    let said = '';
    child.stderr.on('data', (data) => {
      said += data;
    });
    child.once('error', reject);
    child.once('close', () => {
      const report = /^bench (\{.*\})$/m.exec(said)?.[1];
      if (report === undefined) reject(new Error(`the command line failed: ${said.slice(0, MAX_SAID)}`));
      else resolve(JSON.parse(report));
    });
  });
}

/**
 * @param program the built command line; this checkout's where left out.
 * @returns the same shape as `runInBrowser`
 */
export async function runCli({ file, program = `${OUT_DIR}/qlogscope.mjs` }) {
  const bareRead = () => run(['--input-type=module', '-e', BARE_READ, file]);
  const before = await bareRead();
  const preload = `data:text/javascript,${encodeURIComponent(PRELOAD)}`;
  const startedAt = performance.now();
  const { times, maxRssKb, cpuMs } = await run(['--import', preload, program, 'check', FORMAT, file]);
  const wallMs = performance.now() - startedAt;
  const after = await bareRead();
  return {
    rawReadMs: (before.ms + after.ms) / 2,
    rawReadCpuMs: (before.cpuMs + after.cpuMs) / 2,
    cpuMs,
    stages: stageFigures({ ...times, total: [wallMs] }),
    figures: { 'wall clock, ms': wallMs, 'peak memory, MB': (maxRssKb * 1024) / 1e6 },
  };
}
