/**
 * What the program is compared with in the same run: the file parsed record by record with `JSON.parse`, or inflated by the
 * decoder alone, and nothing done with it. Each in a Node process of its own; the decoder of the page in a worker
 * (`page-probe.mjs`).
 */
import { spawn, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** The program that makes zstd files is on this machine. */
export const hasZstd = () => spawnSync('zstd', ['--version'], { stdio: 'ignore' }).status === 0;

/** The library that inflates zstd in the page, as a script that gives `fzstd`. */
export const zstdScript = () =>
  readFileSync(new URL('../umd/index.js', import.meta.resolve('fzstd')), 'utf8');

/** Pieces that are read at once, as in the program. */
const READS = `
  import { openSync, readSync } from 'node:fs';
  const file = openSync(process.argv[1]);
  const next = () => {
    const piece = Buffer.allocUnsafe(256 * 1024);
    const bytes = readSync(file, piece);
    return bytes === 0 ? null : piece.subarray(0, bytes);
  };
  const cpuMs = () => (process.cpuUsage().user + process.cpuUsage().system) / 1000;
  const cpuBefore = cpuMs();
  const startedAt = performance.now();
  const report = (more) => process._rawDebug('bench ' +
    JSON.stringify({ ms: performance.now() - startedAt, cpuMs: cpuMs() - cpuBefore, ...more }));`;

/** Every record of a text sequence or of lines, parsed. */
const PARSE = `${READS}
  let rest = Buffer.alloc(0);
  let records = 0;
  for (let piece = next(); piece !== null; piece = next()) {
    const text = rest.length === 0 ? piece : Buffer.concat([rest, piece]);
    let from = 0;
    for (let at = text.indexOf(10); at >= 0; at = text.indexOf(10, from)) {
      const start = text[from] === 0x1e ? from + 1 : from;
      if (at > start) {
        JSON.parse(text.toString('utf8', start, at));
        records++;
      }
      from = at + 1;
    }
    rest = text.subarray(from);
  }
  report({ records });`;

const INFLATE = {
  gzip: `${READS}
    const pieces = new ReadableStream({
      pull(controller) {
        const piece = next();
        if (piece === null) controller.close();
        else controller.enqueue(piece);
      },
    });
    const reader = pieces.pipeThrough(new DecompressionStream('gzip')).getReader();
    while (!(await reader.read()).done);
    report({});`,
  zstd: `${READS}
    import { Decompress } from 'fzstd';
    const decompress = new Decompress(() => undefined);
    for (let piece = next(); piece !== null; piece = next()) decompress.push(piece, false);
    decompress.push(new Uint8Array(0), true);
    report({});`,
};

/** Characters of a failed process that are shown. */
const MAX_SAID = 2000;

/**
 * Runs a Node process to its end.
 * @param {(pid: number) => void} onStart
 * @returns {Promise<{said: string, output: string}>} its standard error, and its standard output
 */
export function runNode(args, onStart = () => undefined) {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe'] });
    onStart(child.pid);
    let said = '';
    let output = '';
    child.stderr.on('data', (data) => {
      said += data;
    });
    child.stdout.on('data', (data) => {
      output += data;
    });
    child.once('error', reject);
    child.once('close', () => resolve({ said, output }));
  });
}

/** For a process that has failed. @param {string} said its standard error */
export const failureOf = (said) => new Error(`a process failed: ${said.slice(0, MAX_SAID)}`);

/**
 * Runs a Node process that reports one line of JSON on its standard error, after `bench`.
 * @param {(pid: number) => void} onStart
 * @returns {Promise<{report: any, output: string}>} what it reported, and what it wrote
 */
export async function runReporting(args, onStart) {
  const { said, output } = await runNode(args, onStart);
  const report = /^bench (\{.*\})$/m.exec(said)?.[1];
  if (report === undefined) throw failureOf(said);
  return { report: JSON.parse(report), output };
}

const runScript = (script, file) =>
  runReporting(['--input-type=module', '-e', script, file]).then(({ report }) => report);

/** @returns {Promise<{ms: number, cpuMs: number, records: number}>} */
export const parseRecords = (file) => runScript(PARSE, file);

/** @param {'gzip' | 'zstd'} format @returns {Promise<{ms: number, cpuMs: number}>} */
export const inflateAlone = (file, format) => runScript(INFLATE[format], file);
