/**
 * `npm run bench`: makes traces of several sizes in several containers, one on the disk at a time, and measures each
 * in Chromium and with the command line; then what the page loads. By hand, never in CI: absolute figures follow the
 * machine's load. docs/measuring.md says what each figure means.
 *
 *   npm run bench -- [FILE] [--runs 5] [--sizes 10,100,1000] [--formats seq,json,ndjson,gzip]
 *                    [--only browser,cli,bundle] [--json FILE] [--compare FILE]
 *   npm run bench -- --compare BEFORE --with NOW       prints the ratios of two results, measures nothing
 */
import { existsSync, mkdirSync, readFileSync, rmSync, statfsSync, statSync, writeFileSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { runInBrowser } from './browser.mjs';
import { measureBundle } from './bundle.mjs';
import { buildCli, runCli } from './cli.mjs';
import { FORMAT_NAMES, makeTrace } from './make-trace.mjs';
import { buildPage, servePage } from './page-server.mjs';
import { print, printComparison, printGrowth, summarise } from './report.mjs';

const FOLDER = '.bench';
const PARTS = ['browser', 'cli', 'bundle'];
/** Gestures on one container: all give the same columns. */
const GESTURES_ON = 'seq';
/** Free bytes wanted per byte of a trace. */
const DISK_MARGIN = 1.2;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    runs: { type: 'string', default: '5' },
    sizes: { type: 'string', default: '10,100,1000' },
    formats: { type: 'string', default: FORMAT_NAMES.join(',') },
    only: { type: 'string', default: PARTS.join(',') },
    json: { type: 'string' },
    compare: { type: 'string' },
    with: { type: 'string' },
  },
});
const runs = Number(values.runs);
const only = values.only.split(',');
if (!(Number.isInteger(runs) && runs > 0)) throw new Error(`--runs takes a number, not "${values.runs}"`);
for (const part of only)
  if (!PARTS.includes(part)) throw new Error(`--only takes ${PARTS.join(', ')}, not "${part}"`);

const readResult = (file) => JSON.parse(readFileSync(file, 'utf8'));

function checkDisk(mb) {
  const { bavail, bsize } = statfsSync(FOLDER);
  const freeMb = (bavail * bsize) / 1e6;
  if (freeMb < mb * DISK_MARGIN) throw new Error(`${mb} MB do not fit: ${freeMb.toFixed(0)} MB are free`);
}

/** Traces one after the other; each is deleted before the next is made. A file that was named stays. */
async function* traces() {
  if (positionals.length > 0) {
    for (const file of positionals) {
      const mb = Math.round(statSync(file).size / 1e6);
      yield { file, format: 'file', mb, textMb: Number.NaN, name: file };
    }
    return;
  }
  for (const mb of values.sizes.split(',').map(Number)) {
    for (const format of values.formats.split(',')) {
      checkDisk(mb);
      const made = await makeTrace({ mb, format, out: `${FOLDER}/bench-${process.pid}-${mb}.${format}` });
      scratch.add(made.file);
      yield { ...made, format, mb, textMb: made.textBytes / 1e6, name: `${mb} MB ${format}` };
      rmSync(made.file, { force: true });
    }
  }
}

/** What must not stay behind, whatever ends this process. */
const scratch = new Set();
function clear() {
  for (const file of scratch) rmSync(file, { force: true });
}
process.once('exit', clear);
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, () => process.exit(1));

async function repeated(run) {
  const results = [];
  for (let i = 0; i < runs; i++) results.push(await run());
  return results;
}

async function measure() {
  mkdirSync(FOLDER, { recursive: true });
  const result = { at: new Date().toISOString(), runs, cpus: cpus().length, load: [loadavg()[0]], cases: {} };
  const keep = (title, figures) => {
    result.cases[title] = figures;
    print(title, figures);
  };
  const withBrowser = only.includes('browser');
  if (withBrowser || only.includes('bundle')) await buildPage();
  if (only.includes('bundle')) {
    const { figures, files } = measureBundle();
    keep('bundle, gzip', figures);
    for (const { name, when, kb } of files)
      console.log(`  ${when.padEnd(8)}${kb.toFixed(1).padStart(7)}  ${name}`);
  }
  if (only.includes('cli')) await buildCli();
  const server = withBrowser ? await servePage() : null;
  const growth = [];
  try {
    if (withBrowser || only.includes('cli')) {
      for await (const { file, format, mb, textMb, name } of traces()) {
        const sizeMb = Number.isNaN(textMb) ? mb : textMb;
        const one = { format, mb };
        if (server !== null) {
          const withGestures = format === GESTURES_ON || format === 'file';
          const measured = await repeated(() =>
            runInBrowser({ address: server.address, file, withGestures }),
          );
          one.browser = { events: measured[0].events, ...summarise(measured, sizeMb) };
          keep(`${name}, Chromium`, one.browser);
        }
        if (only.includes('cli')) {
          one.cli = summarise(await repeated(() => runCli({ file })), sizeMb);
          keep(`${name}, command line`, one.cli);
        }
        growth.push(one);
      }
    }
  } finally {
    await server?.close();
  }
  printGrowth(growth);
  result.load.push(loadavg()[0]);
  console.log(
    `\nmedians of ${runs}; load of the machine ${result.load.map((load) => load.toFixed(1)).join(' before, ')} after`,
  );
  return result;
}

if (values.compare !== undefined && !existsSync(values.compare))
  throw new Error(`There is no ${values.compare}.`);
const result = values.with === undefined ? await measure() : readResult(values.with);
if (values.json !== undefined) writeFileSync(values.json, `${JSON.stringify(result, null, 2)}\n`);
if (values.compare !== undefined) printComparison(readResult(values.compare), result);
