/**
 * `npm run bench`: makes traces of several sizes in several containers, one on the disk at a time, and measures each
 * in Chromium and with the command line; then what the page loads. By hand, never in CI: absolute figures follow the
 * machine's load. docs/measuring.md says what each figure means.
 *
 *   npm run bench -- [FILE] [--runs 5] [--sizes 10,100,1000] [--formats seq,json,ndjson,gzip]
 *                    [--only browser,cli,bundle] [--json FILE] [--compare FILE]
 *                    [--against DIR]                   a built checkout (npm run build), run in turn with this one
 *   npm run bench -- --compare BEFORE --with NOW       prints the ratios of two results, measures nothing
 */
import { existsSync, mkdirSync, readFileSync, rmSync, statfsSync, statSync, writeFileSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';
import { join, resolve } from 'node:path';
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
    against: { type: 'string' },
  },
});
const runs = Number(values.runs);
const only = values.only.split(',');
if (!(Number.isInteger(runs) && runs > 0)) throw new Error(`--runs takes a number, not "${values.runs}"`);
for (const part of only)
  if (!PARTS.includes(part)) throw new Error(`--only takes ${PARTS.join(', ')}, not "${part}"`);

const against = values.against ?? null;
const built = (path) => join(against, path);
if (against !== null)
  for (const path of ['dist/index.html', 'dist-cli/qlogscope.mjs'])
    if (!existsSync(built(path)))
      throw new Error(`--against: there is no ${built(path)}; npm run build makes it.`);

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

/**
 * Runs this checkout, and the other one in turn with it: what the machine does besides meets both.
 * @param other null where there is no other.
 */
async function repeated(run, other) {
  const own = [];
  const others = [];
  for (let i = 0; i < runs; i++) {
    // Whoever comes first finds other caches: they take turns in that too.
    if (other !== null && i % 2 === 1) others.push(await other());
    own.push(await run());
    if (other !== null && i % 2 === 0) others.push(await other());
  }
  return { own, others };
}

async function measure() {
  mkdirSync(FOLDER, { recursive: true });
  const result = { at: new Date().toISOString(), runs, cpus: cpus().length, load: [loadavg()[0]], cases: {} };
  const other = { cases: {} };
  const keep = (title, figures, otherFigures = null) => {
    result.cases[title] = figures;
    if (otherFigures !== null) other.cases[title] = otherFigures;
    print(title, figures);
  };
  const summaries = ({ own, others }, sizeMb) =>
    [own, others].map((measured) => (measured.length === 0 ? null : summarise(measured, sizeMb)));
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
  const otherServer = withBrowser && against !== null ? await servePage(resolve(built('dist'))) : null;
  const growth = [];
  try {
    if (withBrowser || only.includes('cli')) {
      for await (const { file, format, mb, textMb, name } of traces()) {
        const sizeMb = Number.isNaN(textMb) ? mb : textMb;
        const one = { format, mb };
        if (server !== null) {
          const withGestures = format === GESTURES_ON || format === 'file';
          const runOn = (page) => () => runInBrowser({ address: page.address, file, withGestures });
          const measured = await repeated(runOn(server), otherServer && runOn(otherServer));
          const [figures, otherFigures] = summaries(measured, sizeMb);
          one.browser = { events: measured.own[0].events, ...figures };
          keep(`${name}, Chromium`, one.browser, otherFigures);
        }
        if (only.includes('cli')) {
          const program = against && resolve(built('dist-cli/qlogscope.mjs'));
          const measured = await repeated(
            () => runCli({ file }),
            program && (() => runCli({ file, program })),
          );
          const [figures, otherFigures] = summaries(measured, sizeMb);
          one.cli = figures;
          keep(`${name}, command line`, one.cli, otherFigures);
        }
        growth.push(one);
      }
    }
  } finally {
    await server?.close();
    await otherServer?.close();
  }
  printGrowth(growth);
  result.load.push(loadavg()[0]);
  console.log(
    `\nmedians of ${runs}; load of the machine ${result.load.map((load) => load.toFixed(1)).join(' before, ')} after`,
  );
  if (against !== null) printComparison(other, result);
  return result;
}

if (values.compare !== undefined && !existsSync(values.compare))
  throw new Error(`There is no ${values.compare}.`);
const result = values.with === undefined ? await measure() : readResult(values.with);
if (values.json !== undefined) writeFileSync(values.json, `${JSON.stringify(result, null, 2)}\n`);
if (values.compare !== undefined) printComparison(readResult(values.compare), result);
